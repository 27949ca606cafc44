"""Records of finished matches on disk: one text file each, whole or not there at all."""

import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cardgame_server.effects import Record


class RecordStore:
    """Writes records into `folder`, which is made when it is needed.

    `now` gives the time for a file's name, so that names sort by age.
    """

    def __init__(
        self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(tz=UTC)
    ) -> None:
        self._folder = folder
        self._now = now

    def keep(self, record: Record) -> None:
        """Write a record as a new file; blocks for the disk. Raises OSError."""
        name = f"{self._now():%Y%m%dT%H%M%S.%f}-table{record.table}-match{record.match}.txt"
        write_whole(self._folder / name, record.text)


def write_whole(file: Path, text: str) -> None:
    """Write a file so that a reader finds the whole text or no file. Raises OSError.

    It is written beside, made durable and renamed; the folder is made if it is missing.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(draft).replace(file)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def check_writable(data: Path) -> None:
    """Make the data folder and that of the records, and write in both. Raises OSError.

    Better told before anybody plays than when the first record is lost.
    """
    for folder in (data, data / "records"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(prefix=".", suffix=".part", dir=folder):
            pass
