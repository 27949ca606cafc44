"""The lobby: tables with what is played, free seats and who is there; the form for a new one."""

from collections.abc import Sequence

from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, beside, drawable, fit, pad, shorten, stack
from cardgame_client.screen.form import Form
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.table import rule
from cardgame_client.screen.talk import talk_rows
from cardgame_client.voice import counted
from cardgame_protocol.results import TableLine

WIDE_CELLS = 66
TALK_ROWS = 6

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


def lobby_page(
    model: Model, row: int, back: int, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Tables to choose from with the cursor on `row`, the lobby's talk below."""
    cells, rows = size
    server = drawable(model.greeting.server if model.greeting else "", glyphs.encoding)
    you: Line = [
        ("class:dim", "you are "),
        ("class:you", f"{drawable(model.name, glyphs.encoding)} "),
    ]
    lines = [beside([("class:title", f" Lobby of {server}")], you, cells), rule(cells, glyphs)]
    talk = min(TALK_ROWS, max(2, rows // 4))
    room = rows - len(lines) - talk - 1
    tables = tables_of(model)
    lines += _list(tables, row, (cells, room), glyphs) if tables else _empty((cells, room))
    lines.append(_pages(model, cells, glyphs))
    lines += talk_rows(model.log, (cells, max(0, rows - len(lines))), glyphs, back)
    return [fit(line, cells) for line in lines[:rows]]


def _pages(model: Model, cells: int, glyphs: Glyphs) -> Line:
    """Return the rule under the list, with the page where there is more than one."""
    if model.lobby is None or model.lobby.pages < 2:
        return rule(cells, glyphs)
    text = f" page {model.lobby.page} of {model.lobby.pages}, {model.lobby.total} tables "
    return [("class:rule", glyphs.rule * 2), ("class:dim", text), *rule(cells, glyphs)]


def _empty(size: tuple[int, int]) -> list[Line]:
    lines: list[Line] = [[], [("bold", "  No table yet: N makes one.")], []]
    for name, text in WELCOME:
        line: Line = [("", "  "), ("class:title", pad(name, 10)), ("class:dim", text)]
        lines.append(line if size[0] >= WIDE_CELLS else line[:2])
    return (lines + [[]] * size[1])[: size[1]]


def _list(
    tables: Sequence[TableLine], row: int, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    cells, rows = size
    room = max(1, rows - 1)
    first = max(0, min(row - room // 2, len(tables) - room))
    lines: list[Line] = [
        [("class:dim", _columns(("table", "rules", "seats", "state", "who"), cells))]
    ]
    for place, table in list(enumerate(tables))[first : first + room]:
        chosen = place == row
        pointer = glyphs.pointer if chosen else " "
        text = pointer + _columns(_texts(table, glyphs), cells - 1)[1:]
        lines.append([("class:row.chosen" if chosen else "", pad(text, cells))])
    return (lines + [[]] * rows)[:rows]


def _columns(texts: Sequence[str], cells: int) -> str:
    table, rules, seats, state, who = texts
    if cells < WIDE_CELLS:
        return f"  {pad(table, 12)} {pad(rules, 9)}{pad(seats, 4)} {state}"
    return f"  {pad(table, 18)} {pad(rules, 9)} {pad(seats, 6)} {pad(state, 9)} {who}"


def _texts(table: TableLine, glyphs: Glyphs) -> tuple[str, str, str, str, str]:
    name = shorten(drawable(table.name, glyphs.encoding), 18)
    taken = f"{table.seats - table.free}/{table.seats}"
    who = [f"{drawable(table.host, glyphs.encoding)} (host)"] if table.host else []
    who += [f"{table.people} people" if table.people > 1 else ""]
    who += [counted(table.computers, "computer") if table.computers else ""]
    who += [f"{table.watching} watching" if table.watching else ""]
    who += ["password" if table.password else "", "" if table.spectators else "no spectators"]
    who += [f"{key} {value}" for key, value in table.options.items()]
    return name, table.preset, taken, table.state, ", ".join(part for part in who if part)


def form_page(form: Form, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the form for a new table."""
    cells, rows = size
    lines: list[Line] = [[("class:title", " A new table")], rule(cells, glyphs), []]
    wide = 2 if cells >= WIDE_CELLS else 0
    for place, field in enumerate(form.fields):
        chosen = place == form.row
        value = (
            f"{glyphs.more_left} {field.value} {glyphs.more_right}"
            if chosen
            else f"  {field.value}"
        )
        style = "class:row.chosen" if chosen else ""
        pointer = glyphs.pointer if chosen else " "
        lines.append(
            [
                ("", " " * wide),
                (style, pad(f"{pointer} {field.label}", 18)),
                (style, pad(value, 18)),
            ]
        )
    about = dict(WELCOME).get(form.value("preset"), "")
    lines += [[], [("class:dim", f" {about}")]]
    return [fit(line, cells) for line in stack([(cells, lines)])[:rows]]
