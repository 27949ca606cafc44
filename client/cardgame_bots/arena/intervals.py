"""What can be said from samples: shares and means with 95 % intervals, Elo, and when to stop.

A sample here is one deal, not one game: the games of a deal share their cards, so only deals are
independent of each other. A share has an interval from the first deal on; what has no bounds has
one by the plain arithmetic of large samples, and none where samples are few.
"""

from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import fmean, variance

from msgspec import Struct

Z95 = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""

FEWEST_DEALS = 20
"""Deals before a variance is good enough to stop an arena by it, or to make an interval of it."""

ERROR_RATE = 0.05
"""Risk of a wrong verdict, either way, that the stop rule accepts."""


class Estimate(Struct, frozen=True):
    """A value and the ends of its 95 % interval, None where samples are too few for one."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """Half of the interval."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2.0

    @classmethod
    def around(cls, value: float, margin: float | None) -> "Estimate":
        """Return a value in the middle of its interval."""
        return cls(value) if margin is None else cls(value, value - margin, value + margin)


def mean(samples: Sequence[float]) -> Estimate | None:
    """Return the mean of independent samples; None without any.

    Few samples, and samples that are all alike, do not tell how far the next one may be off.
    """
    if not samples:
        return None
    spread = variance(samples) if len(samples) >= FEWEST_DEALS else 0.0
    margin = Z95 * sqrt(spread / len(samples)) if spread else None
    return Estimate.around(fmean(samples), margin)


def share(samples: Sequence[float]) -> Estimate | None:
    """Return the mean of independent samples from 0 to 1, with Wilson's interval; None without any.

    Wilson's interval is that of samples which are 0 or 1. Deals lie between, because their games
    even out, so that each counts for more than one such sample: for as many as its variance is
    smaller. That variance is taken with `Z95` squared imagined samples, one half of them 0 and one
    half 1 (Agresti and Coull): that of a few deals, or of deals that are all alike, tells nothing.
    """
    if not samples:
        return None
    imagined = Z95 * Z95
    count, value = len(samples), fmean(samples)
    whole = count + imagined
    middle = (count * value + imagined / 2.0) / whole
    squares = (sum(sample * sample for sample in samples) + imagined / 2.0) / whole
    worth = count * middle * (1.0 - middle) / (squares - middle * middle)
    centre = (value + imagined / (2.0 * worth)) / (1.0 + imagined / worth)
    half = sqrt(value * (1.0 - value) / worth + imagined / (4.0 * worth * worth))
    margin = Z95 * half / (1.0 + imagined / worth)
    # At the edges what is computed may miss 0 or 1 by a rounding, which Elo would make much of.
    low = max(0.0, centre - margin) if value > 0.0 else 0.0
    return Estimate(value, low, min(1.0, centre + margin) if value < 1.0 else 1.0)


def elo(score: Estimate) -> tuple[float | None, float | None, float | None]:
    """Return the low end, the value and the high end of the Elo difference of an expected score.

    Elo is 400 for each factor of ten in the odds; None for a score of 0 or 1, where it has no
    bound.
    """
    return _elo(score.low), _elo(score.value), _elo(score.high)


def _elo(score: float | None) -> float | None:
    if score is None or not 0.0 < score < 1.0:
        return None
    return -400.0 * log10(1.0 / score - 1.0)


def expected(difference: float) -> float:
    """Return the expected score of whoever is `difference` Elo better."""
    return float(1.0 / (1.0 + 10.0 ** (-difference / 400.0)))


_ONE_GAME_OFF = 0.25
"""Sum of squares of deals that are all alike but for one game of one: the least that is believed,
or deals that are all alike would prove everything, or nothing."""


class Sprt:
    """Wald's sequential test of "better by `high` Elo" against "better by `low` Elo" (SPRT).

    The generalised test of engine testers: samples (the scores of deals, 0 to 1) are taken for
    normal with their own variance, so the log-likelihood ratio needs only their mean and variance.
    """

    bound = log((1.0 - ERROR_RATE) / ERROR_RATE)

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def add(self, score: float) -> None:
        """Take one more deal (Welford's way of keeping mean and variance)."""
        self._count += 1
        step = score - self._mean
        self._mean += step / self._count
        self._squares += step * (score - self._mean)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio so far."""
        if self._count < FEWEST_DEALS:
            return 0.0
        spread = max(self._squares, _ONE_GAME_OFF) / (self._count - 1)
        bad, good = expected(self.low), expected(self.high)
        return self._count * (good - bad) * (2.0 * self._mean - good - bad) / (2.0 * spread)

    @property
    def verdict(self) -> str | None:
        """`better`: the higher claim is accepted; `not better`: the lower; None: go on."""
        if self.ratio >= self.bound:
            return "better"
        return "not better" if self.ratio <= -self.bound else None
