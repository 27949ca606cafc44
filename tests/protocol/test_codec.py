"""Messages become frames and come back the same; what is wrong with one is said with its field."""

from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given

from cardgame_protocol import (
    RULE_EVENTS,
    TABLE_EVENTS,
    BadRequest,
    ChatRequest,
    HelloRequest,
    HelloResult,
    JoinRequest,
    ListRequest,
    MoveRequest,
    Ok,
    Pong,
    ProtocolError,
    RefusalCode,
    Refused,
    Request,
    ServerMessage,
    UnsendableError,
    decode_request,
    decode_server_message,
    encode,
    encode_value,
    ok,
    read_event,
    read_result,
    refusal,
    to_plain,
)
from cardgame_protocol.answers import SERVER_MESSAGES
from cardgame_protocol.limits import INT_MAX
from cardgame_protocol.requests import REQUESTS
from cardgame_protocol.results import RESULTS
from tests.protocol.samples import messages

JOIN: dict[str, Any] = {"type": "join", "id": 7, "table": 3, "seat": 1}


def refused(plain: object) -> BadRequest:
    with pytest.raises(BadRequest) as caught:
        decode_request(encode_value(plain))
    return caught.value


@given(st.one_of([*map(messages, REQUESTS), messages(Pong)]))
def test_every_request_comes_back_as_it_was_sent(message: Request | Pong) -> None:
    assert decode_request(encode(message)[4:]) == message


@given(st.one_of([messages(struct) for struct in SERVER_MESSAGES]))
def test_every_server_message_comes_back_as_it_was_sent(message: ServerMessage) -> None:
    assert decode_server_message(encode(message)[4:]) == message


@given(st.one_of([messages(struct) for struct in (*RULE_EVENTS, *TABLE_EVENTS)]))
def test_every_event_comes_back_as_it_was_sent(event: msgspec.Struct) -> None:
    assert read_event(to_plain(event)) == event


@given(st.one_of([messages(struct) for struct in RESULTS.values()]))
def test_every_result_comes_back_as_it_was_sent(result: Any) -> None:
    answer = decode_server_message(encode(ok(3, result))[4:])
    assert isinstance(answer, Ok)
    assert answer.id == 3
    assert read_result(answer, type(result)) == result


def test_a_message_is_a_frame_of_standard_messagepack_with_its_type_first() -> None:
    frame = encode(MoveRequest(id=1, turn=2, action="draw"))
    assert frame == (
        b"\x00\x00\x00\x21\x84\xa4type\xa4move\xa2id\x01\xa4turn\x02\xa6action\xa4draw"
    )


def test_a_field_at_its_default_is_left_out_of_a_request_and_kept_in_an_answer() -> None:
    assert to_plain(ListRequest(id=1)) == {"type": "list", "id": 1}
    assert to_plain(Refused(id=1, code="stale", text="late"))["rule"] is None


def test_a_code_is_sent_as_plain_text() -> None:
    message = decode_server_message(encode(Refused(id=1, code=RefusalCode.STALE, text="x"))[4:])
    assert isinstance(message, Refused)
    assert type(message.code) is str
    assert message.code == "stale"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat", True),
        ("seat", 1.0),
        ("seat", -1),
        ("seat", 10),
        ("seat", 2**63),
        ("seat", 2**64 - 1),
        ("seat", float("nan")),
        ("seat", "1"),
        ("seat", [1]),
        ("seat", {}),
        ("table", False),
        ("table", None),
        ("table", 0),
        ("table", INT_MAX + 1),
        ("password", 5),
        ("id", True),
        ("id", 0),
        ("id", -1),
        ("id", 1.5),
        ("id", "7"),
        ("id", INT_MAX + 1),
    ],
)
def test_bug_P09_a_number_look_alike_is_refused_with_the_fields_name(
    field: str, value: object
) -> None:
    error = refused({**JOIN, field: value})
    assert error.code is RefusalCode.BAD_REQUEST
    assert error.field == field
    assert f"`{field}`" in error.text
    assert error.id == (0 if field == "id" else 7)


@pytest.mark.parametrize("pace", [float("nan"), float("inf"), -0.1, 10.5, True, "1"])
def test_bug_P09_a_number_that_is_no_length_of_time_is_refused(pace: object) -> None:
    create = {"type": "create", "id": 7, "preset": "duel", "seats": 2}
    assert refused({**create, "pace": pace}).field == "pace"
    assert decode_request(encode_value({**create, "pace": 1}))


