"""The form for a new table: a few fields, each with a short list of values to step through."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgame_client.screen.cells import cut
from cardgame_client.table_commands import USUAL_LEVEL, seats_for
from cardgame_protocol.limits import NAME_CHARS, PASSWORD_CHARS, TABLE_NAME_CELLS
from cardgame_rules import PRESETS, RuleSet

AS_USUAL = "as usual"
"""Marks the value that the rule set has by itself and that `create` need not be told."""

POINTS = ("1: one hand", "50", "100", "200", "300", "1000")
LIVES = ("1", "2", "5")
CALLS = ("0", "2", "4")
YES_NO = ("yes", "no")
PACES = {AS_USUAL: "", "quick": "0.2", "at once": "0"}
"""How long computers take for a move, in words, with the seconds that `create` is told."""

RUBBING = ("backspace", "delete")
"""Keys that take the last character of a typed field away."""

CLOCKS = {
    "no limit": "",
    "15 s": "turn 15",
    "30 s": "turn 30",
    "60 s": "turn 60",
    "120 s": "turn 120",
    "15 s, bank 60 s": "turn 15 bank 60",
    "30 s, bank 120 s": "turn 30 bank 120",
    "60 s, bank 300 s": "turn 60 bank 300",
}
"""Time for a turn, with a bank for the whole match, and the words that `create` is told."""

LATE = {"nobody": "", "with next hand": "next", "at once": "now"}
"""Who may sit down while a match is played, with the word that `create` is told."""

NOBODY = "none"
"""No computer: the seats are for people."""


FORM_PAGE = (
    "Up and down choose a line, left and right change it, Enter makes the table, Esc goes back.",
    "",
    "rules: which game; F4 has its rules in short.",
    "seats: for all players together, people and computers.",
    "computers: who sits on the seats that are left; none keeps them free for friends.",
    "points to win, lives: what ends the match.",
    "forgotten call: cards for whoever is caught with one card and no call.",
    "computers play: how long they take for a move.",
    "time for a turn: when it is used up the server acts; a bank is more time for a whole match.",
    "may join late: who comes while a match is played gets a computer's seat.",
    "may be watched: whether others may look on. They never see a hand.",
    "table's name: what the lobby shows, made from yours if you type none.",
    "password: what others must type to sit down or to watch. Tell it to your friends; anybody may "
    "come if you type none.",
)
"""The page that explains the form, line by line."""

KEPT = ("level", "pace", "clock", "late", "spectators", "name", "password")
"""Fields that keep their value when another rule set is chosen; the others begin as usual."""


@dataclass(frozen=True)
class Field:
    """One line of the form; `values` are the texts it steps through, `at` the one chosen.

    A field without any is typed: `text` is what stands in it, `longest` its most characters and
    `widest` its most cells.
    """

    key: str
    label: str
    values: tuple[str, ...] = ()
    at: int = 0
    text: str = ""
    longest: int = 0
    widest: int = 1000

    @property
    def value(self) -> str:
        """The value chosen or typed."""
        return self.values[self.at] if self.values else self.text


@dataclass(frozen=True)
class Form:
    """The form as it stands; each change makes a new one."""

    fields: tuple[Field, ...]
    row: int = 0

    def value(self, key: str) -> str:
        """Return the value of a field; empty where the form has no such field."""
        return next((field.value for field in self.fields if field.key == key), "")

    @property
    def chosen(self) -> Field:
        """Return the field under the cursor."""
        return self.fields[self.row]

    def takes(self, key: str) -> bool:
        """Whether a key is text for the field under the cursor, and nothing else."""
        return not self.chosen.values and (len(key) == 1 or key in RUBBING)

    def typed(self, key: str) -> "Form":
        """Return the form with a character added to the chosen field, or its last one gone."""
        field = self.chosen
        text = field.text[:-1] if key in RUBBING else field.text + key.replace('"', "'")
        text = cut(text[: field.longest], field.widest)
        fields = tuple(replace(old, text=text) if old is field else old for old in self.fields)
        return Form(fields, self.row)

    def moved(self, step: int) -> "Form":
        """Return the form with the cursor moved by `step` lines, round its ends."""
        return Form(self.fields, (self.row + step) % len(self.fields))

    def stepped(self, step: int, levels: Sequence[str]) -> "Form":
        """Return the form with the chosen field's value stepped; the others follow the rule set."""
        field = self.chosen
        if not field.values:
            return self
        changed = replace(field, at=(field.at + step) % len(field.values))
        fields = tuple(changed if old is field else old for old in self.fields)
        return (
            _followed(Form(fields, self.row), levels)
            if field.key == "preset"
            else Form(fields, self.row)
        )


def new_form(presets: Sequence[str], levels: Sequence[str]) -> Form:
    """Return the form with the defaults of the first preset that is known here."""
    known = tuple(preset for preset in presets if preset in PRESETS)
    return _followed(Form((Field("preset", "rules", known or tuple(PRESETS)),)), levels)


def _followed(form: Form, levels: Sequence[str]) -> Form:
    """Return the form with the fields of its rule set."""
    preset = form.fields[0]
    rules = PRESETS[preset.value]
    low, high = rules.players
    seats = tuple(map(str, range(low, high + 1)))
    fillers = (*levels, NOBODY)
    fields = [
        Field("seats", "seats", seats, seats_for(preset.value) - low),
        Field("level", "computers", fillers, _place(USUAL_LEVEL, fillers)),
        Field("target", *_target(rules)),
    ]
    if rules.call_penalty:
        usual = f"{rules.call_penalty} {AS_USUAL}"
        fields.append(Field("call", "forgotten call", (usual, *CALLS)))
    fields.append(Field("pace", "computers play", tuple(PACES)))
    fields.append(Field("clock", "time for a turn", tuple(CLOCKS)))
    fields.append(Field("late", "may join late", tuple(LATE)))
    fields.append(Field("spectators", "may be watched", YES_NO))
    fields.append(Field("name", "table's name", longest=2 * NAME_CHARS, widest=TABLE_NAME_CELLS))
    fields.append(Field("password", "password", longest=PASSWORD_CHARS))
    return Form((preset, *(_kept(field, form) for field in fields)), form.row)


def _target(rules: RuleSet) -> tuple[str, tuple[str, ...]]:
    """Return label and values of the field for the end of the match."""
    usual = f"{rules.target} {AS_USUAL}"
    return ("lives", (usual, *LIVES)) if rules.has_lives else ("points to win", (usual, *POINTS))


def _kept(field: Field, form: Form) -> Field:
    if field.key not in KEPT:
        return field
    value = form.value(field.key)
    return replace(field, at=_place(value, field.values, field.at), text=value)


def _place(value: str, values: tuple[str, ...], otherwise: int = 0) -> int:
    return values.index(value) if value in values else otherwise
