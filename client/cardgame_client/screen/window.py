"""A page of the table that is too long for its place: a part of it, and how to see the rest."""

from collections.abc import Sequence

from cardgame_client.countdown import first_wait, span
from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, fit, width
from cardgame_client.screen.clicks import SHEET, all_clickable
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs

_ENDS = {"closes": "closes", "lapses": "vote", "resumes": "pause", "ends": "pause"}
"""What ends by itself, in a word."""


def window(
    lines: Sequence[Line], model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Return exactly `size` = (cells, rows) of a page with more lines than that.

    Its first line stays; the last row tells which part is seen and by which keys the rest is, and
    counts down what the table waits for.
    """
    cells, rows = size
    room = max(1, rows - 2)
    first = 1 + desk.scroll.sunk(len(lines) - 1 - room)
    part = all_clickable(lines[first : first + room], SHEET, 0)
    keys = "PgUp/PgDn" if model.replay else "up/down"
    seen = f" {first}-{first + room - 1} of {len(lines) - 1}: {keys} "
    foot = _foot(seen, _soon(model, desk), cells, glyphs)
    return [fit(line, cells) for line in [lines[0], *part, foot]]


def _soon(model: Model, desk: Desk) -> str:
    """Return how long until something happens by itself, in few letters; empty for no time."""
    view = model.view
    if model.replay or view is None:
        return ""
    if view.state == "between" and not view.paused:
        left = desk.seconds_left(model)
        return "" if left is None else f" next in {span(left)} "
    left, wait = desk.wait_left(model), first_wait(view)
    if left is None or wait is None:
        return ""
    return f" {_ENDS.get(wait.then or '', 'time')}: {span(left)} "


def _foot(seen: str, soon: str, cells: int, glyphs: Glyphs) -> Line:
    begin: Line = [("class:rule", glyphs.rule), ("bold", seen)]
    end: Line = [("bold", soon), ("class:rule", glyphs.rule)]
    between = glyphs.rule * max(0, cells - width(begin) - width(end))
    return [*begin, ("class:rule", between), *end]
