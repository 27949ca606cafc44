"""Choosing by playing on: every candidate in many imagined worlds, by the habits, to the end.

All candidates are tried in the same worlds with the same stock. Who is clearly behind is given up,
so that what is close gets more playouts. What counts at the end of a hand is the chance to win the
match from there (see `stakes`).
"""

from __future__ import annotations

from collections import Counter
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from cardgame_rules import Action, Hand
from cardgame_rules.actions import DRAW, PLAY
from cardgame_rules.cards import WILD_DRAW_FOUR
from cardgame_rules.hand import ANSWERING

from ..choices import with_call
from ..moment import Moment
from .habits import Habits
from .knowledge import Knowledge
from .playout import play_on
from .position import Imagined, as_seen
from .race import Race
from .stakes import Stakes
from .world import World
from .worlds import Worlds


class Budget(NamedTuple):
    """How much a decision may cost: playouts of each choice, worlds, and steps between worlds.

    `seconds`: where set, thinking ends after so long, whatever has been played.
    """

    playouts: int
    worlds: int
    steps: int
    seconds: float | None = None


COLOURS: Final = 2
"""Colours of a wild that are thought about, the best by the habits: the others rarely are."""

ROUND: Final = 12
"""Rounds of playouts between two looks at the race."""


class Search:
    """Thinks for one seat, hand after hand, and keeps the worlds of the hand in play."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._worlds: Worlds | None = None
        self._hand: tuple[int, int] | None = None

    def choose(
        self,
        knowledge: Knowledge,
        habits: Habits,
        moment: Moment,
        seconds: float | None = None,
    ) -> Action:
        """Return what the seat on turn does, within `seconds` where set.

        The time is looked at after each round, so it may be exceeded by one.
        """
        began = perf_counter()
        root = as_seen(knowledge, moment, Imagined(moment.rng))
        candidates = worth_a_thought(root, habits, knowledge)
        if len(candidates) == 1:
            return candidates[0]
        self._imagine(knowledge, habits, moment, None if seconds is None else began + seconds / 2)
        race = Race(candidates)
        stakes = Stakes(root, moment.view, moment.you.seat)
        number = 0
        while len(race.running) > 1 and number < self.budget.playouts:
            self._play_a_round(number, race, root, stakes, knowledge, habits, moment.rng)
            number += 1
            if number % ROUND == 0:
                race.give_up()
            if seconds is not None and perf_counter() - began > seconds:
                break
        return race.best()

    def _imagine(
        self, knowledge: Knowledge, habits: Habits, moment: Moment, until: float | None
    ) -> None:
        """Bring the worlds up to date, as far as that goes `until` then (of perf_counter)."""
        view, you = moment.view, moment.you
        if self._worlds is None or self._hand != (view.match, view.hand):
            self._hand = (view.match, view.hand)
            self._worlds = Worlds(len(view.seats), self.budget.worlds)
        seen = Counter(you.hand) + Counter(knowledge.discard)
        sizes = [0 if seat == you.seat else s.cards for seat, s in enumerate(view.seats)]
        unseen = Counter(knowledge.laws.deck) - seen
        steps, rng = self.budget.steps, moment.rng
        self._worlds.update(knowledge, habits, unseen, sizes, steps, rng, until)

    def _play_a_round(
        self,
        number: int,
        race: Race,
        root: Hand,
        stakes: Stakes,
        knowledge: Knowledge,
        habits: Habits,
        rng: Random,
    ) -> None:
        """Play every candidate still running in one world."""
        if self._worlds is None:
            raise ValueError("nothing is imagined yet")
        _fill(root, self._worlds.all[number % len(self._worlds.all)], knowledge, rng)
        seed = rng.getrandbits(32)
        for candidate in race.running:
            hand = root.copy(Imagined(Random(seed)))
            play_on(hand, candidate, habits, knowledge.memory.copy())
            race.add(candidate, stakes.value(hand))


def worth_a_thought(root: Hand, habits: Habits, knowledge: Knowledge) -> list[Action]:
    """Return the candidates: the legal actions without those that are never better than others.

    Those are silent plays of the last card but one, a Wild Draw Four where it is a foul (A12), a
    wild's colours that the habits put last, and drawing with another card than a wild to play.
    """
    laws = root.laws
    legal = root.legal(root.mover)
    plays = with_call([action for action in legal if action.verb == PLAY])
    if laws.wd4_foul and habits.is_bluff(root.colour, root.hands[root.mover]):
        plays = [play for play in plays if play.card != WILD_DRAW_FOUR]
    calm = all(laws.is_wild[play.card] for play in plays)
    others = [a for a in legal if a.verb != PLAY and a.turn_action and (calm or a.verb != DRAW)]
    named = habits.colours_by_worth(root, knowledge.memory)[:COLOURS]
    return [a for a in plays + others if a.colour is None or a.colour in named]


def _fill(root: Hand, world: World, knowledge: Knowledge, rng: Random) -> None:
    """Give every hidden card of `root` the face that it has in `world`, the stock in some order."""
    for seat in root.seats:
        if seat != root.mover:
            root.hands[seat] = world.cards[seat][:]
    stock = world.stock[:]
    rng.shuffle(stock)
    # Who sat down in the middle of a hand has not seen all that is in the discard pile.
    size = len(root.stock)
    root.stock, buried = stock[:size], stock[size:]
    root.discard = buried + knowledge.discard[:-1] + root.discard[-1:]
    if root.phase == ANSWERING and knowledge.accused is not None:
        accused, colour = knowledge.accused
        root.accused = accused
        root.accused_hand = tuple(root.hands[accused])
        root.guilty = any(card[0] == colour for card in root.accused_hand)
