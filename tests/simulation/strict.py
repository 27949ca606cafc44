"""What docs/protocol.md lets a server say: each message read by its Struct, and nothing beside it.

The document is held to the Structs by tests/protocol/test_reference.py, so these are the document.
A client ignores what it does not know; a test of the server must not.
"""

from collections.abc import Mapping
from typing import Any

import msgpack
import msgspec

from cardgame_protocol.answers import SERVER_MESSAGES, Goodbye, Refused
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.events import RULE_EVENTS
from cardgame_protocol.limits import FRAME_MAX
from cardgame_protocol.requests import REQUESTS
from cardgame_protocol.results import RESULTS
from cardgame_protocol.table_events import TABLE_EVENTS

Plain = dict[str, Any]

_MESSAGES = {str(one.__struct_config__.tag): one for one in SERVER_MESSAGES}
_EVENTS = {str(one.__struct_config__.tag): one for one in (*RULE_EVENTS, *TABLE_EVENTS)}
_RESULTS = {str(one.__struct_config__.tag): RESULTS.get(one) for one in REQUESTS}
_REFUSALS = {code.value for code in RefusalCode}
_GOODBYES = {code.value for code in GoodbyeCode}


class NotAllowedError(Exception):
    """The server has sent something that the protocol's document does not have."""


def read(payload: bytes) -> Plain:
    """Read one message of a server. Raises NotAllowedError."""
    if not 1 <= len(payload) <= FRAME_MAX:
        raise NotAllowedError(f"a payload of {len(payload)} bytes")
    try:
        plain: Plain = msgpack.unpackb(payload)
    except ValueError as error:
        raise NotAllowedError(f"no MessagePack: {error}") from error
    kind = _MESSAGES.get(plain.get("type", ""))
    if kind is None:
        raise NotAllowedError(f"no message of a server: {plain!r:.200}")
    message = _exactly(plain, kind)
    if isinstance(message, Refused) and message.code not in _REFUSALS:
        raise NotAllowedError(f"no code of a refusal: {message.code!r}")
    if isinstance(message, Goodbye) and message.code not in _GOODBYES:
        raise NotAllowedError(f"no code of a goodbye: {message.code!r}")
    for event in plain.get("events", ()):
        struct = _EVENTS.get(event.get("event", ""))
        if struct is None:
            raise NotAllowedError(f"no event: {event!r:.200}")
        _exactly(event, struct)
    return plain


def read_result(request: str, result: Plain) -> None:
    """Look at the result of a request that was carried out. Raises NotAllowedError."""
    kind = _RESULTS[request]
    if kind is not None:
        _exactly(result, kind)
    elif result:
        raise NotAllowedError(f"`{request}` has no result, and got {result!r:.200}")


def _exactly(plain: Plain, kind: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        read_as = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise NotAllowedError(f"{error}: {plain!r:.300}") from error
    known = msgspec.to_builtins(read_as)
    if plain != known:
        _nothing_beside(plain, known, kind.__name__)
    return read_as


def _nothing_beside(plain: object, known: object, where: str) -> None:
    """Compare field by field: what the Struct does not know was dropped in `known`."""
    if isinstance(plain, Mapping) and isinstance(known, Mapping):
        beside = plain.keys() - known.keys()
        if beside:
            raise NotAllowedError(f"unknown fields in {where}: {sorted(beside)}")
        for name, value in plain.items():
            _nothing_beside(value, known[name], f"{where}.{name}")
    elif isinstance(plain, list) and isinstance(known, list):
        for one, other in zip(plain, known, strict=True):
            _nothing_beside(one, other, where)


class Frames:
    """Bytes of a server in, its messages out."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Plain]:
        """Return the messages that are complete now. Raises NotAllowedError."""
        self._buffer += data
        messages = []
        while len(self._buffer) >= 4:
            size = int.from_bytes(self._buffer[:4], "big")
            if not 1 <= size <= FRAME_MAX:
                raise NotAllowedError(f"a frame of {size} bytes")
            if len(self._buffer) < 4 + size:
                break
            messages.append(read(bytes(self._buffer[4 : 4 + size])))
            del self._buffer[: 4 + size]
        return messages

    @property
    def torn(self) -> bool:
        """Whether the bytes end inside a frame."""
        return bool(self._buffer)
