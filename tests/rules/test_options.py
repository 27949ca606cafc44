"""Rule sets: what the presets are, what contradicts what, and what the options mean together."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from cardgame_rules import PRESETS, Match, RuleSet, RuleSetError, SeatCountError
from cardgame_rules.ruleset import UNLIMITED
from tests.rules.scenario import ScriptedHouse, dealt

TABLE: dict[str, dict[str, Any]] = {
    "duel": {
        "deck": "color108_noreverse", "players": (2, 2), "hand_size": 7, "starter": "effects",
        "starter_wild": "first_player", "starter_reverse": None, "starter_draw": "lose_turn",
        "first_starter": "random", "next_starter": "rotate", "draw_max": 1, "pass_after": 1,
        "after_draw": "drawn_only", "stock_empty": "reshuffle", "wd4_condition": "no_colour",
        "wd4_enforcement": "penalty", "stacking": "none", "two_player_reverse": None,
        "last_card_draw": "resolve", "call_penalty": 0, "scoring": "winner_takes",
        "blocked": "low_difference", "match_end": "points:500", "turn_limit": 5000,
        "hand_limit": 200,
    },
    "eights": {
        "deck": "french52", "players": (2, 2), "hand_size": 7, "starter": "free",
        "starter_wild": None, "starter_reverse": None, "starter_draw": None,
        "first_starter": "seat0", "next_starter": "rotate", "draw_max": UNLIMITED,
        "pass_after": UNLIMITED, "after_draw": "any_card", "stock_empty": "none",
        "wd4_condition": None, "wd4_enforcement": None, "stacking": None,
        "two_player_reverse": None, "last_card_draw": None, "call_penalty": 0,
        "scoring": "winner_takes", "blocked": "low_difference", "match_end": "points:100",
        "turn_limit": 5000, "hand_limit": 200,
    },
    "survival": {
        "deck": "color108", "players": (2, 4), "hand_size": 5, "starter": "plain",
        "starter_wild": None, "starter_reverse": None, "starter_draw": None,
        "first_starter": "human_first", "next_starter": "winner", "draw_max": 1,
        "pass_after": None, "after_draw": "end_turn", "stock_empty": "reshuffle",
        "wd4_condition": "none", "wd4_enforcement": "refuse", "stacking": "same",
        "two_player_reverse": "skip", "last_card_draw": "ignore", "call_penalty": 0,
        "scoring": "winner_takes", "blocked": "void", "match_end": "lives:3",
        "turn_limit": 5000, "hand_limit": 200,
    },
    "classic": {
        "deck": "color108", "players": (2, 10), "hand_size": 7, "starter": "effects",
        "starter_wild": "first_player", "starter_reverse": "dealer_first",
        "starter_draw": "lose_turn", "first_starter": "cut", "next_starter": "rotate",
        "draw_max": 1, "pass_after": 1, "after_draw": "drawn_only", "stock_empty": "reshuffle",
        "wd4_condition": "no_colour", "wd4_enforcement": "challenge", "stacking": "none",
        "two_player_reverse": "skip", "last_card_draw": "resolve", "call_penalty": 2,
        "scoring": "winner_takes", "blocked": "low_difference", "match_end": "points:500",
        "turn_limit": 5000, "hand_limit": 200,
    },
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS)
def test_option_table_of_the_presets_is_that_of_the_rules(preset: str) -> None:
    assert PRESETS[preset].options() == TABLE[preset]
    assert PRESETS[preset].name == preset


CONTRADICTIONS = [
    ("X1", "classic", {"hand_size": 10}, ["players", "hand_size", "fewer than 10 of 108"]),
    ("X1", "eights", {"hand_size": 22}, ["players", "hand_size", "fewer than 10 of 52"]),
    ("X2", "eights", {"wd4_condition": "none"}, ["wd4_condition", "deck=french52", "no Wild Draw"]),
    ("X2", "eights", {"wd4_enforcement": "refuse"}, ["wd4_enforcement", "deck=french52"]),
    ("X2", "classic", {"deck": "french52", "wd4_condition": "none", "players": (2, 4)},
     ["wd4_condition", "deck=french52"]),
    ("X3", "eights", {"stacking": "same"}, ["stacking", "deck=french52", "no draw cards"]),
    ("X3", "eights", {"two_player_reverse": "skip"}, ["two_player_reverse", "no Reverse"]),
    ("X3", "eights", {"last_card_draw": "ignore"}, ["last_card_draw", "no draw cards"]),
    ("X3", "eights", {"starter": "effects", "starter_draw": "lose_turn"},
     ["starter_draw", "no draw cards"]),
    ("X3", "eights", {"starter": "effects", "starter_reverse": "dealer_first"},
     ["starter_reverse", "no Reverse"]),
    ("X5", "duel", {"two_player_reverse": "skip"}, ["two_player_reverse", "color108_noreverse"]),
    ("X5", "duel", {"starter_reverse": "dealer_first"}, ["starter_reverse", "color108_noreverse"]),
    ("X6", "survival", {"starter_draw": "lose_turn"}, ["starter_draw", "starter=plain"]),
    ("X6", "survival", {"starter_reverse": "dealer_first"}, ["starter_reverse", "starter=plain"]),
    ("X6", "eights", {"starter_wild": "first_player"}, ["starter_wild", "starter=free"]),
    ("X7", "survival", {"pass_after": 1}, ["pass_after", "after_draw=end_turn", "turn ends"]),
    ("X7", "survival", {"draw_max": 2}, ["draw_max", "after_draw=end_turn", "turn ends"]),
    ("X8", "classic", {"pass_after": 2}, ["pass_after", "draw_max", "neither draw nor pass"]),
    ("X8", "eights", {"draw_max": 5}, ["pass_after", "draw_max"]),
    ("X11", "duel", {"wd4_condition": "none"}, ["wd4_condition", "wd4_enforcement", "nothing"]),
    ("X11", "survival", {"wd4_enforcement": "challenge"}, ["wd4_condition", "wd4_enforcement"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "preset", "changes", "words"), CONTRADICTIONS)
def test_option_contradictions_are_refused_naming_both_options_and_the_reason(
    rule: str, preset: str, changes: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(RuleSetError) as refusal:
        PRESETS[preset].changed(**changes)
    text = str(refusal.value)
    assert text.startswith(f"{rule}: ")
    for word in words:
        assert word in text


@pytest.mark.parametrize("option", ["rank_specials", "decks", "seven_zero", "house_rules", "name"])
def test_option_X4_and_every_other_unknown_option_is_an_error(option: str) -> None:
    with pytest.raises(RuleSetError, match=f"'{option}' is no option"):
        PRESETS["classic"].changed(**{option: True})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deck", "tarot"), ("deck", None), ("stacking", "any"), ("call_penalty", 3),
        ("call_penalty", True), ("call_penalty", 2.0), ("hand_size", 0), ("hand_size", "7"),
        ("hand_size", 7.0), ("turn_limit", -1), ("turn_limit", True), ("hand_limit", 10**9),
        ("players", (1, 2)), ("players", (3, 2)), ("players", (2, 11)), ("players", [2, 4]),
        ("players", (2, 4, 6)), ("players", 4), ("players", (2.0, 4.0)), ("match_end", "points:0"),
        ("match_end", "points:-5"), ("match_end", "points:"), ("match_end", "points:5:5"),
        ("match_end", "lives:0"), ("match_end", "hands:3"), ("match_end", 500),
        ("match_end", "points:\u0665"), ("match_end", "points:" + "9" * 5000),
        ("starter", ["free"]),
        ("draw_max", 0), ("blocked", ""),
    ],
)  # fmt: skip
def test_option_values_that_are_unknown_are_an_error_naming_the_option(
    option: str, value: Any
) -> None:
    with pytest.raises(RuleSetError, match=option):
        PRESETS["classic"].changed(**{option: value})


def test_option_X1_exactly_ten_cards_left_are_enough() -> None:
    assert PRESETS["eights"].changed(hand_size=21).hand_size == 21
    assert PRESETS["classic"].changed(players=(2, 7), hand_size=14).hand_size == 14


def test_option_X20_a_match_starts_with_a_number_of_seats_that_its_rule_set_seats() -> None:
    for preset, rules in PRESETS.items():
        low, high = rules.players
        fit = "2" if preset in ("duel", "eights") else f"2 to {high}"
        for seats in (0, low - 1, high + 1):
            with pytest.raises(SeatCountError, match=f"{preset} seats {fit}, not"):
                Match(rules, [True] * seats, ScriptedHouse())
        for seats in range(low, high + 1):
            Match(rules, [True] * seats, ScriptedHouse())


def test_option_a_choice_unsets_by_itself_what_it_makes_inapplicable() -> None:
    changed = PRESETS["classic"].changed(starter="plain", after_draw="end_turn")
    assert changed.starter_wild is changed.starter_reverse is changed.starter_draw is None
    assert changed.pass_after is None
    deck = PRESETS["classic"].changed(deck="color108_noreverse")
    assert deck.two_player_reverse is deck.starter_reverse is None


def test_option_a_choice_sets_again_what_it_makes_applicable() -> None:
    changed = PRESETS["survival"].changed(starter="effects", after_draw="drawn_only")
    assert (changed.starter_draw, changed.pass_after) == ("lose_turn", 1)


def test_option_changed_leaves_the_rule_set_as_it_is_and_keeps_its_name() -> None:
    before = PRESETS["classic"].options()
    changed = PRESETS["classic"].changed(call_penalty=4, match_end="points:200")
    assert (changed.name, changed.call_penalty, changed.match_end) == ("classic", 4, "points:200")
    assert PRESETS["classic"].options() == before
    assert changed.changed(call_penalty=2, match_end="points:500") == PRESETS["classic"]
    assert PRESETS["classic"].changed() == PRESETS["classic"]


@pytest.mark.parametrize(
    ("preset", "target", "end"),
    [("duel", 1, "points:1"), ("eights", 100_000, "points:100000"), ("survival", 100, "lives:100")],
)
def test_option_a_target_is_points_or_lives_by_the_rule_set(
    preset: str, target: int, end: str
) -> None:
    assert PRESETS[preset].ending_at(target) == end
    assert PRESETS[preset].changed(match_end=end).target == target


@pytest.mark.parametrize(
    ("preset", "target", "words"),
    [
        ("duel", 100_001, "target=100001 must be a number of points from 1 to 100000"),
        ("duel", 0, "target=0 must be a number of points from 1 to 100000"),
        ("survival", 101, "target=101 must be a number of lives from 1 to 100"),
    ],
)
def test_option_a_target_out_of_bounds_is_refused_by_the_word_that_was_used(
    preset: str, target: int, words: str
) -> None:
    with pytest.raises(RuleSetError) as refused:
        PRESETS[preset].ending_at(target)
    assert str(refused.value) == words


def test_option_a_rule_set_is_a_frozen_value() -> None:
    with pytest.raises(FrozenInstanceError):
        PRESETS["duel"].call_penalty = 2  # type: ignore[misc] # that it is refused is the point
    assert hash(PRESETS["duel"]) == hash(PRESETS["duel"].changed())
    assert RuleSet.build("classic") == PRESETS["classic"]


def test_option_I1_a_starting_draw_two_is_pending_on_the_first_seat_who_may_stack() -> None:
    scene = dealt("classic", "BD R1", "RD R2", "G1 G2", starter="GD", stacking="same")
    assert (scene.match.to_move, scene.hand.pending) == (0, 2)
    assert scene.options(0) == {"play BD", "play BD call", "take"}
    assert scene.play("0 play BD call").hand.pending == 4


def test_option_I1_a_stacked_wild_draw_four_is_bound_by_no_condition_and_costs_no_penalty() -> None:
    scene = dealt("duel", "F B1 B2", "F Y1 Y2", starter="R5", stacking="same").play("0 play F Y")
    scene.play("1 play F B")
    assert scene.told("foul") == []
    assert (scene.hand.pending, scene.hand.colour, scene.options(0)) == (8, "B", {"take"})


def test_option_I2_the_victim_of_the_first_wild_draw_four_stacks_takes_or_challenges() -> None:
    how: dict[str, Any] = {"starter": "R5", "stacking": "same"}
    scene = dealt("classic", "F R1 R2", "F Y1 Y2", "G1 G2 G3", **how).play("0 play F Y")
    assert scene.options(1) == {"take", "challenge", *(f"play F {c}" for c in "RGYB")}
    assert scene.refused(1, "play F").code == "ambiguous"
    assert scene.refused(1, "play Y1").code == "illegal"
    scene.play("1 play F B")
    assert (scene.hand.pending, scene.options(2)) == (8, {"take"})
    assert scene.refused(2, "challenge").code == "illegal"
    assert len(scene.play("2 take").held(2)) == 11


@pytest.mark.parametrize(("held", "drew"), [("F R1 R2", (0, 4)), ("F B1 B2", (1, 6))])
def test_option_I2_a_challenge_where_draw_cards_stack(held: str, drew: tuple[int, int]) -> None:
    how: dict[str, Any] = {"starter": "R5", "stacking": "same"}
    scene = dealt("classic", held, "F Y1 Y2", "G1 G2 G3", **how).play("0 play F Y", "1 challenge")
    assert scene.told("drew") == [{"seat": drew[0], "count": drew[1], "reason": "challenge"}]


def test_option_I3_a_last_draw_card_brings_the_whole_pending_total_with_it() -> None:
    scene = dealt("classic", "RD R1", "BD R2", "G1 G2", starter="R5", stacking="same")
    scene.hand.hands[1] = ["BD"]
    scene.replays = False
    scene.play("0 play RD call", "1 play BD")
    assert scene.told("drew") == [{"seat": 2, "count": 4, "reason": "last"}]


def test_option_wd4_refuse_refuses_it_with_a_card_of_the_colour() -> None:
    scene = dealt("classic", "F R1 G2", "Y1 Y2 Y3", starter="R5", wd4_enforcement="refuse")
    assert scene.refused(0, "play F G").rule == "A10"
    assert scene.options(0) == {"play R1", "draw"}
    assert scene.play("0 play R1", "1 draw", "1 pass").refused(0, "play F").code
