"""Random play by the rules alone: this project's engine, OpenSpiel's and RLCard's.

All are driven alike: ask for the legal actions, take one by ``random.choice``, apply it, until the
hand is over, then the next hand. Dealing is paid for, not counted. The clock is this thread's CPU
time, so that other work on the machine costs little.
"""

import importlib
import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench.interleave import Comparison, Contender, Effort, interleaved
from cardgame_rules import PRESETS, Action, Card, Match
from cardgame_rules.deal import deal
from cardgame_rules.laws import laws_of
from cardgame_rules.moves import apply

SEED = 1
PlayOne = Callable[[], int]  # plays one hand and returns the number of its decisions
Choose = Callable[[Sequence[Action]], Action]


class SeededHouse:
    """Chance for a measurement: the same deals in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a new order: every order is as likely, and it costs a third."""
        draw = self._random.random
        return sorted(cards, key=lambda _card: draw())

    def pick(self, count: int) -> int:
        """Return one of 0 .. count-1."""
        return self._random.randrange(count)


def our_hands(preset: str, seats: int) -> PlayOne:
    """Return a player of single hands, as a search plays them: no events, no record, no match."""
    house, choose = SeededHouse(SEED), random.Random(SEED).choice
    laws, first = laws_of(PRESETS[preset]), itertools.cycle(range(seats))

    def play_one() -> int:
        hand = deal(laws, range(seats), next(first), house)
        while hand.reason is None:
            seat = hand.mover
            apply(hand, seat, choose(hand.legal(seat)))
        return hand.turn  # numbers the turn decisions; a call or a catch takes time but is none

    return play_one


def our_matches(preset: str, seats: int) -> PlayOne:
    """Return a player of the hands of whole matches, as a table plays them: with all they tell."""
    house, choose = SeededHouse(SEED), random.Random(SEED).choice
    return itertools.chain.from_iterable(
        match_hands(Match(PRESETS[preset], [False] * seats, house), choose)
        for _ in itertools.count()
    ).__next__


def match_hands(match: Match, choose: Choose) -> Iterator[int]:
    """Play a match to its end; yield the number of turn decisions after each hand."""
    while not match.over:
        match.start_hand()
        turn = match.turn
        while (seat := match.to_move) is not None:
            match.apply(seat, choose(match.legal(seat)))
        yield match.turn - turn + 1  # the decision that ended the hand opened no other


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


def compare(players: dict[str, PlayOne], effort: Effort) -> Comparison:
    """Return the interleaved comparison of named players, the anchor first."""

    def contender(name: str, play_one: PlayOne) -> Contender:
        play_one()  # imports, caches and the first large allocations belong to nobody
        return Contender(name, lambda: decisions_per_second(play_one, effort.seconds))

    contenders = [contender(name, play_one) for name, play_one in players.items()]
    return interleaved(contenders, "decisions/s", effort.runs)


def eights(effort: Effort) -> Comparison:
    """Compare `eights` with OpenSpiel's default crazy_eights, two seats each."""
    players = {
        "OpenSpiel crazy_eights(players=2)": open_spiel_game("crazy_eights(players=2)"),
        "cardgame eights, hands": our_hands("eights", 2),
        "cardgame eights, matches": our_matches("eights", 2),
    }
    return compare(players, effort)


def classic(effort: Effort) -> Comparison:
    """Compare `classic` with RLCard's bare game, two seats each."""
    players = {
        "RLCard uno, bare game.step": rlcard_game(),
        "cardgame classic, hands": our_hands("classic", 2),
        "cardgame classic, matches": our_matches("classic", 2),
    }
    return compare(players, effort)
