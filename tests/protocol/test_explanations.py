"""What is wrong with a message is said in words of the protocol, never in words of Python."""

import re
from typing import Any

import msgpack
import pytest

from cardgame_protocol.codec import decode_request
from cardgame_protocol.errors import BadRequest, ProtocolError, UnsendableError
from cardgame_protocol.plain import decode_value, encode_value

PYTHON = re.compile(
    r"\b(int|float|str|bool|dict|None|True|False|NoneType|max_\w+|strict_\w+)\b|[|<>]"
)
CREATE = {"type": "create", "id": 1, "preset": "duel", "seats": 2}
HELLO = {"type": "hello", "id": 1, "versions": [1], "name": "Ann", "software": ""}


@pytest.mark.parametrize(
    ("plain", "text"),
    [
        ({**CREATE, "pace": "slow"}, "field `pace` must be a number or null"),
        ({**CREATE, "pace": 11.0}, "field `pace` must be a number of at most 10"),
        ({**CREATE, "seats": True}, "field `seats` must be an integer"),
        ({**CREATE, "seats": -1}, "field `seats` must be an integer of at least 0"),
        ({**CREATE, "target": 2**40}, "field `target` must be an integer of at most 2147483647"),
        ({**CREATE, "sit": None}, "field `sit` must be true or false"),
        ({**CREATE, "preset": 1}, "field `preset` must be text"),
        (
            {**CREATE, "password": "x" * 101},
            "field `password` must be text of at most 100 code points",
        ),
        ({**HELLO, "versions": 1}, "field `versions` must be an array"),
        (
            {**HELLO, "versions": [1] * 33},
            "field `versions` must be an array of at most 32 entries",
        ),
        ({**HELLO, "versions": ["1"]}, "field `versions[0]` must be an integer"),
    ],
)
def test_a_field_that_is_wrong_is_told_what_it_must_be(plain: dict[str, Any], text: str) -> None:
    with pytest.raises(BadRequest) as caught:
        decode_request(encode_value(plain))
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (b"\x81\x01\x02", "a key of a map is not text"),
        (b"\x81\x90\x02", "a key of a map is not text"),
        (b"\x81\xc4\x01a\x02", "a key of a map is not text"),
        (b"\x81\xa1a\xa1\xff", "a text is not valid UTF-8"),
        (b"\x80\x80", "bytes follow the map in the same frame"),
        (b"\x91" * 2000, "maps and arrays are nested deeper than 8"),
        (b"\x81\xa1a" * 12 + b"\x01", "maps and arrays are nested deeper than 8"),
        (b"\x81\xa1a\xd4\x05a", "extension types are not used in this protocol"),
        (b"\x90", "the payload is not a map"),
    ],
)
def test_bytes_that_are_wrong_are_told_why(payload: bytes, text: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_value(payload)
    assert caught.value.text == text


@pytest.mark.parametrize(
    "payload", [b"", b"\xc1", b"\x81", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff"]
)
def test_bytes_that_end_too_soon_or_mean_nothing_have_a_text_too(payload: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_value(payload)
    assert (
        caught.value.text
        == "the payload is not MessagePack: it is cut off or holds impossible bytes"
    )


@pytest.mark.parametrize("value", ["\ud800", 2**64, msgpack])
def test_what_cannot_be_sent_is_told_without_a_word_of_python(value: object) -> None:
    with pytest.raises(UnsendableError) as caught:
        encode_value({"text": value})
    reason = caught.value.text.removeprefix("the message cannot be encoded: ")
    assert reason
    assert not PYTHON.search(reason)
