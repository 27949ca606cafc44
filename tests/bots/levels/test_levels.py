"""What holds for every level, at every table it can sit at."""

from collections.abc import Callable
from functools import partial

import pytest

from cardgame_bots.levels import LEVELS
from cardgame_bots.levels.searching_levels import SearchingLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_bots.moment import Bot
from cardgame_bots.thinking.search import Budget
from cardgame_rules import PRESETS
from cardgame_server import staff
from tests.bots.kit import a_moment, a_view, a_you, seeded

BOTS: dict[str, Callable[[], Bot]] = {
    **LEVELS,
    # As they think, but a hundredth as long.
    "sharp": partial(SearchingLevel, Budget(playouts=4, worlds=4, steps=2)),
    "master": partial(SearchingLevel, Budget(playouts=6, worlds=6, steps=4)),
}

DECISIONS = {"random": 200, "simple": 200, "steady": 200, "sharp": 80, "master": 80}
"""Looked at in each table's hands: fewer of those who search, a hundred times slower."""

TABLES = [
    (preset, seats)
    for preset, rules in PRESETS.items()
    for seats in range(rules.players[0], min(rules.players[1], 5) + 1)
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_bug_B06_a_level_decides_something_of_the_list_whenever_it_is_on_turn(
    level: str, preset: str, seats: int
) -> None:
    deck = seeded(f"{level} {preset} {seats}")
    game = LocalMatch(PRESETS[preset], [BOTS[level]() for _ in range(seats)], deck)
    decisions = 0
    while decisions < DECISIONS[level] and not game.match.over:
        game.match.start_hand()
        while not game.match.hand_over:
            view = game.view()
            for seat in range(seats):
                you = game.you(seat)
                action = BOTS[level]().choose(a_moment(view, you))
                assert action in you.legal if seat == view.to_move else action is None
            game.match.apply(*game.next_action())
            decisions += 1
    assert decisions > 40


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_rule_B11_a_level_decides_alike_whatever_the_unseen_cards_are(
    level: str, preset: str
) -> None:
    game = LocalMatch(PRESETS[preset], [BOTS[level](), BOTS[level]()], seeded(1))

    def decide(seat: int) -> str | None:
        moment = a_moment(game.view(), game.you(seat), seeded(3))
        return BOTS[level]().choose(moment)

    game.match.start_hand()
    for _ in range(12):
        mover, hand = game.match.to_move, game.match.hand
        if mover is None or hand is None:
            break
        decided = decide(mover)
        other = hand.hands[1 - mover]
        other[:], hand.stock[: len(other)] = hand.stock[: len(other)], other[:]
        hand.stock.reverse()
        assert decide(mover) == decided
        game.match.apply(mover, decided or "")


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_leaves_alone_what_a_newer_server_lists(level: str) -> None:
    you = a_you("R1 G1", "swap 1", "play ZZ", "play R1", "draw")
    assert BOTS[level]().choose(a_moment(a_view(), you)) == "play R1"


def test_the_server_offers_exactly_these_levels_in_this_order() -> None:
    assert tuple(LEVELS) == staff.LEVELS
