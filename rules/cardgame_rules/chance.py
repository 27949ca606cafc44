"""Chance is the house's move: every shuffle and pick is asked of a `House` given from outside.

The engine has no random source of its own. A record keeps what the house answered, so a match
replays without a seed and without any generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .cards import Card


class House(Protocol):
    """Who shuffles and picks. The engine calls nothing else for chance."""

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the same cards in a new order, the top card first. `cards` stays as it is."""
        ...

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count` - 1, each as likely."""
        ...


class Witness:
    """A house that writes down what another house did, as lines of a record (docs/records.md)."""

    def __init__(self, house: House, lines: list[str]) -> None:
        self._house = house
        self._lines = lines

    def ask(self, house: House) -> None:
        """Ask another house from now on: a restored match has heard its past from its record."""
        self._house = house

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Shuffle by the other house and note the order, top card first."""
        order = self._house.shuffle(cards)
        self._lines.append("shuffle " + " ".join(order))
        return order

    def pick(self, count: int) -> int:
        """Pick by the other house and note the number."""
        number = self._house.pick(count)
        self._lines.append(f"pick {number}")
        return number
