"""The server's log: one event, one line, whatever a peer has written into it.

And its last words when standard output takes nothing, so that nobody would learn its address.
"""

import logging
import os
import sys
from pathlib import Path
from typing import NoReturn


class OneLineFormatter(logging.Formatter):
    """Puts a record into one line, a traceback included: nothing in it can forge another record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of printable text."""
        lines = super().format(record).splitlines()
        line = " | ".join(lines)
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def set_up(file: Path | None, *, verbose: bool) -> None:
    """Log to a file, or to standard error: warnings, or with `verbose` every connection too.

    Raises OSError, with a text fit to be shown, if the file cannot be opened.
    """
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        try:
            handler = logging.FileHandler(file, encoding="utf-8")
        except OSError as error:
            raise OSError(reason(error)) from error
    handler.setFormatter(OneLineFormatter("%(asctime)s %(levelname)s %(message)s"))
    log = logging.getLogger("cardgame")
    log.setLevel(logging.INFO if verbose or file is not None else logging.WARNING)
    log.propagate = False
    log.handlers[:] = [handler]


def reason(error: OSError) -> str:
    """Say what the system refused and where, in one line without its numbers."""
    where = "" if error.filename is None else f"{error.filename}: "
    return where + (error.strerror or str(error)).lower()


def end_without_output(error: OSError) -> NoReturn:
    """End the program with exit status 1 and one line on standard error."""
    # Python flushes the stream once more at its end, and must not fail then.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(f"cardgame-server: cannot write to standard output: {reason(error)}") from None
