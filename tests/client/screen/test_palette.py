"""Colours: contrast by figures, and what the environment asks for."""

import pytest
from prompt_toolkit.output import ColorDepth

from cardgame_client.screen.glyphs import ASCII, LINUX_CONSOLE, UTF8, Glyphs, glyphs_for
from cardgame_client.screen.palette import (
    CARD_COLOURS,
    OUTLINES,
    card_style,
    colour_depth,
    contrast,
    style,
)

READABLE = 4.5  # WCAG 2.1, level AA, for text of ordinary size


@pytest.mark.parametrize("letter", CARD_COLOURS)
def test_every_card_is_readable_on_its_colour(letter: str) -> None:
    text, back = CARD_COLOURS[letter]
    assert contrast(text, back) >= READABLE


@pytest.mark.parametrize("letter", OUTLINES)
def test_an_outlined_card_is_readable_too(letter: str) -> None:
    text, back = OUTLINES[letter]
    assert contrast(text, back) >= READABLE


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
