"""The commands of a replay: what a typed line, or a key that stands for one, asks for."""

from collections.abc import Callable
from dataclasses import dataclass

from cardgame_client.command_words import NotUnderstood, Typed, whole_number
from cardgame_client.film import Film, Point
from cardgame_client.model import Model
from cardgame_client.safe import safe
from cardgame_client.verbs import REPLAY_VERBS, Verb, find_among, one_line
from cardgame_client.voice import listed

EVERYONE = "all"
SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to a step, counted from 0."""

    step: int


@dataclass(frozen=True, slots=True)
class LookAs:
    """Look on with other eyes."""

    point: Point


@dataclass(frozen=True, slots=True)
class Page:
    """Show a page of what is known at this step."""

    topic: str
    argument: str


@dataclass(frozen=True, slots=True)
class Close:
    """End the replay."""


Wish = GoTo | LookAs | Page | Close


def parse(text: str, film: Film, step: int) -> Wish:
    """Return what `text` asks for while `step` (from 0) is shown.

    Raises NotUnderstood with a sentence for the viewer.
    """
    typed = Typed(tuple(text.strip().lstrip(":/").split()))
    verb = find_among(REPLAY_VERBS, typed.low[0]) if typed.words else None
    if verb is None:
        word = safe(typed.words[0]) if typed.words else ""
        raise NotUnderstood(f"{word!r} is no command of a replay. Type help for those there are.")
    return _WISHES[verb.name](typed.rest(), film, step)


def read_point(text: str, film: Film) -> Point:
    """Read whose eyes are meant: a seat by number or name, `all` or `spectator`.

    Raises NotUnderstood.
    """
    word = text.strip().casefold()
    if word in (EVERYONE, SPECTATOR):
        return "all" if word == EVERYONE else "spectator"
    names = [name.casefold() for name in film.names]
    if word in names:
        return names.index(word)
    if word.isascii() and word.isdigit() and int(word[:9]) < len(names):
        return int(word)
    seats = (f"{seat} ({safe(name)})" for seat, name in enumerate(film.names))
    raise NotUnderstood(
        f"There is no seat {safe(text)!r} in this record: it has {listed(seats)}; "
        f"{EVERYONE} and {SPECTATOR} can be looked at too."
    )


def _forward(rest: Typed, film: Film, step: int) -> Wish:
    last = len(film.frames) - 1
    if step == last:
        raise NotUnderstood("This is the end of the record.")
    return GoTo(min(last, step + _count(rest)))


def _back(rest: Typed, _film: Film, step: int) -> Wish:
    if step == 0:
        raise NotUnderstood("This is the beginning of the record.")
    return GoTo(max(0, step - _count(rest)))


def _count(rest: Typed) -> int:
    return whole_number(rest.words[0], "The number of steps") if rest.words else 1


def _hand(rest: Typed, film: Film, _step: int) -> Wish:
    """Read `[N]`: with a number it goes there, without it shows the cards held."""
    if not rest.words:
        return Page("hand", "")
    number = whole_number(rest.words[0], "The hand")
    if not 1 <= number <= len(film.hands):
        raise NotUnderstood(f"There is no hand {number}: the record has 1 to {len(film.hands)}.")
    return GoTo(film.hands[number - 1])


def _step(rest: Typed, film: Film, _step: int) -> Wish:
    number = whole_number(rest.text, "The step")
    if not 1 <= number <= len(film.frames):
        raise NotUnderstood(f"There is no step {number}: the record has 1 to {len(film.frames)}.")
    return GoTo(number - 1)


def _seat(rest: Typed, film: Film, _step: int) -> Wish:
    return LookAs(read_point(rest.text, film))


def _page(topic: str) -> Callable[[Typed, Film, int], Wish]:
    return lambda rest, _film, _step: Page(topic, rest.text)


_WISHES: dict[str, Callable[[Typed, Film, int], Wish]] = {
    "next": _forward,
    "back": _back,
    "hand": _hand,
    "step": _step,
    "begin": lambda _rest, _film, _step: GoTo(0),
    "end": lambda _rest, film, _step: GoTo(len(film.frames) - 1),
    "seat": _seat,
    "state": _page("state"),
    "why": _page("why"),
    "scores": _page("scores"),
    "rules": _page("rules"),
    "help": _page("help"),
    "quit": lambda _rest, _film, _step: Close(),
}


def help_page(name: str, _model: Model) -> list[str]:
    """Return one line for each command of a replay, or for the one asked for."""
    verb = find_among(REPLAY_VERBS, name.lower()) if name else None
    if name and verb is None:
        return [f"There is no command {safe(name)!r} in a replay. Type help for all."]
    verbs: tuple[Verb, ...] = (verb,) if verb else REPLAY_VERBS
    return [one_line(one) for one in verbs]
