"""What docs/protocol.md lets a server answer to which request, and when.

The shape of each message is read by tests/simulation/strict.py; here is what lies between them: one
greeting, one answer for each request, of a kind that fits it, nothing but refusals before a hello
was accepted, and nothing after a goodbye.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

from cardgame_protocol.errors import ProtocolError
from cardgame_protocol.limits import HEADER_BYTES, INT_MAX
from cardgame_protocol.plain import decode_value
from tests.simulation.strict import NotAllowedError, Plain, read_result

ALWAYS: Final = frozenset({"bad_request", "hello_first", "rate_limited", "reserved"})

_AT_TABLE: Final = frozenset({"not_at_table"})
_HOST: Final = _AT_TABLE | {"not_host"}
_SEATED: Final = _AT_TABLE | {"not_seated"}
_ENTER: Final = frozenset({"already_at_table", "no_such_table", "table_full", "wrong_password"})

CODES: Final[dict[str, frozenset[str]]] = {
    "hello": frozenset({"already_hello", "name_invalid", "name_taken", "bad_token",
                        "wrong_password"}),
    "ping": frozenset(),
    "quit": frozenset(),
    "list": frozenset({"page_out_of_range"}),
    "create": frozenset({"already_at_table", "no_such_preset", "seat_count", "bad_option",
                         "name_invalid", "text_invalid", "too_many_tables"}),
    "join": _ENTER | {"already_started", "seat_taken", "no_such_seat"},
    "spectate": _ENTER | {"no_spectators"},
    "leave": _AT_TABLE,
    "chat": frozenset({"text_invalid"}),
    "ready": _SEATED | {"not_playing", "paused"},
    "fair": _SEATED | {"already_started", "seeded", "text_invalid"},
    "start": _HOST | {"already_started", "seats_empty"},
    "add_computer": _HOST | {"already_started", "no_such_level", "no_such_seat", "seat_taken",
                             "table_full"},
    "remove_computer": _HOST | {"already_started", "no_such_seat", "not_computer"},
    "set_level": _HOST | {"no_such_level", "no_such_seat", "not_computer", "too_late"},
    "kick": _HOST | {"no_such_player"},
    "end": _SEATED | {"not_playing"},
    "rematch": _SEATED | {"not_playing", "match_not_over", "seats_empty"},
    "pause": _SEATED | {"not_playing", "paused"},
    "resume": _SEATED | {"not_paused"},
    "more_time": _HOST | {"no_clock", "no_such_seat", "not_playing"},
    "move": _SEATED | {"not_playing", "hand_over", "stale", "paused", "not_notation",
                       "not_your_turn", "illegal", "ambiguous"},
    "record": _AT_TABLE | {"match_not_over", "no_record", "page_out_of_range"},
}  # fmt: skip
"""The codes that a request may be refused with, beside those of `ALWAYS`."""

UNASKED: Final = frozenset({"update", "chat", "removed", "ping", "assign"})
"""What comes without having been asked for."""


def requests_in(data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield id and type of each request in a stream of frames; 0 where no id can be read."""
    while len(data) >= HEADER_BYTES:
        end = HEADER_BYTES + int.from_bytes(data[:HEADER_BYTES], "big")
        if end > len(data):
            return
        try:
            plain = decode_value(data[HEADER_BYTES:end])
        except ProtocolError:
            return  # The server says goodbye here as well.
        number: Any = plain.get("id")
        known = type(number) is int and 1 <= number <= INT_MAX
        if plain.get("type") != "pong":
            yield (number if known else 0), plain.get("type")
        data = data[end:]


def wrong(messages: list[Plain], sent: bytes, *, whole: bool) -> Iterator[str]:
    """Yield what a server must not have said in answer to `sent`; `whole`: that is all it said."""
    asked: defaultdict[int, Counter[Any]] = defaultdict(Counter)
    for number, kind in requests_in(sent):
        asked[number][kind if isinstance(kind, str) else None] += 1
    known = False
    for place, message in enumerate(messages):
        kind = message["type"]
        if (place == 0) != (kind == "greeting") and not (place == 0 and kind == "goodbye"):
            yield f"message {place} is a {kind}"
        elif kind == "goodbye" and place != len(messages) - 1:
            yield f"after a goodbye comes {messages[place + 1]}"
        elif kind in ("ok", "refused"):
            fitting = _fitting(message, asked[message["id"]])
            if fitting is None:
                yield f"no request of {dict(asked[message['id']])} has the answer {message}"
                continue
            asked[message["id"]][fitting] -= 1
            if kind == "ok" and not known and fitting != "hello":
                yield f"before a hello was accepted came {message}"
            known = known or (kind == "ok" and fitting == "hello")
        elif kind in UNASKED and not known:
            yield f"before a hello was accepted came {message}"
    left = {number: kinds for number, kinds in asked.items() if kinds.total()}
    if whole and left and messages and messages[-1]["type"] != "goodbye":
        yield f"no answer came to {left}"


def _fitting(answer: Plain, asked: Counter[Any]) -> str | None:
    """Return the kind of request with this id that an answer fits; None if there is none."""
    for kind in [kind for kind, count in asked.items() if count > 0]:
        if _fits(answer, kind):
            return str(kind)
    return None


def _fits(answer: Plain, kind: str | None) -> bool:
    if answer["type"] == "refused":
        return _may_be_refused(answer, kind)
    try:
        read_result(str(kind), answer["result"])
    except (KeyError, NotAllowedError):
        return False
    return True


def _may_be_refused(answer: Plain, kind: str | None) -> bool:
    code = answer["code"]
    if kind not in CODES:
        return code in ALWAYS | {"unknown_type"}
    waits = answer["wait"] is None or code in ("rate_limited", "disk_failed")
    ruled = answer["rule"] is None or kind == "move"
    return waits and ruled and bool(answer["text"]) and code in CODES[kind] | ALWAYS
