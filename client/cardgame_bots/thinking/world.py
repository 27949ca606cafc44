"""One imagined world: a face for every card that another seat has got in this hand."""

from __future__ import annotations

from typing import Final

from cardgame_rules import Card

BLANK: Final = ""
"""A card that has no face yet."""


class World:
    """The cards of each other seat with the times at which they came, and the rest as the stock.

    `gone[seat]` has the cards played: face, time of coming, time of leaving. `fit[seat]` is the
    logarithm of the likelihood of what the seat has chosen; `told` counts the steps known.
    """

    __slots__ = ("cards", "fit", "gone", "stock", "times", "told")

    def __init__(self, places: int) -> None:
        self.cards: list[list[Card]] = [[] for _ in range(places)]
        self.times: list[list[int]] = [[] for _ in range(places)]
        self.gone: list[list[tuple[Card, int, int]]] = [[] for _ in range(places)]
        self.fit: list[float] = [0.0] * places
        self.stock: list[Card] = []
        self.told = 0

    def copy(self) -> World:
        """Return an independent copy."""
        twin = World.__new__(World)
        twin.cards = [cards[:] for cards in self.cards]
        twin.times = [times[:] for times in self.times]
        twin.gone = [gone[:] for gone in self.gone]
        twin.fit = self.fit[:]
        twin.stock = self.stock[:]
        twin.told = self.told
        return twin

    def held_at(self, seat: int, time: int) -> list[Card]:
        """Return what `seat` held just before `time`, the card that came last at the end."""
        held = zip(self.times[seat], self.cards[seat], strict=True)
        kept = [(came, card) for came, card in held if came < time]
        played = [(came, card) for card, came, left in self.gone[seat] if came < time <= left]
        if played:
            kept += played
            kept.sort(key=_coming)
        return [card for _, card in kept]


def _coming(pair: tuple[int, Card]) -> int:
    return pair[0]
