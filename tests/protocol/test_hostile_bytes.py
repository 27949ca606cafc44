"""Bytes from strangers. This file is run with the pure-Python msgpack, too."""

import struct
import tracemalloc
from contextlib import suppress
from typing import Any

import hypothesis.strategies as st
import msgpack
import pytest
from hypothesis import example, given

from cardgame_protocol import (
    BadRequest,
    GoodbyeCode,
    Pong,
    ProtocolError,
    Request,
    decode_request,
    decode_server_message,
    decode_value,
    encode_value,
)
from cardgame_protocol.limits import DEPTH_MAX, FRAME_MAX
from cardgame_protocol.reference import DOCS, Vector, vectors


def pong_with(extra: bytes) -> bytes:
    """A message that would be right but for one unknown field, given as bytes."""
    return b"\x82" + encode_value("type") + encode_value("pong") + encode_value("x") + extra


def garbage(payload: bytes) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        decode_request(payload)
    assert caught.value.code is GoodbyeCode.PROTOCOL
    return caught.value


@pytest.mark.parametrize(
    "start",
    [b"\xdb", b"\xdd", b"\xdf", b"\xc6", b"\xc9"],
    ids=["str32", "array32", "map32", "bin32", "ext32"],
)
def test_bug_P01_a_length_inside_a_frame_is_not_trusted(start: bytes) -> None:
    garbage(start + b"\xff\xff\xff\xff")
    garbage(pong_with(start + b"\xff\xff\xff\xff"))


