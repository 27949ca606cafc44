"""What a card does under the rules of the table, and what the command line can go on with."""

import pytest

from cardgame_client.screen.about import about, card_page, effect
from cardgame_client.screen.cells import plain
from cardgame_client.screen.completion import offers
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.scroll import Scroll
from cardgame_rules import PRESETS
from cardgame_rules.cards import DECKS
from tests.client.screen.scenes import Scenes
from tests.client.screen.tables import Stage, classic_seats, view, you


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


@pytest.mark.parametrize(
    ("preset", "card", "words"),
    [
        ("duel", "RS", "you play again"),
        ("duel", "RD", "draws two and misses the turn"),
        ("duel", "F", "As a last card it still makes"),
        ("survival", "RD", "the sum grows"),
        ("survival", "F", "ends the hand, and nobody draws"),
        ("classic", "RS", "The next player misses a turn"),
        ("classic", "RV", "direction of play turns round"),
        ("classic", "W", "you name the colour"),
        ("classic", "R7", "It fits on its own colour, number or sign."),
    ],
)
def test_what_a_card_does_is_told_by_the_rules_of_the_table(
    preset: str, card: str, words: str
) -> None:
    options = PRESETS[preset].options()
    assert words in " ".join(effect(card, options, two_play=preset == "duel"))


def test_rule_D5_between_two_a_reverse_is_a_skip() -> None:
    options = PRESETS["classic"].options()
    assert list(effect("RV", options, two_play=True))[-1].endswith("you play again.")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_of_every_deck_has_something_to_be_said(preset: str) -> None:
    options = PRESETS[preset].options()
    for card in set(DECKS[options["deck"]].cards):
        assert list(effect(card, options))


def test_rule_D8_the_call_is_told_with_the_play_that_leaves_one_card(stage: Stage) -> None:
    for hand, told in ((["R7", "R8"], True), (["R7", "R8", "R9"], False)):
        stage.update(view("classic", classic_seats()), you(hand, [f"play {hand[0]}"]))
        assert ("call with it" in " ".join(about("R7", stage.model))) is told


def test_the_page_of_a_card_tells_its_value_and_why_it_cannot_be_played(scenes: Scenes) -> None:
    text = plain(card_page(scenes["classic_turn"]().model, 0, (80, 20), UTF8, Scroll()))
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
