"""A program in a real pseudo-terminal, looked at through a terminal emulator."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import pyte

PATIENCE_SECONDS = 20.0
"""Until something that must happen has happened; a slow machine needs a tenth of it."""


class RealTerminal:
    """The terminal's side of one running program: `screen` is what a person would see."""

    def __init__(self, process: subprocess.Popen[bytes], ends: tuple[int, int]) -> None:
        self.process = process
        self.raw = b""
        self._ours, self._theirs = ends
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def keybar(self) -> str:
        """The last row, on which the program says what keys do now."""
        return str(self.screen.display[-1])

    def settings(self) -> list[object]:
        """The terminal's line settings: echo, raw mode and the like."""
        return termios.tcgetattr(self._theirs)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size as a window manager does, with SIGWINCH to the program."""
        self.screen.resize(rows, columns)
        set_size(self._ours, columns, rows)
        os.kill(self.process.pid, signal.SIGWINCH)

    def send(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what the program writes within `seconds`; false where it wrote nothing."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return False
        data = os.read(self._ours, 65536)
        self.raw += data
        self._stream.feed(data)
        return True

    def until(self, wanted: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
        end = time.monotonic() + seconds
        while not wanted():
            left = end - time.monotonic()
            assert left > 0, f"waited in vain at this screen:\n{self.text}"
            self.read(min(left, 0.2))

    def sees(self, text: str) -> None:
        self.until(lambda: text in self.text)

    def ended(self) -> int:
        """Wait for the end of the program; returns its exit code."""
        self.until(lambda: self.process.poll() is not None)
        while self.read(0):
            pass
        return int(self.process.returncode)


def set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextmanager
def client_in_terminal(
    arguments: Sequence[str], environ: Mapping[str, str] | None = None
) -> Iterator[RealTerminal]:
    """Run the client in a terminal of 80x24 for the block, and kill it if it is still there."""
    ours, theirs = pty.openpty()
    set_size(ours, 80, 24)
    usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgame_client", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **usual, **(environ or {})},
        start_new_session=True,
    )
    try:
        yield RealTerminal(process, (ours, theirs))
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)
