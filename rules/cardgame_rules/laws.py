"""A rule set made ready for play: what follows what, and which actions a card gives.

Everything here is computed once for each rule set, so that a search pays for nothing but its own
moves. Nothing here changes after it was built.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .actions import Action, play
from .cards import (
    DECKS,
    DRAW_TWO,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
    Card,
    Colour,
    colour_of,
    is_wild,
    symbol_of,
)
from .ruleset import UNLIMITED, RuleSet

NO_EFFECT: Final = 0
MISS: Final = 1
TURN_AROUND: Final = 2
PENALTY: Final = 3
WILD_PENALTY: Final = 4

DRAWS: Final = {PENALTY: 2, WILD_PENALTY: 4}
"""Cards that the seat after a Draw Two and after a Wild Draw Four draws."""

_EFFECTS: Final = {SKIP: MISS, REVERSE: TURN_AROUND, DRAW_TWO: PENALTY}

Plays = dict[Card, tuple[Action, ...]]


class Laws:
    """The tables of one rule set; get them by `laws_of`."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        deck = DECKS[rules.deck]
        self.deck = deck.cards
        self.colours = deck.colours
        kinds = dict.fromkeys(deck.cards)
        self.any_card = frozenset(kinds)
        self.is_wild = {card: is_wild(card) for card in kinds}
        self.colour = {card: None if is_wild(card) else colour_of(card) for card in kinds}
        self.effect = {card: _effect(card) for card in kinds}
        self.follow = {card: frozenset(c for c in kinds if _follows(c, card)) for card in kinds}
        self.follow_colour = {
            colour: frozenset(c for c in kinds if is_wild(c) or colour_of(c) == colour)
            for colour in deck.colours
        }
        self.same_kind = {
            card: frozenset(c for c in kinds if symbol_of(c) == symbol_of(card)) for card in kinds
        }
        self._lay_out_plays(kinds)
        self._read_options()

    def __reduce__(self) -> tuple[object, tuple[RuleSet]]:
        # Another process has its own tables of the same rules.
        return laws_of, (self.rules,)

    def _lay_out_plays(self, kinds: dict[Card, None]) -> None:
        """Set the actions of each card, and of one held with no other or with one other card."""
        self.plays: Plays = {card: self._ways(card) for card in kinds}
        last_but_one = self.plays
        if self.rules.call_penalty:
            last_but_one = {
                card: tuple(
                    play(card, way.colour, call=call) for way in ways for call in (False, True)
                )
                for card, ways in self.plays.items()
            }
        # By the number of cards held: a last card names no colour, the one before may be called.
        self.ways_by_count: dict[int, Plays] = {
            1: {card: (play(card),) for card in kinds},
            2: last_but_one,
        }

    def _ways(self, card: Card) -> tuple[Action, ...]:
        if self.is_wild[card]:
            return tuple(play(card, colour) for colour in self.colours)
        return (play(card),)

    def _read_options(self) -> None:
        rules = self.rules
        self.drawn_only = rules.after_draw == "drawn_only"
        self.end_turn = rules.after_draw == "end_turn"
        self.draw_max = rules.draw_max
        # With a turn that ends at the first draw no number of draws allows a pass (X7).
        self.pass_after = UNLIMITED if rules.pass_after is None else rules.pass_after
        self.reshuffles = rules.stock_empty == "reshuffle"
        conditional = self.wd4_conditional = rules.wd4_condition == "no_colour"
        self.wd4_refused = conditional and rules.wd4_enforcement == "refuse"
        self.wd4_foul = conditional and rules.wd4_enforcement == "penalty"
        self.wd4_challenge = conditional and rules.wd4_enforcement == "challenge"
        self.stacks = rules.stacking == "same"
        self.resolves_last = rules.last_card_draw == "resolve"
        self.call_penalty = rules.call_penalty
        self.turn_limit = rules.turn_limit or UNLIMITED


@cache
def laws_of(rules: RuleSet) -> Laws:
    """Return the tables of `rules`, computed at the first call."""
    return Laws(rules)


def _effect(card: Card) -> int:
    if card == WILD_DRAW_FOUR:
        return WILD_PENALTY
    # The ranks of a French deck have no effects, though a Two of Diamonds ends in D.
    return NO_EFFECT if is_wild(card) or card[0] not in "RGYB" else _EFFECTS.get(card[1], NO_EFFECT)


def _follows(card: Card, top: Card) -> bool:
    """Tell whether `card` may follow a non-wild `top` (K3)."""
    return is_wild(card) or colour_of(card) == colour_of(top) or symbol_of(card) == symbol_of(top)


def colour_in(colour: Colour, cards: list[Card]) -> bool:
    """Tell whether a card of `colour` is among colour-deck `cards`: a wild never is (A10)."""
    return any(card[0] == colour for card in cards)
