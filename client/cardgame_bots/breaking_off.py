"""A command that is broken off: by Ctrl-C, once or often, or because nobody reads its output."""

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from cardgame_client.exits import Exit

UNREAD = (errno.EPIPE, errno.EIO)
"""What printing says when nobody reads it any more (`| head`); EIO: the terminal hung up."""


def broken_off(command: Callable[[], int]) -> int:
    """Run `command` and return its exit code, also if it is broken off."""
    try:
        return _flushed(command)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except OSError as error:
        if error.errno not in (*UNREAD, errno.ENOSPC):
            raise
        print_to_nowhere()
        if error.errno in UNREAD:
            return Exit.OK
        print(f"cardgame-bot: what it prints cannot be written: {error.strerror}", file=sys.stderr)
        return Exit.FAILED


def _flushed(command: Callable[[], int]) -> int:
    """Run `command`, also one that ends by SystemExit, and let its output fail here if it must."""
    try:
        return command()
    finally:
        sys.stdout.flush()


def print_to_nowhere() -> None:
    """Let all that is still printed be lost: Python flushes once more at its end, without fail."""
    with suppress(OSError):  # it was some other stream, such as of errors: keep what can be
        sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_ENDS = (signal.SIGINT, signal.SIGTERM)
"""How a command is asked to end: by Ctrl-C, and by whoever ends programs."""


class Screen:
    """Standard output for a command that has somebody to take leave of, as it does on SIGTERM.

    When nobody reads it any more, that signal is raised, and what follows is lost.
    """

    def __init__(self) -> None:
        self.is_closed = False

    def say(self, line: str) -> None:
        """Print one line at once."""
        try:
            print(line, flush=True)
        except OSError as error:
            if error.errno not in UNREAD:
                raise
            self.is_closed = True
            print_to_nowhere()
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Let the first Ctrl-C, or SIGTERM, break off what is done here, and no other disturb its end.

    Whoever is in a hurry presses it again and again; then there is nothing left to break off.
    """

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        for number in _ENDS:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in _ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            # Not after an interrupt: the next one must not meet the end of the program either.
            if signal.getsignal(number) is interrupt:
                signal.signal(number, handler)
