"""Files written whole or not at all; what the program remembers only its player can read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

PRIVATE_FOLDER = 0o700
"""Nobody else may look: the names of servers and tables are nobody's business either."""


def private_folder(folder: Path) -> None:
    """Make the folder and those above it. Raises OSError."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def write_whole(target: Path, text: str) -> None:
    """Put `text` into `target`, so that at any moment the old text or the new one is there.

    The file gets mode 0600. A crash or a full disk in between leaves the old text (public bug
    S-02). Raises OSError.
    """
    private_folder(target.parent)
    with _beside(target, text) as name:
        os.replace(name, target)
    _keep_name(target.parent)


def write_new(target: Path, text: str) -> None:
    """Put `text` into a file that is not there yet, whole or not at all.

    Raises FileExistsError, with that file as it was, or another OSError.
    """
    if target.exists():
        raise FileExistsError
    with _beside(target, text) as name:
        # What a player saves may be read by whom the player's other files may be read.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    _keep_name(target.parent)


@contextmanager
def _beside(target: Path, text: str) -> Iterator[str]:
    """Write `text` to a new file beside `target`; yields its name and leaves nothing behind."""
    descriptor, name = mkstemp(dir=target.parent, prefix=".new-")  # mkstemp makes mode 0600
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield name
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _keep_name(folder: Path) -> None:
    """Have the new name written as well: a rename is only in memory until its folder is."""
    if os.name == "nt":  # folders cannot be opened there, and a rename is kept by itself
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
