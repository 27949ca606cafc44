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


LATE_WORDS = {
    "next_hand": "latecomers with the next hand",
    "stand_in": "latecomers at once",
}
"""When somebody may join while a match is played, by the values of `latecomers`."""


def time_words(turn: float | None, bank: float) -> list[str]:
    """Return a table's clock: `30 s a turn`, `bank of 60 s`; nothing where there is none."""
    if turn is None:
        return []
    return [f"{turn:g} s a turn", *([f"bank of {bank:g} s"] if bank else [])]


def table_terms(turn: float | None, bank: float, latecomers: str) -> list[str]:
    """Return a table's clock and what latecomers may do, where it is not as usual: none of both."""
    late = LATE_WORDS.get(latecomers)
    return time_words(turn, bank) + ([late] if late else [])


def option_words(options: Mapping[str, object], names: Iterable[str] | None = None) -> list[str]:
    """Return a few words for each of the options named, or for all; also for one not known here."""
    return [_option(name, options.get(name)) for name in (options if names is None else names)]


def _option(name: str, value: object) -> str:
    words = _WORDS.get(name)
    if words is None:
        return safe(f"{name.replace('_', ' ')} {value}")
    return safe(words(value))
