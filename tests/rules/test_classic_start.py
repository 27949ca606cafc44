"""The official sheet: the cut, the starter, the score (D1 to D3, D9 to D11 and their cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import PRESETS, Match, SeatCountError, public_view
from tests.rules.scenario import Scene, ScriptedHouse, cards, dealt, placed


def classic(*hands: str, **how: Any) -> Scene:
    return dealt("classic", *hands, **how)


def cut(text: str, seats: int = 3) -> tuple[Match, list[tuple[int, str]]]:
    """Cut with these cards on top; return the match and who drew which card."""
    house = ScriptedHouse()
    house.orders.extend([cards(text), ["R1"]])
    match = Match(PRESETS["classic"], [True] * seats, house)
    log = match.start_hand()
    return match, [(e.public["seat"], e.public["card"]) for e in log if e.kind == "cut"]


@pytest.mark.parametrize("seats", [1, 11])
def test_rule_D1_two_to_ten_seats_play(seats: int) -> None:
    with pytest.raises(SeatCountError, match="classic seats 2 to 10"):
        Match(PRESETS["classic"], [True] * seats, ScriptedHouse())


def test_rule_D1_ten_players_leave_thirty_seven_cards() -> None:
    scene = classic(seats=10, starter="R5")
    assert [len(held) for held in scene.hand.hands] == [7] * 10
    assert len(scene.hand.stock) == 37


def test_rule_D2_the_highest_number_deals_and_the_seat_to_its_left_begins() -> None:
    match, drawn = cut("R3 G9 B7")
    assert drawn == [(0, "R3"), (1, "G9"), (2, "B7")]
    assert match.hand is not None
    assert (match.hand.dealer, match.hand.first) == (1, 2)


def test_rule_D2_a_symbol_counts_as_nothing() -> None:
    match, _ = cut("W G1 BS")
    assert match.hand is not None
    assert match.hand.dealer == 1


def test_rule_D2_those_who_are_equal_draw_again() -> None:
    match, drawn = cut("R9 G9 BS R2 B4")
    assert drawn[3:] == [(0, "R2"), (1, "B4")]
    assert match.hand is not None
    assert match.hand.dealer == 1


def test_rule_D2_all_symbols_are_a_tie_of_all() -> None:
    _, drawn = cut("W F BS R2 B4 G3")
    assert [seat for seat, _ in drawn] == [0, 1, 2, 0, 1, 2]


def test_rule_D2_the_cards_of_the_cut_go_back_before_the_deal() -> None:
    match, _ = cut("R3 G9 B7")
    assert match.hand is not None
    assert sum(map(len, match.hand.hands)) + len(match.hand.stock) + len(match.hand.discard) == 108


def test_rule_D2_the_deal_goes_to_the_left_with_every_hand() -> None:
    scene = classic("R1", "R2", "R3", starter="R5", first=2).play("2 play R3", "hand 2")
    assert (scene.hand.dealer, scene.hand.first) == (2, 0)


def test_rule_D2_the_deal_goes_to_the_left_also_after_a_reverse_and_a_late_winner() -> None:
    scene = classic("RV R2", "G1 G2", "Y1 R1", starter="R5")
    scene.play("0 play RV call", "2 play R1 call", "1 draw", "1 pass", "0 play R2", "hand 2")
    assert (scene.hand.first, scene.hand.direction) == (1, 1)


def test_rule_D3_after_a_number_the_seat_left_of_the_dealer_plays() -> None:
    assert classic(seats=3, starter="R5", first=1).match.to_move == 1


@pytest.mark.parametrize(("seats", "mover"), [(2, 1), (3, 1), (4, 1)])
def test_rule_D3_a_draw_two_gives_the_first_seat_two_cards_and_the_next_starts(
    seats: int, mover: int
) -> None:
    scene = classic(seats=seats, starter="RD")
    assert len(scene.hand.hands[0]) == 9
    assert (scene.match.to_move, scene.told("missed")) == (mover, [{"seat": 0}])


def test_rule_D3_after_a_reverse_the_dealer_goes_first_and_play_moves_to_the_right() -> None:
    scene = classic("R1 G1", "R2 G2", "R3 G3", "R4 G4", starter="RV")
    assert (scene.hand.dealer, scene.match.to_move, scene.hand.direction) == (3, 3, -1)
    scene.play("3 play R4", "2 play R3", "1 play R2")
    assert scene.match.to_move == 0


def test_rule_D3_of_two_the_dealer_goes_first_after_a_reverse_or_a_skip() -> None:
    for starter in ("RV", "RS"):
        scene = classic("R1 G1", "R2 G2", starter=starter)
        assert scene.match.to_move == scene.hand.dealer == 1


def test_rule_D3_after_a_skip_the_second_to_the_left_starts() -> None:
    scene = classic(seats=4, starter="RS", first=2)
    assert (scene.told("missed"), scene.match.to_move) == ([{"seat": 2}], 3)


def test_rule_D3_for_a_wild_the_first_seat_names_a_colour_and_then_plays_or_draws() -> None:
    scene = classic("R1 G1", "R2 G2", "Y1 Y2", starter="W")
    assert scene.options(0) == {f"name {colour}" for colour in "RGYB"}
    assert scene.options(1) == set()
    scene.play("0 name G")
    assert scene.options(0) == {"play G1", "play G1 call", "draw"}


def test_rule_D3_a_wild_draw_four_goes_back_into_a_shuffled_stock() -> None:
    scene = classic("R1 G1", "R2 G2", "Y1 Y2", starter="F", again=["F", "B3"])
    assert [event["card"] for event in scene.told("turned")] == ["F", "F", "B3"]
    assert scene.told("drew") == []
    assert scene.match.to_move == 0


def test_rule_D9_a_last_draw_two_or_four_is_drawn_and_counted() -> None:
    scene = classic("F", "R1", "R2", starter="G5", stock="W Y1 Y2 Y3").play("0 play F")
    assert len(scene.held(1)) == 5
    assert scene.told("hand_over")[0]["points"] == [59, 0, 0]
    assert scene.refused(1, "challenge").code == "hand_over"


def test_rule_D10_the_winner_takes_all_hands_and_490_and_10_end_the_match() -> None:
    scene = classic("R1", "R4", "B6", starter="R5")
    scene.match.standings.totals[0] = 490
    scene.replays = False
    scene.play("0 play R1")
    assert scene.match.over
    assert scene.told("match_over")[0] == {
        "reason": "target",
        "winners": [0],
        "ranking": [[0], [1, 2]],
        "totals": [500, 0, 0],
    }
    assert public_view(scene.match)["result"]["winners"] == [0]


def test_rule_D11_a_blocked_hand_gives_the_lowest_the_sum_of_the_differences() -> None:
    scene = placed(classic("G1", "Y1", "B1", starter="R5"), "G1 G2", "Y4 Y2", "BS")
    scene.play("0 pass", "1 pass", "2 pass")
    assert scene.told("hand_over")[0]["points"] == [3 + 17, 0, 0]


def test_rule_D11_a_tie_for_the_lowest_scores_nothing() -> None:
    scene = placed(classic("G1", "Y1", "B1", starter="R5"), "G1 G2", "Y1 Y2", "BS")
    scene.play("0 pass", "1 pass", "2 pass")
    assert scene.told("hand_over")[0]["points"] == [0, 0, 0]
