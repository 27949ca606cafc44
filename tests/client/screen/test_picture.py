"""The picture in the README is a screen of this client, and a whole SVG by itself."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from tests.client.screen.picture import drawn, picture

KEPT = Path(__file__).parents[3] / "docs" / "table.svg"


@pytest.mark.anyio
async def test_the_picture_of_the_readme_is_todays_screen() -> None:
    assert KEPT.read_text("utf-8") == await drawn(), "make picture draws it again"


def test_the_picture_refers_to_nothing_outside_itself() -> None:
    text = KEPT.read_text("utf-8")
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert "href" not in text
    assert "url(" not in text


def test_text_of_a_screen_stands_in_the_picture_with_its_colours() -> None:
    screen = pyte.Screen(20, 2)
    pyte.Stream(screen).feed("a<b \x1b[38;2;1;2;3;48;2;9;9;9m&\x1b[0m\r\n\x1b[7mon\x1b[0m")
    # This project's own text, so that nothing hostile is parsed.
    texts = {part.text: part.get("fill") for part in ElementTree.fromstring(picture(screen))}  # noqa: S314
    assert texts["a<b"] == "#d8d8d8"
    assert texts["&"] == "#010203"
    assert texts["on"] == "#1a1a1a"
