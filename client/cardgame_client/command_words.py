"""The words of one typed line, and the complaint about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardgame_client.safe import safe
from cardgame_client.verbs import find_verb

UNNUMBERED = 1
"""The id of a request before the link gives it its own; no request may be without one."""


class NotUnderstood(Exception):  # noqa: N818 - it reports, nothing went wrong in the program
    """A typed line means nothing, or more than one thing; the text says what to type."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class Typed:
    """Words as typed; names, passwords and chat keep their case."""

    words: tuple[str, ...]

    @property
    def low(self) -> tuple[str, ...]:
        """Return the words in lower case."""
        return tuple(word.lower() for word in self.words)

    @property
    def text(self) -> str:
        """Return the words with one space between them."""
        return " ".join(self.words)

    def rest(self, count: int = 1) -> "Typed":
        """Return what follows the first `count` words."""
        return Typed(self.words[count:])


def quoted(text: str) -> str:
    """Return a text as one value of a command: in double quotes where it has spaces."""
    return f'"{text}"' if " " in text else text


def values(words: Sequence[str]) -> list[str]:
    """Return words with those in double quotes put together: `name "Friday night"` has two."""
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        ends = [n for n, later in enumerate(rest, 1) if later.endswith('"')]
        if word.startswith('"') and word.endswith('"') and len(word) > 1:
            word = word[1:-1]
        elif word.startswith('"') and ends:
            word = " ".join([word, *rest[: ends[0]]])[1:-1]
            del rest[: ends[0]]
        found.append(word)
    return found


def usage(name: str) -> str:
    """Return how the command `name` is typed."""
    verb = find_verb(name)
    return f"{name} {verb.usage}".rstrip() if verb else name


def no_more(name: str, rest: Typed) -> None:
    """Complain about words after a command that takes none."""
    if rest.words:
        raise NotUnderstood(f"{safe(rest.text)!r} is too much: type {usage(name)}")


def whole_number(word: str, what: str) -> int:
    """Read a number that is not negative, or complain that `what` must be one."""
    if word.isascii() and word.isdigit() and len(word) < 10:
        return int(word)
    raise NotUnderstood(f"{what} must be a number, not {safe(word)!r}.")
