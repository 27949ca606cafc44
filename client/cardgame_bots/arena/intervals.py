"""What can be said from samples: means with 95 % intervals, Elo, and when to stop.

A sample here is one deal, not one game: the games of a deal share their cards, so only deals are
independent of each other. Everything is the plain arithmetic of large samples.
"""

from collections.abc import Sequence
from math import inf, log, log10, sqrt
from statistics import fmean, variance

from msgspec import Struct

Z95 = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""

FEWEST_DEALS = 20
"""Deals before a variance is good enough to stop an arena by it."""

ERROR_RATE = 0.05
"""Risk of a wrong verdict, either way, that the stop rule accepts."""


class Estimate(Struct, frozen=True):
    """A value and the half of its 95 % interval, None where there were too few samples."""

    value: float
    margin: float | None


def mean(samples: Sequence[float]) -> Estimate | None:
    """Return the mean of independent samples; None without any."""
    if not samples:
        return None
    if len(samples) == 1:
        return Estimate(samples[0], None)
    return Estimate(fmean(samples), Z95 * sqrt(variance(samples) / len(samples)))


def elo(score: Estimate) -> tuple[float, float, float]:
    """Return the Elo difference of an expected score, and both ends of its interval.

    Elo is 400 for each factor of ten in the odds; infinite for a score of 0 or 1.
    """
    margin = score.margin or 0.0
    low, value, high = (_elo(score.value + step) for step in (-margin, 0.0, margin))
    return low, value, high


def _elo(score: float) -> float:
    if score <= 0.0:
        return -inf
    return inf if score >= 1.0 else -400.0 * log10(1.0 / score - 1.0)


def expected(difference: float) -> float:
    """Return the expected score of whoever is `difference` Elo better."""
    return float(1.0 / (1.0 + 10.0 ** (-difference / 400.0)))


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
        if self._count < FEWEST_DEALS or self._squares == 0.0:
            return 0.0
        spread = self._squares / (self._count - 1)
        bad, good = expected(self.low), expected(self.high)
        return self._count * (good - bad) * (2.0 * self._mean - good - bad) / (2.0 * spread)

    @property
    def verdict(self) -> str | None:
        """`better`: the higher claim is accepted; `not better`: the lower; None: go on."""
        if self.ratio >= self.bound:
            return "better"
        return "not better" if self.ratio <= -self.bound else None
