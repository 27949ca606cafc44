"""The levels `sharp` and `master`: both play on in worlds that explain what the others did.

They differ in how long they think. At a table that is time; in the arena, where a game must repeat,
it is a fixed number of playouts. Off turn, and where a choice must be made at once, they do what
`steady` does.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from cardgame_rules import Action

from ..moment import Moment
from ..thinking.search import Budget, Search
from .steady_level import SteadyLevel

ARENA_SHARP: Final = Budget(playouts=200, worlds=40, steps=10)
ARENA_MASTER: Final = Budget(playouts=400, worlds=80, steps=40)
"""Work of a decision where games repeat. On a processor of 2026 `sharp` takes a tenth of a second
on average, and `master` stays within the second that it may take at a table."""

TABLE_SHARP: Final = ARENA_SHARP._replace(seconds=0.3)
TABLE_MASTER: Final = Budget(playouts=2000, worlds=80, steps=40, seconds=0.8)
"""The same at a table: what is not thought by then is not thought. A second is what people wait
for without noticing; the rest of it is left for the round that is being played and for the way."""


class SearchingLevel(SteadyLevel):
    """A level that thinks for `budget`; see the module's text."""

    quick = False

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.search = Search(budget)

    def decide(self, moment: Moment) -> Action:
        """Return what is done on turn, after thinking."""
        return self.search.choose(
            self.knowledge, self.habits(moment), moment, self.seconds_for(moment)
        )

    def decide_at_once(self, moment: Moment) -> Action:
        """Return what is done on turn where there is no time to think."""
        return super().decide(moment)

    def seconds_for(self, moment: Moment) -> float | None:
        """Return how long this decision may take; None where only the work is limited.

        Never more than half of what a clock leaves, less the way to the table and back: it must
        be there in time, and the time bank is for later.
        """
        seconds = self.search.budget.seconds
        if seconds is None or moment.deadline is None:
            return seconds
        return max(0.0, min(seconds, (moment.deadline - (moment.round_trip or 0.0)) / 2))


sharp = partial(SearchingLevel, TABLE_SHARP)
master = partial(SearchingLevel, TABLE_MASTER)
arena_sharp = partial(SearchingLevel, ARENA_SHARP)
arena_master = partial(SearchingLevel, ARENA_MASTER)
