"""The habits of a sound player: each choice has a worth, and the best at a glance is taken.

This is the level `steady`, and it is what the searching levels expect of everybody in playouts and
when they ask what a card played, kept or not played tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from cardgame_rules import Action, Card, Colour, Hand
from cardgame_rules.actions import DRAW, NAME, PASS, PLAY, TAKE
from cardgame_rules.cards import VALUE, WILD_DRAW_FOUR, symbol_of
from cardgame_rules.hand import ANSWERING, CHALLENGE_ACTION
from cardgame_rules.laws import MISS, PENALTY, TURN_AROUND, WILD_PENALTY, Laws

from .memory import Memory
from .weights import Weights, weights_for

NEAR: Final = 2
"""Cards with which the next seat is a threat: it may be out in two turns."""

FEW: Final = 3
"""Cards of one's own from which on a wild is wanted for the end."""

MANY_CARDS: Final = 6
"""Cards left with the player of a Wild Draw Four from which bluffs are challenged."""

LEAST: Final = -1e9
"""Below the worth of any play."""

WAITING: Final = (TAKE, DRAW, PASS)
"""What is done without a play, the first that is legal."""


class Habits:
    """The worth of every choice under one rule set with so many seats."""

    def __init__(self, laws: Laws, seats: int, weights: Weights | None = None) -> None:
        self.laws = laws
        self.seats = seats
        self.weights = weights or weights_for(laws)
        self._colour = laws.colour
        self._symbol = {card: symbol_of(card) for card in laws.colour}
        self._total = {c: sum(laws.colour[k] == c for k in laws.deck) for c in laws.colours}
        self._far = {card: self._base(card) for card in laws.colour}
        threat = self.weights.threat
        self._near = {c: worth + threat * (laws.effect[c] > 0) for c, worth in self._far.items()}
        self._again = _turn_keepers(laws) if seats == 2 else frozenset()

    def __reduce__(self) -> tuple[object, tuple[Laws, int]]:
        return habits_of, (self.laws, self.seats)

    def _base(self, card: Card) -> float:
        w = self.weights
        effects = {MISS: w.skip, TURN_AROUND: w.skip, PENALTY: w.draw, WILD_PENALTY: w.wild_four}
        plain = w.wild if self.laws.is_wild[card] else 0.0
        return effects.get(self.laws.effect[card], plain) + w.points * VALUE[card] / 10

    def choose(self, hand: Hand, memory: Memory) -> Action:
        """Return what the seat on turn does. Of the other hands only their sizes are looked at.

        It plays if it honestly can, calls with the play, and takes the cards of a Wild Draw Four
        rather than challenge. Only of a bluff that it knows, from many cards, it does: so a bluff
        has its price in playouts. At a table it knows of none; there the level challenges.
        """
        legal = hand.legal(hand.mover)
        if len(legal) == 1:
            return legal[0]
        plays = [action for action in legal if action.verb == PLAY]
        if len(plays) > 1:
            plays = self._sound(hand, plays)
        if not plays:
            return self._without_play(hand, memory, legal)
        if len(plays) == 1:
            return plays[0]
        cards = hand.hands[hand.mover]
        near = len(hand.hands[hand.next_seat[hand.mover]]) <= NEAR
        worths = self._worths(hand, memory)
        best, most = plays[0], LEAST
        for action in plays:
            worth = self.worth(action.card, action.colour, cards, worths, near=near)
            if worth > most:
                best, most = action, worth
        return best

    def _sound(self, hand: Hand, plays: list[Action]) -> list[Action]:
        """Return `plays` without silent last cards but one, and without bluffs."""
        cards = hand.hands[hand.mover]
        if len(cards) == 2 and self.laws.call_penalty:
            plays = [play for play in plays if play.call]
        if WILD_DRAW_FOUR in cards and not hand.pending and self.is_bluff(hand.colour, cards):
            plays = [play for play in plays if play.card != WILD_DRAW_FOUR]
        return plays

    def _without_play(self, hand: Hand, memory: Memory, legal: Sequence[Action]) -> Action:
        """Return what is done where no card is to be played."""
        if legal[0].verb == NAME:
            worths = self._worths(hand, memory)
            return max(legal, key=lambda action: worths[action.colour or ""])
        if hand.guilty and hand.phase == ANSWERING and len(hand.hands[hand.accused]) >= MANY_CARDS:
            return CHALLENGE_ACTION
        # No two of these are legal at once, save drawing and passing once cards were drawn.
        return next(action for verb in WAITING for action in legal if action.verb == verb)

    def _worths(self, hand: Hand, memory: Memory) -> dict[Colour, float]:
        after = hand.next_seat[hand.mover]
        left = len(hand.hands[after])
        return self.colour_worths(
            hand.hands[hand.mover],
            memory.seen,
            memory.dry[after],
            len(hand.stock) + left + 1,
            near=left <= NEAR,
        )

    def colours_by_worth(self, hand: Hand, memory: Memory) -> list[Colour]:
        """Return the colours that the seat on turn could name, the best first."""
        worths = self._worths(hand, memory)
        return sorted(worths, key=lambda colour: -worths[colour])

    def is_bluff(self, colour: Colour | None, cards: Sequence[Card]) -> bool:
        """Tell whether a Wild Draw Four from `cards` would be against its condition (A10)."""
        if not self.laws.wd4_conditional or WILD_DRAW_FOUR not in cards:
            return False
        return any(card[0] == colour for card in cards)

    def colour_worths(
        self,
        cards: Sequence[Card],
        seen: Mapping[Colour, int],
        dry: Mapping[Colour, float],
        unknown: int,
        *,
        near: bool,
    ) -> dict[Colour, float]:
        """Return for each colour what it is worth to have it in force after this turn.

        `seen` and `dry` as in Memory, of the next seat; `unknown` counts the cards that are in the
        stock or with the next seat.
        """
        w = self.weights
        colour_of = self._colour
        held = [colour_of[card] for card in cards]
        rest = len(cards) - 1 or 1
        own = w.colour / rest
        hidden = (w.unseen + w.unseen_threat if near else w.unseen) / unknown
        worths = {}
        for colour, total in self._total.items():
            count = held.count(colour)
            worth = own * count + hidden * (total - seen[colour] - count) + w.dry * dry[colour]
            worths[colour] = worth if count else worth + w.void
        return worths

    def worth(
        self,
        card: Card,
        named: Colour | None,
        cards: Sequence[Card],
        worths: Mapping[Colour, float],
        *,
        near: bool,
    ) -> float:
        """Return the worth of playing `card` from `cards`, naming a colour if it is a wild."""
        w = self.weights
        rest = len(cards) - 1
        worth = (self._near if near else self._far)[card]
        colour = self._colour[card]
        if colour is None:
            if rest < FEW:
                worth += w.late_wild
            if named:
                worth += worths[named]
        else:
            symbol_of_ = self._symbol
            symbol = symbol_of_[card]
            same = [symbol_of_[other] for other in cards].count(symbol) - 1
            worth += worths[colour] + (w.symbol * same - w.colour) / (rest or 1)
        if rest == 1 and card in self._again and self._follows(cards, card, named):
            worth += w.chain
        return worth

    def _follows(self, cards: Sequence[Card], card: Card, named: Colour | None) -> bool:
        """Tell whether the other one of two cards may be played upon `card`."""
        other = cards[1] if cards[0] == card else cards[0]
        follow = self.laws.follow_colour[named] if named else self.laws.follow[card]
        return other in follow


def _turn_keepers(laws: Laws) -> frozenset[Card]:
    """Return the cards after which, of two seats, the same one is on turn again (D5)."""
    effects = {MISS, TURN_AROUND} if laws.stacks else {MISS, TURN_AROUND, PENALTY, WILD_PENALTY}
    return frozenset(card for card, effect in laws.effect.items() if effect in effects)


@cache
def habits_of(laws: Laws, seats: int) -> Habits:
    """Return the habits for a rule set with so many seats, made at the first call."""
    return Habits(laws, seats)
