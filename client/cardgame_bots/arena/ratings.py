"""One strength for each of several players, from who came before whom (Plackett-Luce).

A player of strength p is first among a group with the probability p over the group's sum; the
rest are ordered likewise. Strengths are told on the scale of Elo, with a mean of zero. Equal
players share what one of them would have got.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log10
from random import Random
from statistics import fmean, stdev

from .intervals import FEWEST_DEALS, Z95, Estimate

Choices = Mapping[tuple[tuple[int, ...], int], float]
"""How often a player was first among a group: (the group in order, the player) to a weight."""

ROUNDS = 100
"""Steps of the iteration at most; the groups are few, and ten nearly always do."""

CLOSE_ENOUGH = 1e-6
"""Relative change of every strength at which the iteration has converged."""

RESAMPLES = 200
"""Bootstrap samples: their standard deviation is then known to 5 %."""

PRIOR = 0.5
"""Weight of one imagined win against everybody alike: keeps who never wins finite."""


def choices(orders: Iterable[Sequence[Sequence[int]]]) -> Choices:
    """Count the choices that `orders` of players, best first, equal ones together, are made of."""
    counted: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
    for order in orders:
        rest = sorted(player for group in order for player in group)
        for group in order:
            if len(group) == len(rest):
                break  # nobody is left to have come before
            for player in group:
                counted[tuple(rest), player] += 1.0 / len(group)
            rest = [player for player in rest if player not in group]
    return counted


def strengths(made: Choices, players: int) -> list[float]:
    """Return the most likely strengths, on the scale of Elo (Hunter's MM iteration)."""
    wins = [PRIOR] * players
    for (_, player), weight in made.items():
        wins[player] += weight
    groups: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for (group, _), weight in made.items():
        groups[group] += weight
    groups[tuple(range(players))] += PRIOR * players
    found = [1.0] * players
    for _ in range(ROUNDS):
        new = _improved(found, wins, groups)
        done = all(abs(a - b) <= CLOSE_ENOUGH * b for a, b in zip(new, found, strict=True))
        found = new
        if done:
            break
    elos = [400.0 * log10(strength) for strength in found]
    middle = fmean(elos)
    return [elo - middle for elo in elos]


def _improved(
    found: Sequence[float], wins: Sequence[float], groups: Mapping[tuple[int, ...], float]
) -> list[float]:
    shares = [0.0] * len(found)
    for group, weight in groups.items():
        part = weight / sum(found[player] for player in group)
        for player in group:
            shares[player] += part
    raw = [won / share for won, share in zip(wins, shares, strict=True)]
    scale = len(raw) / sum(raw)
    return [strength * scale for strength in raw]


def rate(deals: Sequence[Choices], players: int) -> list[Estimate]:
    """Return the rating of each player from the choices of each deal, with bootstrap intervals.

    Who was never first, or always, might be as much weaker or stronger as you like: no interval.
    """
    made = _sum(deals)
    found = strengths(made, players)
    if len(deals) < FEWEST_DEALS:
        return [Estimate(rating) for rating in found]
    rng = Random(0)  # a fixed one: the same results have the same intervals
    samples = [strengths(_sum(rng.choices(deals, k=len(deals))), players) for _ in range(RESAMPLES)]
    margins = [Z95 * stdev(sample[player] for sample in samples) for player in range(players)]
    return [
        Estimate.around(rating, margin if margin and _is_bounded(made, player) else None)
        for player, (rating, margin) in enumerate(zip(found, margins, strict=True))
    ]


def _is_bounded(made: Choices, player: int) -> bool:
    """Tell whether the player was first among others as well as not."""
    return len({first == player for (group, first) in made if player in group}) == 2


def _sum(deals: Sequence[Choices]) -> Choices:
    total: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
    for deal in deals:
        for key, weight in deal.items():
            total[key] += weight
    return total
