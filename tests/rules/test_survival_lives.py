"""Lives: who loses one, who leaves, when the match is over and who has won it (C12, C13, I9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.scenario import Scene, dealt

ALONE = [True, False, False, False]


def winner_is(seat: int, people: list[bool], **how: Any) -> Scene:
    """A first hand that `seat` is about to win: one card each, the others draw before it."""
    hands = [f"{colour}1" for colour in "GYBG"[: len(people)]]
    hands[seat] = "R9"
    first = people.index(True) if True in people else 0
    scene = dealt("survival", *hands, starter="R5", people=people, first=first, **how)
    return win(scene, seat)


def win(scene: Scene, seat: int) -> Scene:
    """Let every seat draw until `seat` can play its only card."""
    while not scene.match.hand_over:
        mover = scene.match.to_move
        play = next((o for o in sorted(scene.options(seat)) if o.startswith("play")), "")
        scene.play(f"{mover} {play if mover == seat and play else 'draw'}")
    return scene


def next_hand(scene: Scene, seat: int) -> Scene:
    """Deal a hand of one card each that `seat` wins with the red nine."""
    seats = scene.match.standings.seats
    last = scene.hand
    first = last.first if last.winner is None else last.winner
    order = seats[seats.index(first) :] + seats[: seats.index(first)]
    spare = iter(["G1", "Y1", "B1"])
    dealing = " ".join("R9" if dealt_to == seat else next(spare) for dealt_to in order)
    return win(scene.play(f"hand {scene.match.hand_number + 1}", f"shuffle {dealing} R5 ..."), seat)


def test_rule_C12_a_person_starts_with_three_lives_and_no_points() -> None:
    scene = dealt("survival", seats=2)
    assert (scene.match.lives, scene.match.totals) == ([3, 3], [0, 0])


def test_rule_C12_the_person_who_did_not_win_loses_a_life_and_the_bots_none() -> None:
    scene = winner_is(2, ALONE)
    assert scene.match.lives == [2, None, None, None]
    assert scene.told("hand_over")[0]["lives_lost"] == [0]
    assert scene.play("hand 2").match.to_move == 2


def test_rule_C12_with_the_third_life_the_match_is_over_and_points_are_kept() -> None:
    scene = winner_is(0, ALONE)
    points = scene.match.totals[0]
    for _ in range(3):
        assert not scene.match.over
        scene = next_hand(scene, 1)
    assert scene.match.over
    assert scene.match.totals[0] == points > 0
    with pytest.raises(Exception, match="No new hand"):
        scene.match.start_hand()


def test_rule_C12_points_end_no_match_of_lives() -> None:
    scene = winner_is(0, [True, True])
    scene.match.standings.totals[0] = 5000
    scene.replays = False
    assert not next_hand(scene, 0).match.over


def test_rule_C13_where_nobody_is_a_person_every_seat_has_lives() -> None:
    assert winner_is(0, [False, False]).match.lives == [3, 2]


def test_rule_C13_each_person_who_did_not_win_loses_a_life() -> None:
    assert winner_is(1, [True, True, True, False]).match.lives == [2, 3, 2, None]


def test_rule_C13_a_seat_without_lives_leaves_and_two_seats_play_by_the_rules_for_two() -> None:
    scene = winner_is(1, [True, True, True], match_end="lives:1")
    assert scene.told("seat_out") == [{"seat": 0}, {"seat": 2}]
    scene = winner_is(0, [True, True, False], match_end="lives:2")
    scene = next_hand(scene, 0)
    assert scene.match.over, "one life-holder is left"
    scene = winner_is(0, [False, False, False], match_end="lives:2")
    scene = next_hand(scene, 1)
    assert scene.match.lives == [1, 1, 0]
    scene.play("hand 3", "shuffle RV G1 R5 ...")
    assert scene.hand.seats == (0, 1)


@pytest.mark.parametrize("card", ["RV", "RS"])
def test_rule_C13_two_that_are_left_of_three_play_by_the_rules_for_two(card: str) -> None:
    scene = dealt("survival", "G1 G2", "Y1 Y2", "B1 B2", starter="R5", turn_limit=1)
    scene.play("0 draw")
    scene.match.standings.seats = (0, 2)
    scene.replays = False
    scene.match.start_hand()
    scene.hand.last_turn += 5
    scene.hand.hands[0] = [card, "R1"]
    scene.play(f"0 play {card}")
    assert scene.match.to_move == 0
    assert scene.told("missed") == [{"seat": 2}]


def test_rule_C13_with_one_person_the_match_ends_with_the_last_life_and_nobody_wins() -> None:
    scene = winner_is(1, ALONE, match_end="lives:1")
    result = scene.told("match_over")[0]
    assert (result["reason"], result["winners"]) == ("lives", [])
    assert result["ranking"][0] == [1]


def test_rule_C13_the_last_one_with_lives_wins() -> None:
    scene = winner_is(1, [True, True, False], match_end="lives:1")
    assert scene.told("match_over")[0]["winners"] == [1]


@pytest.mark.parametrize(
    ("totals", "winners"), [((310, 120), [0]), ((120, 310), [1]), ((200, 200), [0, 1])]
)
def test_rule_C13_of_those_who_fall_together_the_one_with_more_points_wins(
    totals: tuple[int, int], winners: list[int]
) -> None:
    scene = dealt(
        "survival", "G1", "Y1", "R9", starter="R5", match_end="lives:1", people=[True, True, False]
    )
    scene.match.standings.totals[:2] = totals
    scene.replays = False
    win(scene, 2)
    assert scene.match.lives[:2] == [0, 0]
    assert scene.told("match_over")[0]["winners"] == winners


def test_rule_C13_the_ranking_goes_by_survival_then_by_hand_of_leaving_then_by_points() -> None:
    scene = winner_is(1, [False] * 4, match_end="lives:2")
    scene = next_hand(scene, 0)  # seats 2 and 3 leave in hand 2 with nothing
    scene = next_hand(scene, 0)  # seat 1 leaves in hand 3
    assert scene.match.over
    assert scene.told("match_over")[0]["ranking"] == [[0], [1], [2, 3]]


def test_rule_C13_a_computer_that_stayed_ranks_before_a_person_who_left_with_more_points() -> None:
    scene = dealt(
        "survival", "R9", "G1", "Y1", starter="R5", match_end="lives:1", people=[True, True, False]
    )
    scene.match.standings.totals[1] = 900
    scene.replays = False
    scene.play("0 play R9")
    assert scene.told("match_over")[0]["ranking"] == [[0], [2], [1]]


def test_rule_C13_who_left_later_ranks_before_who_had_more_points() -> None:
    scene = winner_is(1, [False] * 3, match_end="lives:2")
    scene = next_hand(scene, 0)  # seat 2 leaves
    scene.match.standings.totals[2] = 900
    scene.replays = False
    scene = next_hand(scene, 0)  # seat 1 leaves
    assert scene.told("match_over")[0]["ranking"] == [[0], [1], [2]]


def test_rule_C13_the_highest_seat_may_leave_and_its_place_stays() -> None:
    scene = winner_is(1, [False] * 3, match_end="lives:2")
    scene = next_hand(scene, 0)
    assert scene.match.standings.seats == (0, 1)
    scene.play("hand 3", "shuffle R9 G1 R5 ...")
    assert [len(held) for held in scene.hand.hands] == [1, 1, 0]
    assert scene.refused(2, "draw").code == "not_your_turn"
    assert scene.refused(2, "play W R").code == "not_your_turn"


def test_rule_C13_a_limit_of_hands_lets_those_with_lives_win_by_their_standing() -> None:
    scene = winner_is(1, [True, True, False], hand_limit=1)
    assert scene.told("match_over")[0]["winners"] == [1]


def test_option_I9_a_blocked_hand_costs_no_life_whatever_it_scores() -> None:
    scene = dealt("survival", "G1", "Y2", starter="R5", blocked="low_difference", turn_limit=1)
    scene.play("0 draw")
    assert scene.told("hand_over")[0]["points"] != [0, 0]
    assert scene.match.lives == [3, 3]
