"""A process that thinks for the house: tasks come in on standard input, answers go out.

Each is its length and then the value, pickled: both ends are this same program. A task is a level
and its moment; the answer is the action's text and the level's search, which remembers its worlds.
"""

import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO, Final

from ..levels.searching_levels import SearchingLevel
from ..moment import Moment
from ..thinking.search import Search

HEADER: Final = struct.Struct(">I")
"""The length of what follows, in bytes."""

NICENESS: Final = 10
"""A low priority: a table plays on while a computer thinks. Not the lowest, with which nothing
would be thought in time on a busy machine."""

READY: Final = "ready"
"""What a worker says first, once it has loaded all that it needs."""


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Say that it is ready, then answer each task until there are no more."""
    _say(answers, READY)
    while header := tasks.read(HEADER.size):
        (size,) = HEADER.unpack(header)
        level, moment = pickle.loads(tasks.read(size))  # noqa: S301 - from this program's own house
        _say(answers, answer_to(level, moment))


def _say(answers: BinaryIO, value: object) -> None:
    data = pickle.dumps(value)
    answers.write(HEADER.pack(len(data)) + data)
    answers.flush()


def answer_to(level: SearchingLevel, moment: Moment) -> tuple[str, Search]:
    """Return what `level` does in `moment`, and its search as it is then."""
    return level.decide(moment).text, level.search


def main() -> int:
    """Run until standard input ends."""
    # Ctrl-C in a terminal reaches this process too, but ending is the house's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
