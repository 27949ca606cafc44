"""Whole states as plain values, so that a test can compare everything and forget nothing."""

from __future__ import annotations

from typing import Any

from cardgame_rules import Hand, Match

# The house is not part of the state; laws are tables of the rule set, which is compared itself.
_OUTSIDE = frozenset({"house", "laws"})


def plain(value: Any) -> Any:
    """Return `value` as nested tuples of texts and numbers that later changes do not reach."""
    if isinstance(value, list | tuple):
        return tuple(plain(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, plain(part)) for key, part in value.items())
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(str, value)))
    return value if isinstance(value, int | str | None) else str(value)


def hand_state(hand: Hand) -> dict[str, Any]:
    """Return every slot of `hand`, whatever slots there are; legal lists are asked for first."""
    for seat in hand.seats:
        hand.legal(seat)
    state = {name: plain(getattr(hand, name)) for name in Hand.__slots__ if name not in _OUTSIDE}
    state["legal"] = {seat: plain(hand.legal(seat)) for seat in hand.seats}
    return state


def match_state(match: Match) -> dict[str, Any]:
    """Return everything that a match knows, its record included."""
    return {
        "rules": match.rules.options(),
        "people": match.humans,
        "names": tuple(match.names),
        "hand": None if match.hand is None else hand_state(match.hand),
        "hand_number": match.hand_number,
        "turn": match.turn,
        "totals": plain(match.totals),
        "lives": plain(match.lives),
        "seats": match.standings.seats,
        "left_in": plain(match.standings.left_in),
        "result": plain(match.standings.result),
        "sheet": plain(match.last_sheet),
        "played": [match.has_played(seat) for seat in range(len(match.humans))],
        "record": tuple(match.record),
    }