def test_bug_P01_no_memory_is_taken_for_a_length_that_is_only_announced() -> None:
    tracemalloc.start()
    try:
        for start in (b"\xdb", b"\xdd", b"\xdf", b"\xc6", b"\xc9"):
            garbage(pong_with(start + b"\xff\xff\xff\xff"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_048_576


@pytest.mark.parametrize("depth", [DEPTH_MAX, 990, 1000, 1023, 1024, 1100, FRAME_MAX - 20])
@pytest.mark.parametrize("start", [b"\x91", b"\x81\xa1k"], ids=["arrays", "maps"])
def test_bug_P03_deep_nesting_is_refused(depth: int, start: bytes) -> None:
    garbage(pong_with(start * depth + b"\xc0")[:FRAME_MAX])


@pytest.mark.parametrize("start", [b"\x91", b"\x81\xa1k"], ids=["arrays", "maps"])
def test_bug_P03_nesting_up_to_the_limit_is_read(start: bytes) -> None:
    assert decode_request(pong_with(start * (DEPTH_MAX - 1) + b"\xc0")) == Pong()


def test_bug_P03_a_wide_message_is_not_a_deep_one() -> None:
    assert decode_request(pong_with(encode_value([[[]]] * 5_000))) == Pong()


def chat(text: bytes) -> bytes:
    plain = encode_value({"type": "chat", "id": 5})
    return b"\x83" + plain[1:] + encode_value("text") + text


@pytest.mark.parametrize(
    "text", [b"\xa1\xff", b"\xa2\xc3\x28", b"\xa3\xed\xa0\x80", b"\xa2\xc0\x80"]
)
def test_bug_P05_text_that_is_not_utf8_ends_the_connection(text: bytes) -> None:
    garbage(chat(text))


def test_bug_P05_bytes_in_place_of_text_are_refused_with_the_fields_name() -> None:
    with pytest.raises(BadRequest) as caught:
        decode_request(chat(b"\xc4\x02hi"))
    assert (caught.value.id, caught.value.field) == (5, "text")


@pytest.mark.parametrize("text", ["\0", "🂡", "a" + "\u0301" * 5_000])
def test_bug_P05_odd_but_lawful_text_is_read_as_it_is(text: str) -> None:
    message = decode_request(chat(encode_value(text)))
    assert isinstance(message, Request)
    assert getattr(message, "text") == text  # noqa: B009 - the type is the test's own


@pytest.mark.parametrize(
    "knock",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        bytes.fromhex("160301020001000001fc0303"),
        bytes(1_000),
    ],
    ids=["http", "ssh", "tls", "zeros"],
)
def test_bug_P07_another_protocol_is_no_message(knock: bytes) -> None:
    garbage(knock)


VECTORS = vectors((DOCS / "protocol.md").read_text("utf-8"))


@given(
    st.sampled_from(VECTORS),
    st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_bug_P07_a_damaged_message_raises_the_protocols_own_errors_only(
    vector: Vector, damage: list[tuple[int, int]]
) -> None:
    payload = bytearray(vector.frame[4:])
    for place, value in damage:
        payload[place % len(payload)] = value
    with suppress(ProtocolError, BadRequest):
        decode_request(bytes(payload))
    with suppress(ProtocolError):
        decode_server_message(bytes(payload))


@given(st.binary(max_size=400) | st.binary(max_size=60).map(pong_with))
@example(b"\xc1")
@example(b"")
def test_bug_P07_random_bytes_raise_the_protocols_own_errors_only(payload: bytes) -> None:
    for decode in (decode_request, decode_server_message):
        with suppress(ProtocolError, BadRequest):
            decode(payload)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
SINGLE = {str, int, float, bool, type(None)}
FIELDS = ["id", "versions", "name", "table", "seat", "turn", "action", "page", "pace", "text"]
TAGS = ["hello", "create", "join", "move", "chat", "ready", "list", "update", "ok", "refused"]


@given(st.sampled_from(TAGS), st.dictionaries(st.sampled_from(FIELDS), PLAIN))
def test_bug_P09_any_value_in_any_field_is_read_or_refused(
    tag: str, fields: dict[str, Any]
) -> None:
    with suppress(BadRequest, ProtocolError):
        decode_request(encode_value({"type": tag, **fields}))


@pytest.mark.parametrize(
    "key",
    [b"\x91\x01", b"\x80", b"\x01", b"\xc0", b"\xc4\x01a", b"\xcb" + struct.pack(">d", 1.0)],
    ids=["array", "map", "integer", "nil", "bytes", "float"],
)
@pytest.mark.parametrize("place", ["outer", "inner"])
def test_a_key_that_is_not_text_ends_the_connection(key: bytes, place: str) -> None:
    odd = b"\x81" + key + b"\x01"
    garbage(odd if place == "outer" else pong_with(odd))


@given(
    st.dictionaries(
        st.text(max_size=3), st.none() | st.booleans() | st.integers(-9, 300) | st.text()
    ),
    st.lists(st.tuples(st.integers(0, 40), st.binary(min_size=1, max_size=1)), max_size=2),
)
def test_a_map_of_single_values_is_read_as_msgpack_reads_it(
    plain: dict[str, Any], changes: list[tuple[int, bytes]]
) -> None:
    payload: bytes = encode_value(plain)
    for place, byte in changes:
        payload = payload[:place] + byte + payload[place + 1 :]
    try:
        expected = msgpack.unpackb(payload, raw=False, strict_map_key=True)
    except (ValueError, TypeError, OverflowError):
        garbage(payload)
        return
    if type(expected) is dict and {type(value) for value in expected.values()} <= SINGLE:
        # Compared as text: a byte may have made a number that is not equal to itself.
        assert repr(decode_value(payload)) == repr(expected)


def test_of_a_key_given_twice_the_last_counts() -> None:
    twice = b"\x82" + (encode_value("a") + b"\x01") + (encode_value("a") + b"\x02")
    assert decode_value(twice) == {"a": 2}


@pytest.mark.parametrize(
    "value",
    [msgpack.ExtType(5, b"abc"), msgpack.Timestamp(1, 2)],
    ids=["extension", "timestamp"],
)
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [x], lambda x: {"k": x}])
def test_an_extension_type_ends_the_connection(value: object, wrap: Any) -> None:
    garbage(pong_with(msgpack.packb(wrap(value))))


@pytest.mark.parametrize("payload", [b"\x01", b"\xa3abc", b"\x90", b"\xc0", b"\x80\x80"])
def test_a_payload_that_is_not_exactly_one_map_ends_the_connection(payload: bytes) -> None:
    garbage(payload)


def test_a_server_cannot_crash_its_client_either() -> None:
    for payload in (b"\xdd\xff\xff\xff\xff", b"\x91" * 2_000, b"\xa1\xff", b"\x80"):
        with pytest.raises(ProtocolError):
            decode_server_message(payload)
