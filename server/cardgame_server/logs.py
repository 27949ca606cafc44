"""The server's log: one event, one line, whatever a peer has written into it."""

import logging
import sys
from pathlib import Path


class OneLineFormatter(logging.Formatter):
    """Puts a record into one line, a traceback included: nothing in it can forge another record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of printable text."""
        lines = super().format(record).splitlines()
        line = " | ".join(lines)
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def set_up(file: Path | None, *, verbose: bool) -> None:
    """Log to a file, or to standard error: warnings, or with `verbose` every connection too.

    Raises OSError if the file cannot be opened.
    """
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(OneLineFormatter("%(asctime)s %(levelname)s %(message)s"))
    log = logging.getLogger("cardgame")
    log.setLevel(logging.INFO if verbose or file is not None else logging.WARNING)
    log.propagate = False
    log.handlers[:] = [handler]
