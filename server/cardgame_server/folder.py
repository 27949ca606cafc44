"""The data folder: one server's at a time, opened whatever has happened to it.

What cannot be read is set aside in `damaged/` and reported, never dropped and never a reason not
to start. Only three things are: another server, a newer format, a folder that cannot be written.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cardgame_server.journal import APPLICATION, FORMAT, Journal, is_damage
from cardgame_server.loading import Loaded, load, writes_of
from cardgame_server.wal import Unread, unread
from cardgame_server.writes import DropTable, Saved

JOURNAL: Final = "journal.sqlite"
LOCK: Final = "lock"
DAMAGED: Final = "damaged"
_SIDES: Final = ("-wal", "-shm")


class FolderError(Exception):
    """The folder cannot be used; the message is one line fit to be shown."""


class Folder:
    """A data folder that is locked and open. `problems` are what was found wrong, a line each."""

    def __init__(self, path: Path) -> None:
        """Lock and open. Raises FolderError."""
        self.path = path
        self.problems: list[str] = []
        self._stamp = f"{datetime.now(tz=UTC):%Y%m%dT%H%M%S.%f}"
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = lock(path)
        except OSError as error:
            raise _unusable(path, error) from error
        try:
            self.journal, self.loaded = self._open()
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise _unusable(path, error) from error
        except FolderError:
            self.close()
            raise
        for number, why in sorted(self.loaded.damaged.items()):
            self.set_aside(number, why)

    @property
    def saved(self) -> Saved:
        """What the last server has kept."""
        return self.loaded.saved

    def _open(self) -> tuple[Journal, Loaded]:
        file = self.path / JOURNAL
        if not file.exists():
            return self._new(), Loaded()
        tail = Path(f"{file}-wal")
        before = tail.read_bytes() if tail.exists() else b""
        try:
            journal = Journal(file)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            return self._begin_anew(f"{JOURNAL} cannot be read at all: {error}"), Loaded()
        try:
            return self._look_at(journal, before)
        except (OSError, sqlite3.Error, FolderError):
            journal.close()
            raise

    def _look_at(self, journal: Journal, before: bytes) -> tuple[Journal, Loaded]:
        """Read the journal; `before` is its tail as the last server left it."""
        if is_empty(journal.db):
            journal.close()
            return self._begin_anew(f"{JOURNAL} is empty"), Loaded()
        check_format(journal.db, journal.file)
        rest = self._look_at_tail(journal.db, before)
        wrong = integrity(journal.db)
        loaded = load(journal.db, tail_lost=rest.was_acknowledged)
        self.problems += loaded.notes
        if wrong or loaded.notes:
            journal.close()
            self.problems += [f"{JOURNAL} is damaged: {line}" for line in wrong]
            journal = self._begin_anew("what could be read of it goes on in a new one")
            journal.write(journal.prepare(writes_of(loaded.saved)))
        else:
            journal.knows(loaded.live, loaded.last_seq, loaded.saved.last_number)
        if wrong or loaded.notes or rest.was_acknowledged:
            self.problems += _told_of_each(loaded.saved)
        return journal, loaded

    def _new(self) -> Journal:
        journal = Journal(self.path / JOURNAL)
        journal.lay_out()
        return journal

    def _begin_anew(self, why: str) -> Journal:
        """Set the whole file aside and make a new one."""
        aside = self._aside(JOURNAL)
        for side in ("", *_SIDES):
            part = Path(f"{self.path / JOURNAL}{side}")
            if part.exists():
                part.rename(f"{aside}{side}")
        self.problems.append(f"{why}; the old file is {aside}")
        return self._new()

    def _aside(self, name: str) -> Path:
        folder = self.path / DAMAGED
        folder.mkdir(exist_ok=True)
        return folder / f"{self._stamp}-{name}"

    def _look_at_tail(self, db: sqlite3.Connection, before: bytes) -> Unread:
        """Report what cannot be read of a tail: mostly the commit that the end cut short."""
        _, usable, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        rest = unread(before, usable)
        if rest.pages:
            aside = self._aside(f"{JOURNAL}-wal")
            aside.touch(mode=0o600)
            aside.write_bytes(before)
            self.problems.append(f"{tail_words(rest)}; the old tail is {aside}")
        return rest

    def set_aside(self, number: int, why: str) -> None:
        """Take a table that cannot go on out of the journal, into a file of its own.

        To be called before anything else writes to the journal.
        """
        aside = self._aside(f"table{number}.json")
        rows = self.loaded.rows.get(number, [])
        # Its password and the secret of its cards are in there: it is the owner's own.
        aside.touch(mode=0o600)
        aside.write_text(json.dumps({"table": number, "why": why, "rows": rows}, indent=1) + "\n")
        self.journal.write(self.journal.prepare([DropTable(number)]))
        self.problems.append(f"table {number} cannot go on: {why}; what is left of it is {aside}")

    def close(self) -> None:
        """Let another server have the folder. The journal is closed by whoever writes it."""
        os.close(self._lock)


def tail_words(rest: Unread) -> str:
    """Say what of the journal's tail cannot be read, and what that means."""
    if rest.was_acknowledged:
        return (
            f"{rest.pages} pages of the journal's tail cannot be read, with {rest.commits} commits "
            "that came after the damage: the newest moves are lost, and so are the tables and "
            "people that were new"
        )
    return (
        f"{rest.pages} pages of the journal's tail belong to no complete commit "
        "(a write cut short, or a damaged tail)"
    )


def _told_of_each(saved: Saved) -> Iterator[str]:
    """Say of each table that was salvaged what it has lost."""
    lost = {loss.table: loss.why for loss in saved.losses if loss.goes_on}
    for table in saved.tables:
        yield f"table {table.number} goes on: {lost.get(table.number, 'nothing of it is lost')}"


def _unusable(path: Path, error: Exception) -> FolderError:
    return FolderError(f"cannot use the data folder {path}: {error}")


def lock(path: Path, *, make: bool = True) -> int:
    """Lock a folder and return the descriptor that holds it. Raises FolderError if it is in use.

    Without `make` the file must be there, and nothing is written: the folder may be read-only.
    """
    how = os.O_RDWR | os.O_CREAT if make else os.O_RDONLY
    handle = os.open(path / LOCK, how | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise FolderError(
            f"the data folder {path} is in use by another server; stop it, or name another folder"
        ) from None
    return handle


def is_empty(db: sqlite3.Connection) -> bool:
    """Whether nothing was ever laid out in a file; a journal in use never is so."""
    (count,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(count == 0)


def check_format(db: sqlite3.Connection, file: Path) -> None:
    """Refuse a file of a newer server, or of another program. Raises FolderError."""
    if is_empty(db):
        raise FolderError(f"{file} is empty")
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (known,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise FolderError(f"{file} is no journal of a card-game server; name another data folder")
    if known > FORMAT:
        raise FolderError(
            f"{file} has format {known}, this server knows {FORMAT}: "
            "use a server at least as new as the one that wrote it"
        )
    if known < FORMAT:
        raise FolderError(
            f"{file} has format {known}, which this server does not read any more (only {FORMAT}): "
            "use the server that wrote it, or name another data folder"
        )


def integrity(db: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong in its file, nothing if it is sound."""
    try:
        found = [str(line) for (line,) in db.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return [str(error)]
    return [] if found == ["ok"] else found
