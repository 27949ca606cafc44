"""How a hand is dealt, turns, is blocked and ends (K1, K9, K10, K12 to K18)."""

from __future__ import annotations

import pytest

from cardgame_rules import PRESETS, Match, public_view
from cardgame_rules.records import replay
from tests.rules.scenario import ScriptedHouse, dealt, placed


def test_rule_K1_play_goes_to_the_left_and_the_dealer_sits_right_of_the_first_seat() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", "R5 R6", starter="R0", first=1)
    assert (scene.hand.first, scene.hand.dealer, scene.hand.direction) == (1, 0, 1)
    scene.play("1 play R3", "2 play R5", "0 play R1 call")
    assert scene.match.to_move == 1


def test_rule_K1_of_two_seats_the_other_one_deals() -> None:
    scene = dealt("duel", "R1 R2", "R3 R4", starter="R0", first=1)
    assert (scene.hand.first, scene.hand.dealer) == (1, 0)


def test_rule_K9_a_full_lap_of_passes_that_prove_nobody_can_move_blocks_the_hand() -> None:
    scene = dealt("classic", "G1", "Y2 Y3", "B4 B6", starter="R5")
    placed(scene, "G1", "Y2 Y3", "B4 B6")
    scene.play("0 pass", "1 pass", "2 pass")
    assert scene.match.hand_over
    assert scene.told("hand_over")[0]["reason"] == "blocked"
    assert scene.told("hand_over")[0]["winner"] is None


def test_rule_K9_a_pass_with_a_playable_card_in_hand_counts_for_nothing() -> None:
    scene = dealt("classic", "G1", "Y2", starter="R5")
    placed(scene, "G1 G2", "Y2 Y3", stock="R9")
    # Seat 0 draws the very last card, declines to play it and still holds it.
    scene.play("0 draw", "0 pass", "1 pass")
    assert not scene.match.hand_over
    assert "play R9" in scene.options(0)
    scene.play("0 play R9", "1 draw", "1 pass")
    assert not scene.match.hand_over


def test_rule_K9_a_pass_after_a_draw_that_emptied_everything_counts() -> None:
    scene = dealt("classic", "G1", "Y2", starter="R5")
    placed(scene, "G1 G2", "Y2 Y3", stock="B9")
    scene.play("0 draw", "0 pass", "1 pass")
    assert scene.match.hand_over
    assert scene.match.last_sheet is not None
    assert scene.match.last_sheet.reason == "blocked"


def test_rule_K10_the_last_card_ends_the_hand_without_skip_reverse_name_or_call() -> None:
    for card in ("RS", "RV", "W", "R9"):
        scene = dealt("classic", card, "R1", "R2", starter="R5").play(f"0 play {card}")
        assert [event.kind for event in scene.log][:2] == ["played", "hand_over"]
        assert scene.hand.direction == 1
        assert scene.match.to_move is None
        assert scene.match.uncalled == ()


def test_rule_K10_a_last_draw_card_makes_the_next_seat_in_the_direction_draw() -> None:
    scene = dealt("classic", "RV RD", "R1 R2", "R3 R4", starter="R5", stock="Y1 Y2")
    scene.play("0 play RV call", "2 play R3 call", "1 play R1 call", "0 play RD")
    assert scene.held(2) == ["R4", "Y1", "Y2"]
    assert scene.told("drew") == [{"seat": 2, "count": 2, "reason": "last"}]


def test_rule_K12_at_the_end_of_a_hand_everybody_is_shown_every_hand() -> None:
    scene = dealt("duel", "R1", "W", starter="R5").play("0 play R1")
    assert scene.told("hand_over")[0]["cards"] == [[], ["W"]]
    assert public_view(scene.match)["last_hand"]["cards"] == [[], ["W"]]


def test_rule_K12_no_view_shows_a_hand_before_its_end() -> None:
    scene = dealt("duel", "R1 R2", "W W", starter="R5").play("0 play R1")
    assert public_view(scene.match)["last_hand"] is None


RECORD = """cardgame record 1
rules classic hand_size=2
seat 0 person ann
seat 1 person bob
seat 2 person cay
hand 1
shuffle R1 B9 G1 ...
shuffle R1 G1 B1 R2 G2 B2 R5 ...
"""


def test_rule_K13_cards_are_dealt_one_at_a_time_beginning_with_the_first_seat() -> None:
    match = replay(RECORD)
    assert match.hand is not None
    assert match.hand.first == 2
    assert [match.hand.hands[seat] for seat in (2, 0, 1)] == [
        ["R1", "R2"],
        ["G1", "G2"],
        ["B1", "B2"],
    ]
    assert match.hand.top == "R5"


def test_rule_K14_without_an_eligible_starter_the_whole_deck_is_dealt_again() -> None:
    rules = PRESETS["survival"].changed(hand_size=24)
    house = ScriptedHouse()
    numbers = [c + n for c in "RGYB" for n in "0123456789123456789"]
    house.orders.append(numbers)  # 76 numbers and 20 others go to the hands, 12 others remain
    house.orders.append([c + s for c in "RGYB" for s in "SVDSVD"])
    match = Match(rules, [True] * 4, house)
    log = match.start_hand()
    assert sum(line.startswith("shuffle") for line in match.record) == 2
    assert [event.kind for event in log].count("dealt") == 4
    assert match.hand is not None
    assert match.hand.hands[0][0] == "RS"
    assert match.hand.colour is not None


