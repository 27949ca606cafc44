"""Keys in the lobby and in the form for a new table."""

from cardgame_client.command_words import quoted
from cardgame_client.model import Model
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.form import AS_USUAL, CLOCKS, LATE, NOBODY, PACES, Form, new_form
from cardgame_client.screen.lobby import joinable, tables_of
from cardgame_client.screen.questions import Wanted


def press_in_lobby(desk: Desk, model: Model, key: str, now: float) -> list[str]:
    """One key in the lobby; see `keys.press`."""
    desk.plan = []  # whoever presses keys here again got no table by the last form
    tables = tables_of(model)
    letter = key.upper() if len(key) == 1 else key
    if letter == "N":
        desk.form = new_form(*_offer(model))
        return []
    if letter in ("up", "down") and tables:
        desk.row = (desk.row + (1 if letter == "down" else -1)) % len(tables)
        return []
    if letter in ("left", "right") and model.lobby:
        page = model.lobby.page + (1 if letter == "right" else -1)
        return [f"list {page}"] if 1 <= page <= model.lobby.pages else []
    if letter in ("enter", "W"):
        return _enter(desk, model, now, watch=letter == "W")
    return []


def _offer(model: Model) -> tuple[list[str], list[str]]:
    """Presets and levels of the server."""
    greeting = model.greeting
    return (list(greeting.presets), list(greeting.levels)) if greeting else ([], [])


def _enter(desk: Desk, model: Model, now: float, *, watch: bool) -> list[str]:
    tables = tables_of(model)
    if not tables:
        desk.notice = "There is no table yet: N makes one."
        return []
    if not desk.settled("enter", now):
        return []
    table = tables[min(desk.row, len(tables) - 1)]
    command = f"{'watch' if watch else 'join'} {table.table}"
    if not watch and not joinable(table):
        watched = "W watches." if table.spectators else "and nobody may watch."
        desk.notice = f"No seat can be had there now: {watched}"
        return []
    if table.password:
        desk.wanted = Wanted(command, table.table, table.name)
        return []
    return [command]


def press_in_form(desk: Desk, model: Model, key: str) -> list[str]:
    """One key in the form for a new table."""
    form = desk.form
    if form is None:
        return []
    if form.takes(key):
        desk.form = form.typed(key)
    elif key in ("up", "down", "tab", "s-tab"):
        desk.form = form.moved(1 if key in ("down", "tab") else -1)
    elif key in ("left", "right", " "):
        desk.form = form.stepped(-1 if key == "left" else 1, _offer(model)[1])
    elif key == "escape":
        desk.form = None
    elif key == "enter":
        desk.form = None
        desk.plan = _after_creating(form)
        return [create_command(form)]
    return []


def create_command(form: Form) -> str:
    """Return the command that the form stands for; what is left as usual is left out."""
    words = ["create", form.value("preset"), "seats", form.value("seats")]
    for key in ("target", "call"):
        value = form.value(key)
        if value and not value.endswith(AS_USUAL):
            words += [key, value.partition(":")[0]]
    if PACES.get(form.value("pace")):
        words += ["pace", PACES[form.value("pace")]]
    words += CLOCKS.get(form.value("clock"), "").split()
    if LATE.get(form.value("late")):
        words += ["late", LATE[form.value("late")]]
    if form.value("spectators") == "no":
        words.append("closed")
    for key in ("name", "password"):
        if form.value(key):
            words += [key, quoted(form.value(key))]
    return " ".join(words)


def _after_creating(form: Form) -> list[str]:
    """Return what is to follow once one sits at the new table: fill the other seats and begin."""
    level = form.value("level")
    if level in ("", NOBODY):
        return []
    return [f"add {level}"] * (int(form.value("seats")) - 1) + ["ready"]
