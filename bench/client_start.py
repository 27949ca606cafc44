"""How soon the client is there: its shortest answers, and its first screen.

All of it is CPU time of whole processes, from the kernel's books, so that a busy machine costs
little. The first screen is that of the real program in a pseudo-terminal: the server it looks for
takes the connection and says nothing, which is where a person first sees something. It is drawn
once before it is measured, so that the modules are compiled, as they are for whoever has played
before.
"""

import os
import pty
import resource
import socket
import subprocess
import sys

from bench.interleave import Comparison, Contender, interleaved
from bench.processes import environment
from bench.processor import spent_by

LIBRARIES = "import anyio, anyio._backends._asyncio, msgpack, msgspec, prompt_toolkit"
"""What the client stands on, and nothing of the client; the backend is anyio's for asyncio."""

FIRST_WORDS = b"Looking for the server"
PATIENCE_BYTES = 1_000_000


def answers(runs: int) -> Comparison:
    """Compare `--help` and `--version` with Python alone, in milliseconds of CPU time."""
    client = [sys.executable, "-m", "cardgame_client"]
    contenders = [
        Contender("python -c pass", lambda: cpu_of([sys.executable, "-c", "pass"])),
        Contender("cardgame-client --help", lambda: cpu_of([*client, "--help"])),
        Contender("cardgame-client --version", lambda: cpu_of([*client, "--version"])),
    ]
    return interleaved(contenders, "ms", runs)


def first_screen(runs: int) -> Comparison:
    """Compare the client up to its first screen with importing its libraries."""
    imports = [sys.executable, "-c", LIBRARIES]
    cpu_of_first_screen()
    contenders = [
        Contender("importing the libraries", lambda: cpu_of(imports)),
        Contender("cardgame-client, first screen", cpu_of_first_screen),
    ]
    return interleaved(contenders, "ms", runs)


def cpu_of(command: list[str]) -> float:
    """Return the milliseconds of CPU time of a command from start to end."""
    before = _children()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment())
    return (_children() - before) * 1000


def cpu_of_first_screen() -> float:
    """Return the milliseconds of CPU time until the client's first screen is drawn."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "cardgame_client", address, "--guest"]
        with subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment(), "TERM": "xterm-256color"},
            start_new_session=True,
        ) as client:
            try:
                _read_until(ours, FIRST_WORDS)
                return spent_by(client.pid) * 1000
            finally:
                client.kill()
                os.close(theirs)
                os.close(ours)


def _read_until(terminal: int, wanted: bytes) -> None:
    seen = b""
    while wanted not in seen:
        seen += os.read(terminal, 65536)
        if len(seen) > PATIENCE_BYTES:
            raise RuntimeError(f"the client wrote a lot, but not {wanted.decode()}")


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
