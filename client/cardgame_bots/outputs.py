"""Files that a command writes at its end: whether they can be is found out before it begins."""

import os
from pathlib import Path

from .exits import UsageError


class NotWrittenError(Exception):
    """A file that could be written in the beginning cannot be any more; the text says why."""


def writable(path: Path, option: str, begins: str = "") -> None:
    """Raise UsageError, which names `option`, if a file at `path` cannot be written.

    A file that is there is given up for the new one only if it `begins` as that does.
    """
    is_new = not path.exists()
    if begins and path.is_file() and not _begins(path, begins):
        raise UsageError(
            f"{option} {path}: it is there already, and is something else; name another file"
        )
    try:
        with path.open("a", encoding="utf-8"):
            pass  # appending: what is there stays until there is something to put in its place
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UsageError(
            f"{option} {path}: it cannot be written: {reason(error)};"
            " name a file in a folder where you may write"
        ) from error
    if is_new:
        path.unlink()


def _begins(path: Path, begins: str) -> bool:
    try:
        with path.open("rb") as file:
            there = file.read(len(begins))
    except OSError:
        return True  # what cannot be read cannot be written either, and is told so
    return there in (b"", begins.encode())


def write(path: Path, text: str) -> None:
    """Write `text`; raise NotWrittenError."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NotWrittenError(f"{path} was not written: {reason(error)}") from error


def reason(error: Exception) -> str:
    """Return why something failed, in the system's words but without its numbers."""
    number = error.errno if isinstance(error, OSError) else None
    return str(error) if number is None else os.strerror(number)
