"""What one seat knows of a hand: all it has seen since the deal, kept from moment to moment.

Everything comes from the moments of a bot, so nothing is known here that its seat has not seen.
A seat that sits down in the middle of a hand knows less and must do with that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from cardgame_protocol import Rules, View
from cardgame_protocol.events import (
    Challenged,
    Dealt,
    Drew,
    Event,
    Foul,
    HandStarted,
    Passed,
    Played,
    Reshuffled,
    Turned,
)
from cardgame_rules import Card, Colour, RuleSet
from cardgame_rules.cards import WILD_DRAW_FOUR
from cardgame_rules.laws import Laws, laws_of

from ..moment import Moment
from .memory import Memory
from .traces import Choice, Step, choice_at

_ENDS_A_QUESTION: Final = frozenset({"penalty", "challenge"})
"""Reasons to draw after which nobody is accused of a Wild Draw Four any more."""


class Knowledge:
    """What a seat remembers of the hand in play. Give it every moment by `follow`.

    `discard` has the cards seen in the discard pile, the top last. `steps` tells how the other
    seats came by their cards and lost them, `choices` what they chose and between what, `shown`
    which cards they were seen to hold and have not played. `draws` counts the cards drawn in this
    turn, `stuck` the passes in a row at an empty stock. `accused` is who played a Wild Draw Four
    that may be challenged, and the colour then in force.
    """

    def __init__(self) -> None:
        self._laws: Laws | None = None
        self._options: Mapping[str, Any] = {}
        self._view: View | None = None
        self._forget(places=0)

    def _forget(self, places: int) -> None:
        """Begin a hand of which nothing is known yet."""
        self._memory = None if self._laws is None else Memory(self._laws, places)
        self.discard: list[Card] = []
        self.steps: list[Step] = []
        self.choices: list[Choice] = []
        self.shown: list[Counter[Card]] = [Counter() for _ in range(places)]
        self.accused: tuple[int, Colour | None] | None = None
        self.time = 0
        self.draws = 0
        self.stuck = 0

    @property
    def laws(self) -> Laws:
        """The tables of the rules that are played."""
        if self._laws is None:
            raise ValueError("no moment was followed yet: call follow first")
        return self._laws

    @property
    def memory(self) -> Memory:
        """What everybody at the table can remember of this hand."""
        if self._memory is None:
            raise ValueError("no moment was followed yet: call follow first")
        return self._memory

    def follow(self, moment: Moment) -> None:
        """Take in what has happened since the last moment."""
        view = moment.view
        if view.rules.options != self._options:
            self._options = view.rules.options
            self._laws = laws_of(_rule_set(view.rules))
            self._view = None
        if self._view is None or (self._view.match, self._view.hand) != (view.match, view.hand):
            self._view = None
            self._forget(len(view.seats))
        for event in moment.events:
            self._hear(event, moment.you.seat, len(view.seats))
        self._view = view

    def _hear(self, event: Event, me: int, places: int) -> None:
        self.time += 1
        if isinstance(event, HandStarted):
            self._forget(places)
        hear = _HEAR.get(type(event))
        if hear is not None:
            hear(self, event, me)

    def _dealt(self, event: Dealt, me: int) -> None:
        self._arrive(event.seat, event.count, me)

    def _turned(self, event: Turned, _me: int) -> None:
        if not event.returned:
            self._lay_down(event.card)

    def _played(self, event: Played, me: int) -> None:
        self._chose(event.seat, me, "play", event.card, event.colour)
        if event.seat != me:
            just_drawn = self.draws > 0 and self.laws.drawn_only
            self.steps.append(Step(event.seat, self.time, event.card, just_drawn=just_drawn))
            self.shown[event.seat] -= Counter([event.card])
        if event.card == WILD_DRAW_FOUR:
            self.accused = (event.seat, None if self._view is None else self._view.colour)
        self._lay_down(event.card)
        self.draws = self.stuck = 0

    def _drew(self, event: Drew, me: int) -> None:
        if event.reason == "turn":
            self._chose(event.seat, me, "draw")
            self.memory.lacked(event.seat, None if self._view is None else self._view.colour)
            self.draws = 0 if self.laws.end_turn else self.draws + 1
        else:
            self.memory.fade(event.seat, event.count)
            self.draws = 0
        if event.reason in _ENDS_A_QUESTION:
            self.accused = None
        self.stuck = 0
        self._arrive(event.seat, event.count, me)

    def _passed(self, event: Passed, me: int) -> None:
        self._chose(event.seat, me, "pass")
        empty = self._view is not None and self._view.stock == 0
        self.stuck = self.stuck + 1 if empty else 0
        self.draws = 0

    def _fouled(self, event: Foul, me: int) -> None:
        self._saw(event.seat, [event.card], me)

    def _challenged(self, event: Challenged, me: int) -> None:
        if event.shown:
            self._saw(event.of, event.shown, me)

    def _reshuffled(self, _event: Reshuffled, _me: int) -> None:
        del self.discard[:-1]
        self.memory.reshuffled()
        for card in self.discard:
            self.memory.see(card)

    def _arrive(self, seat: int, count: int, me: int) -> None:
        if seat != me:
            self.steps += [Step(seat, self.time, None)] * count

    def _lay_down(self, card: Card) -> None:
        self.discard.append(card)
        self.memory.see(card)

    def _saw(self, seat: int, cards: list[Card], me: int) -> None:
        """Remember cards that `seat` was seen to hold."""
        if seat != me:
            self.shown[seat] |= Counter(cards)

    def _chose(
        self, seat: int, me: int, verb: str, card: Card = "", named: Colour | None = None
    ) -> None:
        """Keep a choice of another seat, where the last view shows the decision it answers."""
        view = self._view
        if view is None or seat == me or view.to_move != seat or view.phase != "play":
            return
        drawn = self.draws > 0 and self.laws.drawn_only
        choice = choice_at(view, self.laws, self.memory, self.time)
        self.choices.append(choice._replace(verb=verb, card=card, named=named, drawn=drawn))


def _rule_set(rules: Rules) -> RuleSet:
    """Return the rule set that a view names. On the wire a range is a list."""
    options = {k: tuple(v) if isinstance(v, list) else v for k, v in rules.options.items()}
    return RuleSet.build(rules.preset, **{k: v for k, v in options.items() if v is not None})


_HEAR: Final[dict[type[Event], Callable[[Knowledge, Any, int], None]]] = {
    Dealt: Knowledge._dealt,
    Turned: Knowledge._turned,
    Played: Knowledge._played,
    Drew: Knowledge._drew,
    Passed: Knowledge._passed,
    Foul: Knowledge._fouled,
    Challenged: Knowledge._challenged,
    Reshuffled: Knowledge._reshuffled,
}
