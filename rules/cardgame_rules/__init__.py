"""The games: cards, rule sets, one hand, one match, views, records.

* `cards`, `actions`: notation and values; an action is its text (K16).
* `ruleset`, `presets`, `laws`: which game is played, as frozen options, and their tables.
* `hand`, `deal`, `moves`, `refusals`: one hand; `legal` is the only source of legality.
* `match`, `cutting`, `scoring`, `standings`: hand after hand until somebody has won.
* `events`, `views`: the only ways out; each says who may see what.
* `chance`, `records`: chance is asked of a house and written down, so a match is its moves.
* `fairness`, `verifying`: a house that cannot cheat, and whether a record's house has been one.
* `snapshots`: a match as data between two hands, from which and its moves it is restored.

Nothing here does I/O, knows a clock or has a random source; only the standard library is used.
"""

from .actions import Action, NotNotationError, parse_action
from .cards import Card, Colour, colour_of, in_order, is_wild, symbol_of, value_of
from .chance import House
from .events import Event, event_for
from .hand import Hand
from .match import HandSheet, Match
from .presets import PRESETS
from .refusals import (
    AmbiguousError,
    HandOverError,
    IllegalError,
    MoveRefusedError,
    NotNotationRefusedError,
    NotYourTurnError,
)
from .ruleset import RuleSet, RuleSetError, SeatCountError
from .standings import MatchResult
from .views import NO_HAND, idle_hands, own_view, public_view

__all__ = [
    "NO_HAND",
    "PRESETS",
    "Action",
    "AmbiguousError",
    "Card",
    "Colour",
    "Event",
    "Hand",
    "HandOverError",
    "HandSheet",
    "House",
    "IllegalError",
    "Match",
    "MatchResult",
    "MoveRefusedError",
    "NotNotationError",
    "NotNotationRefusedError",
    "NotYourTurnError",
    "RuleSet",
    "RuleSetError",
    "SeatCountError",
    "colour_of",
    "event_for",
    "idle_hands",
    "in_order",
    "is_wild",
    "own_view",
    "parse_action",
    "public_view",
    "symbol_of",
    "value_of",
]
