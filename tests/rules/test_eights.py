"""Eights: no starter, draw as long as you like, to 100 (B1 to B12 and their worked cases)."""

from __future__ import annotations

from typing import Any

import pytest

from cardgame_rules import PRESETS, Match, SeatCountError, own_view, public_view
from cardgame_rules.scoring import points_of, worth
from tests.rules.scenario import Scene, ScriptedHouse, cards, dealt, placed

HEARTS_LEFT = "6H 8S 9H"


def eights(p0: str, p1: str, **how: Any) -> Scene:
    return dealt("eights", p0, p1, **how)


def answering(opening: str, p1: str, stock: str = "2C", under: str = "") -> Scene:
    """Seat 0 has opened with a card; seat 1 holds `p1` and is to answer."""
    scene = eights(f"{opening.split()[1]} AC", "AD AS").play(f"0 {opening}")
    return placed(scene, "AC", p1, stock=stock, under=under)


def test_rule_B1_seven_cards_each_and_no_card_is_turned_up() -> None:
    scene = dealt("eights")
    view = public_view(scene.match)
    assert [len(held) for held in scene.hand.hands] == [7, 7]
    assert (view["stock"], view["discard"], view["top"], view["colour"]) == (38, 0, None, None)


@pytest.mark.parametrize("seats", [1, 3])
def test_rule_B1_only_two_seats_play_eights(seats: int) -> None:
    with pytest.raises(SeatCountError, match="eights seats 2"):
        Match(PRESETS["eights"], [True] * seats, ScriptedHouse())


def test_rule_B2_the_first_card_may_be_any_and_an_eight_names_a_suit() -> None:
    scene = eights("8C KH", "2C 3H")
    assert scene.options(0) == {"play KH", "draw", *(f"play 8C {suit}" for suit in "CDHS")}
    assert scene.refused(0, "pass").rule == "K8"


def test_rule_B2_seat_0_opens_the_first_hand_and_then_they_alternate_whoever_won() -> None:
    scene = eights("8C", "2C").play("0 play 8C", "hand 2")
    assert scene.hand.first == 1
    scene.play(f"1 play {scene.held(1)[0]}", "hand 3")
    assert scene.hand.first == 0


def test_rule_B3_a_card_follows_by_suit_or_by_rank() -> None:
    scene = answering("play 7H", "7S 2H 8D KC")
    assert scene.options(1) == {"play 7S", "play 2H", "draw"} | {f"play 8D {s}" for s in "CDHS"}
    refusal = scene.refused(1, "play KC")
    assert (refusal.rule, "rank" in refusal.text) == ("K3", True)


def test_rule_B4_after_an_eight_only_the_named_suit_or_an_eight_follows() -> None:
    scene = answering("play 8C H", "3H 2C 8D 8H")
    plays = {option for option in scene.options(1) if option.startswith("play")}
    assert plays == {"play 3H"} | {f"play {eight} {s}" for eight in ("8D", "8H") for s in "CDHS"}


def test_rule_B4_an_eight_answers_an_eight_and_names_anew() -> None:
    scene = answering("play 8C H", "3H 2C 8D").play("1 play 8D S")
    assert scene.hand.colour == "S"


def test_rule_B4_an_eight_need_not_be_played_while_there_is_stock() -> None:
    assert "draw" in answering("play 7H", "8D KC").options(1)


def test_rule_B5_without_a_playable_card_a_player_draws_and_may_not_pass() -> None:
    scene = answering("play 8C H", "KC QC")
    assert scene.options(1) == {"draw"}
    assert scene.refused(1, "pass").rule == "K8"


def test_rule_B5_drawing_goes_on_as_long_as_one_likes_and_any_card_may_then_be_played() -> None:
    scene = answering("play 5H", "KC QC", stock=HEARTS_LEFT)
    scene.play("1 draw")
    assert scene.options(1) == {"play 6H", "draw"}
    scene.play("1 draw", "1 draw")
    assert {option.split()[1] for option in scene.options(1)} == {"6H", "8S", "9H"}
    assert scene.match.to_move == 1


def test_rule_B5_a_player_may_draw_with_a_playable_card_and_play_an_old_one_after() -> None:
    scene = answering("play 5H", "KH QC", stock="2C 3C").play("1 draw", "1 draw", "1 play KH")
    assert scene.match.to_move == 0


def test_rule_B5_the_whole_stock_may_be_drawn_on_the_first_move() -> None:
    scene = dealt("eights")
    for _ in range(38):
        scene.match.apply(0, "draw")
    assert len(scene.held(0)) == 45
    assert all(option.startswith("play") for option in scene.options(0))
    assert scene.refused(0, "draw").rule == "K8"
    assert scene.refused(0, "pass").rule == "K8"


