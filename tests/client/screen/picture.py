"""The picture of the README: a real screen of the client, from a terminal emulator into an SVG.

`make picture` writes it again (`python -m tests.client.screen.picture docs/table.svg`). The file
refers to nothing outside itself; a test holds it against the screen.
"""

import sys
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import anyio
import pyte
from prompt_toolkit.utils import get_cwidth

from cardgame_client.settings import Settings
from tests.client.screen.emulator import open_terminal
from tests.client.screen.scenes import built
from tests.client.screen.tables import Stage

SIZE = (120, 40)
CELL, LINE, EDGE = 8.4, 16, 10
"""Pixels: the width of a cell and the height of a line at 14 pixels of type, and the margin."""

INK, PAPER = "#d8d8d8", "#1a1a1a"

ANSI = {
    "black": "#1a1a1a",
    "red": "#d06050",
    "green": "#50a060",
    "brown": "#c0a040",
    "blue": "#5080c0",
    "magenta": "#a060a0",
    "cyan": "#50a0a0",
    "white": "#b8b8b8",
    "brightblack": "#707680",
    "brightred": "#ff7060",
    "brightgreen": "#70d080",
    "brightbrown": "#ffe070",
    "brightyellow": "#ffe070",
    "brightblue": "#70a0ff",
    "brightmagenta": "#d080d0",
    "brightcyan": "#70e0e0",
    "brightwhite": "#ffffff",
}
"""The sixteen colours as this picture has them; a terminal has its own."""

TALK = (
    ("event", "Hand 3 begins. Ana deals."),
    ("event", "Bea plays Red Skip. 6 left."),
    ("event", "Cem misses a turn."),
    ("event", "Dot plays Red 7. 2 left."),
    ("chat", "Bea: hurry up, the pizza is here"),
    ("event", "You play Yellow 7. 10 left."),
    ("event", "Bea plays Yellow 4. 5 left."),
    ("event", "The link of Cem is lost; a stand-in plays."),
    ("chat", "Dot: good game so far"),
    ("event", "Cem draws 1 card."),
)


def picture(screen: pyte.Screen) -> str:
    """Return the screen as an SVG."""
    wide = screen.columns * CELL + 2 * EDGE
    high = screen.lines * LINE + 2 * EDGE
    lines = [line for row in range(screen.lines) for line in _row(screen, row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
            "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" "
            'font-size="14" xml:space="preserve">',
            f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="{PAPER}"/>',
            *lines,
            "</svg>\n",
        ]
    )


def _row(screen: pyte.Screen, row: int) -> Iterator[str]:
    """Yield a rectangle and a text for each run of cells of one look."""
    cells = [(column, screen.buffer[row][column]) for column in range(screen.columns)]
    for (ink, paper, bold), run in groupby(cells, key=lambda cell: _look(cell[1])):
        held = list(run)
        x, text = EDGE + held[0][0] * CELL, "".join(char.data for _, char in held)
        y = EDGE + row * LINE
        long = len(held) * CELL
        if paper != PAPER:
            yield f'<rect x="{x:g}" y="{y}" width="{long:g}" height="{LINE}" fill="{paper}"/>'
        if text.strip():
            yield _text(text, (x, y + 12), ink, bold)


def _text(text: str, at: tuple[float, float], ink: str, bold: bool) -> str:
    """Return the text of a run without the blanks around it, stretched to its cells."""
    shown = text.strip()
    x = at[0] + (len(text) - len(text.lstrip())) * CELL
    weight = ' font-weight="bold"' if bold else ""
    long = get_cwidth(shown) * CELL
    return (
        f'<text x="{x:g}" y="{at[1]:g}" textLength="{long:g}" fill="{ink}"{weight} '
        f'lengthAdjust="spacingAndGlyphs">'
        f"{escape(shown)}</text>"
    )


def _look(char: Any) -> tuple[str, str, bool]:
    ink, paper = _colour(char.fg, INK), _colour(char.bg, PAPER)
    return (paper, ink, char.bold) if char.reverse else (ink, paper, char.bold)


def _colour(name: str, otherwise: str) -> str:
    if name == "default":
        return otherwise
    return ANSI.get(name) or f"#{name}"


def stage() -> Stage:
    """The moment in the picture."""
    told = built("classic_turn")
    last = list(told.model.log)
    told.model.log.clear()
    for kind, text in TALK:
        told.model.add("chat" if kind == "chat" else "event", text)
    told.model.log.extend(last)
    return told


async def drawn() -> str:
    """Return the picture of the client's screen as it is now."""
    settings = Settings(colour="true", hints=False)
    async with open_terminal(stage(), SIZE, settings=settings) as seen:
        return picture(seen.display)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(anyio.run(drawn), "utf-8")
