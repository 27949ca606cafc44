"""A line typed into a terminal without being shown there: a password."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def can_hide(descriptor: int) -> bool:
    """Whether somebody types there, and what they type can be kept from the terminal."""
    return sys.platform != "win32" and os.isatty(descriptor)


@contextmanager
def unechoed(descriptor: int) -> Iterator[None]:
    """Keep the terminal from showing what is typed during the block, and put that back after it.

    What was typed before is dropped: it was not meant for this question.
    """
    if sys.platform == "win32":  # see can_hide
        yield
        return
    import termios  # noqa: PLC0415 - not there on Windows

    found = termios.tcgetattr(descriptor)
    silent = [*found]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSAFLUSH, silent)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, found)
