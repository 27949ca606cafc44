"""A match as one small text file, and back (docs/records.md).

The record holds the rule set, the seats, and then every move in order: those of the house
(`shuffle`, `pick`) and those of the seats. Nothing else is needed to rebuild the match.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from .cards import Card
from .events import Event
from .match import Match
from .presets import PRESETS
from .refusals import MoveRefusedError
from .ruleset import RuleSet, RuleSetError

FORMAT: Final = "cardgame record 1"
AND_THE_REST: Final = "..."
"""Ends a `shuffle` line written by hand: the cards not named follow in the order of the deck."""


class RecordError(ValueError):
    """A text that is no record or breaks the rules; the message begins with the line number."""


ORIGIN: Final = ("fair", "commitment", "seed", "text", "secret", "seen")
"""First words of the lines that say where chance came from; `verifying` reads them."""


def dumps(match: Match, origin: Sequence[str] = ()) -> str:
    """Return the record of `match` so far, as text that ends with a line break.

    `origin` are the lines that say where its chance came from (`Fairness.lines`): they hold the
    secret, so they are for a match that is over.
    """
    header = [FORMAT, _rules_line(match.rules)]
    header += [
        f"seat {seat} {'person' if human else 'computer'} {name}"
        for seat, (human, name) in enumerate(zip(match.humans, match.names, strict=True))
    ]
    return "\n".join([*header, *origin, *match.record]) + "\n"


def _rules_line(rules: RuleSet) -> str:
    return f"rules {rules_text(rules)}"


def rules_text(rules: RuleSet) -> str:
    """Return a rule set as its preset's name and `option=value` for each that differs from it."""
    preset = PRESETS[rules.name].options()
    changed = [f"{k}={_written(v)}" for k, v in rules.options().items() if v != preset[k]]
    return " ".join([rules.name, *changed])


def _written(value: Any) -> str:
    return f"{value[0]}..{value[1]}" if isinstance(value, tuple) else str(value)


def _read_value(text: str) -> Any:
    low, _, high = text.partition("..")
    if _is_number(low) and _is_number(high):
        return int(low), int(high)
    return None if text == "None" else int(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    """Tell whether `text` is a number that an option may have: none has more than ten digits."""
    return text.isascii() and text.isdigit() and len(text) <= 10


class Script:
    """The lines of a record, read one after another; also the house that answers from them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self.number = 0

    def carry_out(self, match: Match) -> Iterator[list[Event]]:
        """Have a match, whose house this is, do what the lines say; yield what each move led to.

        Raises RecordError, which names the line, for what does not follow the rules.
        """
        while line := self.next():
            yield self.step(match, line)

    def step(self, match: Match, line: str) -> list[Event]:
        """Have a match do what a line says that was just read; return what happened."""
        number = self.number
        try:
            return _carry_out(match, line)
        except RecordError:
            raise
        except MoveRefusedError as error:
            raise RecordError(f"line {number}: {error.text}") from error
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from error

    def error(self, what: str) -> RecordError:
        """Return the error that something is wrong with the line read last."""
        return RecordError(f"line {self.number}: {what}")

    def next(self) -> str:
        """Return the next line that says something; empty at the end."""
        while self.number < len(self._lines):
            line = self._lines[self.number].strip()
            self.number += 1
            if line and not line.startswith("#"):
                return line
        return ""

    def take(self, word: str) -> str:
        """Return the rest of the next line, which must begin with `word`."""
        line = self.next()
        if line.partition(" ")[0] != word:
            raise self.error(
                f"a line that begins with {word!r} should stand here, not {line[:40]!r}"
            )
        return line[len(word) :].strip()

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Answer a shuffle with the order that the record tells."""
        order = self.take("shuffle").split()
        if order and order[-1] == AND_THE_REST:
            named = Counter(order[:-1])
            order[-1:] = [card for card in cards if not _take_out(named, card)]
        if Counter(order) != Counter(cards):
            raise self.error("these are not the cards that are shuffled here")
        return order

    def pick(self, count: int) -> int:
        """Answer a pick with the number that the record tells."""
        number = self.take("pick")
        if not number.isdigit() or int(number) >= count:
            raise self.error(f"{number!r} is no number below {count}")
        return int(number)


def _take_out(named: Counter[Card], card: Card) -> bool:
    """Take `card` out of the count if it is in; tell whether it was."""
    if named[card]:
        named[card] -= 1
        return True
    return False


class Moment(NamedTuple):
    """A match after one of its moves: `events` are what that move led to, `line` where it stands.

    The match is the one that goes on to the next moment, so look at it before asking for that.
    """

    match: Match
    events: list[Event]
    line: int


def replay(text: str) -> Match:
    """Rebuild the match that `text` records, up to its last line.

    Raises RecordError, which names the line, for anything that does not follow the rules.
    """
    return deque(moments(text), maxlen=1)[0].match


def moments(text: str) -> Iterator[Moment]:
    """Rebuild the match that `text` records, move by move.

    The first moment is the match before its first hand. Raises RecordError as `replay` does, once
    the line that does not follow the rules is reached.
    """
    # Not `splitlines`: a name may hold a character that only Unicode takes for a line break.
    reader = Script(text.split("\n"))
    if reader.next() != FORMAT:
        raise reader.error(f"a record begins with {FORMAT!r}")
    rules = _read_rules(reader)
    match, line = _read_seats(reader, rules)
    while line.partition(" ")[0] in ORIGIN:
        line = reader.next()
    yield Moment(match, [], reader.number)
    while line:
        number = reader.number
        yield Moment(match, reader.step(match, line), number)
        line = reader.next()


def _read_rules(reader: Script) -> RuleSet:
    try:
        return read_rules(reader.take("rules"))
    except RuleSetError as error:
        raise reader.error(str(error)) from error


def read_rules(text: str) -> RuleSet:
    """Return the rule set that `rules_text` has written. Raises RuleSetError."""
    name, *changes = text.split() or [""]
    if name not in PRESETS:
        raise RuleSetError(f"{name!r} is no preset; presets are {', '.join(PRESETS)}")
    pairs = [change.partition("=") for change in changes]
    return PRESETS[name].changed(**{key: _read_value(value) for key, _, value in pairs})


def _read_seats(reader: Script, rules: RuleSet) -> tuple[Match, str]:
    """Read the seat lines; return the match and the line after them."""
    humans: list[bool] = []
    names: list[str] = []
    line = reader.next()
    while line.startswith("seat "):
        parts = line.split(" ", 3)
        if len(parts) < 3 or parts[1] != str(len(humans)) or parts[2] not in ("person", "computer"):
            raise reader.error(f"should read: seat {len(humans)} person|computer NAME")
        humans.append(parts[2] == "person")
        names.append(parts[3] if len(parts) == 4 else f"seat {parts[1]}")
        line = reader.next()
    try:
        return Match(rules, humans, reader, names), line
    except RuleSetError as error:
        raise reader.error(str(error)) from error


def _carry_out(match: Match, line: str) -> list[Event]:
    """Carry out one line that is no answer of the house; return what happened."""
    word, _, rest = line.partition(" ")
    if word == "hand":
        if rest != str(match.hand_number + 1):
            raise ValueError(f"hand {match.hand_number + 1} should begin here, not {rest[:10]!r}")
        return match.start_hand()
    if line == "end agreed":
        return match.agree_end()
    if word.isdigit() and int(word) < len(match.humans):
        return match.apply(int(word), rest)
    raise ValueError(f"{line[:40]!r} is neither `hand N`, `SEAT ACTION` nor `end agreed`")
