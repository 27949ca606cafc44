"""Calling the last card and catching who did not (D8 and its cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import own_view, public_view
from tests.rules.scenario import Scene, dealt, placed


def silent(p0: str = "R1 R2", **how: Any) -> Scene:
    """Seat 0 of three has just played to one card and said nothing."""
    scene = dealt("classic", p0, "R3 R4", "Y1 Y3", starter="R5", **how)
    return scene.play(f"0 play {p0.split(maxsplit=1)[0]}")


def test_rule_D8_a_silent_player_is_caught_and_draws_two_and_the_turn_stays() -> None:
    scene = silent()
    turn = scene.match.turn
    assert public_view(scene.match)["uncalled"] == [0]
    scene.play("2 catch 0")
    assert len(scene.held(0)) == 3
    assert scene.told("caught") == [{"seat": 0, "by": 2}]
    assert scene.told("drew") == [{"seat": 0, "count": 2, "reason": "caught"}]
    assert (scene.match.to_move, scene.match.turn) == (1, turn)
    assert scene.match.uncalled == ()


def test_rule_D8_a_late_call_before_any_catch_makes_safe() -> None:
    scene = silent().play("0 call")
    assert scene.told("called") == [{"seat": 0}]
    assert scene.refused(2, "catch 0").rule == "D8"


def test_rule_D8_a_call_with_the_play_opens_no_window() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", "Y1 Y3", starter="R5").play("0 play R1 call")
    assert scene.match.uncalled == ()
    assert scene.refused(1, "catch 0").rule == "D8"
    assert scene.told("played")[0]["call"] is True


@pytest.mark.parametrize("action", ["play R3 call", "draw"])
def test_rule_D8_the_first_turn_action_of_anybody_closes_the_window(action: str) -> None:
    scene = silent().play(f"1 {action}")
    assert 0 not in scene.match.uncalled
    assert scene.refused(2, "catch 0").rule == "D8"
    assert scene.refused(0, "call").rule == "D8"


def silent_wild() -> Scene:
    scene = dealt("classic", "F B2", "R3 R4", "Y1 Y3", starter="R5")
    return scene.play("0 play F R")


@pytest.mark.parametrize("answer", ["take", "challenge"])
def test_rule_D8_an_answer_to_a_wild_draw_four_closes_the_window(answer: str) -> None:
    scene = silent_wild().play(f"1 {answer}")
    assert scene.refused(2, "catch 0").rule == "D8"


def test_rule_D8_a_catch_during_an_open_challenge_leaves_the_challenge_open() -> None:
    scene = silent_wild()
    assert scene.options(1) == {"take", "challenge", "catch 0"}
    scene.play("1 catch 0")
    assert scene.options(1) == {"take", "challenge"}
    assert len(scene.held(0)) == 3
    assert len(scene.play("1 take").held(1)) == 6


def test_rule_D8_a_call_during_an_open_challenge_leaves_the_challenge_open() -> None:
    scene = silent_wild().play("0 call")
    assert scene.options(1) == {"take", "challenge"}
    assert scene.options(2) == set()


def test_rule_D8_draws_and_skips_of_a_victim_do_not_close_the_window() -> None:
    for card in ("RS", "RD"):
        scene = silent(f"{card} R2")
        assert scene.match.uncalled == (0,)
        assert "catch 0" in scene.options(1)
        assert "catch 0" in scene.options(2)


def test_rule_D8_between_two_the_owner_is_on_turn_again_and_may_still_call_or_be_caught() -> None:
    scene = dealt("classic", "RS R2", "R3 R4", starter="R5").play("0 play RS")
    assert scene.match.to_move == 0
    assert scene.options(0) == {"play R2", "draw", "call"}
    assert scene.options(1) == {"catch 0"}
    scene.play("1 catch 0")
    assert len(scene.held(0)) == 3
    assert "play R2" in scene.options(0)
    assert scene.match.to_move == 0


def test_rule_D8_the_own_next_turn_closes_the_window_too() -> None:
    scene = dealt("classic", "RS B2", "R3 R4", starter="R5").play("0 play RS", "0 draw")
    assert scene.refused(1, "catch 0").rule == "D8"


def test_rule_D8_going_out_at_once_closes_the_window_with_the_hand() -> None:
    scene = dealt("classic", "RS R2", "R3 R4", starter="R5").play("0 play RS", "0 play R2")
    assert scene.match.hand_over
    assert scene.refused(1, "catch 0").code == "hand_over"


def test_rule_D8_wrong_calls_and_catches_are_refused_without_penalty() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", "Y1 Y3", starter="R5")
    assert scene.refused(0, "call").rule == "D8"
    assert scene.refused(1, "catch 0").rule == "D8"
    scene.play("0 play R1")
    assert scene.refused(0, "catch 0").rule == "D8"
    assert scene.refused(1, "catch 2").rule == "D8"
    assert scene.refused(1, "call").rule == "D8"


def test_rule_D8_a_call_may_be_given_with_the_next_to_last_card_only() -> None:
    scene = dealt("classic", "R1 R2 R6", "R3 R4 R7", starter="R5")
    assert scene.refused(0, "play R1 call").rule == "D8"
    assert not any(option.endswith("call") for option in scene.options(0))


def test_rule_D8_the_last_card_itself_is_not_called() -> None:
    scene = dealt("classic", "R1", "R3", starter="R5")
    assert scene.refused(0, "play R1 call").rule == "D8"


def test_rule_D8_the_penalty_is_that_of_the_table() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", starter="R5", call_penalty=4)
    assert len(scene.play("0 play R1", "1 catch 0").held(0)) == 5


def test_rule_D8_a_catch_that_takes_the_last_cards_changes_what_the_seat_on_turn_may_do() -> None:
    scene = dealt("classic", "R1 R2", "G3 G4", "Y1 Y3", starter="R5", stock_empty="none")
    placed(scene, "R1 R2", "G3 G4", "Y1 Y3", stock="B1 B2")
    scene.play("0 play R1")
    assert scene.options(1) == {"draw", "catch 0"}
    scene.play("2 catch 0")
    assert scene.options(1) == {"pass"}


def test_rule_D8_a_catch_that_empties_the_stock_shuffles_the_discards() -> None:
    scene = dealt("classic", "R1 R2", "G3 G4", "Y1 Y3", starter="R5")
    placed(scene, "R1 R2", "G3 G4", "Y1 Y3", stock="B1", under="B7")
    scene.play("0 play R1", "2 catch 0", "shuffle B7 R5")
    assert scene.held(0) == ["B1", "B7", "R2"]
    assert scene.options(1) == {"draw"}


def test_rule_D8_other_games_may_be_played_with_calling_too() -> None:
    scene = dealt("survival", "RD R1", "RD Y2", "G1 G2", starter="R5", call_penalty=2)
    scene.play("0 play RD", "2 catch 0")
    assert (scene.hand.pending, scene.match.to_move, len(scene.held(0))) == (2, 1, 3)
    assert scene.options(1) == {"play RD", "play RD call", "take"}


def test_rule_D8_one_is_told_of_catching_only_while_it_is_possible() -> None:
    scene = silent()
    assert "catch 0" in own_view(scene.match, 2)["legal"]
    assert own_view(scene.match, 0)["legal"] == ["call"]
    scene.play("0 call")
    assert own_view(scene.match, 2)["legal"] == []
