"""The waiting room: the seats of a table whose match has not begun, and what may be changed."""

from prompt_toolkit.utils import get_cwidth

from cardgame_client.countdown import span
from cardgame_client.model import Model
from cardgame_client.option_words import option_words, table_terms
from cardgame_client.screen.cells import Line, pad, shorten, whole_parts, wrapped
from cardgame_client.screen.clicks import ROW, clickable
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.heading import rule, title
from cardgame_client.screen.seats import label, name_of
from cardgame_protocol.view import Seat, View

WIDE_CELLS = 60
"""From this width on the longest name a server takes (20 cells) has room."""

AIRY_ROWS = 16
"""Above this height a blank line sets the seats apart from the title."""

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
    seats = [
        _row(view, number, model.seat, (number == desk.row, cells), glyphs)
        for number in range(len(view.seats))
    ]
    low = rows < AIRY_ROWS  # there every line taken by words is one of a seat less
    said = _waits_for(view, hosting=is_host(model), low=low) + _closing(model, desk, low=low)
    waits = wrapped(("bold", said), cells)
    changes = _changes(view, cells)
    head = [title(view, cells, glyphs), rule(cells, glyphs)]
    if low and len(head) + len(seats) + len(waits) > rows:
        head = head[:1]
    spare = rows - len(head) - len(seats) - len(waits)
    if spare >= len(changes):
        waits, spare = [*waits, *changes], spare - len(changes)
    if spare < 0:  # a low screen shows the seats about the cursor
        room = max(2, len(seats) + spare)
        first = max(0, min(desk.row - room // 2, len(seats) - room))
        return [*head, *seats[first : first + room], *waits]
    air: list[Line] = [[]]
    return [*head, *air * (rows > AIRY_ROWS), *seats, *air * (spare > 0), *waits]


def _row(view: View, number: int, own: int | None, shape: tuple[bool, int], glyphs: Glyphs) -> Line:
    """Return the line of one seat; `shape` = (whether the cursor is on it, cells)."""
    chosen, cells = shape
    seat = view.seats[number]
    name = name_of(seat, number, glyphs) if seat.name else "(free)"
    text = f" {glyphs.pointer if chosen else ' '} {number}  "
    room = WIDE_NAME if cells > WIDE_CELLS else NARROW_NAME
    text += pad(shorten(name, room), room) + " "
    said = [*_remarks(view, seat), *(["you"] if number == own else [])]
    text += whole_parts(said, cells - 1 - get_cwidth(text))
    style = clickable("class:row.chosen" if chosen else "", ROW, number)
    return [(style, pad(text, cells - 1))]


def _remarks(view: View, seat: Seat) -> list[str]:
    if seat.kind != "person":
        return [part for part in [label(seat)] if part and seat.kind == "computer"]
    return [*(["host"] if seat.name == view.host else []), "ready" if seat.ready else "not ready"]


def _waits_for(view: View, *, hosting: bool, low: bool) -> str:
    free = sum(seat.kind == "empty" for seat in view.seats)
    if free and low:
        return f"Waits for {free} more{': A adds a computer' if hosting else ''}."
    if free:
        fill = "A adds a computer" if hosting else "the host adds computers"
        return f"The match waits for {free} more: friends join, or {fill}."
    slow = [seat.name for seat in view.seats if seat.kind == "person" and not seat.ready]
    start = ", or S starts it" if hosting else ""
    if slow and low:
        return f"Begins when all are ready, {len(slow)} to go{start}."
    if slow:
        return f"The match begins when all people are ready ({len(slow)} to go){start}."
    if any(wait.why == "start" for wait in view.waits):
        return "The match waits for you: S starts it." if hosting else "The host starts the match."
    return "The match begins."


def _closing(model: Model, desk: Desk, *, low: bool) -> str:
    """Return when the table closes if nobody does anything, once that is near."""
    left = desk.wait_left(model)
    if left is None:
        return ""
    return f" Closes in {span(left)}." if low else f" Else the table closes in {span(left)}."


def _changes(view: View, cells: int) -> list[Line]:
    """Return the options that differ from the preset, for whoever wonders about the rules."""
    terms = table_terms(view.turn_seconds, view.bank_seconds, view.latecomers)
    said = ", ".join([*option_words(view.rules.options, view.changed), *terms])
    return [] if not said else wrapped(("class:dim", f"other than usual: {said}"), cells)
