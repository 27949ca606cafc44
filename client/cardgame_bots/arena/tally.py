"""What the outcomes of an arena add up to: wins, points, ratings and faults of each bot."""

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from .game import Outcome
from .intervals import Estimate, Sprt, elo, mean, share
from .plan import Setup
from .ratings import Choices, choices, rate

FAULT_KINDS = ("crash", "illegal", "timeout")
"""In this order they are told."""

MOST_FAULTS_TOLD = 5
"""Faults told in words, the first of each bot: the others are mostly the same again."""


class Line(Struct, frozen=True):
    """The results of one bot. `wins`: the share of games won, equal firsts shared, 0 to 1."""

    name: str
    games: int
    wins: Estimate | None
    points: Estimate | None
    rating: Estimate | None
    faults: dict[str, int]


class Verdict(Struct, frozen=True):
    """What the stop rule says of the first bot against the second."""

    low: float
    high: float
    ratio: float
    bound: float
    verdict: str | None


class Results(Struct, frozen=True):
    """The results of an arena.

    `elo` is of two bots alone: low end, value, high end; None for what has no bound.
    """

    rules: str
    matches: bool
    strangers: bool
    seed: int
    games: int
    deals: int
    lines: list[Line]
    elo: tuple[float | None, float | None, float | None] | None
    sprt: Verdict | None
    faults: list[str]


class Tally:
    """Takes the outcomes deal by deal, in the order of deals."""

    def __init__(self, setup: Setup, names: Sequence[str], sprt: Sprt | None = None) -> None:
        self._setup = setup
        self._names = names
        self._sprt = sprt
        self._wins: list[list[float]] = [[] for _ in names]
        self._points: list[list[float]] = [[] for _ in names]
        self._choices: list[Choices] = []
        self._faults: list[dict[str, int]] = [dict.fromkeys(FAULT_KINDS, 0) for _ in names]
        self._told: list[str] = []
        self._games = [0] * len(names)
        self.games = 0
        self.deals = 0

    def is_decided(self) -> bool:
        """Whether the stop rule has come to a verdict."""
        return self._sprt is not None and self._sprt.verdict is not None

    def add(self, deal: Sequence[Outcome]) -> None:
        """Take all games of one deal."""
        self.deals += 1
        self.games += len(deal)
        for player in range(len(self._names)):
            wins = [won for outcome in deal if (won := _win(outcome, player)) is not None]
            self._wins[player] += [fmean(wins)] if wins else []
            points = [own for outcome in deal if (own := _points(outcome, player)) is not None]
            self._points[player] += [fmean(points)] if points else []
            self._games[player] += len(wins)
        self._choices.append(choices(_order(outcome) for outcome in deal))
        for outcome in deal:
            self._note_fault(outcome)
        if self._sprt is not None:
            self._sprt.add(self._wins[0][-1])

    def results(self) -> Results:
        """Return what there is so far."""
        two = len(self._names) == 2
        ratings = None if two or not self.deals else rate(self._choices, len(self._names))
        lines = [
            Line(
                name,
                self._games[player],
                share(self._wins[player]),
                mean(self._points[player]),
                None if ratings is None else ratings[player],
                self._faults[player],
            )
            for player, name in enumerate(self._names)
        ]
        wins = lines[0].wins
        return Results(
            rules=self._setup.rules,
            matches=self._setup.matches,
            strangers=self._setup.strangers,
            seed=self._setup.seed,
            games=self.games,
            deals=self.deals,
            lines=lines,
            elo=elo(wins) if two and wins is not None else None,
            sprt=self._verdict(),
            faults=[*self._told, *self._untold()],
        )

    def _verdict(self) -> Verdict | None:
        sprt = self._sprt
        if sprt is None:
            return None
        return Verdict(sprt.low, sprt.high, sprt.ratio, sprt.bound, sprt.verdict)

    def _untold(self) -> list[str]:
        """Return how many faults of each bot are not told in words."""
        totals = zip(self._names, self._faults, strict=True)
        more = [(name, sum(faults.values()) - MOST_FAULTS_TOLD) for name, faults in totals]
        return [f"and {number} more of {name}" for name, number in more if number > 0]

    def _note_fault(self, outcome: Outcome) -> None:
        fault = outcome.fault
        if fault is None:
            return
        player = outcome.seats[fault.seat]
        self._faults[player][fault.kind] += 1
        if sum(self._faults[player].values()) <= MOST_FAULTS_TOLD:
            self._told.append(f"game {outcome.game}, {self._names[player]}: {fault.text}")


def _win(outcome: Outcome, player: int) -> float | None:
    """Return the player's share of the first place; None if it did not take part."""
    if player not in outcome.seats:
        return None
    first = outcome.order[0]
    return 1.0 / len(first) if outcome.seats.index(player) in first else 0.0


def _points(outcome: Outcome, player: int) -> float | None:
    if outcome.points is None or player not in outcome.seats:
        return None
    return float(outcome.points[outcome.seats.index(player)])


def _order(outcome: Outcome) -> list[list[int]]:
    return [[outcome.seats[seat] for seat in group] for group in outcome.order]
