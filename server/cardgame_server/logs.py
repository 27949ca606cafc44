"""The server's log: one event, one line, whatever a peer has written into it.

And its last words when standard output takes nothing, so that nobody would learn its address.
"""

import logging
import os
import queue
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

from cardgame_server.limits import LOG_END_SECONDS, LOG_LINES_WAITING


class OneLineFormatter(logging.Formatter):
    """Puts a record into one line, a traceback included: nothing in it can forge another record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of printable text."""
        lines = super().format(record).splitlines()
        line = " | ".join(lines)
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


class PatientHandler(logging.Handler):
    """Has lines written by a thread of its own, so that nobody waits for whoever reads the log.

    A pipe that is full, a terminal that is stopped and a slow disk take no line for as long as they
    like; a server that waited for them would stand still (public bug M-08). `LOG_LINES_WAITING`
    lines wait at most; those that come then are counted, and the count is written in their place.
    """

    def __init__(self, stream: IO[str]) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._missed = 0
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many lines wait."""
        return self._lines.qsize()

    def emit(self, record: logging.LogRecord) -> None:
        """Have a record written soon."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001 - as of any handler: a line that cannot be made ends nothing
            self._missed += 1
            return
        if self.waiting >= LOG_LINES_WAITING:
            self._missed += 1
            return
        if self._missed:
            line = f"({self._missed} lines of the log could not be written)\n{line}"
            self._missed = 0
        self._lines.put(line)

    def close(self) -> None:
        """Write what waits, as far as that goes in `LOG_END_SECONDS`, and close the file."""
        self._lines.put(None)
        self._thread.join(LOG_END_SECONDS)
        if self._stream is not sys.stderr and not self._thread.is_alive():
            with suppress(OSError):
                self._stream.close()
        super().close()

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            # A full disk, or nobody reads any more: play goes on, and the stream's own buffer keeps
            # for better times what it can.
            with suppress(OSError, ValueError):
                self._stream.write(line + "\n")
                self._stream.flush()


def set_up(file: Path | None, *, verbose: bool) -> None:
    """Log to a file, or to standard error: warnings, or with `verbose` every connection too.

    Raises OSError, with a text fit to be shown, if the file cannot be opened.
    """
    stream = sys.stderr
    if file is not None:
        try:
            stream = file.open("a", encoding="utf-8")
        except OSError as error:
            raise OSError(reason(error)) from error
    handler = PatientHandler(stream)
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
