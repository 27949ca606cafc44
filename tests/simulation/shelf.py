"""The folder of records, as a server leaves it that is ended, or cut from power, while it writes.

What a program has not made durable (`fsync` of the file, and of the folder for its name) a power
cut may take: the end of a file, or its name. The store in it is the real one.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from cardgame_server.effects import Record
from cardgame_server.records import RecordStore
from tests.simulation.faults import Faults

_NAME = re.compile(r".*-table(\d+)-match(\d+)\.txt")

Texts = dict[tuple[int, int], tuple[str, ...]]
"""Records by table and match, in lines."""


class _EndedError(BaseException):
    """The process ends here and now: nothing may catch it."""


class Shelf:
    """A `keep` for the server's records. `crash` is called when the process is to end now."""

    def __init__(self, data: Path, faults: Faults, crash: Callable[[], None]) -> None:
        self.folder = data / "records"
        self._store = RecordStore(self.folder)
        self._faults = faults
        self._crash = crash
        self._synced: set[int] = set()
        self._named: set[Path] = set()
        self._left = 0

    def keep(self, record: Record) -> None:
        """Make a record a file, or fail, or end the process. Raises OSError."""
        if not self._faults.calm:
            self._faults.count_done("records filed in the storm")
        if self._faults.record_fails():
            self._faults.count("record failure")
            raise OSError(28, "No space left on device (simulated)")
        ends_after = self._faults.fate_of_record()
        if ends_after is None:
            self._store.keep(record)
            return
        self._keep_to(record, ends_after)
        self._faults.count("crash, record")
        self._crash()

    def _keep_to(self, record: Record, ends_after: int) -> None:
        """Write up to so many calls of `fsync`; then take away what is not durable."""
        before = set(self._files())
        self._synced, self._named, self._left = set(), before, ends_after
        try:
            with patch.object(os, "fsync", self._fsync):
                self._store.keep(record)
        except _EndedError:
            pass
        for file in set(self._files()) - before:
            if file.stat().st_ino not in self._synced:
                size = file.stat().st_size
                os.truncate(file, self._faults.chance.randrange(size + 1))
            if file not in self._named and self._faults.chance.random() < 0.5:
                file.unlink()

    def _fsync(self, handle: int) -> None:
        if not self._left:
            raise _EndedError
        self._left -= 1
        self._synced.add(os.fstat(handle).st_ino)
        if os.fstat(handle).st_ino == self.folder.stat().st_ino:
            self._named = set(self._files())

    def _files(self) -> Iterator[Path]:
        return self.folder.iterdir() if self.folder.is_dir() else iter(())

    def wrong(self, durable: Texts, *, complete: bool) -> Iterator[str]:
        """Yield what is wrong with the files beside the records that are in the journal, or were.

        With `complete` none may be missing, and nothing else may be there.
        """
        found: set[tuple[int, int]] = set()
        for file in self._files():
            named = _NAME.fullmatch(file.name)
            if named is None:
                if complete:
                    yield f"{file.name} is left among the records"
                continue
            key = (int(named[1]), int(named[2]))
            if tuple(file.read_text("utf-8").split("\n")) != durable.get(key):
                yield f"{file.name} is torn, or of a match that did not end so"
            if key in found:
                yield f"{file.name} is there twice"
            found.add(key)
        if complete and durable.keys() != found:
            yield f"records of {sorted(durable.keys() - found)} have no file"
