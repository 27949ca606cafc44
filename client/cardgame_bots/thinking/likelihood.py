"""How likely a choice was, had the seat held certain cards: what a play tells of what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from cardgame_rules import Card
from cardgame_rules.cards import WILD_DRAW_FOUR

from .habits import Habits
from .traces import Choice

SPREAD: Final = 0.25
"""How far below the best a choice still is likely, in worth: people are no weights."""

SLIP: Final = 0.02
"""The chance of a choice that the habits do not explain at all."""

_SLIPPED: Final = log(SLIP)


def log_likelihood(habits: Habits, choice: Choice, cards: Sequence[Card]) -> float:
    """Return the logarithm of the chance of `choice` by a seat that held `cards`.

    The cards are in the order in which they arrived.
    """
    if choice.pending:
        return 0.0
    if choice.drawn:
        return _of_the_drawn(habits, choice, cards)
    follow = choice.follow
    playable = [card for card in cards if card in follow]
    if WILD_DRAW_FOUR in playable and habits.is_bluff(choice.colour, cards):
        playable = [card for card in playable if card != WILD_DRAW_FOUR]
    if choice.verb != "play":
        return _SLIPPED if playable else 0.0
    if choice.card not in playable:
        return _SLIPPED
    if len(playable) == 1 and choice.named is None:
        return 0.0
    return _of_a_play(habits, choice, cards, playable)


def _of_the_drawn(habits: Habits, choice: Choice, cards: Sequence[Card]) -> float:
    if choice.verb != "pass" or not cards or cards[-1] not in choice.follow:
        return 0.0
    card = cards[-1]
    if card == WILD_DRAW_FOUR and habits.is_bluff(choice.colour, cards):
        return 0.0
    return _SLIPPED


def _of_a_play(
    habits: Habits, choice: Choice, cards: Sequence[Card], playable: Sequence[Card]
) -> float:
    worths = habits.colour_worths(cards, choice.seen, choice.dry, choice.unknown, near=choice.near)
    is_wild = habits.laws.is_wild
    chosen = habits.worth(choice.card, choice.named, cards, worths, near=choice.near)
    total = 0.0
    count = 0
    for card in set(playable):
        if is_wild[card] and len(cards) > 1:
            base = habits.worth(card, None, cards, worths, near=choice.near)
            for worth in worths.values():
                total += exp((base + worth - chosen) / SPREAD)
            count += len(worths)
        else:
            worth = habits.worth(card, None, cards, worths, near=choice.near)
            total += exp((worth - chosen) / SPREAD)
            count += 1
    return log((1 - SLIP) / total + SLIP / count)
