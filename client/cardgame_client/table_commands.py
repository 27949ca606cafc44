"""Typed commands about tables and seats: each becomes a request of the wire."""

from dataclasses import dataclass, field
from typing import Literal

from cardgame_client.command_words import (
    UNNUMBERED,
    NotUnderstood,
    Typed,
    usage,
    values,
    whole_number,
)
from cardgame_client.model import Model
from cardgame_client.people import find_seat, find_table
from cardgame_client.safe import safe
from cardgame_client.voice import listed
from cardgame_protocol.limits import ADDED_CHARS
from cardgame_protocol.requests import (
    AddComputerRequest,
    CreateRequest,
    FairRequest,
    JoinRequest,
    KickRequest,
    ListRequest,
    MoreTimeRequest,
    RemoveComputerRequest,
    Request,
    SetLevelRequest,
    SpectateRequest,
)
from cardgame_rules import PRESETS

USUAL_SEATS = 4
"""Seats of a new table where the rule set leaves the choice: a table for an evening."""

USUAL_LEVEL = "simple"

USUAL_SECONDS = 60.0
"""What `more NAME` gives: time to read a rule, or to open the door."""

_LATE: dict[str, Literal["none", "next_hand", "stand_in"]] = {
    "no": "none", "next": "next_hand", "now": "stand_in"
}  # fmt: skip


@dataclass(slots=True)
class Options:
    """What follows a command: `flags` stand alone, `values` are a word and what it is set to."""

    flags: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)

    def number(self, name: str) -> int | None:
        """Return the option as a number, None where it was not given."""
        return whole_number(self.values[name], name) if name in self.values else None


def read_options(name: str, rest: Typed, flags: set[str], keys: set[str]) -> Options:
    """Read `KEY VALUE` pairs (also `KEY=VALUE`, `KEY "TWO WORDS"`) and flags, and nothing else."""
    options = Options()
    words = [part for word in values(rest.words) for part in _unglued(word, keys)]
    while words:
        key = words.pop(0).lower()
        if key in flags:
            options.flags.add(key)
        elif key in keys and words:
            options.values[key] = words.pop(0)
        else:
            raise NotUnderstood(f"{safe(key)!r} is not understood: type {usage(name)}")
    return options


def _unglued(word: str, keys: set[str]) -> list[str]:
    key, equals, value = word.partition("=")
    return [key, value] if equals and key.lower() in keys else [word]


def seats_for(preset: str) -> int:
    """Return how many seats a new table of this preset gets unless told otherwise."""
    rules = PRESETS.get(preset)
    if rules is None:
        return USUAL_SEATS
    low, high = rules.players
    return max(low, min(high, USUAL_SEATS))


def create(rest: Typed, model: Model) -> Request:
    """Read `PRESET [seats N] ...`."""
    presets = model.greeting.presets if model.greeting else list(PRESETS)
    preset = rest.low[0] if rest.words else ""
    if preset not in presets:
        raise NotUnderstood(
            f"Create which game? Type: create PRESET, one of {listed(presets, 'or')}."
        )
    keys = {
        "seats", "target", "call", "limit", "password", "name", "pace", "turn", "bank", "late",
        "seed",
    }  # fmt: skip
    options = read_options("create", rest.rest(), {"watch", "hidden", "closed"}, keys)
    return CreateRequest(
        id=UNNUMBERED,
        preset=preset,
        seats=options.number("seats") or seats_for(preset),
        name=options.values.get("name"),
        sit="watch" not in options.flags,
        target=options.number("target"),
        call_penalty=options.number("call"),
        turn_limit=options.number("limit"),
        password=options.values.get("password"),
        seed=options.values.get("seed"),
        listed="hidden" not in options.flags,
        spectators="closed" not in options.flags,
        pace=_seconds(options, "pace"),
        turn_seconds=_seconds(options, "turn"),
        bank_seconds=_seconds(options, "bank"),
        latecomers=_latecomers(options.values.get("late", "no")),
    )


def add_text(rest: Typed, _model: Model) -> Request:
    """Read the `TEXT` that one adds to the chance of the next match; `no` takes it back."""
    text = "" if rest.low == ("no",) else rest.text
    if len(text) > ADDED_CHARS:
        raise NotUnderstood(f"That is {len(text)} characters long; {ADDED_CHARS} fit.")
    return FairRequest(id=UNNUMBERED, text=text)


