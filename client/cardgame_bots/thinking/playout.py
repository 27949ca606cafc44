"""Playing a hand to its end by habits, on the engine itself: every rule set, no rule twice."""

from __future__ import annotations

from cardgame_rules import Action, Hand
from cardgame_rules.moves import apply

from .habits import Habits
from .memory import Memory


def play_on(hand: Hand, first: Action, habits: Habits, memory: Memory) -> None:
    """Play `first`, then let every seat play by its habits until `hand` is over.

    Both `hand` and `memory` are changed.
    """
    memory.note(hand, first)
    apply(hand, hand.mover, first)
    while hand.reason is None:
        action = habits.choose(hand, memory)
        memory.note(hand, action)
        apply(hand, hand.mover, action)
