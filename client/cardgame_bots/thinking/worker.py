"""A process that thinks for the house: tasks come in on standard input, answers go out.

Each is its length and then the value, pickled: both ends are this same program. A task is a level
and its moment; the answer is the action's text and the level's search, which remembers its worlds.
"""

import os
import pickle
import signal
import struct
import sys
from typing import Any, BinaryIO, Final

HEADER: Final = struct.Struct(">I")
"""The length of what follows, in bytes."""

NICENESS: Final = 19
"""The lowest priority: a table plays on while a computer thinks."""


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answer each task until there are no more."""
    while header := tasks.read(HEADER.size):
        (size,) = HEADER.unpack(header)
        level, moment = pickle.loads(tasks.read(size))  # noqa: S301 - from this program's own house
        answer = pickle.dumps(answer_to(level, moment))
        answers.write(HEADER.pack(len(answer)) + answer)
        answers.flush()


def answer_to(level: Any, moment: Any) -> tuple[str, Any]:
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
