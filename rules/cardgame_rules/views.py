"""What a viewer may see of a match, as plain maps (docs/protocol.md, View and You).

A view is built by naming what its viewer may see, never by leaving things out of the state. The
public view is the same for everybody; a seat has its own view beside it. Live, reconnecting,
watching and computer players all get these two.
"""

from __future__ import annotations

from typing import Any, Final

from .cards import Card, in_order
from .hand import NOBODY, Hand
from .match import Match, sheet_map


def public_view(match: Match) -> dict[str, Any]:
    """Return what everybody at the table may see: the fields of View that the game fills."""
    hand = match.hand
    standings = match.standings
    sheet = match.last_sheet
    result = None if standings.result is None else standings.result.as_map()
    view: dict[str, Any] = {"hand": match.hand_number, "result": result}
    if hand is None:
        view |= NO_HAND
    else:
        playing = not match.hand_over
        view |= _hand_part(hand, playing=playing)
        if playing:
            sheet = None
    view["last_hand"] = None if sheet is None else sheet_map(sheet)
    view["seats"] = _seats(match, hand)
    return view


NO_HAND: Final[dict[str, Any]] = {
    "dealer": None,
    "first": None,
    "phase": None,
    "to_move": None,
    "direction": 1,
    "top": None,
    "colour": None,
    "pending": 0,
    "stock": 0,
    "discard": 0,
    "uncalled": [],
}
"""The part of the public view that tells of a hand, where there is none yet."""


def _hand_part(hand: Hand, *, playing: bool) -> dict[str, Any]:
    return {
        "dealer": hand.dealer,
        "first": hand.first,
        "phase": hand.phase if playing else None,
        "to_move": hand.mover if playing else None,
        "direction": hand.direction,
        "top": hand.top,
        "colour": hand.colour,
        "pending": hand.pending if playing else 0,
        "stock": len(hand.stock),
        "discard": len(hand.discard),
        "uncalled": [hand.uncalled] if playing and hand.uncalled != NOBODY else [],
    }


def _seats(match: Match, hand: Hand | None) -> list[dict[str, Any]]:
    standings = match.standings
    cards = [0] * len(standings.totals) if hand is None else map(len, hand.hands)
    return [
        {"cards": count, "total": total, "lives": lives, "in_match": seat in standings.seats}
        for seat, (count, total, lives) in enumerate(
            zip(cards, standings.totals, standings.lives, strict=True)
        )
    ]


def own_view(match: Match, seat: int) -> dict[str, Any]:
    """Return what `seat` alone may see: its cards and what it may do (the fields of You)."""
    hand = match.hand
    if hand is None or match.hand_over:
        return {"seat": seat, "hand": [], "legal": [], "drawn": None, "shown": None}
    shown = hand.shown
    return {
        "seat": seat,
        "hand": in_order(hand.hands[seat]),
        "legal": [action.text for action in hand.legal(seat)],
        "drawn": hand.drawn if seat == hand.mover else None,
        "shown": (
            {"seat": shown[1], "cards": in_order(list(shown[2]))}
            if shown is not None and shown[0] == seat
            else None
        ),
    }


def idle_hands(match: Match) -> list[list[Card] | None]:
    """Return for each seat its cards if its own view is nothing but them; None if there is more.

    So it is in a running hand while the seat has nothing to decide, to call or to look at.
    """
    hand = match.hand
    if hand is None or match.hand_over or hand.uncalled != NOBODY or hand.shown is not None:
        return [None] * len(match.humans)
    idle: list[list[Card] | None] = [*hand.hands]
    idle[hand.mover] = None
    return idle
