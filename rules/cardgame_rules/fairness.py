"""Shuffles that nobody can doubt: made from a secret that was committed to before the deal.

The algorithm, its reasons and test vectors are in docs/fairness.md. Nothing here draws a random
number: the secret is given from outside, and all that follows from it is arithmetic.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from .cards import Card

ALGORITHM: Final = 1
"""Of docs/fairness.md; it stands in every record and in all that is hashed."""

SECRET_BYTES: Final = 32
"""As many as the hash has: a shorter secret could be found from its commitment sooner."""

_PREFIX: Final = f"cardgame fair {ALGORITHM}"
_WORD_BYTES: Final = 4
_WORD_VALUES: Final = 2 ** (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Fairness:
    """From what all chance of one match follows.

    `match` is its number at its table, `texts` is what the seats have added, by seat ("": nothing),
    `seed` is what the secret was made from at a table that asked for a seed, else None.
    """

    match: int
    secret: bytes = field(repr=False)  # No traceback and no log may show it before the match ends.
    texts: tuple[str, ...] = ()
    seed: str | None = None

    @property
    def commitment(self) -> str:
        """What is published before the deal, in hexadecimal: it binds, and tells nothing."""
        return sha256(
            _bytes(f"{_PREFIX} commitment", f"match {self.match}") + self.secret
        ).hexdigest()

    def key(self) -> bytes:
        """Return the key of all draws: secret and texts together, so that neither side decides."""
        texts = [f"text {seat} {text}" for seat, text in enumerate(self.texts) if text]
        return hmac.digest(self.secret, _bytes(_PREFIX, f"match {self.match}", *texts), "sha256")

    def lines(self) -> list[str]:
        """Return the lines of the record that say all this, the secret included."""
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        texts = [f"text {seat} {text}" for seat, text in enumerate(self.texts) if text]
        return [
            f"fair {ALGORITHM} match {self.match}",
            f"commitment {self.commitment}",
            *seed,
            *texts,
            f"secret {self.secret.hex()}",
        ]


def secret_of_seed(seed: str, match: int) -> bytes:
    """Return the secret of a match at a table with a seed; everybody can work it out."""
    return sha256(_bytes(f"{_PREFIX} seed", f"match {match}", seed)).digest()


def _bytes(*lines: str) -> bytes:
    """Return lines as they are hashed. No text holds a line feed, so no two lists are the same."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def draws_in(record: Iterable[str]) -> int:
    """Return how many draws stand in these lines of a record."""
    return sum(line.startswith(("shuffle ", "pick ")) for line in record)


class FairHouse:
    """A `House` whose every draw follows from a `Fairness` and the draw's number in the match.

    `drawn` is how many draws there were before: a match that is taken up again goes on there.
    """

    def __init__(self, fairness: Fairness, drawn: int = 0) -> None:
        self._key = fairness.key()
        self._drawn = drawn

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the same cards in the order of the next draw.

        Their order before does not matter: whoever checks it needs the cards only.
        """
        self._drawn += 1
        order = sorted(cards)
        words = _words(self._key, self._drawn)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return order

    def pick(self, count: int) -> int:
        """Return the number from 0 to `count` - 1 of the next draw."""
        self._drawn += 1
        return _below(count, _words(self._key, self._drawn))


def _words(key: bytes, draw: int) -> Iterator[int]:
    """Return the numbers below 2**32 that a draw is made from, without end."""
    block = 0
    while True:
        data = hmac.digest(key, b"draw %d block %d" % (draw, block), "sha256")
        for start in range(0, len(data), _WORD_BYTES):
            yield int.from_bytes(data[start : start + _WORD_BYTES], "big")
        block += 1


def _below(count: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `count` - 1, each exactly as likely: an uneven rest is left out."""
    whole = _WORD_VALUES - _WORD_VALUES % count
    return next(word for word in words if word < whole) % count
