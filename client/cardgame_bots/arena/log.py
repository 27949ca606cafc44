"""The file that lets an arena go on where it was interrupted: one line of JSON for each deal.

Its first line says what was played, down to the bytes of each bot's file; an arena that differs in
anything does not go on in it.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgame_client.locking import locked
from cardgame_protocol import __version__

from ..exits import UsageError
from ..outputs import NotWrittenError, reason
from .game import Outcome
from .plan import Setup, sittings

BEGINNING = b'{"version":'
"""Of every log, also of one that was cut short in its first line."""


class LogError(UsageError):
    """The file cannot be used for this arena; the text says why and what to do."""


class Header(Struct, frozen=True):
    """What the results in a log follow from. The number of games is not in it: it may grow."""

    version: str
    bots: list[tuple[str, str]]
    rules: str
    seed: int
    matches: bool
    target: int | None
    strangers: bool = False


def header_of(setup: Setup, digests: Sequence[str]) -> Header:
    """Return the header of an arena's log; `digests` are those of its bots."""
    return Header(
        __version__,
        list(zip(setup.bots, digests, strict=True)),
        setup.rules,
        setup.seed,
        setup.matches,
        setup.target,
        setup.strangers,
    )


class ArenaLog:
    """An open log: the deals that are in it already, and a way to add others."""

    def __init__(self, descriptor: int, deals: list[list[Outcome]]) -> None:
        self._descriptor = descriptor
        self.deals = deals

    def add(self, deal: Sequence[Outcome]) -> None:
        """Write one deal; raises NotWrittenError if the disk does not take the whole of it."""
        _write_line(self._descriptor, deal)


@contextmanager
def arena_log(path: Path, setup: Setup, digests: Sequence[str]) -> Iterator[ArenaLog]:
    """Open the log of this arena, or begin it. `digests` are those of its bots.

    A line cut short by a crash is taken away; the deal is played again. While it is open here no
    other arena can have it: what two of them write would be in no order. Raises LogError, and
    NotWrittenError if it cannot be begun.
    """
    header = header_of(setup, digests)
    with _opened(path) as descriptor:
        whole = _whole_lines(path)
        if not whole:
            _check_beginning(path)
        deals = _read_on(path, whole, header, len(sittings(setup))) if whole else []
        os.ftruncate(descriptor, len(whole))
        os.lseek(descriptor, len(whole), os.SEEK_SET)
        if not whole:
            _write_line(descriptor, header)
        yield ArenaLog(descriptor, deals)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Open a log for this arena alone; raises LogError."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise _unusable(path, reason(error)) from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _unusable(path, "it is no file")
        if not locked(descriptor):
            raise LogError(
                f"--save {path}: another arena is writing it; wait until that has ended,"
                " or name another file"
            )
        yield descriptor
    finally:
        os.close(descriptor)


def _write_line(descriptor: int, content: object) -> None:
    rest = memoryview(msgspec.json.encode(content) + b"\n")
    try:
        # A disk that is nearly full takes a part, and says why only when it is given the rest.
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError as error:
        raise NotWrittenError(
            f"--save: {reason(error)}; what was played before is kept, and the same command"
            " goes on from there"
        ) from error


def read_log(path: Path) -> tuple[Header, list[list[Outcome]]]:
    """Return what the log of an arena holds so far. Raises LogError, and OSError as `open` does."""
    return _read(path, _whole_lines(path))


def seed_in(path: Path) -> int | None:
    """Return the seed of the arena whose log this is, None if it has none yet. Raises LogError."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            first = file.readline()
    except OSError as error:
        raise _unusable(path, reason(error)) from error
    return _header(path, first).seed if first.endswith(b"\n") else None


def _whole_lines(path: Path) -> bytes:
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def _read(path: Path, whole: bytes) -> tuple[Header, list[list[Outcome]]]:
    first, *lines = whole.splitlines() or [b""]
    header = _header(path, first)
    return header, [_deal(path, number, line) for number, line in enumerate(lines, 2)]


def _check_beginning(path: Path) -> None:
    """Raise LogError for a file without a whole line that is no beginning of a log."""
    with path.open("rb") as file:
        there = file.read(len(BEGINNING))
    if not BEGINNING.startswith(there):
        raise LogError(f"{path} is no log of an arena; name another file")


def _header(path: Path, line: bytes) -> Header:
    try:
        return msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError as error:
        raise LogError(f"{path} is no log of an arena: {error}; name another file") from error


def _deal(path: Path, number: int, line: bytes) -> list[Outcome]:
    try:
        return msgspec.json.decode(line, type=list[Outcome])
    except msgspec.MsgspecError as error:
        raise LogError(
            f"{path} is damaged in line {number}: {error}; take that line and all behind it away,"
            " and the arena goes on from there"
        ) from error


def _read_on(path: Path, whole: bytes, header: Header, games: int) -> list[list[Outcome]]:
    """Return the deals in the log if it is that of `header`."""
    found, deals = _read(path, whole)
    difference = _difference(found, header)
    if difference:
        raise LogError(
            f"{path} is of another arena: {difference}; name another file, or take this one away"
        )
    if any(len(deal) != games or deal[0].deal != place for place, deal in enumerate(deals)):
        raise LogError(f"{path} is damaged: its deals are not in their order; take it away")
    return deals


def _difference(there: Header, here: Header) -> str:
    """Return what is not alike in two headers, "" if all is."""
    names = [[bot for bot, _ in header.bots] for header in (there, here)]
    if names[0] != names[1]:
        return f"its bots are {', '.join(names[0])}, not {', '.join(names[1])}"
    changed = [bot for bot, other in zip(here.bots, there.bots, strict=True) if bot != other]
    if changed:
        return f"{changed[0][0]}, or what it imports from its folder, has changed since"
    for name in Header.__struct_fields__:
        if getattr(there, name) != getattr(here, name):
            return f"its {name} is {getattr(there, name)}, not {getattr(here, name)}"
    return ""


def _unusable(path: Path, why: str) -> LogError:
    return LogError(
        f"--save {path}: it cannot be used: {why}; name a file in a folder where you may write"
    )
