"""The file that lets an arena go on where it was interrupted: one line of JSON for each deal.

Its first line says what was played, down to the bytes of each bot's file; an arena that differs in
anything does not go on in it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgame_protocol import __version__

from ..bot_file import split_bot_file
from .game import Outcome
from .plan import Setup, sittings


class LogError(Exception):
    """The file belongs to another arena, or is none of this kit; the text says which."""


class Header(Struct, frozen=True):
    """What the results in a log follow from. The number of games is not in it: it may grow."""

    version: str
    bots: list[tuple[str, str]]
    rules: str
    seed: int
    matches: bool
    target: int | None
    strangers: bool = False


def header_of(setup: Setup) -> Header:
    """Return the header of an arena's log."""
    bots = [(bot, _digest(bot)) for bot in setup.bots]
    return Header(
        __version__,
        bots,
        setup.rules,
        setup.seed,
        setup.matches,
        setup.target,
        setup.strangers,
    )


def _digest(bot: str) -> str:
    path = split_bot_file(bot)[0]
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


class ArenaLog:
    """An open log: the deals that are in it already, and a way to add others."""

    def __init__(self, descriptor: int, deals: list[list[Outcome]]) -> None:
        self._descriptor = descriptor
        self.deals = deals

    def add(self, deal: Sequence[Outcome]) -> None:
        """Write one deal; it is whole in the file or not there."""
        os.write(self._descriptor, msgspec.json.encode(deal) + b"\n")


@contextmanager
def arena_log(path: Path, setup: Setup) -> Iterator[ArenaLog]:
    """Open the log of this arena, or begin it. Raises LogError, and OSError as `open` does.

    A line cut short by a crash is taken away; the deal is played again.
    """
    header = header_of(setup)
    whole = _whole_lines(path) if path.exists() else b""
    deals = _read_on(path, whole, header, len(sittings(setup))) if whole else []
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.ftruncate(descriptor, len(whole))
        os.lseek(descriptor, len(whole), os.SEEK_SET)
        if not whole:
            os.write(descriptor, msgspec.json.encode(header) + b"\n")
        yield ArenaLog(descriptor, deals)
    finally:
        os.close(descriptor)


def read_log(path: Path) -> tuple[Header, list[list[Outcome]]]:
    """Return what the log of an arena holds so far. Raises LogError, and OSError as `open` does."""
    return _read(path, _whole_lines(path))


def seed_in(path: Path) -> int | None:
    """Return the seed of the arena whose log this is, None if it has none yet.

    Raises LogError, and OSError as `open` does.
    """
    whole = _whole_lines(path) if path.exists() else b""
    return _read(path, whole)[0].seed if whole else None


def _whole_lines(path: Path) -> bytes:
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def _read(path: Path, whole: bytes) -> tuple[Header, list[list[Outcome]]]:
    lines = whole.splitlines() or [b""]
    try:
        header = msgspec.json.decode(lines[0], type=Header)
        return header, [msgspec.json.decode(line, type=list[Outcome]) for line in lines[1:]]
    except msgspec.MsgspecError as error:
        raise LogError(f"{path} is no log of an arena: {error}") from error


def _read_on(path: Path, whole: bytes, header: Header, games: int) -> list[list[Outcome]]:
    """Return the deals in the log if it is that of `header`."""
    found, deals = _read(path, whole)
    for name in Header.__struct_fields__:
        there, here = getattr(found, name), getattr(header, name)
        if there != here:
            raise LogError(
                f"{path} is of another arena: its {name} is {there!r}, not {here!r};"
                " name another file, or take this one away"
            )
    if any(len(deal) != games or deal[0].deal != place for place, deal in enumerate(deals)):
        raise LogError(f"{path} is damaged: its deals are not in their order; take it away")
    return deals
