"""Cards, colours and piles: what follows what, and what happens when the stock runs out (K2-K8)."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgame_rules import PRESETS, value_of
from cardgame_rules.cards import DECKS
from tests.rules.scenario import dealt, placed


def test_rule_K2_colour_in_force_is_that_of_the_top_or_the_named_one() -> None:
    scene = dealt("survival", "W R3", "G3 Y5", starter="R1")
    assert scene.hand.colour == "R"
    scene.play("0 play W G")
    assert (scene.hand.top, scene.hand.colour) == ("W", "G")
    scene.play("1 play G3")
    assert scene.hand.colour == "G"


def test_rule_K2_an_eight_puts_the_named_suit_in_force_and_not_its_own() -> None:
    scene = dealt("eights", "8C KH", "2C 3H")
    scene.play("0 play 8C H")
    assert scene.hand.colour == "H"
    assert scene.options(1) == {"play 3H", "draw"}


@pytest.mark.parametrize(
    ("card", "follows"),
    [
        ("R2", True),  # colour
        ("G7", True),  # number
        ("RS", True),  # an action card of the colour
        ("GS", False),
        ("G2", False),
        ("W", True),
        ("F", True),
    ],
)
def test_rule_K3_a_card_follows_by_colour_or_symbol_and_a_wild_always(
    card: str, follows: bool
) -> None:
    scene = dealt("survival", f"{card} B1", "R1 R2", starter="R7")
    assert any(option.startswith(f"play {card}") for option in scene.options(0)) == follows


def test_rule_K3_on_a_wild_top_only_the_colour_follows() -> None:
    scene = dealt("survival", "W R5", "W G5 R9", starter="R1").play("0 play W G")
    assert {option.split()[1] for option in scene.options(1) if option != "draw"} == {"W", "G5"}


def test_rule_K4_one_card_ends_the_turn_and_nobody_else_may_act() -> None:
    scene = dealt("classic", "R1 R2 R3", "R4 R5 R6", "R7 R8 R9", starter="R0")
    scene.play("0 play R1")
    assert scene.match.to_move == 1
    assert scene.refused(0, "play R2").code == "not_your_turn"
    assert scene.refused(2, "draw").code == "not_your_turn"


def test_rule_K4_nothing_may_be_taken_or_challenged_or_named_without_cause() -> None:
    scene = dealt("classic", "R1 R2 R3", "R4 R5 R6", starter="R0")
    assert [scene.refused(0, a).rule for a in ("take", "challenge", "name R")] == ["K4", "D7", "K5"]


@pytest.mark.parametrize("preset", ["duel", "survival", "classic"])
def test_rule_K5_a_wild_without_its_colour_is_refused_and_any_colour_may_be_named(
    preset: str,
) -> None:
    scene = dealt(preset, "W R3 R4", "R1 R2 G4", starter="R7")
    assert scene.refused(0, "play W").code == "ambiguous"
    for colour in "RGYB":
        assert f"play W {colour}" in scene.options(0)
    assert scene.refused(0, "play W C").code == "not_notation"
    assert scene.refused(0, "play R3 G").code == "not_notation"


@pytest.mark.parametrize("text", ["0 play W", "0 play W G"])
def test_rule_K5_a_last_card_names_nothing_and_a_colour_given_with_it_is_dropped(text: str) -> None:
    scene = dealt("duel", "W", "R1", starter="R7").play(text)
    assert scene.told("played") == [
        {"seat": 0, "card": "W", "colour": None, "left": 0, "call": False}
    ]
    assert scene.match.record[-1] == "0 play W"
    assert scene.hand.colour is None


def test_rule_K6_the_draw_that_empties_the_stock_shuffles_the_discards_at_once() -> None:
    scene = dealt("survival", "G1 G2", "B1 B2", starter="R5")
    placed(scene, "G1 G2", "B1 B2", stock="Y9", under="W Y3 B4")
    scene.play("0 draw", "shuffle Y3 W B4")
    assert scene.told("reshuffled") == [{"count": 3}]
    assert scene.hand.discard == ["R5"]
    assert scene.hand.stock[::-1] == ["Y3", "W", "B4"]


def test_rule_K6_the_play_of_a_second_card_on_an_empty_stock_shuffles_at_once() -> None:
    scene = dealt("survival", "R1 G2", "B1 B2", starter="R5")
    placed(scene, "R1 G2", "B1 B2", stock="", under="")
    scene.play("0 play R1", "shuffle R5")
    assert scene.hand.stock == ["R5"]
    assert scene.hand.discard == ["R1"]


def test_rule_K6_a_reshuffle_keeps_the_named_colour_of_the_top_and_forgets_the_others() -> None:
    scene = dealt("survival", "W G2 R1", "B1 Y2 Y3", starter="R5")
    placed(scene, "W G2 R1", "B1 Y2 Y3", stock="Y9", under="W F")
    scene.play("0 play W B", "1 draw", "shuffle W F R5")
    assert (scene.hand.top, scene.hand.colour) == ("W", "B")
    assert scene.hand.stock[::-1] == ["W", "F", "R5"]


def test_rule_K6_the_seed_B_never_recycles() -> None:
    scene = dealt("eights", "5S KC", "QD 2S")
    scene.play("0 play 5S")
    placed(scene, "KC", "QD 2S", stock="3H", under="9S JS TS")
    scene.play("1 draw")
    assert (len(scene.hand.stock), len(scene.hand.discard)) == (0, 4)


def test_rule_K7_a_draw_takes_one_at_a_time_and_may_recycle_the_card_under_the_draw_card() -> None:
    scene = dealt("classic", "RD R1 R2", "G1 G2 G3", starter="R5")
    placed(scene, "RD R1 R2", "G1 G2 G3", stock="Y9", under="Y3 B4")
    scene.play("0 play RD", "shuffle R5 Y3 B4")
    assert scene.held(1) == sorted(["G1", "G2", "G3", "Y9", "R5"])
    assert scene.told("drew") == [{"seat": 1, "count": 2, "reason": "penalty"}]


def test_rule_K7_a_draw_that_finds_no_card_is_void_but_the_turn_stays_lost() -> None:
    scene = dealt("classic", "F R1", "G1 G2", "B1 B2", starter="R5")
    placed(scene, "RD R1", "G1 G2", "B1 B2", stock="", under="")
    scene.play("0 play RD", "shuffle R5")
    assert scene.told("drew") == [{"seat": 1, "count": 1, "reason": "penalty"}]
    assert scene.match.to_move == 2
    assert scene.hand.stock == []


def test_rule_K8_a_pass_before_a_draw_needs_an_empty_stock_and_no_playable_card() -> None:
    scene = dealt("classic", "G1 G2", "R1 R2", starter="R5")
    assert scene.refused(0, "pass").rule == "K8"
    placed(scene, "G1 G2", "R1 R2", stock="", under="")
    assert scene.options(0) == {"pass"}
    assert scene.refused(0, "draw").rule == "K8"
    scene.play("0 pass")
    assert scene.options(1) == {"play R1", "play R1 call", "play R2", "play R2 call"}
    assert scene.refused(1, "pass").rule == "K8"
    assert scene.refused(1, "draw").rule == "K8"


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("R0", 0),
        ("G9", 9),
        ("BS", 20),
        ("YV", 20),
        ("RD", 20),
        ("W", 50),
        ("F", 50),
        ("8H", 50),
        ("TC", 10),
        ("JD", 10),
        ("QS", 10),
        ("KH", 10),
        ("AC", 1),
        ("2D", 2),
        ("9S", 9),
    ],
)
def test_rule_K11_each_card_has_its_value(card: str, value: int) -> None:
    assert value_of(card) == value


@pytest.mark.parametrize(
    ("deck", "worth"), [("color108", 1240), ("color108_noreverse", 1240), ("french52", 508)]
)
def test_rule_K11_the_packs_are_worth_what_they_should(deck: str, worth: int) -> None:
    assert sum(map(value_of, DECKS[deck].cards)) == worth


def test_rule_A2_the_pack_of_the_duel_has_sixteen_skips_and_no_reverse() -> None:
    pack = Counter(DECKS[PRESETS["duel"].deck].cards)
    assert sum(pack.values()) == 108
    for colour in "RGYB":
        assert pack[f"{colour}S"] == 4
        assert pack[f"{colour}V"] == 0
        assert (pack[f"{colour}0"], pack[f"{colour}5"], pack[f"{colour}D"]) == (1, 2, 2)
    assert (pack["W"], pack["F"]) == (4, 4)


def test_rule_B1_the_pack_of_eights_has_each_rank_of_each_suit_once() -> None:
    pack = DECKS[PRESETS["eights"].deck].cards
    assert len(pack) == 52 == len({rank + suit for rank in "A23456789TJQK" for suit in "CDHS"})
    assert set(pack) == {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}


@pytest.mark.parametrize("preset", ["survival", "classic"])
def test_rule_C1_and_D1_the_pack_has_two_of_each_action_card_and_colour(preset: str) -> None:
    pack = Counter(DECKS[PRESETS[preset].deck].cards)
    assert sum(pack.values()) == 108
    assert sum(pack[c + n] for c in "RGYB" for n in "0123456789") == 76
    for symbol in "SVD":
        assert [pack[colour + symbol] for colour in "RGYB"] == [2, 2, 2, 2]
    assert (pack["W"], pack["F"]) == (4, 4)
