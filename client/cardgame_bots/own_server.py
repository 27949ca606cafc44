"""A server of one's own, as a child process, and matches of computers on it.

The demo and the run of many tables share this: everything goes over real sockets, and whoever
asks for a match watches it as a spectator and host.
"""

import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import PIPE

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from cardgame_client.connection import Link
from cardgame_protocol import (
    AddComputerRequest,
    CreateRequest,
    LeaveRequest,
    StartRequest,
    Update,
    View,
)

from .online.staying import Connect

START_SECONDS = 30.0
"""Until the server says where it listens: a cold start on a loaded machine takes a few."""

STOP_SECONDS = 15.0
"""Until the server has ended after its input did; it has nobody left to wait for."""


TROUBLE = ("WARNING", "ERROR", "CRITICAL")
"""Levels of the log's lines that a run without a fault must not leave behind."""


class ServerFailedError(Exception):
    """The server did not start, or did not end as it should; the text says which."""


@dataclass(frozen=True)
class OwnServer:
    """A running server: how to connect to it, and the file it logs to."""

    connect: Connect
    log: Path

    def troubles(self) -> list[str]:
        """Return the lines of the log that warn or tell of an error."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return [line for line in lines if any(f" {word} " in line for word in TROUBLE)]


@asynccontextmanager
async def own_server(folder: Path) -> AsyncIterator[OwnServer]:
    """Run a server that keeps its files in `folder` and ends with this block.

    Raises ServerFailedError if it does not come up within `START_SECONDS` or ends with an error.
    """
    log = folder / "server.log"
    command = [
        sys.executable,
        "-P",
        "-m",
        "cardgame_server.cli",
        "--listen",
        "127.0.0.1:0",
        "--until-eof",
    ]
    command += ["--data", str(folder), "--log", str(log)]
    # Its own session, so that Ctrl-C reaches this program alone, which then ends the server.
    async with await anyio.open_process(
        command, stdin=PIPE, stdout=PIPE, stderr=None, start_new_session=True
    ) as process:
        try:
            host, port = await _address(process)
            yield OwnServer(partial(Link.open, host, port), log)
        finally:
            await _stop(process)
        if process.returncode != 0:
            raise ServerFailedError(f"the server ended with exit code {process.returncode}")


async def _address(process: Process) -> tuple[str, int]:
    """Read `listening on HOST:PORT`, the server's first line."""
    if process.stdout is None:
        raise ServerFailedError("the server's output cannot be read")
    lines = BufferedByteReceiveStream(process.stdout)
    try:
        with anyio.fail_after(START_SECONDS):
            line = await lines.receive_until(b"\n", 200)
    except (anyio.EndOfStream, anyio.IncompleteRead, TimeoutError) as error:
        raise ServerFailedError("the server did not start") from error
    host, _, port = line.decode().strip().removeprefix("listening on ").rpartition(":")
    if not port.isdigit():
        raise ServerFailedError(f"the server began with {line!r} instead of `listening on`")
    return host.strip("[]"), int(port)


async def _stop(process: Process) -> None:
    """End the server by ending its input, also when cancelled: so it can say its goodbyes."""
    with anyio.move_on_after(STOP_SECONDS, shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        await process.wait()
    if process.returncode is None:
        process.kill()


async def play_match(
    link: Link,
    preset: str,
    levels: Sequence[str],
    watch: Callable[[Update], None],
    *,
    target: int | None = None,
) -> View:
    """Play one match of computers of these levels and return the table as it was at the end.

    `watch` gets every update. `target`: points that win, or lives; None is the preset's own.
    """
    await link.request(
        CreateRequest(id=1, preset=preset, seats=len(levels), sit=False, target=target, pace=0)
    )
    for level in levels:
        await link.request(AddComputerRequest(id=1, level=level))
    await link.request(StartRequest(id=1))
    async for message in link:
        if isinstance(message, Update):
            watch(message)
            if message.view.state == "over":
                await link.request(LeaveRequest(id=1))
                return message.view
    raise RuntimeError("a link does not end without raising")
