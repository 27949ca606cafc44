"""The processes that are measured, started as those of a user are."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.processor import place

CARDGAME = "cardgame_server.cli"


class Server(NamedTuple):
    """A server that has said where it listens."""

    port: int
    process: "subprocess.Popen[str]"

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid

    def end(self) -> str:
        """Close its input, which ends it, and return what else it has printed."""
        told, _ = self.process.communicate()
        return told


def cardgame(
    data: Path | str, *options: str, program: str = CARDGAME, on: int | None = None
) -> AbstractContextManager[Server]:
    """Run cardgame-server, or a `program` with its options, on a data folder; see `server`."""
    where = ["--listen", "127.0.0.1:0", "--until-eof", "--data", str(data)]
    return server(program, *where, *options, on=on)


@contextmanager
def server(module: str, *arguments: str, on: int | None = None) -> Iterator[Server]:
    """Run a module that prints its port and ends with its standard input, for the block.

    `on` is the processor that it is kept on. Raises RuntimeError if it does not start.
    """
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        if on is not None:
            place(process.pid, on)
        # "listening on HOST:PORT" or the bare port; nothing from a process that has failed
        line = next(iter(process.stdout or ()), "")
        if not line:
            raise RuntimeError(f"{module} did not start; see above")
        started = Server(int(line.rpartition(":")[2]), process)
        try:
            yield started
        finally:
            if process.returncode is None:
                started.end()


def environment() -> dict[str, str]:
    """Return this process's environment, in which Python keeps its bytecode.

    Where `PYTHONDONTWRITEBYTECODE` is set, as images for tests like to, each start would compile
    our modules anew but find the libraries' compiled by the installer: a cost that nobody has who
    has started the program before.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
