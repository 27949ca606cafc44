"""What a hand is worth and who lost a life by it (rules K11, A15, B8, B9, C11, C13, D10)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import VALUE, Card
from .hand import Hand


def worth(cards: Sequence[Card]) -> int:
    """Return the value of `cards` in points (K11)."""
    return sum(VALUE[card] for card in cards)


def points_of(hand: Hand) -> list[int]:
    """Return the points that each seat scores for a hand that is over, by seat number.

    The winner takes the value of all other hands. Without a winner `low_difference` gives the
    lowest hand the sum of the differences, nothing on a tie; `void` gives nothing.
    """
    points = [0] * len(hand.hands)
    values = {seat: worth(hand.hands[seat]) for seat in hand.seats}
    if hand.winner is not None:
        points[hand.winner] = sum(values.values())
    elif hand.laws.rules.blocked == "low_difference":
        lowest = min(values.values())
        lowest_seats = [seat for seat, value in values.items() if value == lowest]
        if len(lowest_seats) == 1:
            points[lowest_seats[0]] = sum(value - lowest for value in values.values())
    return points


def lives_lost(hand: Hand, lives: Sequence[int | None]) -> list[int]:
    """Return the seats that lose a life: all with lives but the winner, if somebody went out (C13).

    A blocked hand or one ended by its limit costs nobody a life (C14, I9).
    """
    if hand.reason != "out":
        return []
    return [seat for seat in hand.seats if seat != hand.winner and lives[seat]]
