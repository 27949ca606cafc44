"""The journal: one SQLite file in which everything stands that a restart needs.

`Journal` is plain and blocking; `writer` runs it in a thread of its own. Every text has a checksum:
SQLite has none, and a disk that gives back other bytes than it was given must not change a card.

Moves are nearly all there is to write. Those of one commit, of whatever tables, are one row, put in
by one statement: that is a third of the processor time of a row for each.
"""

import errno
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from cardgame_server.step_rows import NeededRows, row_of
from cardgame_server.writes import (
    Beat,
    DropRecord,
    DropTable,
    ForgetPlayer,
    KeepBase,
    KeepHand,
    KeepHead,
    KeepLines,
    KeepPlayer,
    KeepRecord,
    Write,
)

FORMAT: Final = 2
"""Of the tables below, in the file's `user_version`: it rises when an older server would misread
them."""

APPLICATION: Final = 0x63617264  # "card": what `file` and this server know the file by.

_SCHEMA: Final = """
CREATE TABLE players (key TEXT PRIMARY KEY, name TEXT, computer INTEGER, sum INTEGER) WITHOUT ROWID;
CREATE TABLE tables (
    number INTEGER PRIMARY KEY, head TEXT, head_step INTEGER, head_sum INTEGER,
    base TEXT NOT NULL DEFAULT '', base_step INTEGER NOT NULL DEFAULT 0,
    base_sum INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE hands (
    number INTEGER, hand INTEGER, lines TEXT, sum INTEGER, PRIMARY KEY (number, hand)
) WITHOUT ROWID;
CREATE TABLE steps (seq INTEGER PRIMARY KEY, numbers TEXT, lines TEXT);
CREATE TABLE closed (number INTEGER PRIMARY KEY, seq INTEGER);
CREATE TABLE records (
    number INTEGER, match INTEGER, text TEXT, sum INTEGER, PRIMARY KEY (number, match)
) WITHOUT ROWID;
CREATE TABLE clock (one INTEGER PRIMARY KEY, now REAL, last_number INTEGER);
INSERT INTO clock VALUES (1, 0.0, 0);
"""

_ROWS: Final = " FROM json_each(?) WHERE true"
# One statement for all rows of a kind: the interpreter's lock is given up and asked for again with
# every step of a statement, which takes milliseconds while the server's thread is busy.


def _columns(count: int) -> str:
    return ", ".join(f"json_extract(value, '$[{place}]')" for place in range(count))


_FORGET_PLAYERS: Final = "DELETE FROM players WHERE key IN (SELECT value FROM json_each(?))"
_KEEP_PLAYERS: Final = f"INSERT OR REPLACE INTO players SELECT {_columns(4)}{_ROWS}"
_KEEP_HEADS: Final = (
    f"INSERT INTO tables (number, head, head_step, head_sum) SELECT {_columns(4)}{_ROWS} "
    "ON CONFLICT (number) DO UPDATE SET "
    "head = excluded.head, head_step = excluded.head_step, head_sum = excluded.head_sum"
)
_KEEP_BASES: Final = (
    f"INSERT INTO tables (number, base, base_step, base_sum) SELECT {_columns(4)}{_ROWS} "
    "ON CONFLICT (number) DO UPDATE SET "
    "base = excluded.base, base_step = excluded.base_step, base_sum = excluded.base_sum"
)
_KEEP_HANDS: Final = f"INSERT OR REPLACE INTO hands SELECT {_columns(4)}{_ROWS}"
_DROP_HANDS: Final = "DELETE FROM hands WHERE number IN (SELECT value FROM json_each(?))"
_KEEP_STEPS: Final = "INSERT OR REPLACE INTO steps VALUES (?, ?, ?)"
_DROP_STEPS: Final = "DELETE FROM steps WHERE seq IN (SELECT value FROM json_each(?))"
# Lines of a closed table may stand in a row with those of others: they must not be taken for what
# is left of a damaged one.
_CLOSE_TABLES: Final = (
    "INSERT OR REPLACE INTO closed SELECT value, (SELECT max(seq) FROM steps) "
    "FROM json_each(?) WHERE EXISTS (SELECT 1 FROM steps)"
)
_FORGET_CLOSED: Final = "DELETE FROM closed WHERE seq < (SELECT min(seq) FROM steps)"
_DROP_TABLES: Final = "DELETE FROM tables WHERE number IN (SELECT value FROM json_each(?))"
_KEEP_RECORDS: Final = f"INSERT OR REPLACE INTO records SELECT {_columns(4)}{_ROWS}"
_DROP_RECORDS: Final = f"DELETE FROM records WHERE (number, match) IN (SELECT {_columns(2)}{_ROWS})"  # noqa: S608 - our own words
_KEEP_NOW: Final = "UPDATE clock SET now = max(now, ?), last_number = max(last_number, ?)"


