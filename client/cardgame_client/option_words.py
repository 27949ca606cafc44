"""What is other than usual at a table, in words: `to 100 points`, `call penalty 4`."""

from collections.abc import Callable, Iterable, Mapping

from cardgame_client.safe import safe
from cardgame_client.voice import counted


def goal_words(match_end: object) -> str:
    """Return what ends a match, from the option `match_end` (`points:100`, `lives:3`)."""
    kind, _, number = str(match_end).partition(":")
    if not (number.isascii() and number.isdigit()):
        return f"until {safe(str(match_end))}"
    if kind == "lives":
        return counted(int(number), "life")
    return "one hand" if number == "1" else f"to {number} points"


def _call(penalty: object) -> str:
    return f"call penalty {penalty}" if penalty else "no call"


_WORDS: Mapping[str, Callable[[object], str]] = {
    "match_end": goal_words,
    "call_penalty": _call,
    "turn_limit": lambda limit: f"a hand of at most {limit} turns",
    "hand_limit": lambda limit: f"at most {limit} hands",
    "hand_size": lambda size: f"{size} cards each",
}


def option_words(options: Mapping[str, object], names: Iterable[str] | None = None) -> list[str]:
    """Return a few words for each of the options named, or for all; also for one not known here."""
    return [_option(name, options.get(name)) for name in (options if names is None else names)]


def _option(name: str, value: object) -> str:
    words = _WORDS.get(name)
    if words is None:
        return safe(f"{name.replace('_', ' ')} {value}")
    return safe(words(value))
