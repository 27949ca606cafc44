"""The waiting room: the seats of a table whose match has not begun, and what may be changed."""

from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, pad, wrap
from cardgame_client.screen.clicks import ROW, clickable
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.heading import rule, title
from cardgame_client.screen.seats import name_of
from cardgame_protocol.view import Seat, View

WIDE_CELLS = 60
"""From this width on the longest name a server takes (20 cells) has room."""

WIDE_NAME = 21
NARROW_NAME = 10


def is_host(model: Model) -> bool:
    """Whether the player is the host of the table."""
    return model.view is not None and model.view.host == model.name


def waiting_page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the seats with the cursor on the desk's row, and what the start waits for."""
    view = model.view
    if view is None:
        return []
    cells, rows = size
    lines = [title(view, cells, glyphs), rule(cells, glyphs)]
    if rows > 16:
        lines.append([])
    lines += [
        _row(view, number, model.seat, (number == desk.row, cells), glyphs)
        for number in range(len(view.seats))
    ]
    lines += [[], *([("bold", f" {text}")] for text in wrap(_waits_for(view), cells - 2))]
    return [*lines, *_changes(view)]


def _row(view: View, number: int, own: int | None, shape: tuple[bool, int], glyphs: Glyphs) -> Line:
    """Return the line of one seat; `shape` = (whether the cursor is on it, cells)."""
    chosen, cells = shape
    seat = view.seats[number]
    name = name_of(seat, number, glyphs) if seat.name else "(free)"
    said = [_remark(view, seat), "you" if number == own else ""]
    text = f" {glyphs.pointer if chosen else ' '} {number}  "
    text += pad(name, WIDE_NAME if cells > WIDE_CELLS else NARROW_NAME)
    text += " " + ", ".join(part for part in said if part)
    style = clickable("class:row.chosen" if chosen else "", ROW, number)
    return [(style, pad(text, cells - 1))]


def _remark(view: View, seat: Seat) -> str:
    if seat.kind == "empty":
        return ""
    if seat.kind == "computer":
        return f"computer, {seat.level}" if seat.level else "computer"
    said = ["host" if seat.name == view.host else "", "ready" if seat.ready else "not ready"]
    return ", ".join(part for part in said if part)


def _waits_for(view: View) -> str:
    free = sum(seat.kind == "empty" for seat in view.seats)
    if free:
        return f"The match waits for {free} more: friends join, A adds a computer."
    slow = [seat.name for seat in view.seats if seat.kind == "person" and not seat.ready]
    if slow:
        return f"The match begins when all people are ready ({len(slow)} to go)."
    return "The match begins."


def _changes(view: View) -> list[Line]:
    """Return the options that differ from the preset, for whoever wonders about the rules."""
    if not view.changed:
        return []
    said = ", ".join(f"{name} {view.rules.options.get(name)}" for name in view.changed)
    return [[("class:dim", f" other than usual: {said}")]]
