"""The server as a process among strangers: no descriptor left, secrets drawn in the same second."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgpack
import pytest

from bench.wire import Line, encode
from tests.end_to_end.running_server import running_server

PATIENCE = 30
DESCRIPTORS = 64
SILENT = 70
"""Connections of strangers, more than there are descriptors."""

IMPATIENT = (
    "import sys; from cardgame_server import liveness, peer, server; liveness.HELLO_SECONDS = 1.0;"
    "peer.LINGER_SECONDS = server.LINGER_SECONDS = server.LOOK_AROUND_SECONDS = 0.2;"
    "from cardgame_server.cli import main; sys.exit(main(sys.argv[1:]))"
)
"""A server that waits less long than others do, so that the test does not either."""


@contextmanager
def short_of_descriptors(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Run a server that may open `DESCRIPTORS` files and sockets; yields it and its port."""
    command = ["bash", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "bash", sys.executable, "-c"]
    command += [IMPATIENT, "--listen", "127.0.0.1:0", "--data", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.kill()


def stranger(port: int, says: bytes) -> socket.socket:
    """Connect, say something that is no hello, and fall silent."""
    link = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    link.sendall(says)
    return link


def player(port: int, name: str) -> Line:
    """Connect and say hello, however long the greeting is awaited."""
    line = Line(port)
    line.socket.settimeout(PATIENCE)
    line.first_message()
    line.request({"type": "hello", "id": 1, "versions": [1], "name": name, "software": "test"})
    return line


@pytest.mark.parametrize("says", [b"", b"\0", b"\0\0\0\x40"], ids=["nothing", "a byte", "a header"])
def test_bug_X11_silent_strangers_who_take_all_descriptors_keep_nobody_out_for_long(
    tmp_path: Path, says: bytes
) -> None:
    with short_of_descriptors(tmp_path) as (process, port):
        strangers = [stranger(port, says) for _ in range(SILENT)]
        ann = player(port, "Ann")
        ann.request({"type": "create", "id": 2, "preset": "duel", "seats": 2})
        for link in strangers:
            link.close()
        bob = player(port, "Bob")
        bob.request({"type": "join", "id": 2, "table": 1})
        ann.request({"type": "start", "id": 3})
        for line in (ann, bob):
            line.socket.close()
        process.terminate()
        assert process.stderr is not None
        log = process.stderr.read()
        assert process.wait(PATIENCE) == 0
    # Said once, not with every attempt.
    assert log.count("no connection can be accepted now") >= 1
    assert len(log.splitlines()) < 10
    assert "Traceback" not in log


def commitment_of(line: Line) -> str:
    """Make a table and return what its first match's cards are committed to."""
    line.send(encode({"type": "create", "id": 2, "preset": "duel", "seats": 2}))
    while True:
        for told in map(msgpack.unpackb, line.payloads()):
            if told["type"] == "update":
                return str(told["view"]["fair"]["commitment"])


def test_bug_X13_real_servers_started_at_once_and_again_commit_to_other_cards_each_time(
    tmp_path: Path,
) -> None:
    commitments: list[str] = []
    for _ in range(2):
        with ExitStack() as servers:
            for number in range(2):
                folder = tmp_path / f"{number}"
                folder.mkdir(exist_ok=True)
                port = int(servers.enter_context(running_server(folder)).rpartition(":")[2])
                lines = [player(port, f"p{place}") for place in range(10)]
                commitments += [commitment_of(line) for line in lines]
                for line in lines:
                    line.request({"type": "quit", "id": 3})
                    line.socket.close()
    assert len(set(commitments)) == len(commitments) == 40
