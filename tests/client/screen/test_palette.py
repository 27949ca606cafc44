"""Colours: contrast by figures, and what the environment asks for."""

import re

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import _EscapeCodeCache  # what a terminal really gets

from cardgame_client.hand_pages import playable_cards
from cardgame_client.screen.cards import symbol_of
from cardgame_client.screen.cells import plain
from cardgame_client.screen.glyphs import ASCII, LINUX_CONSOLE, UTF8, Glyphs, glyphs_for
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.pages import draw
from cardgame_client.screen.palette import (
    CARD_COLOURS,
    DARK,
    OUTLINES,
    SIXTEEN,
    SIXTEEN_OUTLINES,
    SIXTEEN_TEXTS,
    TEXTS,
    card_style,
    colour_depth,
    contrast,
    style,
)
from cardgame_client.settings import Colour, Settings
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.hands import HandsOn
from tests.client.screen.tables import Stage
from tests.client.screen.vision import EYES, distance, lab, linear, smallest

READABLE = 4.5  # WCAG 2.1, level AA, for text of ordinary size


@pytest.mark.parametrize("letter", CARD_COLOURS)
def test_every_card_is_readable_on_its_colour(letter: str) -> None:
    text, back = CARD_COLOURS[letter]
    assert contrast(text, back) >= READABLE


@pytest.mark.parametrize("letter", OUTLINES)
def test_an_outlined_card_is_readable_too(letter: str) -> None:
    text, back = OUTLINES[letter]
    assert contrast(text, back) >= READABLE


COLOURS, SUITS = "RYGB", "HSCD"

APART = {
    ("cards", COLOURS): {"normal": 67, "protan": 37, "deutan": 33, "tritan": 16},
    ("cards", SUITS): {"normal": 55, "protan": 32, "deutan": 31, "tritan": 16},
    ("outlines", COLOURS): {"normal": 59, "protan": 37, "deutan": 33, "tritan": 16},
    ("outlines", SUITS): {"normal": 40, "protan": 32, "deutan": 31, "tritan": 16},
}
"""The least dE*ab of two colours of a deck: those of Okabe and Ito's palette, the best of the
palettes measured for this project (a usual deck has 80/24/28/21, the ANSI colours 56/6/16/57). For
tritan eyes every palette is weak somewhere: letter and symbol carry it."""


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("deck", APART, ids="-".join)
def test_the_four_colours_are_apart_for_every_eye(deck: tuple[str, str], eye: str) -> None:
    fill, letters = deck
    colours = CARD_COLOURS if fill == "cards" else OUTLINES
    drawn = [colours[letter][1 if fill == "cards" else 0] for letter in letters]
    assert smallest(drawn, eye) >= APART[deck][eye]


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_is_readable_on_the_table(name: str) -> None:
    enough = 3.0 if name == "rule" else READABLE  # WCAG 2.1, 1.4.11: lines need less than text
    assert contrast(TEXTS[name], DARK) >= enough


@pytest.mark.parametrize("depth", list(ColorDepth)[1:])
@pytest.mark.parametrize("name", [*TEXTS, "screen"])
def test_no_text_depends_on_the_background_of_the_terminal(name: str, depth: ColorDepth) -> None:
    attributes = style(depth).get_attrs_for_style_str(f"class:screen class:{name}")
    assert attributes.color
    assert attributes.bgcolor


def test_texts_of_sixteen_colours_are_readable_too() -> None:
    for name in SIXTEEN_TEXTS.values():
        assert contrast(XTERM[name], XTERM["ansiblack"]) >= READABLE


XTERM = {
    "ansiblack": "#000000",
    "ansired": "#CD0000",
    "ansigreen": "#00CD00",
    "ansiblue": "#0000EE",
    "ansigray": "#E5E5E5",
    "ansibrightred": "#FF0000",
    "ansibrightgreen": "#00FF00",
    "ansibrightyellow": "#FFFF00",
    "ansibrightcyan": "#00FFFF",
    "ansiwhite": "#FFFFFF",
}
"""The sixteen colours as xterm has them; other terminals differ a little."""


@pytest.mark.parametrize("letters", [COLOURS, SUITS])
@pytest.mark.parametrize("eye", EYES)
def test_sixteen_colours_are_apart_too(letters: str, eye: str) -> None:
    drawn = [XTERM[SIXTEEN[letter][1]] for letter in letters]
    assert smallest(drawn, eye) >= 23


@pytest.mark.parametrize("sheet", [SIXTEEN, SIXTEEN_OUTLINES])
def test_sixteen_colours_can_be_read(sheet: dict[str, tuple[str, str]]) -> None:
    for text, back in sheet.values():
        assert contrast(XTERM[text], XTERM[back]) >= READABLE


