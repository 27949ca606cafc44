"""The folder of a game alone: in the temporary folder, and gone with the game.

A client that is killed cannot remove its own, so the next one does: a folder whose lock nobody
holds any more is nobody's.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from cardgame_client.locking import locked

PREFIX = "cardgame-solo-"
LOCK = "client.lock"

YOUNG_SECONDS = 60.0
"""A younger folder is left alone: its client may be about to lock it, its server about to end."""


@contextmanager
def solo_folder() -> Iterator[str]:
    """Make a folder for the block, and remove those that clients before this one left behind."""
    remove_left_behind(Path(gettempdir()), time.time())
    with TemporaryDirectory(prefix=PREFIX) as folder:
        lock = os.open(Path(folder, LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            locked(lock)
            yield folder
        finally:
            os.close(lock)


def remove_left_behind(place: Path, now: float) -> None:
    """Remove the folders of dead clients of this user below `place`; `now` as of `time.time`."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # gone meanwhile, or not removable: no reason to end
            if _is_left_behind(folder, now):
                shutil.rmtree(folder)


def _is_left_behind(folder: Path, now: float) -> bool:
    """Whether this is a folder of our own that no client holds. Raises OSError."""
    found = folder.lstat()
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if folder.is_symlink() or not own or now - found.st_mtime < YOUNG_SECONDS:
        return False
    lock = os.open(folder / LOCK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        return locked(lock)
    finally:
        os.close(lock)