_PASSING: Final = frozenset((
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
))  # fmt: skip
_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file is damaged, not that it cannot be used now."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code in _UNREADABLE or code & 0xFF not in _PASSING


def checksum(*texts: str) -> int:
    """Return the checksum of some texts that belong together."""
    return zlib.crc32("\0".join(texts).encode("utf-8", "surrogatepass"))


class Batch:
    """Writes of one commit, sorted by kind: for each statement the rows it takes.

    Within a commit only the last word about a player or a table counts, so that the order in which
    the statements are carried out need not be that of the writes.
    """

    def __init__(self) -> None:
        self.players: dict[str, KeepPlayer | ForgetPlayer] = {}
        self.heads: dict[int, KeepHead] = {}
        self.bases: dict[int, KeepBase] = {}
        self.hands: dict[tuple[int, int], KeepHand] = {}
        self.anew: set[int] = set()
        self.seq = 0
        self.steps: list[KeepLines] = []
        self.dead_steps: list[int] = []
        self.dropped: set[int] = set()
        self.records: dict[tuple[int, int], KeepRecord | DropRecord] = {}
        self.now = 0.0

    def forget_hands(self, number: int) -> None:
        """Take out the hands of a match that is not needed any more."""
        self.hands = {key: hand for key, hand in self.hands.items() if key[0] != number}

    def forget_steps(self, number: int) -> None:
        """Take out the steps of a table that are not needed any more."""
        self.steps = [step for step in self.steps if step.table != number]

    def statements(self) -> Iterator[tuple[str, list[Any]]]:
        """Return what is to be carried out but for the steps, in order, with the rows."""
        players = self.players.values()
        gone = [one.key for one in players if isinstance(one, ForgetPlayer)]
        come = [one for one in players if isinstance(one, KeepPlayer)]
        yield _FORGET_PLAYERS, gone
        yield _KEEP_PLAYERS, [[*one, checksum(one.key, one.name)] for one in come]
        heads, bases = self.heads.values(), self.bases.values()
        yield _KEEP_HEADS, [[h.table, h.head, h.step, checksum(h.head)] for h in heads]
        yield _KEEP_BASES, [[b.table, b.base, b.step, checksum(b.base)] for b in bases]
        yield _DROP_HANDS, [*self.anew, *self.dropped]
        yield _KEEP_HANDS, [[*hand, checksum(hand.lines)] for hand in self.hands.values()]
        yield _DROP_STEPS, self.dead_steps
        yield _DROP_TABLES, [*self.dropped]
        records = self.records.items()
        kept = [r for _, r in records if isinstance(r, KeepRecord)]
        yield _KEEP_RECORDS, [[*one, checksum(one.text)] for one in kept]
        yield _DROP_RECORDS, [[*key] for key, r in records if isinstance(r, DropRecord)]