def _seconds(options: Options, name: str) -> float | None:
    text = options.values.get(name)
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        raise NotUnderstood(f"{name} must be a number of seconds, not {safe(text)!r}.") from None


def _latecomers(word: str) -> Literal["none", "next_hand", "stand_in"]:
    if word.lower() not in _LATE:
        raise NotUnderstood(f"late must be {listed(_LATE, 'or')}, not {safe(word)!r}.")
    return _LATE[word.lower()]


def list_tables(rest: Typed, _model: Model) -> Request:
    """Read `[PAGE] [TEXT]`; a second word is always text, so `list 7` is a page."""
    page, words = 1, rest
    if rest.words and rest.words[0].isdigit():
        page, words = max(1, whole_number(rest.words[0], "The page")), rest.rest()
    return ListRequest(id=UNNUMBERED, page=page, filter=words.text)


def join(rest: Typed, model: Model) -> Request:
    """Read `TABLE [password X] [seat N]`."""
    table, options = _table_and_options("join", rest, model, {"password", "seat"})
    return JoinRequest(
        id=UNNUMBERED,
        table=table,
        password=options.values.get("password"),
        seat=options.number("seat"),
    )


def watch(rest: Typed, model: Model) -> Request:
    """Read `TABLE [password X]`."""
    table, options = _table_and_options("watch", rest, model, {"password"})
    return SpectateRequest(id=UNNUMBERED, table=table, password=options.values.get("password"))


def _table_and_options(name: str, rest: Typed, model: Model, keys: set[str]) -> tuple[int, Options]:
    """Split at the first option word; a table's name may have several words."""
    cut = next(
        (i for i, word in enumerate(rest.low) if word.split("=")[0] in keys), len(rest.words)
    )
    where = Typed(rest.words[:cut])
    if not where.words:
        raise NotUnderstood(f"Which table? Type {usage(name)}; list shows the tables.")
    return find_table(where.text, model), read_options(name, rest.rest(cut), set(), keys)


def add(rest: Typed, model: Model) -> Request:
    """Read `[LEVEL] [seat N]`."""
    levels = _levels(model)
    level = USUAL_LEVEL
    if rest.words and rest.low[0] != "seat":
        level, rest = rest.low[0], rest.rest()
    if level not in levels:
        raise NotUnderstood(f"There is no level {safe(level)!r}: use {listed(levels, 'or')}.")
    options = read_options("add", rest, set(), {"seat"})
    return AddComputerRequest(id=UNNUMBERED, level=level, seat=options.number("seat"))


def remove(rest: Typed, model: Model) -> Request:
    """Read the `NAME` of a computer player."""
    return RemoveComputerRequest(id=UNNUMBERED, seat=find_seat(_name("remove", rest), model))


def level(rest: Typed, model: Model) -> Request:
    """Read `NAME LEVEL`; the name may have several words."""
    if len(rest.words) < 2:
        raise NotUnderstood(f"Type {usage('level')}; levels are {listed(_levels(model))}.")
    seat = find_seat(Typed(rest.words[:-1]).text, model)
    return SetLevelRequest(id=UNNUMBERED, seat=seat, level=rest.low[-1])


def more_time(rest: Typed, model: Model) -> Request:
    """Read `NAME [SECONDS]`; the name may have several words."""
    name, seconds = rest, USUAL_SECONDS
    if len(rest.words) > 1 and rest.words[-1].isdigit():
        name = Typed(rest.words[:-1])
        seconds = float(max(1, whole_number(rest.words[-1], "The seconds")))
    return MoreTimeRequest(
        id=UNNUMBERED, seat=find_seat(_name("more", name), model), seconds=seconds
    )


def kick(rest: Typed, model: Model) -> Request:
    """Read the `NAME` of a person; a beginning of it will do."""
    name = _name("kick", rest)
    view = model.view
    people = [seat.name for seat in model.seats if seat.name] + (view.spectators if view else [])
    found = [person for person in people if person.casefold().startswith(name.casefold())]
    exact = [person for person in people if person.casefold() == name.casefold()]
    return KickRequest(id=UNNUMBERED, name=(exact or found or [name])[0])


def _name(command: str, rest: Typed) -> str:
    if not rest.words:
        raise NotUnderstood(f"Whom? Type {usage(command)}")
    return rest.text


def _levels(model: Model) -> list[str]:
    return model.greeting.levels if model.greeting else [USUAL_LEVEL]
