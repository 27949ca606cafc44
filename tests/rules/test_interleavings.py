"""Odd moments that follow each other: limits, catches, challenges and empty stocks at once."""

from __future__ import annotations

import pytest

from cardgame_rules import PRESETS, Match, own_view, public_view
from cardgame_rules.records import dumps, replay
from tests.rules.random_play import new_match, steps
from tests.rules.scenario import ScriptedHouse, cards, dealt, placed
from tests.rules.snapshot import match_state


def test_rule_K6_a_drained_match_replays_through_every_reshuffle() -> None:
    match = new_match("duel", 2, 16)
    match.start_hand()
    reshuffles = 0
    for step in steps(match, "any", 16, limit=900):
        reshuffles += sum(event.kind == "reshuffled" for event in step.log)
    assert reshuffles >= 3
    assert match_state(replay(dumps(match))) == match_state(match)


def test_rule_K7_a_challenger_draws_six_through_a_reshuffle_and_the_named_colour_stays() -> None:
    scene = dealt("classic", "F G1", "B1 B2", "Y1 Y2", starter="R5")
    placed(scene, "F G1", "B1 B2", "Y1 Y2", stock="R1 R2", under="R3 R4 W GD")
    scene.play("0 play F B call", "1 challenge", "shuffle W R3 GD R4 R5")
    assert len(scene.held(1)) == 8
    assert (scene.hand.colour, scene.match.to_move) == ("B", 2)
    assert scene.options(2) == {"draw"}


def test_rule_K7_a_challenge_that_finds_too_few_cards_still_costs_the_turn() -> None:
    scene = dealt("classic", "F G1", "B1 B2", "Y1 Y2", starter="R5")
    placed(scene, "F G1", "B1 B2", "Y1 Y2", stock="R1")
    scene.play("0 play F B call", "1 challenge", "shuffle R5")
    assert (len(scene.held(1)), scene.match.to_move) == (4, 2)
    assert (len(scene.hand.stock), scene.hand.discard) == (0, ["F"])


def test_rule_A12_a_foul_with_an_empty_stock_draws_nothing_and_loses_the_turn() -> None:
    scene = placed(dealt("duel", "F R1", "B1 B2", starter="R5"), "F R1", "B1 B2")
    scene.play("0 play F G")
    assert (scene.held(0), scene.match.to_move, scene.hand.colour) == (["F", "R1"], 1, "R")
    assert scene.options(1) == {"pass"}


def test_rule_A14_a_last_draw_four_on_an_empty_stock_takes_the_card_below() -> None:
    scene = placed(dealt("duel", "F", "B1", starter="R5"), "F", "B1")
    scene.play("0 play F", "shuffle R5")
    assert scene.held(1) == ["B1", "R5"]
    assert scene.told("drew") == [{"seat": 1, "count": 1, "reason": "last"}]
    assert scene.match.totals == [6, 0]


def test_rule_D8_a_caught_player_who_is_on_turn_may_play_what_he_drew() -> None:
    scene = dealt("classic", "RS B2", "B3 B4", starter="R5", stock="R7 R8")
    scene.play("0 play RS", "1 catch 0")
    assert scene.options(0) == {"play R7", "play R8", "draw"}


def test_rule_D8_the_catch_does_not_touch_the_right_to_play_the_drawn_card() -> None:
    scene = dealt("classic", "R1 R2", "B3 R4", "Y1 Y2", starter="R5", stock="R7 R8 R9")
    scene.play("0 play R1", "2 catch 0", "1 draw")
    assert scene.options(1) == {"play R9", "pass"}
    assert own_view(scene.match, 1)["drawn"] == "R9"


def test_rule_D8_nobody_who_is_out_of_the_match_may_catch() -> None:
    scene = dealt("survival", "R1 R2", "B1 B2", "Y1 Y2", starter="R5", turn_limit=1, call_penalty=2)
    scene.match.apply(0, "draw")
    scene.match.standings.seats = (0, 1)
    scene.replays = False
    scene.match.start_hand()
    scene.hand.last_turn += 9
    matching = f"{scene.hand.colour}0"
    placed(scene, f"{matching} F", "B1 B2", stock="G1 G2 G3")
    scene.play(f"0 play {matching}")
    assert scene.match.uncalled == (0,)
    assert scene.options(2) == set()
    assert scene.refused(2, "catch 0").rule == "D8"


