"""The candidates of one choice and what they came to, in the same worlds for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardgame_rules import Action

CLEAR: Final = 2.2
"""Standard errors by which a candidate must be behind to be given up: one of a hundred is wrong,
and that one is hardly worse than the best."""


class Race:
    """Who is still `running`, and the value of every playout so far."""

    def __init__(self, candidates: Sequence[Action]) -> None:
        self.running = list(candidates)
        self._values: dict[Action, list[float]] = {action: [] for action in candidates}

    def add(self, candidate: Action, value: float) -> None:
        """Count one playout of `candidate`."""
        self._values[candidate].append(value)

    def best(self) -> Action:
        """Return the candidate with the highest mean so far, the first of equals."""
        return max(self.running, key=lambda action: sum(self._values[action]))

    def give_up(self) -> None:
        """Drop the candidates that are clearly behind the best."""
        best = self.best()
        top = self._values[best]
        self.running = [a for a in self.running if a is best or not self._is_behind(a, top)]

    def _is_behind(self, candidate: Action, top: Sequence[float]) -> bool:
        # In one world all candidates meet the same cards, so their differences tell most.
        gaps = [b - a for a, b in zip(self._values[candidate], top, strict=True)]
        count = len(gaps)
        mean = sum(gaps) / count
        # Half a playout more of spread: equal gaps in a few worlds prove nothing yet.
        spread = sum((gap - mean) ** 2 for gap in gaps) / count + 0.5 / count
        return mean > 0 and mean * mean * count > CLEAR * CLEAR * spread
