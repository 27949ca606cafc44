"""A hand as the engine plays it, made from what one seat sees and what it imagines of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardgame_rules import Card, Hand
from cardgame_rules.hand import NOBODY

from ..choices import legal_actions
from ..moment import Moment
from .knowledge import Knowledge
from .traces import follow_of

HIDDEN: Final = "?"
"""Stands for a card of which only the back is seen; no rule looks at one."""


class Imagined:
    """Chance in an imagined hand."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a random order."""
        draw = self._random
        return sorted(cards, key=lambda _card: draw())

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        return int(self._random() * count)


def as_seen(knowledge: Knowledge, moment: Moment, house: Imagined) -> Hand:
    """Return the hand in play with the cards that this seat sees; all others are hidden."""
    laws, view, you = knowledge.laws, moment.view, moment.you
    seats = [number for number, seat in enumerate(view.seats) if seat.in_match]
    first = view.first if view.first in seats else seats[0]
    hand = Hand(laws, seats, first, house, len(view.seats))
    hand.hands = [[HIDDEN] * seat.cards for seat in view.seats]
    hand.hands[you.seat] = list(you.hand)
    hand.stock = [HIDDEN] * view.stock
    hand.discard = [] if view.top is None else [HIDDEN] * (view.discard - 1) + [view.top]
    hand.next_seat = hand.leftward if view.direction == 1 else hand.rightward
    hand.colour = view.colour
    hand.follow = follow_of(view, laws)
    hand.mover = you.seat if view.to_move is None else view.to_move
    hand.phase = view.phase or "play"
    hand.pending = view.pending
    hand.drawn = you.drawn
    hand.draws = max(knowledge.draws, int(you.drawn is not None))
    hand.passes = knowledge.stuck
    hand.uncalled = view.uncalled[0] if view.uncalled else NOBODY
    # The engine would list the same; what a newer server lists beside it is left alone.
    hand.legal_turn = [action for action in legal_actions(you) if action.turn_action]
    return hand
