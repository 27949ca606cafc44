"""Points and lives over a match, and when and how it ends (A15, B10, C12, C13, D10, K15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .ruleset import RuleSet


class MatchResult(NamedTuple):
    """How a match ended.

    `reason` is target, lives, limit (K15) or agreed. `winners` may be empty: nobody wins a match
    that was ended by consent, nor one that its single person lost (C13). `ranking` has groups of
    equal seats, best first.
    """

    reason: str
    winners: list[int]
    ranking: list[list[int]]
    totals: list[int]

    def as_map(self) -> dict[str, Any]:
        """Return the plain map of the wire (docs/protocol.md, MatchResult)."""
        return {
            "reason": self.reason,
            "winners": list(self.winners),
            "ranking": [list(group) for group in self.ranking],
            "totals": list(self.totals),
        }


class Standings:
    """The score of a match. `seats` are those still in it; `lives` is None for a seat without."""

    def __init__(self, rules: RuleSet, humans: Sequence[bool]) -> None:
        self._rules = rules
        self.totals = [0] * len(humans)
        self.lives: list[int | None] = [None] * len(humans)
        self.seats = tuple(range(len(humans)))
        self.left_in: dict[int, int] = {}
        self.result: MatchResult | None = None
        people = sum(humans)
        self._alone = people == 1
        if rules.has_lives:
            self.lives = [rules.target if human or not people else None for human in humans]

    def dump(self) -> dict[str, Any]:
        """Return the score of a match that is not over as plain data that JSON can hold."""
        return {
            "totals": list(self.totals),
            "lives": list(self.lives),
            "seats": list(self.seats),
            "left_in": sorted(self.left_in.items()),
        }

    @staticmethod
    def restored(rules: RuleSet, humans: Sequence[bool], data: dict[str, Any]) -> Standings:
        """Return the score that `dump` has written. Raises ValueError if it fits no such match."""
        standings = Standings(rules, humans)
        places = range(len(humans))
        if not len(data["totals"]) == len(data["lives"]) == len(humans):
            raise ValueError("the score has another number of seats than the match")
        if not set(data["seats"]) <= set(places):
            raise ValueError("the score names a seat that the match does not have")
        standings.totals = list(data["totals"])
        standings.lives = list(data["lives"])
        standings.seats = tuple(data["seats"])
        standings.left_in = dict(data["left_in"])
        return standings

    def add(self, hand: int, points: Sequence[int], lost: Sequence[int]) -> list[int]:
        """Add the points of a hand, take the lives lost, return the seats that leave by it."""
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        gone = []
        for seat in lost:
            left = self.lives[seat] = (self.lives[seat] or 0) - 1
            if left == 0:
                gone.append(seat)
                self.left_in[seat] = hand
        self.seats = tuple(seat for seat in self.seats if seat not in gone)
        return gone

    def why_over(self, hands: int) -> str | None:
        """Return the reason why the match is over after `hands` hands, or None."""
        if self._rules.has_lives:
            # E of C13: a single person plays on alone until the last life is gone.
            enough = len(self._holders()) <= (0 if self._alone else 1)
            if enough or len(self.seats) < 2:
                return "lives"
        elif max(self.totals) >= self._rules.target:
            return "target"
        return "limit" if hands == self._rules.hand_limit else None

    def _holders(self) -> list[int]:
        return [seat for seat in self.seats if self.lives[seat] is not None]

    def close(self, reason: str) -> MatchResult:
        """End the match for `reason` and return its result."""
        winners = [] if reason == "agreed" else self._winners(reason)
        self.result = MatchResult(reason, winners, self._ranking(winners), list(self.totals))
        return self.result

    def _winners(self, reason: str) -> list[int]:
        if not self._rules.has_lives:
            return self._richest(range(len(self.totals)))
        if self._alone:
            return []
        if reason == "limit":
            return self._best(self._holders())
        if self._holders():
            return self._holders()
        last = max(self.left_in.values())
        return self._richest([seat for seat, hand in self.left_in.items() if hand == last])

    def _richest(self, seats: Sequence[int]) -> list[int]:
        most = max(self.totals[seat] for seat in seats)
        return [seat for seat in seats if self.totals[seat] == most]

    def _best(self, seats: Sequence[int]) -> list[int]:
        best = max(self._standing(seat) for seat in seats)
        return [seat for seat in seats if self._standing(seat) == best]

    def _standing(self, seat: int) -> tuple[int, int, int]:
        """Return what ranks a seat, higher is better: survival, hand of leaving, points (C13)."""
        if self._alone or not self._rules.has_lives:
            return 0, 0, self.totals[seat]
        return int(seat in self.seats), self.left_in.get(seat, 0), self.totals[seat]

    def _ranking(self, winners: Sequence[int]) -> list[list[int]]:
        groups: dict[tuple[Any, ...], list[int]] = {}
        for seat in range(len(self.totals)):
            groups.setdefault((seat in winners, *self._standing(seat)), []).append(seat)
        return [groups[key] for key in sorted(groups, reverse=True)]