@pytest.mark.parametrize(
    ("versions", "field"),
    [("1", "versions"), (1, "versions"), (None, "versions"), ([1, "2"], "versions[1]")],
)
def test_bug_P11_versions_that_are_no_list_of_integers_are_refused(
    versions: object, field: str
) -> None:
    hello = {"type": "hello", "id": 1, "name": "Anna", "software": "x", "versions": versions}
    assert refused(hello).field == field


def test_bug_P11_a_missing_field_is_named() -> None:
    error = refused({"type": "hello", "id": 4, "name": "Anna", "software": "x"})
    assert (error.id, error.field) == (4, "versions")
    assert error.text == "field `versions` is missing"


def test_bug_P11_features_that_are_not_known_yet_do_no_harm() -> None:
    hello = HelloRequest(id=1, versions=[1], name="Anna", software="x")
    assert decode_request(encode_value({**to_plain(hello), "features": ["zip"]})) == hello


@pytest.mark.parametrize("tag", [None, 5, True, ["join"], {}])
def test_a_message_without_a_type_is_refused_as_bad(tag: object) -> None:
    error = refused({**JOIN, "type": tag})
    assert (error.code, error.id, error.field) == (RefusalCode.BAD_REQUEST, 7, "type")
    assert refused({"id": 7}).field == "type"


@pytest.mark.parametrize("tag", ["teleport", "greeting", "ok", "Join", ""])
def test_a_type_that_is_no_request_is_refused_as_unknown(tag: str) -> None:
    error = refused({"type": tag, "id": 9})
    assert (error.code, error.id) == (RefusalCode.UNKNOWN_TYPE, 9)


def test_an_unknown_type_is_quoted_short_and_in_one_line() -> None:
    text = refused({"type": "a\n\u2028\x1b" + "b" * 1_000, "id": 1}).text
    assert text.isascii()
    assert text.isprintable()
    assert len(text) < 100


def test_a_refusal_repeats_the_id_or_says_0() -> None:
    assert refusal(refused({"type": "x", "id": 9})).id == 9
    assert refusal(refused({"type": "x", "id": None})).id == 0
    assert refusal(refused({"type": "x"})).code == "unknown_type"


@pytest.mark.parametrize("extra", [None, b"\xff", 2**64 - 1, float("nan"), ["x", {"y": []}]])
def test_an_unknown_field_is_ignored_whatever_it_holds(extra: object) -> None:
    plain = {**JOIN, "from": extra}
    assert decode_request(encode_value(plain)) == JoinRequest(id=7, table=3, seat=1)


def test_a_pong_may_carry_anything() -> None:
    assert decode_request(encode_value({"type": "pong", "id": "x"})) == Pong()


def test_an_unknown_server_message_or_event_is_left_out() -> None:
    assert decode_server_message(encode_value({"type": "weather", "wind": 3})) is None
    assert read_event({"event": "earthquake"}) is None
    assert read_event({"event": 5}) is None
    assert read_event({}) is None


@pytest.mark.parametrize(
    "plain", [{}, {"type": 1}, {"type": "ok"}, {"type": "goodbye", "code": 1, "text": ""}]
)
def test_a_server_message_that_cannot_be_read_is_the_servers_fault(plain: object) -> None:
    with pytest.raises(ProtocolError, match=r"type|ok|goodbye"):
        decode_server_message(encode_value(plain))


def test_a_known_event_or_result_that_cannot_be_read_is_the_servers_fault() -> None:
    with pytest.raises(ProtocolError, match="event `passed`: field `seat`"):
        read_event({"event": "passed", "seat": -1})
    with pytest.raises(ProtocolError, match="result: field `version` is missing"):
        read_result(Ok(id=1), HelloResult)


def test_a_code_from_a_newer_server_is_read() -> None:
    plain = {"type": "refused", "id": 1, "code": "too_windy", "text": "No."}
    message = decode_server_message(encode_value(plain))
    assert isinstance(message, Refused)
    assert message.code == "too_windy"


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "x" * 70_000])
def test_bug_P05_text_that_cannot_be_sent_is_refused_on_this_side(text: str) -> None:
    with pytest.raises(UnsendableError, match=r"cannot be encoded|bytes"):
        encode(ChatRequest(id=1, text=text))


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, object(), 1j])
def test_a_value_that_messagepack_does_not_have_cannot_be_sent(value: object) -> None:
    with pytest.raises(UnsendableError, match="cannot be encoded"):
        encode_value({"x": value})


def test_a_structure_that_holds_itself_cannot_be_sent() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(UnsendableError, match="cannot be encoded"):
        encode_value(loop)


def test_an_encoder_that_failed_works_again() -> None:
    with pytest.raises(UnsendableError):
        encode_value("\ud800")
    assert encode_value("a") == b"\xa1a"
