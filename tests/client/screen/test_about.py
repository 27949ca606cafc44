"""What a card does under the rules of the table, and what the command line can go on with."""

import pytest

from cardgame_client.screen.about import card_page, effect
from cardgame_client.screen.cells import plain
from cardgame_client.screen.completion import offers
from cardgame_client.screen.glyphs import UTF8
from cardgame_rules import PRESETS
from tests.client.screen.scenes import Scenes


def said(card: str, preset: str) -> str:
    return " ".join(effect(card, PRESETS[preset].options()))


def test_rule_A12_the_price_of_an_unlawful_wild_draw_four_is_told() -> None:
    assert "you keep it, draw four and lose the turn" in said("F", "duel")


def test_rule_D7_the_challenge_of_a_wild_draw_four_is_told() -> None:
    assert "may challenge" in said("F", "classic")
    assert "challenge" not in said("F", "survival")


def test_rule_C6_stacking_is_told_only_where_it_is_played() -> None:
    assert "passes it on" in said("RD", "survival")
    assert "passes it on" not in said("RD", "classic")


def test_rule_B4_an_eight_names_a_suit_and_a_queen_does_nothing() -> None:
    assert "you name the suit" in said("8H", "eights")
    assert said("QH", "eights") == "It fits on its own suit and on its own rank."


def test_the_page_of_a_card_tells_its_value_and_why_it_cannot_be_played(scenes: Scenes) -> None:
    text = plain(card_page(scenes["classic_turn"]().model, 0, (80, 20), UTF8))
    assert "Red 3" in text
    assert "it counts 3 points" in text
    assert "matches neither yellow nor 7" in text


@pytest.mark.parametrize(
    ("scene_name", "before", "offered"),
    [
        ("classic_turn", ["play"], {"g7", "b7", "y2", "yd", "w", "f"}),
        ("classic_turn", ["play", "w"], {"R", "G", "Y", "B"}),
        ("eights_turn", ["play", "8d"], {"C", "D", "H", "S"}),
        ("classic_turn", ["level"], {"Dot"}),
        ("classic_turn", ["level", "Dot"], {"random", "simple"}),
        ("classic_turn", ["kick"], {"Bea", "Cem", "Eva", "Fay"}),
        ("classic_catch", ["catch"], {"Dot"}),
        ("lobby", ["join"], {"1", "2", "3"}),
        ("lobby", ["create"], set(PRESETS)),
        ("classic_turn", ["nothing"], set()),
    ],
)
def test_completion_offers_what_makes_sense_now(
    scenes: Scenes, scene_name: str, before: list[str], offered: set[str]
) -> None:
    found = {text for text, _ in offers(before, scenes[scene_name]().model)}
    assert {text.lower() for text in found} == {text.lower() for text in offered}


def test_completion_of_the_first_word_depends_on_the_place(scenes: Scenes) -> None:
    def first(name: str) -> set[str]:
        return {text for text, _ in offers([], scenes[name]().model)}

    assert "join" in first("lobby")
    assert "draw" not in first("lobby")
    assert {"draw", "g7"} <= first("classic_turn")
    assert "draw" not in first("classic_watching")
