"""Records of finished matches on disk: one text file each, whole or not there at all."""

import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cardgame_server.effects import Record
from cardgame_server.limits import RECORD_DAYS, RECORDS_BYTES, RECORDS_MAX

DRAFT: Final = ".part"
"""End of the name of a file that is not whole yet."""

PRUNE_EVERY: Final = 100
"""Records between two looks for those that are too many: a look reads the whole folder's list."""


class RecordStore:
    """Writes records into `folder`, which is made when it is needed.

    `now` gives the time for a file's name, so that names sort by age.
    """

    def __init__(
        self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(tz=UTC)
    ) -> None:
        self._folder = folder
        self._now = now
        self._kept = 0

    def keep(self, record: Record) -> None:
        """Write a record as a new file, unless it has one already; blocks. Raises OSError.

        (It has one if the server was ended between the file and the note that there is one.)
        """
        tail = f"-table{record.table}-match{record.match}.txt"
        if any(file.read_text("utf-8") == record.text for file in self._folder.glob(f"*{tail}")):
            _sync(self._folder)
            return
        write_whole(self._folder / f"{self._now():%Y%m%dT%H%M%S.%f}{tail}", record.text)
        self._kept += 1
        if self._kept % PRUNE_EVERY == 1:
            self.prune()

    def prune(self) -> None:
        """Remove the oldest records beyond what `limits` allows. Raises OSError.

        Also what an earlier server has left half written; this one writes nothing meanwhile.
        """
        for draft in self._folder.glob(f".*{DRAFT}"):
            draft.unlink(missing_ok=True)
        oldest = self._now() - timedelta(days=RECORD_DAYS)
        files = sorted(self._folder.glob("*-table*-match*.txt"), reverse=True)
        size = 0
        for place, file in enumerate(files):
            size += file.stat().st_size
            old = file.name < f"{oldest:%Y%m%dT%H%M%S.%f}"
            if place and (old or place >= RECORDS_MAX or size > RECORDS_BYTES):
                file.unlink(missing_ok=True)


def write_whole(file: Path, text: str) -> None:
    """Write a file so that a reader finds the whole text or no file. Raises OSError.

    It is written beside, made durable and renamed, and the new name is made durable as well: else a
    power cut could take it back. The folder is made if it is missing.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".", suffix=DRAFT, dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(draft).replace(file)
        _sync(file.parent)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def _sync(folder: Path) -> None:
    """Make durable which names a folder holds."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_writable(data: Path) -> None:
    """Make the data folder and that of the records, and write in both. Raises OSError.

    Better told before anybody plays than when the first record is lost.
    """
    for folder in (data, data / "records"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(prefix=".", suffix=DRAFT, dir=folder):
            pass
