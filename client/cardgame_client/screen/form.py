"""The form for a new table: a few fields, each with a short list of values to step through."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardgame_client.table_commands import USUAL_LEVEL, seats_for
from cardgame_rules import PRESETS, RuleSet

AS_USUAL = "as usual"
"""Marks the value that the rule set has by itself and that `create` need not be told."""

POINTS = ("1: one hand", "50", "100", "200", "300", "1000")
LIVES = ("1", "2", "5")
CALLS = ("0", "2", "4")
YES_NO = ("yes", "no")
PACES = {AS_USUAL: "", "quick": "0.2", "at once": "0"}
"""How long computers take for a move, in words, with the seconds that `create` is told."""

NOBODY = "none"
"""No computer: the seats are for people."""


KEPT = ("level", "pace", "spectators")
"""Fields that keep their value when another rule set is chosen; the others begin as usual."""


@dataclass(frozen=True)
class Field:
    """One line of the form; `values` are the texts it steps through, `at` the one chosen."""

    key: str
    label: str
    values: tuple[str, ...]
    at: int = 0

    @property
    def value(self) -> str:
        """The value chosen."""
        return self.values[self.at]


@dataclass(frozen=True)
class Form:
    """The form as it stands; each change makes a new one."""

    fields: tuple[Field, ...]
    row: int = 0

    def value(self, key: str) -> str:
        """Return the value of a field; empty where the form has no such field."""
        return next((field.value for field in self.fields if field.key == key), "")

    def moved(self, step: int) -> "Form":
        """Return the form with the cursor moved by `step` lines, round its ends."""
        return Form(self.fields, (self.row + step) % len(self.fields))

    def stepped(self, step: int, levels: Sequence[str]) -> "Form":
        """Return the form with the chosen field's value stepped; the others follow the rule set."""
        field = self.fields[self.row]
        at = (field.at + step) % len(field.values)
        changed = Field(field.key, field.label, field.values, at)
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
    fields.append(Field("spectators", "may be watched", YES_NO))
    return Form((preset, *(_kept(field, form) for field in fields)), form.row)


def _target(rules: RuleSet) -> tuple[str, tuple[str, ...]]:
    """Return label and values of the field for the end of the match."""
    usual = f"{rules.target} {AS_USUAL}"
    return ("lives", (usual, *LIVES)) if rules.has_lives else ("points to win", (usual, *POINTS))


def _kept(field: Field, form: Form) -> Field:
    if field.key not in KEPT:
        return field
    at = _place(form.value(field.key), field.values, field.at)
    return Field(field.key, field.label, field.values, at)


def _place(value: str, values: tuple[str, ...], otherwise: int = 0) -> int:
    return values.index(value) if value in values else otherwise
