"""Two to four players, five cards, draw cards stack (C1 to C11, C14, C15 and their cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import PRESETS, Match, SeatCountError, public_view
from tests.rules.scenario import Scene, ScriptedHouse, dealt, placed


def survival(*hands: str, **how: Any) -> Scene:
    return dealt("survival", *hands, **how)


@pytest.mark.parametrize("seats", [1, 5])
def test_rule_C1_two_to_four_seats_play(seats: int) -> None:
    with pytest.raises(SeatCountError, match="survival seats 2 to 4"):
        Match(PRESETS["survival"], [True] * seats, ScriptedHouse())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_C1_five_cards_each(seats: int) -> None:
    assert [len(held) for held in survival(seats=seats).hand.hands] == [5] * seats


def test_rule_C2_cards_are_flipped_until_a_number_and_have_no_effect() -> None:
    scene = survival("G1 G2", "R1 R2", "Y1 Y2", starter="RS GV R4")
    assert scene.hand.discard == ["RS", "GV", "R4"]
    assert (scene.hand.direction, scene.match.to_move, scene.hand.pending) == (1, 0, 0)
    assert [event["returned"] for event in scene.told("turned")] == [False, False, False]
    assert scene.told("missed") == scene.told("reversed") == scene.told("drew") == []


def test_rule_C2_flipped_wilds_name_nothing_and_owe_nothing() -> None:
    scene = survival("G1 G2", "R1 R2", starter="W F BD G7")
    assert (scene.hand.top, scene.hand.colour, scene.hand.pending) == ("G7", "G", 0)
    assert public_view(scene.match)["phase"] == "play"


@pytest.mark.parametrize(
    ("people", "first"),
    [([True, True], 0), ([False, True, True], 1), ([False, False], 0), ([False, False, True], 2)],
)
def test_rule_C3_the_lowest_seat_of_a_person_goes_first(people: list[bool], first: int) -> None:
    assert survival(seats=len(people), people=people, first=first).match.to_move == first


def test_rule_C3_the_winner_of_a_hand_goes_first_in_the_next() -> None:
    scene = survival("G1", "R1", "Y1", starter="R5", people=[True, False, False])
    scene.play("0 draw", "1 play R1", "hand 2")
    assert scene.match.to_move == 1


def test_rule_C3_after_a_void_hand_the_same_seat_goes_first() -> None:
    scene = survival("G1", "Y1", starter="R5", people=[False, True], first=1, turn_limit=1)
    scene.play("1 draw", "hand 2")
    assert scene.match.to_move == 1


def test_rule_C4_a_draw_ends_the_turn_even_if_the_card_could_be_played() -> None:
    scene = survival("R1 G1", "R2 R3", starter="R5", stock="R9").play("0 draw")
    assert scene.match.to_move == 1
    assert scene.refused(0, "play R9").code == "not_your_turn"


def test_rule_C4_a_player_may_draw_with_a_playable_card_and_never_pass() -> None:
    scene = survival("R1 G1", "R2 R3", starter="R5")
    assert "draw" in scene.options(0)
    assert scene.refused(0, "pass").rule == "K8"


def test_rule_C5_a_skip_takes_the_turn_of_the_next_seat() -> None:
    scene = survival("RS G1", "R2 R3", "Y1 Y2", starter="R5").play("0 play RS")
    assert (scene.told("missed"), scene.match.to_move) == ([{"seat": 1}], 2)


def test_rule_C5_a_reverse_turns_the_order_around() -> None:
    scene = survival("RV G1", "R2 R3", "Y1 Y2", starter="R5").play("0 play RV")
    assert (scene.hand.direction, scene.match.to_move) == (-1, 2)
    assert scene.told("reversed") == [{"direction": -1}]


@pytest.mark.parametrize("card", ["RS", "RV"])
def test_rule_C5_between_two_a_skip_and_a_reverse_give_another_turn(card: str) -> None:
    scene = survival(f"{card} G1", "R2 R3", starter="R5").play(f"0 play {card}")
    assert scene.match.to_move == 0


def test_rule_C6_a_draw_two_of_any_colour_passes_the_penalty_on() -> None:
    scene = survival("RD G1", "BD R3", "Y1 Y2", starter="R5").play("0 play RD")
    assert scene.told("pending") == [{"seat": 1, "count": 2}]
    assert len(scene.held(1)) == 2
    scene.play("1 play BD")
    assert (scene.hand.pending, scene.hand.colour) == (4, "B")
    assert scene.options(2) == {"take"}
    scene.play("2 take")
    assert (len(scene.held(2)), scene.match.to_move, scene.hand.pending) == (6, 0, 0)


def test_rule_C6_a_wild_draw_four_answers_a_wild_draw_four_and_names_anew() -> None:
    scene = survival("F R2 R1", "F Y1 Y3", "GD G1 G3", starter="R5")
    scene.play("0 play F B")
    assert scene.hand.pending == 4
    scene.play("1 play F Y")
    assert (scene.hand.pending, scene.hand.colour) == (8, "Y")
    assert scene.options(2) == {"take"}
    assert len(scene.play("2 take").held(2)) == 11


def test_rule_C6_a_player_may_take_although_he_could_stack() -> None:
    scene = survival("RD G1", "BD R3", "R1 Y2", starter="R5").play("0 play RD", "1 take")
    assert (len(scene.held(1)), scene.match.to_move, scene.hand.pending) == (4, 2, 0)
    assert "play R1" in scene.options(2)


def test_rule_C7_nothing_but_the_same_kind_answers_a_draw_two() -> None:
    scene = survival("RD G1 G2 G3", "BD W F R1", starter="R5").play("0 play RD")
    assert scene.options(1) == {"play BD", "take"}
    for action in ("play W G", "play F G", "play R1", "draw", "pass"):
        assert scene.refused(1, action).rule == "C6"


def test_rule_C7_nothing_but_the_same_kind_answers_a_wild_draw_four() -> None:
    scene = survival("F G1 G2 G3", "GD W F GS", starter="R5").play("0 play F G")
    assert scene.options(1) == {"take", *(f"play F {colour}" for colour in "RGYB")}
    assert scene.refused(1, "play GD").rule == "C6"
    assert scene.refused(1, "play F").code == "ambiguous"


def test_rule_C7_a_penalty_that_was_taken_forbids_nothing_any_more() -> None:
    scene = survival("RD G1", "B1 R3", "W F", starter="R5").play("0 play RD", "1 take")
    assert {option.split()[1] for option in scene.options(2) if option != "draw"} == {"W", "F"}


def test_rule_C8_a_wild_draw_four_may_be_played_with_a_card_of_the_colour() -> None:
    scene = survival("F R2", "Y1 Y3", starter="R5").play("0 play F B")
    assert scene.hand.pending == 4
    assert scene.refused(1, "challenge").rule in ("C6", "D7")


def test_rule_C9_a_stack_is_never_resolved_without_the_victim() -> None:
    scene = survival("RD G1", "B1 R3", starter="R5").play("0 play RD")
    assert (scene.match.to_move, scene.options(1)) == (1, {"take"})
    assert len(scene.held(1)) == 2


@pytest.mark.parametrize("card", ["RD", "F"])
def test_rule_C10_a_last_draw_card_ends_the_hand_and_its_penalty_is_void(card: str) -> None:
    scene = survival(card, "R3", "Y1", starter="R5").play(f"0 play {card}")
    assert scene.match.hand_over
    assert [len(held) for held in scene.hand.hands] == [0, 1, 1]
    assert scene.hand.pending == 0


def test_rule_C10_a_stack_that_ends_the_hand_is_void_as_a_whole() -> None:
    scene = survival("RD G1", "R3 BD", "Y1 Y3", starter="R5")
    placed(scene, "RD G1", "BD", "Y1 Y3", stock="B1 B2 B3 B4 B5")
    scene.play("0 play RD", "1 play BD")
    assert scene.match.hand_over
    assert [len(held) for held in scene.hand.hands] == [1, 0, 2]


def test_rule_C10_a_wild_as_last_card_names_no_colour() -> None:
    scene = survival("W", "R3", "Y1", starter="R5").play("0 play W")
    assert scene.told("played")[0]["colour"] is None
    assert scene.told("hand_over")[0]["winner"] == 0


def test_rule_C11_the_winner_scores_what_all_others_hold() -> None:
    scene = survival("R1 R2", "R4 GS", "W W", starter="R5")
    placed(scene, "R1", "R4 GS", "W", stock="B1")
    scene.play("0 play R1")
    assert scene.match.totals == [74, 0, 0]
    assert scene.match.lives == [3, 2, 2]


def test_rule_C14_a_stock_is_refilled_in_the_middle_of_a_penalty() -> None:
    scene = survival("F G1", "F R3", starter="R5")
    placed(scene, "F G1", "Y1 R3", stock="B9", under="B1 B2 B3 B4")
    scene.play("0 play F G", "1 take", "shuffle B2 B4 R5 B1 B3")
    assert scene.held(1) == sorted(["Y1", "R3", "B9", "B2", "B4", "R5"])
    assert (scene.hand.discard, scene.hand.colour) == (["F"], "G")


def test_rule_C14_with_nothing_to_draw_and_nothing_to_play_a_player_passes() -> None:
    scene = placed(survival("G1", "Y1", starter="R5"), "G1 G2", "R1 R2")
    assert scene.options(0) == {"pass"}


def test_rule_C14_a_blocked_hand_costs_no_life_and_scores_nothing() -> None:
    scene = placed(survival("G1", "Y1", starter="R5"), "G1 G2", "Y1 Y9")
    scene.play("0 pass", "1 pass")
    sheet = scene.told("hand_over")[0]
    assert (sheet["reason"], sheet["points"], sheet["lives_lost"]) == ("blocked", [0, 0], [])
    assert scene.match.lives == [3, 3]
    assert scene.play("hand 2").match.to_move == 0


def test_rule_C15_nobody_calls_and_the_direction_is_shown_to_all() -> None:
    scene = survival("RV G1", "R2 R3", "Y1 Y2", starter="R5").play("0 play RV")
    assert public_view(scene.match)["direction"] == -1
    assert scene.match.uncalled == ()
    assert scene.refused(0, "call").rule == "D8"


def test_rule_K1_each_hand_starts_clockwise_again() -> None:
    scene = survival("RV R1", "R2 R3", "Y1 Y2", starter="R5", people=[True, False, False])
    scene.play("0 play RV", "2 draw", "1 draw", "0 play R1", "hand 2")
    assert scene.hand.direction == 1