@pytest.mark.parametrize("last", ["1 challenge", "1 take"])
def test_rule_K15_the_limit_may_fall_on_the_answer_to_a_challenge(last: str) -> None:
    scene = dealt("classic", "F R1 G2", "B1 B2 B3", "Y1 Y2 Y3", starter="R5", turn_limit=2)
    scene.play("0 play F G", last)
    assert scene.told("hand_over")[0]["reason"] == "limit"
    assert own_view(scene.match, 1)["shown"] is None
    assert public_view(scene.match)["phase"] is None


def test_rule_K15_the_limit_counts_the_naming_of_a_starting_wild() -> None:
    scene = dealt("classic", "R1 R2", "B1 B2", starter="W", turn_limit=1).play("0 name R")
    assert scene.told("hand_over")[0]["reason"] == "limit"


def test_rule_K15_the_limit_is_counted_anew_in_each_hand() -> None:
    scene = dealt("duel", "G1 G2", "B1 B2", starter="R5", turn_limit=3)
    scene.play("0 draw", "0 pass", "1 draw", "hand 2", "shuffle G1 B1 G2 B2 R5")
    scene.play("1 draw", "1 pass")
    assert not scene.match.hand_over
    assert scene.play("0 draw").match.hand_over


@pytest.mark.parametrize(
    ("preset", "lines"),
    [
        ("classic", ["0 play F G"]),  # a challenge is open, and a call
        ("classic", ["0 draw"]),
        ("survival", ["0 play F G"]),
        ("duel", ["0 play F G"]),
    ],
)
def test_rule_K17_a_match_may_be_ended_by_consent_at_any_moment_and_replays(
    preset: str, lines: list[str]
) -> None:
    scene = dealt(preset, "F G1", "B1 B2", starter="R5").play(*lines)
    told = scene.match.agree_end()
    assert told[0].public["reason"] == "agreed"
    assert match_state(replay(dumps(scene.match))) == match_state(scene.match)
    assert scene.match.to_move is None
    assert scene.refused(1, "take").code == "hand_over"
    assert public_view(scene.match)["pending"] == 0


def test_rule_K17_a_match_may_be_ended_by_consent_before_its_first_hand() -> None:
    match = Match(PRESETS["duel"], [True, True], ScriptedHouse())
    match.agree_end()
    assert match.over
    assert public_view(match)["result"]["totals"] == [0, 0]
    assert match_state(replay(dumps(match))) == match_state(match)


def test_rule_C3_the_winner_who_stays_goes_first_when_others_have_left() -> None:
    scene = dealt("survival", "G1", "R9", "Y1", starter="R5", match_end="lives:1",
                  people=[True, True, True])  # fmt: skip
    scene.play("0 draw", "1 play R9")
    assert scene.match.over
    assert scene.told("match_over")[0]["ranking"][0] == [1]


def test_rule_A15_joint_totals_share_their_place_in_the_ranking() -> None:
    scene = dealt("classic", "R1", "R4", "B6", "G4", starter="R5", hand_limit=1, turn_limit=1)
    scene.play("0 draw")
    assert scene.told("match_over")[0]["reason"] == "limit"
    result = scene.told("match_over")[0]
    assert sorted(seat for group in result["ranking"] for seat in group) == [0, 1, 2, 3]
    assert result["winners"] == result["ranking"][0]


def test_rule_A15_equal_totals_at_the_limit_of_hands_win_together() -> None:
    scene = dealt("duel", "G1", "B1", starter="R5", hand_limit=1, turn_limit=1, stock="Y0")
    scene.play("0 draw")
    assert scene.told("match_over")[0]["winners"] == [0, 1]


def test_rule_D2_ten_players_may_cut_until_one_is_highest() -> None:
    house = ScriptedHouse()
    first, second, third = "R9 G9 B9 Y9 R1 R2 R3 R4 R5 R6", "W F RS GS", "R0 G0 R7 R8"
    house.orders.extend([cards(f"{first} {second} {third}"), ["G1"]])
    match = Match(PRESETS["classic"], [True] * 10, house)
    drawn = [event.public["seat"] for event in match.start_hand() if event.kind == "cut"]
    assert drawn == [*range(10), 0, 1, 2, 3, 0, 1, 2, 3]
    assert match.hand is not None
    assert (match.hand.dealer, match.hand.first) == (3, 4)
    assert match_state(replay(dumps(match))) == match_state(match)


@pytest.mark.parametrize("seats", range(2, 11))
def test_rule_D1_every_number_of_seats_plays_a_whole_match(seats: int) -> None:
    match = new_match("classic", seats, seats, hand_limit=15)
    while not match.over:
        match.start_hand()
        for _ in steps(match, "play", seats + match.hand_number, limit=2000):
            pass
    assert match_state(replay(dumps(match))) == match_state(match)
