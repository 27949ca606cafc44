"""A data folder that a process loses in every way a process can; SQLite in it is the real one."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import trio

from cardgame_server.folder import JOURNAL, Folder
from cardgame_server.gate import Done
from cardgame_server.journal import Batch
from cardgame_server.writer import Scribe
from cardgame_server.writes import Write
from tests.simulation.faults import Faults
from tests.simulation.oracle import Oracle, Snapshot
from tests.simulation.shelf import Shelf
from tests.simulation.timeline import Timeline


class Disk:
    """A `Storage`, and the journal under it. `crash` is called when the process is to end now."""

    def __init__(
        self,
        path: Path,
        timeline: Timeline,
        faults: Faults,
        oracle: Oracle,
        crash: Callable[[], None],
    ) -> None:
        self.path = path
        self.folder = Folder(path)
        # What a power cut does is done here, byte by byte; waiting for a real disk shows nothing.
        self.folder.journal.db.execute("PRAGMA synchronous = OFF")
        self.ended = False
        self._timeline = timeline
        self._faults = faults
        self._oracle = oracle
        self._crash = crash
        self._scribe = Scribe(self)
        self._snapshots: dict[int, Snapshot] = {}
        self._newest: Snapshot | None = None
        self._fails_until = 0.0
        self._torn = False
        self._left: dict[str, bytes] = {}
        self.shelf = Shelf(path, faults, crash)

    # Storage: what the gate asks for.

    def commit(self, writes: list[Write], done: Done) -> None:
        """Make writes durable a moment later, unless the plan has it otherwise."""
        if not self.ended:
            self._newest = self._oracle.snapshot()
            delay = self._faults.chance.choice((0.0, 0.001, 0.01, 0.2))
            self._timeline.after(delay, partial(self._carry_out, list(writes), done))

    def _carry_out(self, writes: list[Write], done: Done) -> None:
        if self.ended:
            return
        fate = self._faults.fate_of_commit()
        if fate:
            self._faults.count(f"crash, commit {fate}")
            self._last_commit(fate, writes)
            self._crash()
            return
        seconds = self._faults.disk_fails()
        if seconds:
            self._faults.count("disk failure")
            self._fails_until = trio.current_time() + seconds
        done(self._scribe.write(writes))

    def _last_commit(self, fate: str, writes: list[Write]) -> None:
        if fate == "lost":
            return
        before = self._files()
        self._torn = fate == "torn"
        if self._scribe.write(writes) is None and self._torn:
            self._tear(before, self._files())

    def _files(self) -> dict[str, bytes]:
        """Return what a power cut would leave: the file and its log."""
        names = (JOURNAL, f"{JOURNAL}-wal")
        return {name: (self.path / name).read_bytes() for name in names}

    def _tear(self, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        """Have the last commit written in part: cut short, or a byte of it wrong."""
        log = f"{JOURNAL}-wal"
        whole, known = after[log], len(before[log])
        same_file = before[JOURNAL] == after[JOURNAL] and whole[:32] == before[log][:32]
        if not same_file or len(whole) <= known:
            self._left = before  # The log began anew: as if nothing had been written.
            return
        place = self._faults.chance.randrange(known, len(whole))
        if self._faults.chance.random() < 0.5:
            log_left = whole[:place]
        else:
            log_left = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        self._left = {JOURNAL: after[JOURNAL], log: log_left}

    # Book: what the scribe writes into.

    def prepare(self, writes: Iterable[Write]) -> Batch:
        """Sort writes into a batch; with it, all that it makes durable is known."""
        batch = self.folder.journal.prepare(writes)
        if self._newest is not None:
            self._snapshots[id(batch)] = self._newest
        return batch

    def write(self, batch: Batch) -> None:
        """Write a batch, or fail: before anything is written, or after it."""
        fails = trio.current_time() < self._fails_until and not self._faults.calm
        done_first = self._faults.chance.random() < 0.3
        if not fails or done_first:
            self.folder.journal.write(batch)
            if not self._torn:
                self._oracle.kept(self._snapshots[id(batch)])
        if fails:
            raise sqlite3.OperationalError("disk I/O error (simulated)")

    def reopen(self) -> None:
        """Open the journal anew after a failure."""
        self.folder.journal.reopen()
        self.folder.journal.db.execute("PRAGMA synchronous = OFF")

    # What the world does.

    def end(self, successor: Path) -> None:
        """End the process that had the folder; what is left of it is at `successor`."""
        self.ended = True
        left = self._left or self._files()
        successor.mkdir()
        for name, data in left.items():
            (successor / name).write_bytes(data)
        if self.shelf.folder.is_dir():
            shutil.copytree(self.shelf.folder, successor / self.shelf.folder.name)
        self.folder.journal.close()
        self.folder.close()
        shutil.rmtree(self.path)
