"""How the plain client ends: interrupted, killed, or left alone by its server."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.running_server import running_server

PATIENCE_SECONDS = 30

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@contextmanager
def client(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the client on pipes, with its temporary files in `folder`."""
    command = [sys.executable, "-m", "cardgame_client", *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"TMPDIR": str(folder)},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[bytes], wanted: bytes) -> None:
    assert process.stdout is not None
    heard = []
    for line in process.stdout:
        heard.append(line)
        if wanted in line:
            return
    pytest.fail(f"{wanted!r} was never said: {heard}")


def children(process: int) -> list[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def ends(process: int) -> bool:
    """Tell whether a process that is no child of ours ends within the patience."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], PATIENCE_SECONDS)[0])
    finally:
        os.close(handle)


@linux
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 1), (signal.SIGHUP, 1)],
)
def test_the_server_of_a_solo_game_ends_however_the_client_dies(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    with client(tmp_path, "--solo", "duel") as process:
        read_until(process, b"Match 1 begins")
        (server,) = children(process.pid)
        computers = children(server)
        process.send_signal(number)
        assert process.wait(PATIENCE_SECONDS) == code
        assert ends(server)
        assert all(map(ends, computers))


def test_ctrl_c_leaves_the_server_politely_and_exits_with_130(tmp_path: Path) -> None:
    with running_server(tmp_path) as address, client(tmp_path, address, "--name", "Ana") as ana:
        read_until(ana, b"You are Ana")
        ana.send_signal(signal.SIGINT)
        assert ana.wait(PATIENCE_SECONDS) == 130
        with client(tmp_path, address, "--name", "Ana") as again:
            read_until(again, b"You are Ana")


def test_a_name_held_by_somebody_else_is_told(tmp_path: Path) -> None:
    with running_server(tmp_path) as address, client(tmp_path, address, "--name", "Ana") as ana:
        read_until(ana, b"You are Ana")
        with client(tmp_path, address, "--name", "ANA") as other:
            assert other.wait(PATIENCE_SECONDS) == 1
            assert other.stdout is not None
            assert b"name" in other.stdout.read()


def test_a_server_that_is_stopped_is_told_and_tried_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        ana = subprocess.Popen(
            [sys.executable, "-m", "cardgame_client", address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        read_until(ana, b"You are")
    with ana:
        try:
            read_until(ana, b"Trying again by itself")
            assert ana.stdin is not None
            ana.stdin.close()
            assert ana.wait(PATIENCE_SECONDS) == 0
        finally:
            ana.kill()
