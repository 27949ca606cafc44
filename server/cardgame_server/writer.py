"""The journal's thread: it waits for the disk so that the server's own thread need not."""

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Protocol

from cardgame_server.gate import Done
from cardgame_server.journal import Batch, Journal
from cardgame_server.writes import Write

CLOSE_SECONDS: Final = 5.0
"""A disk that does not answer must not keep the server from ending."""

HandOver = Callable[[Callable[[], None]], None]
"""Has a function called in the server's thread, soon."""


class Book(Protocol):
    """What a scribe needs of a journal; see `Journal`."""

    def prepare(self, writes: Iterable[Write]) -> Batch:
        """Sort writes into a batch, once."""
        ...

    def write(self, batch: Batch) -> None:
        """Make a batch durable."""
        ...

    def reopen(self) -> None:
        """Begin anew after a failure."""
        ...


class Scribe:
    """Writes into a journal, and again what failed; blocks. No threads in here."""

    def __init__(self, journal: Book) -> None:
        self._journal = journal
        # What could not be written: it keeps its rows when it is tried again.
        self._unwritten: list[Batch] = []
        self._seen = 0

    def write(self, writes: list[Write]) -> Exception | None:
        """Write what is new in a list that begins with what failed before; return what failed."""
        journal = self._journal
        try:
            if self._unwritten:
                journal.reopen()
            fresh = writes[self._seen :]
            if fresh:
                self._unwritten.append(journal.prepare(fresh))
                self._seen = len(writes)
            for batch in list(self._unwritten):
                journal.write(batch)
                self._unwritten.remove(batch)
        except (sqlite3.Error, OSError) as error:
            return error
        self._seen = 0
        return None


class JournalWriter:
    """A `Storage` on a journal. `hand_over` is the way back into the server's thread."""

    def __init__(self, journal: Journal, hand_over: HandOver) -> None:
        self._journal = journal
        self._scribe = Scribe(journal)
        self._hand_over = hand_over
        self._work: queue.SimpleQueue[tuple[list[Write], Done] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def commit(self, writes: list[Write], done: Done) -> None:
        """Make writes durable; see `Storage`."""
        self._work.put((writes, done))

    def close(self) -> None:
        """End the thread when it has done what it was given, and close the journal; blocks."""
        self._work.put(None)
        self._thread.join(CLOSE_SECONDS)
        if not self._thread.is_alive():
            self._journal.close()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            writes, done = work
            error = self._scribe.write(writes)
            self._hand_over(partial(done, error))
