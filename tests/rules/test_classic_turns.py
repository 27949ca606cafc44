"""The official sheet: playing and challenging (D4 to D7 and their cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import event_for, own_view, public_view
from tests.rules.scenario import Scene, dealt


def classic(*hands: str, **how: Any) -> Scene:
    return dealt("classic", *hands, **how)


def bluffed(p0: str, starter: str, colour: str, **how: Any) -> Scene:
    """Seat 0 plays a Wild Draw Four on seat 1 of three."""
    return classic(p0, "R1 R3 G3", "Y1 Y3 Y4", starter=starter, **how).play(f"0 play F {colour}")


def test_rule_D4_after_a_draw_nothing_else_may_be_played() -> None:
    scene = classic("R5 B3", "R3 R4", starter="R1", stock="G9").play("0 draw")
    assert scene.options(0) == {"pass"}


def test_rule_D4_a_playable_card_that_was_drawn_may_be_played_or_kept() -> None:
    scene = classic("R5 B3", "R3 R4", starter="R1", stock="R9").play("0 draw")
    assert scene.options(0) == {"play R9", "pass"}
    assert own_view(scene.match, 0)["drawn"] == "R9"
    assert own_view(scene.match, 1)["drawn"] is None


def test_rule_D5_between_two_each_action_card_gives_another_turn() -> None:
    for card in ("RV", "RS", "RD"):
        scene = classic(f"{card} B3 B4", "R3 RD G4", starter="R1").play(f"0 play {card}")
        assert scene.match.to_move == 0
    assert len(scene.held(1)) == 5


def test_rule_D5_nothing_stacks() -> None:
    scene = classic("RD B3", "BD R4", "Y1 Y2", starter="R1").play("0 play RD")
    assert (len(scene.held(1)), scene.match.to_move, scene.hand.pending) == (4, 2, 0)


def test_rule_D5_a_skip_and_a_reverse_among_four() -> None:
    scene = classic("RV B3 B4", "R1 RS R2", "Y1 Y2 Y3", "R7 RS R6", starter="R1")
    scene.play("0 play RV", "3 play RS")
    assert (scene.told("missed"), scene.match.to_move) == ([{"seat": 2}], 1)


def test_rule_D6_a_matching_colour_makes_guilty_also_as_an_action_card() -> None:
    for held in ("F B6 G2", "F BS G2"):
        scene = bluffed(held, "B2", "R").play("1 challenge")
        assert scene.told("challenged")[0]["guilty"]


def test_rule_D6_a_matching_number_and_wilds_leave_innocent() -> None:
    for held in ("F G2 W", "F F W", "F R2 Y2"):
        assert not bluffed(held, "B2", "R").play("1 challenge").told("challenged")[0]["guilty"]


@pytest.mark.parametrize(("answer", "count", "mover"), [("challenge", 8, 2), ("take", 6, 2)])
def test_rule_D6_a_matching_action_card_of_another_colour_leaves_innocent(
    answer: str, count: int, mover: int
) -> None:
    scene = classic("F GS Y1", "R1 R3 BS", "B3 B1 B4", starter="B2", first=1)
    scene.play("1 play BS", "0 play F R", f"1 {answer}")
    assert (len(scene.held(1)), scene.match.to_move) == (count, mover)


def test_rule_D7_the_victim_may_only_take_or_challenge_and_nobody_else_may() -> None:
    scene = bluffed("F B6 G2", "B2", "R")
    assert scene.options(1) == {"take", "challenge"}
    assert public_view(scene.match)["phase"] == "answer"
    assert (scene.hand.colour, scene.hand.pending) == ("R", 4)
    assert scene.refused(2, "challenge").code == "not_your_turn"
    assert scene.refused(1, "play R1").rule == "D7"
    assert scene.refused(1, "draw").rule == "D7"


def test_rule_D7_guilty_draws_the_four_and_the_challenger_plays_on_the_named_colour() -> None:
    scene = bluffed("F B6 G2", "B2", "R").play("1 challenge")
    assert (len(scene.held(0)), len(scene.held(1))) == (6, 3)
    assert scene.told("drew") == [{"seat": 0, "count": 4, "reason": "challenge"}]
    assert (scene.match.to_move, scene.hand.colour, scene.hand.top) == (1, "R", "F")
    assert scene.options(1) == {"play R1", "play R3", "draw"}


def test_rule_D7_an_innocent_one_lets_the_challenger_draw_six_and_miss_the_turn() -> None:
    scene = bluffed("F G2 W", "B2", "R").play("1 challenge")
    assert (len(scene.held(0)), len(scene.held(1)), scene.match.to_move) == (2, 9, 2)
    assert scene.told("missed") == [{"seat": 1}]


def test_rule_D7_taking_draws_four_and_loses_the_turn() -> None:
    scene = bluffed("F B6 G2", "B2", "R").play("1 take")
    assert (len(scene.held(1)), scene.match.to_move, scene.hand.pending) == (7, 2, 0)


def test_rule_D7_the_hand_is_judged_against_the_colour_in_force_before_the_play() -> None:
    scene = bluffed("F R6 G2", "B2", "R").play("1 challenge")
    assert not scene.told("challenged")[0]["guilty"]


def test_rule_D7_the_hand_is_judged_and_shown_as_it_was_when_played() -> None:
    scene = classic("F B6", "R1 R3", "Y1 Y3", starter="G2", stock="G7 G8").play("0 play F R")
    scene.play("2 catch 0", "1 challenge")
    assert not scene.told("challenged")[0]["guilty"]
    assert event_for(scene.log[0], 1)["shown"] == ["B6"]
    assert len(scene.held(0)) == 3


def test_rule_D7_only_the_challenger_is_shown_the_hand_and_only_until_the_next_decision() -> None:
    scene = bluffed("F B6 G2", "B2", "R").play("1 challenge")
    assert event_for(scene.log[0], 1)["shown"] == ["G2", "B6"]
    for other in (0, 2, None):
        assert "shown" not in event_for(scene.log[0], other)
    assert own_view(scene.match, 1)["shown"] == {"seat": 0, "cards": ["G2", "B6"]}
    assert own_view(scene.match, 2)["shown"] is None
    scene.play("1 play R1")
    assert own_view(scene.match, 1)["shown"] is None


def test_rule_D7_a_wild_draw_four_just_drawn_may_be_a_bluff_and_is_challenged() -> None:
    scene = classic("R5 G1", "R1 R3", "Y1 Y3", starter="R9", stock="F").play("0 draw")
    assert "play F G" in scene.options(0)
    assert scene.play("0 play F G", "1 challenge").told("challenged")[0]["guilty"]


def test_rule_D7_between_two_taking_and_a_lost_challenge_return_the_turn() -> None:
    for answer, count in (("take", 6), ("challenge", 8)):
        scene = classic("F G2", "R1 R3", starter="B2").play("0 play F R", f"1 {answer}")
        assert (scene.match.to_move, len(scene.held(1))) == (0, count)


def test_rule_D7_against_play_to_the_right_the_victim_sits_to_the_right() -> None:
    scene = classic("RV B1 B2", "R1 R3 B3", "R2 F G4", starter="R5")
    scene.play("0 play RV", "2 play F G")
    assert (scene.match.to_move, scene.options(1)) == (1, {"take", "challenge"})
    scene.play("1 challenge")
    assert len(scene.held(2)) == 6
