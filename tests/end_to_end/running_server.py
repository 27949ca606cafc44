"""A real server in a process of its own, for tests over real sockets."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def running_server(folder: Path, *options: str) -> Iterator[str]:
    """Run `cardgame-server` on a free port of this computer; yields HOST:PORT.

    The server keeps its files in `folder` and ends with the block, by the end of its input.
    """
    command = [sys.executable, "-m", "cardgame_server.cli", "--listen", "127.0.0.1:0"]
    command += ["--data", str(folder), "--log", str(folder / "server.log"), "--until-eof"]
    command += options
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            assert line.startswith("listening on "), line
            yield line.removeprefix("listening on ").strip()
        finally:
            server.stdin.close()
            code = server.wait(timeout=30)
    assert code == 0
