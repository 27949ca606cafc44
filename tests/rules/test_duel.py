"""The two-player game with a penalty for an unlawful Wild Draw Four (A1 to A17 and its cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import PRESETS, Match, SeatCountError, public_view
from tests.rules.scenario import Scene, ScriptedHouse, dealt, placed


def duel(p0: str, p1: str, **how: Any) -> Scene:
    return dealt("duel", p0, p1, **how)


@pytest.mark.parametrize("seats", [1, 3])
def test_rule_A1_only_two_seats_play_a_duel(seats: int) -> None:
    with pytest.raises(SeatCountError, match="duel seats 2"):
        Match(PRESETS["duel"], [True] * seats, ScriptedHouse())


def test_rule_A3_seven_cards_each_and_the_next_one_face_up() -> None:
    scene = dealt("duel", starter="R5")
    assert [len(cards) for cards in scene.hand.hands] == [7, 7]
    assert (scene.hand.top, len(scene.hand.stock)) == ("R5", 93)


@pytest.mark.parametrize("first", [0, 1])
def test_rule_A4_chance_decides_the_first_hand_and_the_next_one_alternates(first: int) -> None:
    scene = duel("R1", "R2", starter="R5", first=first)
    scene.play(f"{first} play R{first + 1}", "hand 2")
    assert scene.hand.first == 1 - first


def test_rule_A4_the_starting_player_keeps_that_name_without_moving_first() -> None:
    scene = duel("R1", "R2", starter="RD", first=0).play("1 play R2")
    assert scene.play("hand 2").hand.first == 1


def test_rule_A5_a_number_as_starter_lets_the_first_seat_play() -> None:
    assert duel("R1", "R2", starter="G5", first=1).match.to_move == 1


def test_rule_A5_a_skip_as_starter_lets_the_other_start_and_must_be_matched() -> None:
    scene = duel("R1 R3", "R2 GS", starter="RS")
    assert scene.match.to_move == 1
    assert scene.options(1) == {"play R2", "play GS", "draw"}
    assert duel("R1 R3", "B2 G4", starter="RS").options(1) == {"draw"}


def test_rule_A5_a_draw_two_as_starter_gives_two_cards_and_the_other_begins() -> None:
    scene = dealt("duel", starter="RD", stock="B1 B2")
    assert [len(cards) for cards in scene.hand.hands] == [9, 7]
    assert scene.told("drew") == [{"seat": 0, "count": 2, "reason": "starter"}]
    assert scene.told("missed") == [{"seat": 0}]
    assert scene.match.to_move == 1


def test_rule_A5_a_wild_as_starter_is_named_before_a_normal_turn() -> None:
    scene = duel("G1 R3", "R2 GS", starter="W", stock="Y1")
    assert public_view(scene.match)["phase"] == "name"
    assert public_view(scene.match)["colour"] is None
    assert scene.options(0) == {"name R", "name G", "name Y", "name B"}
    scene.play("0 name G")
    assert (scene.match.to_move, scene.hand.colour) == (0, "G")
    assert scene.options(0) == {"play G1", "draw"}


def test_rule_A5_a_wild_draw_four_as_starter_goes_back_and_another_is_turned() -> None:
    scene = dealt("duel", "R1 R2", "G1 G2", starter="F", again=["B1"])
    assert scene.told("turned") == [
        {"card": "F", "returned": True},
        {"card": "B1", "returned": False},
    ]
    assert scene.told("drew") == []
    assert sum(line.startswith("shuffle") for line in scene.match.record) == 2
    assert scene.hand.stock.count("F") == 4


def test_rule_A6_the_first_move_is_a_normal_turn() -> None:
    scene = duel("W R9", "R2 GS", starter="R5")
    assert scene.options(0) == {"play R9", "draw", *(f"play W {c}" for c in "RGYB")}


def test_rule_A7_after_a_draw_only_the_drawn_card_may_be_played_or_the_turn_passed() -> None:
    scene = duel("R5 G1", "R2 GS", starter="R7", stock="B9").play("0 draw")
    assert scene.options(0) == {"pass"}
    assert scene.refused(0, "play R5").rule == "D4"
    assert scene.refused(0, "draw").rule == "D4"


def test_rule_A7_a_player_may_renege_and_then_play_only_the_drawn_card() -> None:
    scene = duel("R5 G1", "R2 GS", starter="R9", stock="B9")
    assert "draw" in scene.options(0)
    scene.play("0 draw")
    assert scene.options(0) == {"play B9", "pass"}
    assert scene.play("0 pass").match.to_move == 1


def test_rule_A7_the_pass_is_an_action_of_its_own_also_after_an_unplayable_card() -> None:
    scene = duel("R5 G1", "R2 GS", starter="R9", stock="B8").play("0 draw")
    assert scene.match.to_move == 0
    assert scene.play("0 pass").told("passed") == [{"seat": 0}]


def test_rule_A8_a_draw_two_gives_two_cards_and_the_player_moves_again() -> None:
    scene = duel("RD GD R1", "BD B1 B2", starter="R5").play("0 play RD")
    assert (len(scene.held(1)), scene.match.to_move) == (5, 0)
    assert scene.refused(1, "play BD").code == "not_your_turn"
    scene.play("0 play GD")
    assert (len(scene.held(1)), scene.match.to_move) == (7, 0)


def test_rule_A8_a_skip_lets_the_player_move_again() -> None:
    scene = duel("RS R2", "RS R1", starter="R5").play("0 play RS")
    assert scene.told("missed") == [{"seat": 1}]
    assert scene.match.to_move == 0


def test_rule_A9_a_wild_names_a_colour_and_does_nothing_else() -> None:
    scene = duel("W R2", "B1 R1", starter="R5")
    scene.play("0 play W B")
    assert [event.kind for event in scene.log] == ["played"]
    assert (scene.match.to_move, scene.hand.colour) == (1, "B")


def test_rule_A10_a_card_of_the_same_number_does_not_forbid_a_wild_draw_four() -> None:
    scene = duel("G2 F", "Y1 Y3", starter="B2").play("0 play F Y")
    assert scene.told("foul") == []
    assert (len(scene.held(1)), scene.match.to_move, scene.hand.colour) == (6, 0, "Y")


def test_rule_A10_wilds_are_of_no_colour_so_they_do_not_forbid_it() -> None:
    scene = duel("W F F G3", "Y1 Y3 Y4 Y5", starter="R5").play("0 play F Y")
    assert scene.told("foul") == []


def test_rule_A11_a_lawful_one_makes_the_other_draw_four_and_miss_the_turn() -> None:
    scene = duel("G2 F", "Y1 Y3", starter="B2").play("0 play F Y")
    assert scene.told("drew") == [{"seat": 1, "count": 4, "reason": "penalty"}]
    assert scene.told("missed") == [{"seat": 1}]


def test_rule_A12_an_unlawful_one_costs_four_cards_and_the_turn_and_changes_nothing_else() -> None:
    scene = duel("G2 F B6", "Y1 Y3 Y4", starter="B2")
    assert "play F Y" in scene.options(0)
    scene.play("0 play F Y")
    assert len(scene.held(0)) == 7
    assert "F" in scene.held(0)
    assert (scene.hand.top, scene.hand.colour, scene.match.to_move) == ("B2", "B", 1)
    assert len(scene.held(1)) == 3
    assert [event.kind for event in scene.log] == ["foul", "drew"]


def test_rule_A12_the_penalty_meets_a_wild_draw_four_just_drawn_too() -> None:
    scene = duel("R5 G1", "Y1 Y3", starter="R9", stock="F").play("0 draw", "0 play F Y")
    assert (len(scene.held(0)), scene.match.to_move, scene.hand.colour) == (7, 1, "R")


def test_rule_A12_a_foul_with_the_last_card_but_one_opens_no_call() -> None:
    scene = duel("R5 F", "Y1 Y3", starter="R9", call_penalty=2).play("0 play F Y")
    assert scene.match.uncalled == ()
    assert len(scene.held(0)) == 6


def test_rule_A12_a_foul_is_no_play_and_stops_a_lap_of_passes() -> None:
    scene = duel("G1", "Y1", starter="R9")
    placed(scene, "R1 F", "Y2 Y3")
    scene.play("0 play F G", "1 pass")
    assert not scene.match.hand_over


def test_rule_A13_every_other_illegal_move_is_refused_and_changes_nothing() -> None:
    scene = duel("G2 F B6", "Y1 Y3 Y4", starter="R5")
    for action in ("play G2", "play B6", "play R1", "pass", "take", "challenge", "play F"):
        scene.refused(0, action)


def test_rule_A14_the_cards_of_a_last_draw_two_are_drawn_and_counted() -> None:
    scene = duel("RD", "R5", starter="R1", stock="B9 GS")
    placed(scene, "RD", "R5 W", stock="B9 GS")
    scene.play("0 play RD")
    assert scene.held(1) == ["B9", "GS", "R5", "W"]
    assert scene.told("hand_over")[0]["points"] == [84, 0]


def test_rule_A14_a_last_wild_draw_four_is_always_lawful_and_its_cards_count() -> None:
    scene = duel("F", "R5", starter="R1", stock="B1 B2 B3 B4").play("0 play F")
    assert scene.told("drew") == [{"seat": 1, "count": 4, "reason": "last"}]
    assert scene.told("hand_over")[0]["points"] == [15, 0]


@pytest.mark.parametrize("card", ["RS", "W"])
def test_rule_A14_a_last_skip_or_wild_ends_the_hand_with_nothing_drawn(card: str) -> None:
    scene = duel(card, "R5", starter="R1").play(f"0 play {card}")
    assert scene.told("drew") == []
    assert scene.match.hand_over


@pytest.mark.parametrize(("target", "over"), [(20, True), (21, False)])
def test_rule_A15_the_first_to_reach_the_target_wins_the_match(target: int, over: bool) -> None:
    scene = duel("R9", "RS", starter="R5", match_end=f"points:{target}").play("0 play R9")
    assert scene.match.totals == [20, 0]
    assert scene.match.over == over


def test_rule_A15_at_480_points_twenty_more_end_the_match_and_nineteen_do_not() -> None:
    for loser, over in (("RS", True), ("R9", False)):
        scene = duel("R1", loser, starter="R5")
        scene.match.standings.totals[0] = 480
        scene.replays = False
        scene.play("0 play R1")
        assert scene.match.over == over
        if over:
            assert scene.told("match_over")[0]["winners"] == [0]
            assert scene.match.totals == [500, 0]


def test_rule_A16_an_empty_stock_is_refilled_in_the_middle_of_a_penalty() -> None:
    scene = duel("RD R1", "B1 B2", starter="R5")
    placed(scene, "RD R1", "B1 B2", stock="Y9", under="Y3 B4 B5")
    scene.play("0 play RD", "shuffle B4 Y3 B5 R5")
    assert scene.held(1) == ["B1", "B2", "B4", "Y9"]


def test_rule_A16_with_nothing_to_draw_and_nothing_to_play_a_player_passes() -> None:
    scene = duel("G1", "R1", starter="R5")
    placed(scene, "G1 G2", "R1 R2")
    assert scene.options(0) == {"pass"}
    assert scene.play("0 pass").match.to_move == 1


@pytest.mark.parametrize(("p1", "points"), [("Y2 Y9", [8, 0]), ("Y1 B2", [0, 0])])
def test_rule_A16_a_blocked_hand_gives_the_lower_hand_the_difference(
    p1: str, points: list[int]
) -> None:
    scene = duel("G1", "R1", starter="R5")
    placed(scene, "G1 G2", p1)
    scene.play("0 pass", "1 pass")
    assert scene.told("hand_over")[0]["points"] == points


def test_rule_A16_nobody_calls_a_last_card() -> None:
    scene = duel("R1 R2", "R3 R4", starter="R5").play("0 play R1")
    assert scene.match.uncalled == ()
    assert scene.refused(0, "call").rule == "D8"
    assert scene.refused(1, "catch 0").rule == "D8"


def test_rule_A17_both_counts_of_cards_and_the_chosen_colour_are_shown_to_all() -> None:
    scene = duel("W R2 R3", "B1 R1 Y1", starter="R5").play("0 play W B")
    view = public_view(scene.match)
    assert [seat["cards"] for seat in view["seats"]] == [2, 3]
    assert view["colour"] == "B"
    assert scene.told("played")[0]["colour"] == "B"