@pytest.mark.parametrize("letters", [COLOURS, SUITS])
@pytest.mark.parametrize("depth", list(ColorDepth)[1:])
def test_at_every_depth_the_four_colours_stay_four(letters: str, depth: ColorDepth) -> None:
    sent = _EscapeCodeCache(depth)
    sheet = style(depth)
    for kind in ("card", "outline", "swatch"):
        codes = {sent[sheet.get_attrs_for_style_str(f"class:{kind}.{x.lower()}")] for x in letters}
        assert len(codes) == 4, kind


def test_the_distance_has_the_figures_of_its_definition() -> None:
    assert distance("#FFFFFF", "#000000") == pytest.approx(100, abs=0.01)
    assert lab(linear("#FF0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert distance("#123456", "#123456", "protan") == 0
    assert distance("#FF0000", "#8F7F00", "protan") < distance("#FF0000", "#8F7F00")


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("name", ["duel_turn", "eights_turn", "survival_turn", "classic_turn"])
def test_without_any_colour_every_card_still_has_letter_and_symbol(
    hands: HandsOn, name: str, size: tuple[int, int]
) -> None:
    ana = hands(name)
    for place, card in enumerate(held_cards(ana.stage.model)):
        ana.desk.chosen = place
        text = plain(draw(ana.stage.model, ana.desk, size, UTF8).body)
        assert card.card in text
        assert symbol_of(card.card, UTF8) in text or size[0] == 40
        # What can be played is told by a sign too.
        assert text.count("*") + text.count("!") >= len(playable_cards(ana.stage.model.legal)) or (
            size[0] == 40
        )


def test_contrast_has_the_figures_of_its_definition() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


@pytest.mark.parametrize("colour", ["R", "G", "Y", "B", "C", "D", "H", "S", None])
def test_every_colour_has_a_style_of_its_own(colour: str | None) -> None:
    attributes = style().get_attrs_for_style_str(card_style(colour))
    assert attributes.bgcolor


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({}, None),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, ColorDepth.DEPTH_1_BIT),
        ({"NO_COLOR": ""}, None),
        ({"TERM": "dumb"}, ColorDepth.DEPTH_1_BIT),
        ({"COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ({"COLORTERM": "24bit", "TERM": "xterm"}, ColorDepth.DEPTH_24_BIT),
        ({"COLORTERM": "yes"}, None),
    ],
)
def test_colour_depth_follows_the_environment(
    environ: dict[str, str], depth: ColorDepth | None
) -> None:
    assert colour_depth(environ) == depth


@pytest.mark.parametrize(
    ("wanted", "depth"),
    [
        ("none", ColorDepth.DEPTH_1_BIT),
        ("16", ColorDepth.DEPTH_4_BIT),
        ("256", ColorDepth.DEPTH_8_BIT),
        ("true", ColorDepth.DEPTH_24_BIT),
    ],
)
def test_a_players_choice_of_colours_wins_over_the_environment(
    wanted: Colour, depth: ColorDepth
) -> None:
    assert colour_depth({"NO_COLOR": "1", "COLORTERM": "truecolor"}, wanted) == depth


SGR = re.compile(r"\x1b\[([0-9;]*)m")
CODES: dict[Colour, str] = {
    "none": r"(0|1|4|7)",
    "16": r"(0|1|4|7|3[0-7]|4[0-7]|9[0-7]|10[0-7])",
    "256": r"(0|1|4|7|3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;5;\d+|48;5;\d+)",
    "true": r"(0|1|4|7|3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;2;\d+;\d+;\d+|48;2;\d+;\d+;\d+)",
}
"""What may stand in a colour sequence at each depth."""


@pytest.mark.anyio
@pytest.mark.parametrize("wanted", CODES)
async def test_a_terminal_gets_no_more_colours_than_were_asked_for(
    terminal: OpenTerminal, classic: Stage, wanted: Colour
) -> None:
    async with terminal(classic, settings=Settings(colour=wanted)) as seen:
        written = SGR.findall(seen.written)
        assert written
        allowed = re.compile(rf"|{CODES[wanted]}(;{CODES[wanted]})*")
        assert [code for code in written if not allowed.fullmatch(code)] == []
        if wanted in ("256", "true"):
            assert any("8;" in code for code in written)
        assert "│B7 │" in seen.text


@pytest.mark.parametrize(
    ("encoding", "term", "glyphs"),
    [
        ("utf-8", "xterm", UTF8),
        ("UTF8", None, UTF8),
        ("utf-8", "linux", LINUX_CONSOLE),
        ("cp437", "xterm", ASCII),
        ("ANSI_X3.4-1968", "xterm", ASCII),
        (None, None, ASCII),
    ],
)
def test_bug_U17_signs_follow_the_encoding(
    encoding: str | None, term: str | None, glyphs: Glyphs
) -> None:
    assert glyphs_for(encoding, term) is glyphs
