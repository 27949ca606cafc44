"""Running the program that is checked, beside the check that is its server."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from subprocess import PIPE, STDOUT
from typing import IO

from ..ending import end_within
from ..exits import UsageError
from ..outputs import reason

MOST_LINES = 12
"""Lines of a program's output shown at a failure: the end of a traceback and what led to it."""

MOST_BYTES = 1 << 13
"""Kept of what a program has printed: far more than `MOST_LINES` lines of a person's text."""

LAST_SECONDS = 1.0
"""For a program to end by itself after a failure: who fails mostly ends, with its last words."""

END_SECONDS = 5.0
"""For a program to end when asked to, before it is killed."""

PLACES = ("address", "host", "port", "preset")
"""What stands in braces in a command, and is put in when it is run."""

ADDRESS_VARIABLE = "CARDGAME_SERVER"
"""The environment variable that names the check's address, for who does not take it as argument."""


@contextmanager
def listening(port: int) -> Iterator[socket.socket]:
    """Listen at a port of this computer; 0: any that is free. Raises UsageError."""
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        why = reason(error) if isinstance(error, OSError) else "ports are 1 to 65535"
        raise UsageError(f"--listen {port}: {why}; name another, or none for a free one") from error
    with listener:
        yield listener


def own_bot(file: str, seconds: float, megabytes: int) -> list[str]:
    """Return the command that plays a bot of this kit and stops at its first fault."""
    command = [sys.executable, "-P", "-m", "cardgame_bots.cli", "play", file, "{address}"]
    how = ["--create", "{preset}", "--strict", "--log", "-"]
    return [*command, *how, "--seconds", str(seconds), "--memory", str(megabytes)]


class Program:
    """The program while it runs, and what it has printed."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        if process.stdout is None:
            raise ValueError("a program's output is read through a pipe; open it with one")
        self._process = process
        self._printed = b""
        # A program that prints without end must neither wait for a reader nor fill a disk.
        self._reader = threading.Thread(target=self._keep_last, args=(process.stdout,), daemon=True)
        self._reader.start()

    def _keep_last(self, output: IO[bytes]) -> None:
        with output:
            while data := os.read(output.fileno(), MOST_BYTES):
                self._printed = (self._printed + data)[-MOST_BYTES:]

    def has_ended(self) -> bool:
        """Tell whether it is over."""
        return self._process.poll() is not None

    def tail(self) -> list[str]:
        """Return what it printed last, and how it is."""
        try:
            self._process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            state = "it is still running"
        else:
            state = f"it has ended with exit code {self._process.returncode}"
            self._reader.join(LAST_SECONDS)  # while it runs there is no last word to wait for
        lines = self._printed.decode(errors="replace").splitlines()[-MOST_LINES:]
        return [*(f"it printed: {line}" for line in lines), state]

    def end(self) -> None:
        """Have it end, in peace or not, with all that it has started."""
        self._signal(signal.SIGTERM)
        end_within(END_SECONDS, self._process)
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):  # nobody is left
            os.killpg(self._process.pid, number)


@contextmanager
def running(
    command: Sequence[str], listener: socket.socket, preset: str | None
) -> Iterator[Program]:
    """Run a command with the `PLACES` put in; raises UsageError if it cannot be run."""
    _forget_callers(listener)
    host, port = listener.getsockname()[:2]
    words = {"address": f"{host}:{port}", "host": host, "port": str(port), "preset": preset or ""}
    environ = {**os.environ, ADDRESS_VARIABLE: words["address"]}
    program = Program(_started([_filled(part, words) for part in command], environ))
    try:
        yield program
    finally:
        program.end()


def _started(command: Sequence[str], environ: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    try:
        # A group of its own: what starts another, as `npm` does, is ended with it. Else that one
        # would come back to the check of the next game.
        return subprocess.Popen(  # noqa: S603 - what the user asks to be checked
            command,
            stdin=subprocess.DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            env=environ,
            process_group=0,
        )
    except OSError as error:
        raise UsageError(
            f"{command[0]} cannot be run: {reason(error)}; write before it what runs it, as `node`"
        ) from error


def _forget_callers(listener: socket.socket) -> None:
    """Turn away who is still waiting: a program that was run before, and has ended."""
    listener.settimeout(0)
    while True:
        try:
            stream, _ = listener.accept()
        except BlockingIOError:
            return
        stream.close()


def unknown_places(command: Sequence[str]) -> list[str]:
    """Return what looks like a place in a command, as `{adress}`, and is none of `PLACES`."""
    found = [name for part in command for name in re.findall(r"\{([A-Za-z_]+)\}", part)]
    return [name for name in found if name not in PLACES]


def _filled(part: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        part = part.replace(f"{{{name}}}", value)
    return part