def test_rule_K15_the_limit_of_actions_ends_a_hand_and_scores_it_as_blocked() -> None:
    scene = dealt("duel", "G1 R9", "Y2 B3", starter="R5", stock="B7 B8", turn_limit=4)
    scene.play("0 draw", "0 pass", "1 draw", "1 pass")
    sheet = scene.told("hand_over")[0]
    assert (sheet["reason"], sheet["winner"]) == ("limit", None)
    # 1 + 9 + 7 against 2 + 3 + 8: the lower hand takes the difference.
    assert sheet["points"] == [0, 4]


def test_rule_K15_calls_and_catches_are_not_counted() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", "B1 B2", starter="R5", turn_limit=2)
    scene.play(
        "0 play R1",
        "0 call",
        "1 play R3",
    )
    assert scene.told("hand_over")[0]["reason"] == "limit"


def test_rule_K15_a_card_that_goes_out_at_the_limit_wins() -> None:
    scene = dealt("duel", "R1", "R2", starter="R5", turn_limit=1).play("0 play R1")
    assert scene.told("hand_over")[0]["reason"] == "out"


def test_rule_K15_a_limit_reached_by_a_penalty_card_leaves_nothing_pending() -> None:
    scene = dealt("survival", "RD R1", "RD R2", starter="R5", turn_limit=1).play("0 play RD")
    assert scene.match.hand_over
    assert public_view(scene.match)["pending"] == 0
    scene = dealt("classic", "F R1", "RD R2", starter="G5", turn_limit=1).play("0 play F R")
    assert scene.match.hand_over
    assert public_view(scene.match)["pending"] == 0
    assert scene.match.uncalled == ()


def test_rule_K15_without_a_limit_a_hand_goes_on() -> None:
    scene = dealt("survival", "G1 G2", "Y2 B3", starter="R5", turn_limit=0)
    for _ in range(20):
        scene.play("0 draw", "1 draw")
    assert not scene.match.hand_over


def test_rule_K15_the_limit_of_hands_ends_the_match_with_the_standings_as_they_are() -> None:
    scene = dealt("duel", "R1", "R2", starter="R5", hand_limit=2)
    scene.play("0 play R1", "hand 2", "shuffle R1 R3 R5")
    assert not scene.match.over
    scene.play("1 play R1")
    assert scene.match.over
    assert scene.told("match_over")[0]["reason"] == "limit"


def test_rule_K16_an_action_is_its_text() -> None:
    scene = dealt("classic", "R1 W", "R3 R4", starter="R5")
    assert scene.options(0) == (
        {"play R1", "play R1 call", "draw"}
        | {f"play W {c}{call}" for c in "RGYB" for call in ("", " call")}
    )


@pytest.mark.parametrize(
    "text", ["", "play", "Play R1", "play R1 ", " draw", "draw 2", "catch", "catch 12"]
)
def test_rule_K16_what_is_no_notation_is_refused_as_that(text: str) -> None:
    scene = dealt("classic", "R1 W", "R3 R4", starter="R5")
    refusal = scene.refused(0, text)
    assert (refusal.code, refusal.rule) == ("not_notation", "K16")


def test_rule_K16_a_forced_consequence_is_an_event_and_no_action() -> None:
    scene = dealt("classic", "RD R2 R4", "R1 R3 RD", starter="R5").play("0 play RD")
    assert [event.kind for event in scene.log] == ["played", "drew", "missed"]
    assert scene.match.record[-1] == "0 play RD"
    assert scene.match.to_move == 0


def test_rule_K17_a_seat_stays_in_the_hand_and_leaves_only_between_hands() -> None:
    scene = dealt(
        "survival", "R1", "R2", "R3", starter="R5", people=[True, True, False], match_end="lives:1"
    )
    scene.play("0 play R1")
    assert scene.told("seat_out") == [{"seat": 1}]
    assert scene.match.standings.seats == (0, 2)


def test_rule_K18_the_default_names_the_colour_held_most() -> None:
    scene = dealt("classic", "G1 G2 R3", "R1 R2 R4", starter="W")
    assert str(scene.match.default_action(0)) == "name G"


def test_rule_K18_the_default_takes_a_penalty_and_no_challenge() -> None:
    scene = dealt("classic", "F R1 R2", "G1 G2 G3", starter="B5").play("0 play F G")
    assert str(scene.match.default_action(1)) == "take"
    scene = dealt("survival", "RD R1 R2", "RD G2 G3", starter="R5").play("0 play RD")
    assert str(scene.match.default_action(1)) == "take"


def test_rule_K18_the_default_plays_the_lowest_card_else_draws_else_passes() -> None:
    scene = dealt("duel", "R9 R3 W", "G1 G2 G3", starter="R5")
    assert str(scene.match.default_action(0)) == "play R3"
    scene = dealt("duel", "G9 G3 Y2", "G1 G2 Y3", starter="R5", stock="B1 R7")
    assert str(scene.match.default_action(0)) == "draw"
    assert str(scene.play("0 draw").match.default_action(0)) == "pass"
    scene.play("0 pass", "1 draw")
    assert str(scene.match.default_action(1)) == "play R7"


def test_rule_K18_the_default_for_a_drawn_wild_names_the_colour_held_most() -> None:
    scene = dealt("duel", "G9 G3 Y2", "R1 R2 Y3", starter="R5", stock="W").play("0 draw")
    assert str(scene.match.default_action(0)) == "play W G"
