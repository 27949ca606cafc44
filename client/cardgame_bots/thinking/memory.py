"""What everybody at the table can remember of a hand: cards seen, and who lacked which colour."""

from __future__ import annotations

from typing import Final

from cardgame_rules import Action, Card, Colour, Hand
from cardgame_rules.actions import DRAW, PLAY
from cardgame_rules.laws import DRAWS, Laws

FADING: Final = 0.5
"""What is left of the memory that a seat lacked a colour, for each card it has drawn since."""


class Memory:
    """Public facts of one hand that its state does not hold.

    `seen[colour]` counts the cards of a colour in the discard pile, `dry[seat][colour]` tells from
    0 to 1 how surely `seat` holds none of it: 1 when it has just drawn on that colour.
    """

    __slots__ = ("_laws", "dry", "seen")

    def __init__(self, laws: Laws, places: int) -> None:
        self._laws = laws
        self.seen: dict[Colour, int] = dict.fromkeys(laws.colours, 0)
        self.dry = [dict.fromkeys(laws.colours, 0.0) for _ in range(places)]

    def copy(self) -> Memory:
        """Return an independent copy."""
        twin = Memory.__new__(Memory)
        twin._laws = self._laws
        twin.seen = self.seen.copy()
        twin.dry = [dry.copy() for dry in self.dry]
        return twin

    def note(self, hand: Hand, action: Action) -> None:
        """Remember what `action` of the seat on turn tells; ask before it is carried out."""
        verb = action.verb
        if verb == PLAY:
            card = action.card
            self.see(card)
            effect = self._laws.effect[card]
            if effect in DRAWS:
                self.fade(hand.next_seat[hand.mover], DRAWS[effect])
        elif verb == DRAW:
            self.lacked(hand.mover, hand.colour)

    def see(self, card: Card) -> None:
        """Remember a card that was put on the discard pile."""
        colour = self._laws.colour[card]
        if colour is not None:
            self.seen[colour] += 1

    def lacked(self, seat: int, colour: Colour | None) -> None:
        """Remember that `seat` drew a card while `colour` was in force."""
        self.fade(seat, 1)
        if colour is not None:
            self.dry[seat][colour] = 1.0

    def fade(self, seat: int, cards: int) -> None:
        """Let `seat` have drawn so many cards that nobody else knows."""
        dry = self.dry[seat]
        left = FADING**cards
        for colour in dry:
            dry[colour] *= left

    def reshuffled(self) -> None:
        """Forget the cards that went back into the stock."""
        for colour in self.seen:
            self.seen[colour] = 0
