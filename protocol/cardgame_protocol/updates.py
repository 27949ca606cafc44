"""The server's hot path: an update for each seat, the common part encoded once.

At a table of four, one move makes four updates whose `view` is the same and whose `events` nearly
always are. `encode_update` splices parts that are MessagePack already into the message's map;
the bytes are those of `encode(Update(...))`. Where only `you` differs, `encode_update_head` makes
the rest once, and `finish_update` a frame of it for each seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardgame_protocol.errors import UnsendableError
from cardgame_protocol.limits import FRAME_MAX, HEADER_BYTES
from cardgame_protocol.plain import Encoded, encode_value

_MAP_OF_5 = b"\x85"
_HEAD = _MAP_OF_5 + encode_value("type") + encode_value("update") + encode_value("turn")
_EVENTS = encode_value("events")
_VIEW = encode_value("view")
_YOU = encode_value("you")


def encode_update(
    turn: int,
    events: Encoded | Sequence[Mapping[str, Any]],
    view: Encoded | Mapping[str, Any],
    you: Encoded | Mapping[str, Any] | None,
) -> bytes:
    """Make the frame of an `update`; each part as plain data or as `encode_value` made it.

    The parts must have the fields of docs/protocol.md; they are not checked here. Raises
    `UnsendableError` as `encode` does.
    """
    return finish_update(encode_update_head(turn, events, view), you)


def encode_update_head(
    turn: int,
    events: Encoded | Sequence[Mapping[str, Any]],
    view: Encoded | Mapping[str, Any],
) -> bytes:
    """Make the payload of an `update` up to the value of `you`, which is its last field."""
    told = events if type(events) is bytes else encode_value(events)
    seen = view if type(view) is bytes else encode_value(view)
    return b"".join((_HEAD, encode_value(turn), _EVENTS, told, _VIEW, seen, _YOU))


def finish_update(head: bytes, you: Encoded | Mapping[str, Any] | None) -> bytes:
    """Make the frame of an `update` from its head and one viewer's `you`."""
    body = you if type(you) is bytes else encode_value(you)
    size = len(head) + len(body)
    if size > FRAME_MAX:
        raise UnsendableError(f"a payload has 1 to {FRAME_MAX} bytes, this one has {size}")
    return b"".join((size.to_bytes(HEADER_BYTES, "big"), head, body))