def test_rule_B6_a_pass_needs_an_empty_stock_and_no_playable_card() -> None:
    scene = answering("play 5S", "8H KC", stock="")
    assert scene.options(1) == {f"play 8H {suit}" for suit in "CDHS"}
    scene = answering("play 5S", "QH KC", stock="9D").play("1 draw")
    assert scene.options(1) == {"pass"}


def test_rule_B7_the_discard_pile_is_never_recycled() -> None:
    under = " ".join(rank + suit for suit in "CD" for rank in "A234567TJQ")
    scene = answering("play 5S", "QH KC", stock="", under=under).play("1 pass")
    assert (len(scene.hand.stock), len(scene.hand.discard)) == (0, 21)


def test_rule_B8_an_eight_as_last_card_names_no_suit() -> None:
    scene = eights("8H", "2C")
    assert scene.options(0) == {"play 8H", "draw"}
    scene.play("0 play 8H S")
    assert scene.match.hand_over
    assert scene.told("played")[0]["colour"] is None


def test_rule_B8_the_winner_scores_the_hand_of_the_loser() -> None:
    scene = eights("KH 7H", "7S 2S")
    scene.play("0 play 7H", "1 play 7S")
    placed(scene, "KS", "2S KC AC TC 8C 5C", stock="3C")
    scene.play("0 play KS")
    assert scene.match.totals == [78, 0]


def test_rule_B8_twos_queens_and_aces_have_no_effect() -> None:
    for rank in "2QA":
        scene = eights(f"{rank}H 7H", "7S 2S").play(f"0 play {rank}H")
        assert (scene.match.to_move, [event.kind for event in scene.log]) == (1, ["played"])


def test_rule_B9_two_passes_in_a_row_block_the_hand() -> None:
    scene = answering("play 5S", "QH KC", stock="9D").play("1 draw", "1 pass")
    assert not scene.match.hand_over
    scene.play("0 pass")
    assert scene.told("hand_over")[0]["reason"] == "blocked"
    # One for the ace against 10 + 10 + 9.
    assert scene.told("hand_over")[0]["points"] == [28, 0]


@pytest.mark.parametrize(
    ("p0", "p1", "points"),
    [("TH 2H", "TC JC KC", [18, 0]), ("KH QH 5H", "KC QC 5C", [0, 0])],
)
def test_rule_B9_the_lower_hand_scores_the_difference_and_a_tie_scores_nothing(
    p0: str, p1: str, points: list[int]
) -> None:
    scene = placed(dealt("eights"), p0, p1)
    scene.hand.reason = "blocked"
    assert points_of(scene.hand) == points


def test_rule_B9_after_a_tied_block_the_next_hand_alternates_the_opener() -> None:
    scene = placed(eights("5S AC", "AD AS").play("0 play 5S"), "KC", "KD")
    scene.play("1 pass", "0 pass")
    assert scene.told("hand_over")[0]["points"] == [0, 0]
    assert scene.play("hand 2").hand.first == 1


@pytest.mark.parametrize(("loser", "over"), [("KC 2C", True), ("KC AC", False)])
def test_rule_B10_the_series_is_over_at_100_points(loser: str, over: bool) -> None:
    scene = eights("KH 7H", "7S 2S").play("0 play 7H", "1 play 7S")
    placed(scene, "KS", loser, stock="3C")
    scene.match.standings.totals[0] = 88
    scene.play("0 play KS")
    assert scene.match.over == over
    assert scene.match.totals[0] == 88 + worth(cards(loser))


def test_rule_B11_a_bot_is_shown_how_many_cards_the_other_holds_and_not_which() -> None:
    scene = eights("KH 7H 9D", "7S 2S 6C").play("0 play 7H")
    seen = str(public_view(scene.match)) + str(own_view(scene.match, 1))
    assert public_view(scene.match)["seats"][0]["cards"] == 2
    assert "KH" not in seen
    assert "9D" not in seen


def test_rule_B11_it_is_known_who_has_played_the_first_card_of_a_hand() -> None:
    scene = eights("KH", "7S 2S"[:2]).play("0 draw")
    assert not scene.match.has_played(0)
    scene.play("0 play KH")
    assert [scene.match.has_played(seat) for seat in (0, 1)] == [True, False]


def test_rule_B11_with_a_new_hand_nobody_has_played_yet() -> None:
    scene = eights("KH", "7S").play("0 play KH")
    assert scene.match.has_played(0)
    scene.play("hand 2")
    assert not scene.match.has_played(0)


def test_rule_B12_a_hand_is_shown_suit_by_suit_in_the_order_of_the_ranks() -> None:
    scene = eights("KC AC 2D TD 9D AS 3H", "7S 2S 6C")
    assert own_view(scene.match, 0)["hand"] == cards("AC KC 2D 9D TD 3H AS")
