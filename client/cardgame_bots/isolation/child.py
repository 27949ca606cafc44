"""The process of one bot's file, as whoever asks it has it: from its start to its end."""

import os
import subprocess
import sys
from typing import IO

from ..ending import end_within
from .pipe import MOST_BYTES, FromBot, Pipes

END_SECONDS = 5.0
"""Until what is killed must be gone; it takes milliseconds."""


class BotChild:
    """A process that loads `file` (see `process`), and `pipes` to it; to be ended, then closed.

    It ends by itself, with all that it has started, when this process is gone.
    """

    def __init__(self, file: str, megabytes: int, output: IO[str] | None) -> None:
        child_in, our_out = os.pipe()
        our_in, child_out = os.pipe()
        # Without -P a file of the current folder would be taken for a library module of its name.
        command = [sys.executable, "-P", "-m", "cardgame_bots.isolation.process", file]
        command += [str(child_in), str(child_out), str(megabytes)]
        printed = subprocess.DEVNULL if output is None else output
        # Its own session, so that Ctrl-C is ours alone to act upon.
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, a module of ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=printed,
            pass_fds=(child_in, child_out),
            start_new_session=True,
        )
        os.close(child_in)
        os.close(child_out)
        self.pipes: Pipes[FromBot] = Pipes(our_in, our_out, FromBot, MOST_BYTES)

    def end(self) -> None:
        """End it, whatever it is doing, and all that it has started; also from another thread."""
        self._process.terminate()
        end_within(END_SECONDS, self._process)

    def close(self) -> None:
        """Close the pipes, which nobody may be waiting at."""
        self.pipes.close()
