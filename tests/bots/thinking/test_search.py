"""The search: it finds what habits miss, keeps to its time, and repeats where it must."""

import copy
from time import perf_counter

import pytest

from cardgame_bots.levels.searching_levels import TABLE_MASTER, SearchingLevel
from cardgame_bots.levels.steady_level import SteadyLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_bots.thinking.race import Race
from cardgame_bots.thinking.search import Budget
from cardgame_rules import PRESETS, Action
from tests.bots.kit import a_moment, a_seat, a_view, a_you, seeded

SMALL = Budget(playouts=8, worlds=8, steps=3)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_seeds_play_the_same_hand(preset: str) -> None:
    def record() -> list[str]:
        bots = [SearchingLevel(SMALL), SteadyLevel()]
        game = LocalMatch(PRESETS[preset], bots, seeded(1), seed=2)
        game.play_hand()
        return game.match.record

    assert record() == record()


@pytest.mark.parametrize("preset", PRESETS)
def test_rule_B11_what_it_remembers_and_does_follows_from_what_it_saw(preset: str) -> None:
    bots = [SearchingLevel(SMALL), SearchingLevel(SMALL)]
    game = LocalMatch(PRESETS[preset], bots, seeded(1))
    game.note(game.match.start_hand())
    compared = 0
    while not game.match.hand_over and compared < 12:
        mover, hand = game.match.to_move, game.match.hand
        assert mover is not None
        assert hand is not None
        twin = copy.deepcopy(bots[mover])
        seat, action = game.next_action()
        other = hand.hands[1 - mover]
        size = min(len(other), len(hand.stock))
        cards = other[:size], hand.stock[:size]
        other[:size], hand.stock[:size] = hand.stock[:size], other[:size]
        moment = game.moment(mover, game.view(), game.you(mover))
        twin.knowledge = bots[mover].knowledge
        assert seat != mover or twin.decide(moment).text == action
        other[:size], hand.stock[:size] = cards
        compared += 1
        game.note(game.match.apply(seat, action))
    assert compared > 5


def test_it_plays_the_card_that_leaves_a_winning_one() -> None:
    # Red twos end the game next turn in any order; the other seat holds one card, so a Skip first.
    view = a_view("classic", seats=[a_seat(cards=2), a_seat(name="Bo", cards=1)], top="R5")
    you = a_you("R2 RS", "play R2", "play R2 call", "play RS", "play RS call", "draw")
    level = SearchingLevel(Budget(playouts=40, worlds=10, steps=0))
    assert level.choose(a_moment(view, you)) == "play RS call"


def test_it_ends_when_its_time_is_over() -> None:
    view = a_view("classic", seats=[a_seat(), a_seat(name="Bo")])
    you = a_you("R1 R2 RS G5 W", "play R1", "play R2", "play RS", "play W R", "play W G", "draw")
    level = SearchingLevel(TABLE_MASTER._replace(playouts=10**9, seconds=0.05))
    began = perf_counter()
    assert level.choose(a_moment(view, you)) in you.legal
    # No measure of speed: without the limit it would think for hours.
    assert perf_counter() - began < 60


def test_a_clock_shortens_its_time_and_the_way_counts_too() -> None:
    level = SearchingLevel(TABLE_MASTER)

    def seconds(deadline: float | None = None, round_trip: float | None = None) -> float | None:
        you = a_you("R1", "play R1")
        return level.seconds_for(a_moment(a_view(), you, deadline=deadline, round_trip=round_trip))

    assert seconds() == TABLE_MASTER.seconds
    assert seconds(deadline=60.0) == TABLE_MASTER.seconds
    assert seconds(deadline=1.0, round_trip=0.4) == pytest.approx(0.3)
    assert seconds(deadline=0.2, round_trip=0.4) == 0.0


def test_who_is_clearly_behind_is_given_up_and_who_is_close_is_not() -> None:
    best, close, behind = (Action.parse(text) for text in ("play R1", "play R2", "draw"))
    race = Race([best, close, behind])
    for number in range(12):
        race.add(best, number % 4 / 3)
        race.add(close, (number + 1) % 4 / 3)
        race.add(behind, 0.0)
    race.give_up()
    assert race.running == [best, close]
