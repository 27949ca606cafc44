"""Imagined worlds: what the other seats may hold, by how well it explains what they did.

A world gives every card that another seat has got a face: those played are known, those held are
drawn from the cards not seen. Metropolis steps exchange faces so that worlds come up as often as
they are likely, given every choice of the other seats (see `likelihood`). Worlds are kept from
move to move; most of what explained the past explains it still.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final

from cardgame_rules import Card

from .exchanges import Exchanges
from .habits import Habits
from .knowledge import Knowledge
from .traces import Step
from .world import BLANK, World

HOPELESS: Final = 6.0
"""How much worse than the middle one a world may explain the past, as a logarithm: one in four
hundred. Steps rarely lead out of there, so a copy of a better one takes its place."""


class Worlds:
    """The worlds of one hand, brought up to date with what is known before each decision."""

    def __init__(self, places: int, count: int) -> None:
        self.all = [World(places) for _ in range(count)]

    def update(
        self,
        knowledge: Knowledge,
        habits: Habits,
        unseen: Counter[Card],
        sizes: Sequence[int],
        steps: int,
        rng: Random,
        until: float | None = None,
    ) -> None:
        """Make every world agree with what is known now, then take `steps` steps in each.

        No step is taken after `until` (of perf_counter), where set. `unseen` are the cards whose
        place is not known, `sizes` how many each other seat holds (0 for this seat and those out
        of the hand).
        """
        exchanges = Exchanges(habits, knowledge.choices, knowledge.shown, rng)
        seats = [seat for seat, size in enumerate(sizes) if size]
        for world in self.all:
            tell(world, knowledge.steps, rng)
            repair(world, unseen, sizes, knowledge.shown, rng)
            exchanges.judge(world, seats)
            if until is None or perf_counter() < until:
                for _ in range(steps):
                    exchanges.take_a_step(world, rng.choice(seats))
        self._replace_the_hopeless(rng)

    def _replace_the_hopeless(self, rng: Random) -> None:
        fits = [sum(world.fit) for world in self.all]
        limit = sorted(fits)[len(fits) // 2] - HOPELESS
        good = [world for world, fit in zip(self.all, fits, strict=True) if fit >= limit]
        self.all = [
            world if fit >= limit else rng.choice(good).copy()
            for world, fit in zip(self.all, fits, strict=True)
        ]


def tell(world: World, steps: Sequence[Step], rng: Random) -> None:
    """Tell `world` what has happened since it last was told: cards that came and went."""
    for step in steps[world.told :]:
        cards, times = world.cards[step.seat], world.times[step.seat]
        if step.card is None:
            cards.append(BLANK)
            times.append(step.time)
        elif cards:
            place = _place_of(cards, step, rng)
            del cards[place]
            world.gone[step.seat].append((step.card, times.pop(place), step.time))
    world.told = len(steps)


def _place_of(cards: Sequence[Card], step: Step, rng: Random) -> int:
    """Return which of the cards was the one played: one of its face if there is, else any."""
    if step.just_drawn:
        return len(cards) - 1
    places = [place for place, held in enumerate(cards) if held == step.card]
    places = places or [place for place, held in enumerate(cards) if held == BLANK]
    return rng.choice(places or range(len(cards)))


def repair(
    world: World,
    unseen: Counter[Card],
    sizes: Sequence[int],
    shown: Sequence[Counter[Card]],
    rng: Random,
) -> None:
    """Give every card held a face that it can have now, and put the rest into the stock."""
    left = unseen.copy()
    blanks = []
    for seat, size in enumerate(sizes):
        cards = world.cards[seat]
        _fit_to_size(cards, world.times[seat], size)
        _hold_what_was_shown(cards, shown[seat], rng)
        for place, card in enumerate(cards):
            if left[card] > 0:
                left[card] -= 1
            else:
                blanks.append((cards, place))
    rest = list(left.elements())
    rng.shuffle(rest)
    for cards, place in blanks:
        cards[place] = rest.pop()
    world.stock = rest


def _fit_to_size(cards: list[Card], times: list[int], size: int) -> None:
    """Hold as many cards as the seat does, whatever was missed of how it came by them."""
    del cards[size:], times[size:]
    missing = size - len(cards)
    cards += [BLANK] * missing
    times += [0] * missing


def _hold_what_was_shown(cards: list[Card], shown: Counter[Card], rng: Random) -> None:
    for card in (shown - Counter(cards)).elements():
        places = [place for place, held in enumerate(cards) if not shown[held]]
        if places:
            cards[rng.choice(places)] = card
