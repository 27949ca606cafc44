"""Random play by the rules alone: this project's engine, OpenSpiel's and RLCard's.

All are driven alike: ask for the legal actions, take one by ``random.choice``, apply it, until the
hand is over, then the next hand. Dealing is paid for, not counted. The clock is this thread's CPU
time, so that other work on the machine costs little.
"""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.interleave import Comparison, Contender, Effort, interleaved
from cardgame_rules import PRESETS, Match

SEED = 1
PlayOne = Callable[[], int]  # plays one hand and returns the number of its decisions


class SeededHouse:
    """Chance for a measurement: the same deals in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: list[str]) -> list[str]:
        """Return the cards in a new order."""
        self._random.shuffle(cards)
        return cards

    def pick(self, n: int) -> int:
        """Return one of 0 .. n-1."""
        return self._random.randrange(n)


def our_hands(preset: str, seats: int) -> Iterator[int]:
    """Play matches of `preset` for ever; yield the number of decisions after each hand."""
    house, choose = SeededHouse(SEED), random.Random(SEED).choice
    while True:
        match = Match(PRESETS[preset], [False] * seats, house)
        while not match.over:
            match.start_hand()
            yield our_hand(match, choose)


def our_hand(match: Match, choose: Callable[[list[Any]], Any]) -> int:
    """Play the hand that was just started and return the number of actions applied."""
    decisions = 0
    legal, apply = match.legal, match.apply
    while not match.hand_over:
        seat = match.to_move
        assert seat is not None, "a running hand always has a seat to move"  # noqa: S101 - typing
        apply(seat, choose(legal(seat)))
        decisions += 1
    return decisions


def open_spiel_game(description: str) -> PlayOne:
    """Return a player of one game of OpenSpiel; its chance moves are driven but not counted."""
    pyspiel: Any = importlib.import_module("pyspiel")  # only in the environment of `make bench`
    game, choose = pyspiel.load_game(description), random.Random(SEED).choice

    def play_one() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        return decisions

    return play_one


def rlcard_game() -> PlayOne:
    """Return a player of one game of RLCard's bare two-player rules, without observations."""
    numpy: Any = importlib.import_module("numpy")
    rlcard: Any = importlib.import_module("rlcard")
    numpy.random.seed(SEED)
    game, choose = rlcard.make("uno", config={"seed": SEED}).game, random.Random(SEED).choice

    def play_one() -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            game.step(choose(game.get_legal_actions()))
            decisions += 1
        return decisions

    return play_one


def decisions_per_second(play_one: PlayOne, seconds: float) -> float:
    """Return the decisions per second of CPU time over at least `seconds` of it."""
    decisions, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        decisions += play_one()
    return decisions / spent


def compare(anchor: tuple[str, PlayOne], ours: tuple[str, PlayOne], effort: Effort) -> Comparison:
    """Return the interleaved comparison of two named players."""

    def contender(name: str, play_one: PlayOne) -> Contender:
        play_one()  # imports, caches and the first large allocations belong to nobody
        return Contender(name, lambda: decisions_per_second(play_one, effort.seconds))

    return interleaved(contender(*anchor), contender(*ours), "decisions/s", effort.runs)


def eights(effort: Effort) -> Comparison:
    """Compare `eights` with OpenSpiel's default crazy_eights, two seats each."""
    return compare(
        ("OpenSpiel crazy_eights(players=2)", open_spiel_game("crazy_eights(players=2)")),
        ("cardgame eights, 2 seats", our_hands("eights", 2).__next__),
        effort,
    )


def classic(effort: Effort) -> Comparison:
    """Compare `classic` with RLCard's bare game, two seats each."""
    return compare(
        ("RLCard uno, bare game.step", rlcard_game()),
        ("cardgame classic, 2 seats", our_hands("classic", 2).__next__),
        effort,
    )
