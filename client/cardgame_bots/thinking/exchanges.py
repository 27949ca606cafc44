"""Metropolis steps between worlds: exchange two faces or two times, and keep what explains more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from random import Random
from typing import Final

from cardgame_rules import Card

from .habits import Habits
from .likelihood import log_likelihood
from .traces import Choice
from .world import World

WITH_THE_STOCK: Final = 0.7
WITH_A_HAND: Final = 0.85
"""Lots below the first exchange with the stock, below the second with another card held, the
others with the time of a card played: what is held counts most, so most steps are about that."""

_NEVER: Final = -1e9


class Exchanges:
    """Steps under what the other seats chose and showed."""

    def __init__(
        self,
        habits: Habits,
        choices: Sequence[Choice],
        shown: Sequence[Counter[Card]],
        rng: Random,
    ) -> None:
        self._habits = habits
        self._choices: list[list[Choice]] = [[] for _ in shown]
        for choice in choices:
            self._choices[choice.seat].append(choice)
        self._shown = shown
        self._rng = rng

    def judge(self, world: World, seats: Sequence[int]) -> None:
        """Set how well `world` explains what each of `seats` chose."""
        for seat in seats:
            world.fit[seat] = self._fit(world, seat, _NEVER)

    def _fit(self, world: World, seat: int, least: float) -> float:
        """Return how well `world` explains the choices of `seat`; anything lower under `least`."""
        total = 0.0
        for choice in self._choices[seat]:
            total += log_likelihood(self._habits, choice, world.held_at(seat, choice.time))
            if total < least:
                break
        return total

    def take_a_step(self, world: World, seat: int) -> None:
        """Try one exchange for a card that `seat` holds."""
        lot = self._rng.random()
        place = int(self._rng.random() * len(world.cards[seat]))
        if lot < WITH_THE_STOCK:
            self._with_the_stock(world, seat, place)
        elif lot < WITH_A_HAND:
            self._with_a_hand(world, seat, place)
        else:
            self._with_the_past(world, seat, place)

    def _least(self, fit: float) -> float:
        """Return the fit that a step must reach: a worse one is taken as often as it is likely."""
        return fit + log(1.0 - self._rng.random())

    def _with_the_stock(self, world: World, seat: int, place: int) -> None:
        cards, stock = world.cards[seat], world.stock
        if not stock or self._must_stay(seat, cards[place], cards):
            return
        other = int(self._rng.random() * len(stock))
        if stock[other] == cards[place]:
            return
        least = self._least(world.fit[seat])
        cards[place], stock[other] = stock[other], cards[place]
        fit = self._fit(world, seat, least)
        if fit < least:
            cards[place], stock[other] = stock[other], cards[place]
        else:
            world.fit[seat] = fit

    def _with_a_hand(self, world: World, seat: int, place: int) -> None:
        other = int(self._rng.random() * len(world.cards))
        mine, theirs = world.cards[seat], world.cards[other]
        if not theirs:
            return
        index = int(self._rng.random() * len(theirs))
        if mine[place] == theirs[index] or self._may_not_trade(world, seat, place, other, index):
            return
        seats = {seat, other}
        least = self._least(sum(world.fit[s] for s in seats))
        mine[place], theirs[index] = theirs[index], mine[place]
        fits = {}
        rest = least
        for s in seats:
            fits[s] = self._fit(world, s, rest)
            rest -= fits[s]
        if rest > 0:
            mine[place], theirs[index] = theirs[index], mine[place]
            return
        for s in seats:
            world.fit[s] = fits[s]

    def _may_not_trade(self, world: World, seat: int, place: int, other: int, index: int) -> bool:
        mine, theirs = world.cards[seat], world.cards[other]
        return seat != other and (
            self._must_stay(seat, mine[place], mine)
            or self._must_stay(other, theirs[index], theirs)
        )

    def _with_the_past(self, world: World, seat: int, place: int) -> None:
        """Let a card held and one played have come in each other's stead."""
        times, gone = world.times[seat], world.gone[seat]
        if not gone:
            return
        index = int(self._rng.random() * len(gone))
        card, came, left = gone[index]
        if times[place] >= left or times[place] == came:
            return
        least = self._least(world.fit[seat])
        gone[index] = (card, times[place], left)
        times[place], before = came, times[place]
        fit = self._fit(world, seat, least)
        if fit < least:
            gone[index] = (card, came, left)
            times[place] = before
        else:
            world.fit[seat] = fit

    def _must_stay(self, seat: int, card: Card, cards: Sequence[Card]) -> bool:
        """Tell whether `seat` was seen to hold `card`, and holds no more of it than was seen."""
        shown = self._shown[seat][card]
        return shown > 0 and cards.count(card) <= shown
