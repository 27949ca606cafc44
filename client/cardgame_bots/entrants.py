"""Who takes part in a match or an arena: a level by its name, or a bot's file."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Protocol

from cardgame_rules import PRESETS, RuleSet, RuleSetError

from .isolation.bot_file import BotFileError
from .isolation.runner import MEMORY_MEGABYTES, Runner
from .levels import LEVELS, MEASURED_LEVELS
from .moment import Bot


class Entrant(Protocol):
    """One who takes part, at one seat at a time; to be closed in the end.

    `digest` changes with its code; empty for a level, whose code is that of the kit.
    """

    name: str
    level: str | None
    presets: Sequence[str]
    digest: str

    def make(self) -> Bot:
        """Return the bot of the next match."""
        ...

    def close(self) -> None:
        """Give back what it holds, such as a process."""
        ...


class LevelEntrant:
    """A level of our own, in this process: its code is known not to look where it must not."""

    def __init__(self, level: str, levels: dict[str, Callable[[], Bot]]) -> None:
        self.name = level
        self.level: str | None = level
        self.presets: Sequence[str] = list(PRESETS)
        self.digest = ""
        self.make = levels[level]

    def close(self) -> None:
        """Hold nothing, give nothing back."""


def enter(
    text: str,
    *,
    seconds: float,
    megabytes: int = MEMORY_MEGABYTES,
    output: IO[str] | None = None,
    measured: bool = True,
) -> Entrant:
    """Return who `text` names: a level, or `FILE[:NAME]`. Raises BotFileError for neither.

    `measured`: a level works a fixed amount, so that games repeat; else it uses its time.
    The others are as for Runner.
    """
    if text in LEVELS:
        return LevelEntrant(text, MEASURED_LEVELS if measured else LEVELS)
    if not text.partition(":")[0].endswith(".py") and not Path(text).exists():
        levels = ", ".join(LEVELS)
        raise BotFileError(f"{text}: there is no such file and no such level; levels are {levels}")
    return Runner(text, seconds=seconds, megabytes=megabytes, output=output)


def plays(entrant: Entrant, rules: RuleSet) -> None:
    """Raise RuleSetError if the bot says that it does not play this game."""
    if rules.name not in entrant.presets:
        games = ", ".join(entrant.presets)
        raise RuleSetError(f"{entrant.name} does not play {rules.name}: its `presets` are {games}")


def distinct(names: Sequence[str]) -> list[str]:
    """Return `names`, those that came before with a number behind: `simple`, `simple 2`."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found
