"""What the end of a hand is worth: the chance to win the match from there."""

from __future__ import annotations

from math import exp, fsum, sqrt
from typing import Final

from cardgame_protocol import View
from cardgame_rules import Hand
from cardgame_rules.scoring import points_of

POINTS_A_HAND: Final = {"R": 42.0, "C": 24.0}
"""Points that the winner of a hand between two `steady` gets on average, by the first colour of the
deck (2,000 hands)."""

SPREAD: Final = 1.4
"""Spread of the points of one hand as a multiple of their mean. With it the chance to win a match
is right to 0.7 points of a hundred, compared with counting all ends of matches whose hands score
as 1,500 hands of `classic` and `eights` did."""

_LOGISTIC: Final = 1.7
"""The logistic curve with this factor follows the normal distribution to a hundredth."""


class Stakes:
    """The value of every end of this hand for one seat."""

    def __init__(self, hand: Hand, view: View, me: int) -> None:
        rules = hand.laws.rules
        self._me = me
        self._seats = hand.seats
        self._totals = [seat.total for seat in view.seats]
        self._target = 0 if rules.has_lives else rules.target
        self._mean = POINTS_A_HAND[hand.laws.colours[0]] * (len(hand.seats) - 1)

    def value(self, hand: Hand) -> float:
        """Return the chance to win the match, from 0 to 1, of a hand that is over."""
        if not self._target:
            if hand.winner is None:
                return 1 / len(self._seats)
            return float(hand.winner == self._me)
        totals = self._totals
        return self._chance([a + b for a, b in zip(totals, points_of(hand), strict=True)])

    def _chance(self, totals: list[int]) -> float:
        most = max(totals[seat] for seat in self._seats)
        if most >= self._target:
            best = [seat for seat in self._seats if totals[seat] == most]
            return 1 / len(best) if self._me in best else 0.0
        # The hands still to come grow with the harmonic mean of what the seats need.
        mean = self._mean
        needs = [self._target - totals[seat] + mean / 2 for seat in self._seats]
        left = 2 * len(needs) / fsum(mean / need for need in needs)
        scale = _LOGISTIC / (SPREAD * mean * sqrt(left))
        mine = totals[self._me]
        return 1 / fsum(exp(scale * (totals[seat] - mine)) for seat in self._seats)
