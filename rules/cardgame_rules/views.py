"""What a viewer may see of a match, as plain maps (docs/protocol.md, View and You).

A view is built by naming what its viewer may see, never by leaving things out of the state. The
public view is the same for everybody; a seat has its own view beside it. Live, reconnecting,
watching and computer players all get these two.
"""

from __future__ import annotations

from typing import Any

from .cards import in_order
from .hand import Hand
from .match import Match, sheet_map


def public_view(match: Match) -> dict[str, Any]:
    """Return what everybody at the table may see: the fields of View that the game fills."""
    hand = match.hand
    playing = hand is not None and not match.hand_over
    result = match.standings.result
    sheet = match.last_sheet
    return {
        "hand": match.hand_number,
        "dealer": None if hand is None else hand.dealer,
        "first": None if hand is None else hand.first,
        "phase": hand.phase if hand is not None and playing else None,
        "to_move": match.to_move,
        "direction": 1 if hand is None else hand.direction,
        "top": None if hand is None else hand.top,
        "colour": None if hand is None else hand.colour,
        "pending": hand.pending if hand is not None and playing else 0,
        "stock": 0 if hand is None else len(hand.stock),
        "discard": 0 if hand is None else len(hand.discard),
        "uncalled": list(match.uncalled),
        "last_hand": None if sheet is None or playing else sheet_map(sheet),
        "result": None if result is None else result.as_map(),
        "seats": _seats(match, hand),
    }


def _seats(match: Match, hand: Hand | None) -> list[dict[str, Any]]:
    totals, lives, in_match = match.totals, match.lives, match.standings.seats
    return [
        {
            "cards": 0 if hand is None else len(hand.hands[seat]),
            "total": totals[seat],
            "lives": lives[seat],
            "in_match": seat in in_match,
        }
        for seat in range(len(totals))
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
