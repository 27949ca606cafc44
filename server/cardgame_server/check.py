"""The command `cardgame-server check DATA`: is a data folder sound, would every table come back.

Nothing in the folder is changed: the journal is copied and the copy looked at.
"""

import json
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from cardgame_rules import Match
from cardgame_rules.cards import DECKS
from cardgame_rules.fairness import SECRET_BYTES
from cardgame_rules.records import RecordError, replay
from cardgame_rules.verifying import verify
from cardgame_server.effects import Change
from cardgame_server.folder import (
    DAMAGED,
    JOURNAL,
    LOCK,
    FolderError,
    check_format,
    integrity,
    lock,
    tail_words,
)
from cardgame_server.identity import Players
from cardgame_server.journal import Journal
from cardgame_server.loading import load
from cardgame_server.lobby import Lobby
from cardgame_server.restoring import restore_all
from cardgame_server.staff import Staff
from cardgame_server.table import Premises, Table
from cardgame_server.wal import unread
from cardgame_server.writes import Saved


def check(folder: Path) -> list[str]:
    """Return what is wrong with a data folder, a line each; nothing if all is well."""
    if not (folder / JOURNAL).exists():
        return [f"{folder}: there is no {JOURNAL}: no server has kept anything here"]
    try:
        with _Copy(folder) as journal:
            return list(_look_at(journal, folder))
    except (FolderError, OSError, sqlite3.Error) as error:
        return [f"{folder}: {error}"]


def recovered(folder: Path) -> dict[int, Table]:
    """Return the tables as a server would bring them back. Raises FolderError, sqlite3.Error."""
    with _Copy(folder) as journal:
        lobby, _ = _restored(load(journal.db).saved)
    return lobby.tables


class _Copy:
    """A copy of a folder's journal, open; the folder is locked against servers meanwhile."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copy = tempfile.TemporaryDirectory()
        self._journal: Journal | None = None

    def __enter__(self) -> Journal:
        try:
            self._fetch()
            self._journal = Journal(Path(self._copy.name) / JOURNAL)
            check_format(self._journal.db, self._folder / JOURNAL)
        except BaseException:
            self.__exit__()
            raise
        return self._journal

    def _fetch(self) -> None:
        # A copy of a folder may lack the lock: no server has it open then.
        held = lock(self._folder, make=False) if (self._folder / LOCK).exists() else None
        try:
            for side in ("", "-wal"):
                part = Path(f"{self._folder / JOURNAL}{side}")
                if part.exists():
                    shutil.copy(part, self._copy.name)
        finally:
            if held is not None:
                os.close(held)

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()
        self._copy.cleanup()


def _look_at(journal: Journal, folder: Path) -> Iterator[str]:
    tail = Path(f"{folder / JOURNAL}-wal")
    _, usable, _ = journal.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    rest = unread(tail.read_bytes() if tail.exists() else b"", usable)
    if rest.pages:
        yield f"{tail.name}: {tail_words(rest)}"
    for line in integrity(journal.db):
        yield f"{JOURNAL}: {line}"
    loaded = load(journal.db, tail_lost=rest.was_acknowledged)
    for line in loaded.notes:
        yield f"{JOURNAL}: {line}"
    lobby, problems = _restored(loaded.saved)
    doubtful = {loss.table: loss.why for loss in loaded.saved.losses}
    for number, why in sorted({**doubtful, **loaded.damaged, **problems}.items()):
        yield f"table {number}: {why}"
    for number, table in sorted(lobby.tables.items()):
        if table.match is not None:
            for line in _wrong_with(table.match):
                yield f"table {number}: {line}"
    yield from _records(folder / "records")
    yield from _set_aside(folder / DAMAGED)


def _restored(saved: Saved) -> tuple[Lobby, dict[int, str]]:
    numbers = count()
    players = Players(lambda: str(next(numbers)))
    lobby = Lobby(Premises(players, Staff(players), _no_secret))
    return lobby, restore_all(lobby, Change(saved.now), saved)


def _no_secret() -> bytes:
    """Give a secret for tables that nobody plays at."""
    return bytes(SECRET_BYTES)


def _wrong_with(match: Match) -> Iterator[str]:
    """Yield what breaks an invariant of the games (P1: cards are conserved)."""
    hand = match.hand
    if hand is None:
        return
    there = Counter([*hand.stock, *hand.discard])
    for cards in hand.hands:
        there.update(cards)
    if there != Counter(DECKS[match.rules.deck].cards):
        yield "the cards are not those of the deck"
    if match.to_move is not None and not match.legal(match.to_move):
        yield f"seat {match.to_move} owes a decision and can do nothing"


def _set_aside(folder: Path) -> Iterator[str]:
    """Yield what earlier starts could not read, until somebody has looked at it and removed it."""
    for file in sorted(folder.glob("*")):
        if file.name.endswith(f"{JOURNAL}-shm"):
            continue  # It says nothing and goes with the journal beside it.
        yield f"{DAMAGED}/{file.name}: {_why(file)}; look at it, then remove it"


def _why(file: Path) -> str:
    """Return why a file was set aside."""
    if file.name.endswith(f"{JOURNAL}-wal"):
        return "the end of a journal, of which some pages belong to no complete commit"
    if file.name.endswith(JOURNAL):
        return "a journal that could not be read, or not as a whole"
    try:
        why = json.loads(file.read_text("utf-8"))["why"]
    except (OSError, ValueError, KeyError, TypeError):
        return "set aside by an earlier start"
    return f"a table that could not go on ({why})"


_COMMITTED: Final = "\nfair "
"""In a record that says from what its cards follow; older ones do not."""


def _records(folder: Path) -> Iterator[str]:
    for file in sorted(folder.glob("*.txt")):
        try:
            text = file.read_text(encoding="utf-8")
            whole = replay(text).over
        except (RecordError, UnicodeDecodeError) as error:
            yield f"records/{file.name}: {error}"
        else:
            if not whole:
                yield f"records/{file.name}: the match does not come to its end"
            elif _COMMITTED in text:
                yield from (f"records/{file.name}: {fault}" for fault in verify(text).faults)
