"""Bytes of MessagePack to plain data and back: maps, arrays, text, numbers, booleans and nil.

Whatever a stranger sends ends in plain data of known depth or in `ProtocolError`.
"""

from collections.abc import Iterable
from typing import Any, NewType

import msgpack
import msgspec

from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.errors import ProtocolError, UnsendableError
from cardgame_protocol.explain import explain_bytes, explain_unsendable
from cardgame_protocol.limits import DEPTH_MAX

Encoded = NewType("Encoded", bytes)
"""One value that is MessagePack already, to be put into a message as it is."""


_ENCODER = msgspec.msgpack.Encoder()
# The bytes are those of msgpack's own packer, in less than half its time.

_DECODER = msgspec.msgpack.Decoder()


def encode_value(value: object) -> Encoded:
    """Encode plain data once, for use in several messages.

    Raises `UnsendableError` if MessagePack cannot hold it (a lone surrogate, a number beyond
    64 bits, an unknown type, a structure that contains itself).
    """
    try:
        return Encoded(_ENCODER.encode(value))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise UnsendableError(
            f"the message cannot be encoded: {explain_unsendable(error)}"
        ) from error


def join_maps(first: Encoded, second: Encoded) -> Encoded:
    """Make one encoded map of the entries of two, whose keys must all differ.

    So that the part of a map that stays the same is encoded once.
    """
    count, entries = _entries(first)
    more, others = _entries(second)
    return Encoded(_map_header(count + more) + entries + others)


def _map_header(count: int) -> bytes:
    return bytes((0x80 | count,)) if count < 16 else b"\xde" + count.to_bytes(2, "big")


def _entries(encoded: Encoded) -> tuple[int, bytes]:
    """Take the header off an encoded map; return how many entries follow."""
    kind = encoded[0]
    if kind & 0xF0 == 0x80:
        return kind & 0x0F, encoded[1:]
    if kind == 0xDE:
        return int.from_bytes(encoded[1:3], "big"), encoded[3:]
    raise UnsendableError("only maps of fewer than 65536 entries can be joined")


def decode_value(payload: bytes) -> dict[str, Any]:
    """Decode one payload into a map of at most `DEPTH_MAX` levels whose keys are all text.

    Raises `ProtocolError` with code `protocol` for anything else.
    """
    flat = _flat_map(payload)
    if flat is not None:
        return flat
    try:
        value = msgpack.unpackb(payload, raw=False, strict_map_key=True, ext_hook=_no_extension)
    except (ValueError, RecursionError, TypeError, OverflowError) as error:
        raise _garbage(explain_bytes(error)) from error
    if type(value) is not dict:
        raise _garbage("the payload is not a map")
    _check_depth(value)
    return value


def _flat_map(payload: bytes) -> dict[str, Any] | None:
    """Read a map of single values, as nearly every request is; None for anything else.

    It is read as all else is, in a third of the time: nothing in it needs a closer look.
    """
    try:
        value = _DECODER.decode(payload)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None  # What is wrong with it is told by those who look closer.
    if type(value) is not dict or not _SINGLE.issuperset(map(type, value.values())):
        return None
    return value if _TEXT_ONLY.issuperset(map(type, value)) else None


def _check_depth(value: dict[str, Any]) -> None:
    """Refuse deep nesting before anything recursive (printing, copying, converting) sees it.

    Goes level by level, and asks the types of a whole container at once: this runs for every
    message and is most of what reading a short one costs.
    """
    level: list[dict[str, Any] | list[Any]] = [value]
    for _ in range(DEPTH_MAX):
        deeper: list[dict[str, Any] | list[Any]] = []
        for outer in level:
            values = _values(outer)
            kinds = set(map(type, values))
            if msgpack.Timestamp in kinds:
                raise _garbage(_NO_EXTENSIONS)
            if not kinds.isdisjoint(_CONTAINERS):
                deeper += [inner for inner in values if type(inner) in _CONTAINERS]
        if not deeper:
            return
        level = deeper
    raise _garbage(f"maps and arrays are nested deeper than {DEPTH_MAX}")


_CONTAINERS = frozenset({dict, list})
_SINGLE = frozenset({str, int, float, bool, type(None)})
_TEXT_ONLY = {str}
_NO_EXTENSIONS = "extension types are not used in this protocol"


def _values(outer: dict[str, Any] | list[Any]) -> Iterable[Any]:
    """Give what a container holds; refuse a map with a key that is not text."""
    if isinstance(outer, list):
        return outer
    if outer and set(map(type, outer)) != _TEXT_ONLY:
        raise _garbage("a key of a map is not text")
    return outer.values()


def _no_extension(_code: int, _data: bytes) -> object:
    raise _garbage(_NO_EXTENSIONS)


def _garbage(text: str) -> ProtocolError:
    return ProtocolError(GoodbyeCode.PROTOCOL, text)