class Journal:
    """The open file. Methods may raise sqlite3.Error or OSError; then `reopen` before going on."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._last_seq = 0
        self._last_number = 0
        self._now = 0.0
        self._needed = NeededRows()
        self._db = self._connect()

    def _connect(self) -> sqlite3.Connection:
        # Tables' passwords stand in here: it is the owner's own. SQLite's other files follow it.
        handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._identity = _identity(os.fstat(handle))
        os.close(handle)
        db = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            # What is acknowledged must outlive a power cut, not only the process.
            db.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            db.close()
            raise
        return db

    @property
    def db(self) -> sqlite3.Connection:
        """The connection, for reading."""
        return self._db

    def lay_out(self) -> None:
        """Make the tables of a new file."""
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        self._db.executescript(f"BEGIN; {marks} {_SCHEMA} COMMIT;")
        # Out of the log into the file: no damage to a log can make it another program's.
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def knows(self, steps: Iterable[tuple[int, int]], last_seq: int, last_number: int) -> None:
        """Note what is in the file.

        `steps` are (row, table) of what a restart would play again, in order; `last_seq` is the
        highest number of a row, `last_number` of a table.
        """
        for seq, number in steps:
            self._needed.add(seq, number)
        self._last_seq, self._last_number = last_seq, last_number

    def prepare(self, writes: Iterable[Write]) -> Batch:
        """Sort writes into a batch. To be called once for each: the steps get their row here."""
        batch = Batch()
        for write in writes:
            if type(write) is KeepLines:
                batch.steps.append(write)
            else:
                self._sort(batch, write)
        if batch.steps:
            self._last_seq = batch.seq = self._last_seq + 1
            for step in batch.steps:
                self._needed.add(batch.seq, step.table)
            self._now = max(self._now, batch.steps[-1].now)
        # The rows of moves say the time themselves, but they go.
        batch.now = self._now = max(self._now, batch.now)
        return batch

    def _sort(self, batch: Batch, write: Write) -> None:
        match write:
            case KeepHead(table=number):
                batch.heads[number] = write
                batch.now = max(batch.now, write.now)
                self._last_number = max(self._last_number, number)
            case KeepBase(table=number):
                batch.bases[number] = write
                self._outdated(batch, number)
                if write.anew:
                    batch.anew.add(number)
                    batch.forget_hands(number)
            case KeepHand(table=number):
                batch.hands[number, write.hand] = write
            case DropTable(table=number):
                self._drop(batch, number)
            case KeepPlayer() | ForgetPlayer():
                batch.players[write.key] = write
            case KeepRecord() | DropRecord():
                batch.records[write.table, write.match] = write
            case Beat():
                batch.now = max(batch.now, write.now)

    def _outdated(self, batch: Batch, number: int) -> None:
        """Have the steps so far removed: those of this batch are not even written."""
        batch.forget_steps(number)
        batch.dead_steps += self._needed.outdated(number)

    def _drop(self, batch: Batch, number: int) -> None:
        self._outdated(batch, number)
        batch.heads.pop(number, None)
        batch.bases.pop(number, None)
        batch.forget_hands(number)
        batch.dropped.add(number)

    def write(self, batch: Batch) -> None:
        """Make a batch durable, all or nothing. To write one again does no harm."""
        steps = row_of(batch.seq, batch.steps) if batch.steps else None
        work = [(sql, json.dumps(rows)) for sql, rows in batch.statements() if rows]
        self._only_in_place()
        db = self._db
        if steps is not None and not work:
            # Nothing but moves: a commit of its own, for which the interpreter's lock is given up
            # once and not once for each statement.
            db.execute(_KEEP_STEPS, steps)
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            for sql, rows in work:
                db.execute(sql, (rows,))
            if steps is not None:
                db.execute(_KEEP_STEPS, steps)
            if batch.dropped:
                db.execute(_CLOSE_TABLES, (json.dumps([*batch.dropped]),))
                db.execute(_FORGET_CLOSED)
            db.execute(_KEEP_NOW, (batch.now, self._last_number))
            db.execute("COMMIT")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def reopen(self) -> None:
        """Begin anew with the file after a failure."""
        self._only_in_place()
        self.close()
        self._db = self._connect()

    def _only_in_place(self) -> None:
        """Refuse to write what no restart would find: a file that was removed takes every write."""
        try:
            in_place = _identity(self.file.stat()) == self._identity
        except FileNotFoundError:
            in_place = False
        if not in_place:
            what = "the journal was removed or exchanged while the server runs; put its folder back"
            raise FileNotFoundError(errno.ENOENT, what, str(self.file))

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _identity(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino
