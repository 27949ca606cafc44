"""The lobby: tables with what is played, free seats and who is there; the form for a new one."""

from collections.abc import Sequence

from cardgame_client.model import Model
from cardgame_client.option_words import option_words, table_terms
from cardgame_client.pages import table_facts
from cardgame_client.safe import safe
from cardgame_client.screen.cells import (
    Line,
    beside,
    cut_before,
    drawable,
    fit,
    pad,
    shorten,
    whole_parts,
    wrapped,
)
from cardgame_client.screen.clicks import FIELD, ROW, clickable
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.form import NOBODY, Form
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.heading import rule
from cardgame_client.voice import counted
from cardgame_protocol.limits import TABLE_NAME_CELLS
from cardgame_protocol.results import TableLine

WIDE_CELLS = 66

LABEL_CELLS = 18
"""Cells of a field's label with the pointer before it."""

VALUE_CELLS = 22
"""Cells of a field's value with the arrows on both sides of it: the longest has 16."""

LOCKED = "needs a password"
"""What is said of a table with a password; `pw` where there is no room for it."""

WELCOME = (
    ("duel", "2 players; an unlawful Wild Draw Four is punished; to 500"),
    ("eights", "2 players, 52 cards; eights are wild; draw as you like; to 100"),
    ("survival", "2 to 4 players; draw cards stack; three lives"),
    ("classic", "2 to 10 players; challenge the Wild Draw Four, call; to 500"),
)
"""The four games, each in a line for somebody who has not chosen yet."""


def tables_of(model: Model) -> Sequence[TableLine]:
    """Return the tables of the page of the list that is known; none before it came."""
    return model.lobby.tables if model.lobby else ()


def joinable(table: TableLine) -> bool:
    """Whether one can sit down there now, or be given a computer's seat."""
    if table.state in ("waiting", "over"):
        return table.free > 0
    return table.latecomers != "none" and table.computers > 0


def lobby_page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the tables to choose from, with the cursor on the row of the desk."""
    cells, rows = size
    server = drawable(model.greeting.server if model.greeting else "", glyphs.encoding)
    you: Line = [
        ("class:dim", "you are "),
        ("class:you", f"{drawable(model.name, glyphs.encoding)} "),
    ]
    lines = [beside([("class:title", f" Lobby of {server}")], you, cells), rule(cells, glyphs)]
    tables = tables_of(model)
    pages = _pages(model, cells)
    room = (cells, max(2, rows - len(lines) - len(pages)))
    lines += _list(tables, desk.row, room, glyphs) if tables else _empty(model, room)
    return lines + pages


def _pages(model: Model, cells: int) -> list[Line]:
    """Return which page of the list this is, where there is more than one."""
    if model.lobby and model.filter:
        text = f"only tables with {drawable(model.filter)!r} in them; the command list shows all"
        return wrapped(("class:dim", text), cells, [("", "  ")])
    if model.lobby is None or model.lobby.pages < 2:
        return []
    text = f"page {model.lobby.page} of {model.lobby.pages}, {model.lobby.total} tables"
    return wrapped(("class:dim", f"{text}: left and right turn it"), cells, [("", "  ")])


def _empty(model: Model, size: tuple[int, int]) -> list[Line]:
    """Return what stands in the place of the list: the four games, for who is about to choose."""
    air: list[Line] = [[]] if size[1] > len(WELCOME) + 2 else []
    head = "No table yet: N makes one." if model.lobby else "Looking for tables ..."
    if model.filter:
        head = "No table with that in it."
    lines: list[Line] = [*air, [("bold", f"  {head}")], *air]
    for name, text in WELCOME:
        line: Line = [("", "  "), ("class:title", pad(name, 10)), ("class:dim", text)]
        lines.append(line if size[0] >= WIDE_CELLS else line[:2])
    return lines[: size[1]]


def _list(
    tables: Sequence[TableLine], row: int, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    cells, rows = size
    room = max(1, rows - 1)
    first = max(0, min(row - room // 2, len(tables) - room))
    lines: list[Line] = [
        [("class:dim", _columns(("table", "rules", "seats", "state", ["who"]), cells))]
    ]
    for place, table in list(enumerate(tables))[first : first + room]:
        chosen = place == row
        pointer = glyphs.pointer if chosen else " "
        text = pointer + _columns(_texts(table, glyphs), cells - 1)[1:]
        style = clickable("class:row.chosen" if chosen else "", ROW, place)
        lines.append([(style, pad(text, cells))])
    return lines


def _columns(texts: tuple[str, str, str, str, list[str]], cells: int) -> str:
    table, rules, seats, state, who = texts
    if cells < WIDE_CELLS:
        locked = " pw" if LOCKED in who else ""
        return f"  {pad(shorten(table, 12), 12)} {pad(rules, 9)}{pad(seats, 4)} {state}{locked}"
    listed = f"  {pad(table, 18)} {pad(rules, 9)} {pad(seats, 6)} {pad(state, 9)} "
    return listed + whole_parts(who, cells - len(listed))


def _texts(table: TableLine, glyphs: Glyphs) -> tuple[str, str, str, str, list[str]]:
    """Return the texts of the columns; of the last one the parts, the most useful first."""
    name = shorten(drawable(table.name, glyphs.encoding), 18)
    taken = f"{table.seats - table.free}/{table.seats}"
    who = [f"{drawable(table.host, glyphs.encoding)} (host)"] if table.host else []
    who += [LOCKED if table.password else ""]
    who += [f"{table.people} people" if table.people > 1 else ""]
    who += [counted(table.computers, "computer") if table.computers else ""]
    who += [f"{table.watching} watching" if table.watching else ""]
    who += table_terms(table.turn_seconds, table.bank_seconds, table.latecomers)
    who += ["" if table.spectators else "no spectators", *option_words(table.options)]
    return name, table.preset, taken, table.state, [part for part in who if part]


FILLED = "Computers take the other seats, and the match begins: choose none to wait for friends."
KEPT_FREE = "The other seats stay free for friends; the match begins when all are ready."
"""What follows on Enter in the form, by the choice of computers: none takes a seat unasked."""


def table_lines(model: Model, row: int) -> list[str]:
    """Return all that the list knows of the table on a row, a line each."""
    tables = tables_of(model)
    if not tables:
        return ["There is no table any more."]
    table = tables[min(row, len(tables) - 1)]
    host = f"Host: {safe(table.host)}." if table.host else "It has no host."
    sits = "You can sit down." if joinable(table) else "No seat can be had there now."
    return [safe(table.name), "", *table_facts(table), host, sits]


def form_page(form: Form, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the form for a new table."""
    cells, rows = size
    about = wrapped(("class:dim", dict(WELCOME).get(form.value("preset"), "")), cells)
    about += wrapped(("class:dim", KEPT_FREE if form.value("level") == NOBODY else FILLED), cells)
    head: list[Line] = [[("class:title", " A new table")], rule(cells, glyphs)]
    lines = [_field(form, place, cells, glyphs) for place in range(len(form.fields))]
    if rows >= len(head) + len(lines) + len(about) + 2:
        lines = [[], *lines, [], *about]
    else:  # a low screen shows the fields about the cursor
        room = max(1, rows - len(head))
        first = max(0, min(form.row - room // 2, len(lines) - room))
        lines = lines[first : first + room]
    return [fit(line, cells) for line in [*head, *lines]]


def _field(form: Form, place: int, cells: int, glyphs: Glyphs) -> Line:
    """Return one line of the form; a typed field shows where the next character goes."""
    field, chosen = form.fields[place], place == form.row
    style = clickable("class:row.chosen" if chosen else "", FIELD, place)
    pointer = glyphs.pointer if chosen else " "
    wide = 2 if cells >= WIDE_CELLS else 0
    most = VALUE_CELLS if field.values else TABLE_NAME_CELLS + 3
    room = min(most, cells - wide - LABEL_CELLS)
    value = f"  {field.value}"
    if chosen and field.values:
        value = f"{glyphs.more_left} {field.value} {glyphs.more_right}"
    elif chosen:  # of a longer text its end is seen, where one types
        value = f"  {cut_before(drawable(field.value, glyphs.encoding), room - 3)}_"
    elif not field.values:
        value = f"  {shorten(drawable(field.value, glyphs.encoding), room - 2)}"
    return [
        ("", " " * wide),
        (style, pad(f"{pointer} {field.label}", LABEL_CELLS)),
        (style, pad(value, room)),
    ]
