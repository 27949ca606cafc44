"""A real server on a data folder, and clients of it that tell what the host would see."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack

from bench.wire import Line

COMMAND = (sys.executable, "-m", "cardgame_server.cli")
PATIENCE = 30


def check(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run `cardgame-server check`."""
    argv = [*COMMAND, "check", str(folder)]
    return subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE, check=False)


@contextmanager
def server(folder: Path, log: Path | None = None) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Run a server on a folder, its log beside it; yields the process and the port."""
    argv = [*COMMAND, "--listen", "127.0.0.1:0", "--data", str(folder)]
    argv += ["--log", str(log or f"{folder}.log")]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.kill()


def client(port: int, name: str, token: str | None = None) -> tuple[Line, dict[str, object]]:
    """Connect and say hello."""
    line = Line(port)
    line.first_message()
    hello = {"versions": [1], "name": name, "software": "test", "token": token}
    return line, line.request({"type": "hello", "id": 1, **hello})


def until(line: Line, kind: str) -> dict[str, object]:
    """Wait for a message of a kind."""
    while True:
        payloads, line.unread = line.unread or line.payloads(), []
        for place, payload in enumerate(payloads):
            told: dict[str, object] = msgpack.unpackb(payload)
            if told["type"] == kind:
                line.unread = payloads[place + 1 :]
                return told
