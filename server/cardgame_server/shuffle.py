"""Chance for the games: shuffles and picks from the operating system's entropy."""

import secrets
from collections.abc import Sequence

from cardgame_rules import Card


class EntropyHouse:
    """The rules' `House`: nobody can predict it, and no seed exists that could leak.

    A shuffle of 108 cards takes one read of random bytes and one sort, so that a reshuffle does
    not hold up other tables.
    """

    # 64 bits for each card: two of 108 are equal once in 10 to the 15th shuffles, and even then
    # only those two keep their order.
    _KEY_BYTES = 8

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the same cards in an order each as likely as any other."""
        size = self._KEY_BYTES
        entropy = secrets.token_bytes(size * len(cards))
        keys = [entropy[start : start + size] for start in range(0, len(entropy), size)]
        order = sorted(range(len(cards)), key=keys.__getitem__)
        return [cards[place] for place in order]

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count` - 1, each as likely."""
        return self._random.randrange(count)
