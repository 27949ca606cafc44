"""Messages to frames and back, by way of plain data.

`msgpack` turns bytes into plain data (plain.py), `msgspec.convert` turns plain data into the one
Struct that its tag names. Nothing but this package's errors leaves these functions, and they do
the same with the pure-Python msgpack (`MSGPACK_PUREPYTHON=1`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from cardgame_protocol.answers import SERVER_MESSAGES, Ok, Refused, ServerMessage
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.errors import BadRequest, ProtocolError
from cardgame_protocol.events import RULE_EVENTS, Event
from cardgame_protocol.explain import explain_field
from cardgame_protocol.framing import frame
from cardgame_protocol.limits import INT_MAX
from cardgame_protocol.plain import decode_value, encode_value
from cardgame_protocol.requests import REQUESTS, Pong, Request
from cardgame_protocol.results import Result
from cardgame_protocol.table_events import TABLE_EVENTS

S = TypeVar("S", bound=msgspec.Struct)
R = TypeVar("R", bound=Result)

Message = Request | Pong | ServerMessage
"""Whatever can be sent, by either side."""


def _by_tag(structs: Iterable[type[S]]) -> dict[str, type[S]]:
    return {str(struct.__struct_config__.tag): struct for struct in structs}


_REQUESTS = _by_tag(REQUESTS)
_SERVER_MESSAGES = _by_tag(SERVER_MESSAGES)
_EVENTS: dict[str, type[Event]] = _by_tag((*RULE_EVENTS, *TABLE_EVENTS))


def encode(message: Message) -> bytes:
    """Make the frame of a message, header included. Raises `UnsendableError`."""
    return frame(encode_value(to_plain(message)))


def to_plain(struct: msgspec.Struct) -> dict[str, Any]:
    """Turn a message or a part of one into plain data, its tag first."""
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    return plain


def ok(request_id: int, result: Result | None = None) -> Ok:
    """Make the answer to a request that was carried out."""
    return Ok(id=request_id, result={} if result is None else to_plain(result))


def refusal(error: BadRequest) -> Refused:
    """Make the answer to a request that could not even be read."""
    return Refused(id=error.id, code=error.code, text=error.text)


def decode_request(payload: bytes) -> Request | Pong:
    """Read what a client sent, on the server's side.

    Raises `ProtocolError` if the connection is over, `BadRequest` if only this request is.
    """
    plain = decode_value(payload)
    tag = plain.get("type")
    if tag == "pong":
        return Pong()
    request_id = _request_id(plain)
    if type(tag) is not str:
        raise BadRequest(
            RefusalCode.BAD_REQUEST,
            "field `type`: every message names its type as text",
            id=request_id,
            field="type",
        )
    struct = _REQUESTS.get(tag)
    if struct is None:
        raise BadRequest(
            RefusalCode.UNKNOWN_TYPE,
            f"there is no request {tag[:40]!a}",
            id=request_id,
            field="type",
        )
    try:
        return msgspec.convert(plain, struct)
    except msgspec.ValidationError as error:
        field, text = explain_field(error)
        raise BadRequest(RefusalCode.BAD_REQUEST, text, id=request_id, field=field) from error


def decode_server_message(payload: bytes) -> ServerMessage | None:
    """Read what a server sent, on the client's side; None for a type from a newer server.

    Raises `ProtocolError` if it cannot be read: the server is at fault and the link is over.
    """
    plain = decode_value(payload)
    tag = plain.get("type")
    if type(tag) is not str:
        raise ProtocolError(GoodbyeCode.PROTOCOL, "a message without a type")
    struct = _SERVER_MESSAGES.get(tag)
    if struct is None:
        return None
    return _from_server(plain, struct, f"message `{tag}`")


def read_result(answer: Ok, result: type[R]) -> R:
    """Read the result in an answer as the given type. Raises `ProtocolError`."""
    return _from_server(answer.result, result, "result")


def read_event(plain: Mapping[str, Any]) -> Event | None:
    """Read one entry of `events`; None for an event from a newer server.

    Raises `ProtocolError` if a known event cannot be read.
    """
    tag = plain.get("event")
    struct = _EVENTS.get(tag) if type(tag) is str else None
    return None if struct is None else _from_server(plain, struct, f"event `{tag}`")


def _from_server(plain: Mapping[str, Any], struct: type[S], what: str) -> S:
    try:
        return msgspec.convert(plain, struct)
    except msgspec.ValidationError as error:
        text = f"{what}: {explain_field(error)[1]}"
        raise ProtocolError(GoodbyeCode.PROTOCOL, text) from error


def _request_id(plain: Mapping[str, Any]) -> int:
    """Take the id of a request that may be wrong in every other way, or 0."""
    value = plain.get("id")
    return value if type(value) is int and 1 <= value <= INT_MAX else 0
