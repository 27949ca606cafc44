"""`simple` and `steady` beat `random` clearly in every game: the same deals, from every seat.

The seeds are fixed, so each test gives the same figure in every run; its margin is there for the
day when a level, a rule or a shuffle changes. A hand nobody scores in counts as half a win.
"""

import pytest

from cardgame_bots.local_match import LocalMatch
from cardgame_rules import PRESETS
from tests.bots.kit import seeded


def share_of(level: str, preset: str, seats: int, deals: int) -> float:
    """Play each deal with `level` on every seat in turn, `random` on all others."""
    won = 0.0
    for deal in range(deals):
        for own in range(seats):
            levels = [level if seat == own else "random" for seat in range(seats)]
            deck = seeded(f"deal {deal}")
            game = LocalMatch.of_levels(PRESETS[preset], levels, deck, seed=f"{deal} {own}")
            points = game.play_hand()
            won += 1 / seats if not any(points) else points[own] > 0
    return won / (deals * seats)


@pytest.mark.parametrize("preset", PRESETS)
def test_simple_wins_most_hands_against_random(preset: str) -> None:
    # 300 hands: standard deviation 2.8 points around 60.0 (duel) to 62.5 % (eights) on 20,000.
    assert share_of("simple", preset, seats=2, deals=150) >= 0.56


@pytest.mark.parametrize(
    ("preset", "least"), [("duel", 0.60), ("eights", 0.63), ("survival", 0.63), ("classic", 0.62)]
)
def test_steady_wins_still_more(preset: str, least: float) -> None:
    # 300 hands: standard deviation 2.7 points around 64 (duel) to 67 % (eights, survival).
    assert share_of("steady", preset, seats=2, deals=150) >= least


@pytest.mark.parametrize("preset", ["survival", "classic"])
def test_simple_wins_more_than_its_share_against_three_random_ones(preset: str) -> None:
    # 400 hands: standard deviation 2.3 points around 32 to 33 % on 10,000; chance is 25 %.
    assert share_of("simple", preset, seats=4, deals=100) >= 0.27


def test_simple_wins_nearly_every_duel_to_five_hundred() -> None:
    won = 0
    for deal in range(10):
        for own in (0, 1):
            levels = ["random", "random"]
            levels[own] = "simple"
            duel = PRESETS["duel"]
            game = LocalMatch.of_levels(duel, levels, seeded(deal), seed=f"{deal} {own}")
            won += game.play() == [own]
    assert won >= 16


def test_the_same_seeds_play_the_same_match() -> None:
    def record() -> list[str]:
        classic = PRESETS["classic"]
        game = LocalMatch.of_levels(classic, ["simple", "random"], seeded(1), seed=2)
        game.play()
        return game.match.record

    assert record() == record()
