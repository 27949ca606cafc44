"""Files of the player's own, written whole or not at all, and readable by the player alone."""

import os
from contextlib import suppress
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
    descriptor, name = mkstemp(dir=target.parent, prefix=".new-")  # mkstemp makes mode 0600
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _keep_name(target.parent)


def _keep_name(folder: Path) -> None:
    """Have the new name written as well: a rename is only in memory until its folder is."""
    if os.name == "nt":  # folders cannot be opened there, and a rename is kept by itself
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
