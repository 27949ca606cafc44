"""The house process: it plays all computer seats, over connections like anybody's.

It is a child of the server, started again whenever it ends, and it ends with the server: its
standard input closes then. The server's package imports nothing of it.
"""

import logging
import subprocess
import sys
from typing import Final

import trio

LOG: Final = logging.getLogger("cardgame.server")

_FIRST_PAUSE: Final = 0.5
"""Seconds before the process is started again; doubled each time it fails soon."""

_LONGEST_PAUSE: Final = 30.0
"""A process that cannot run must not keep the computer busy with starting it."""

_SETTLED_SECONDS: Final = 60.0
"""A process that ran so long did not fail from the start: pauses begin anew."""

_END_PATIENCE: Final = 2.0
"""Seconds for the process to end by itself; it has nothing to save, and the server is waiting."""


def command(host: str, port: int) -> list[str]:
    """Return the command line of the house process."""
    return [sys.executable, "-P", "-m", "cardgame_bots.house", host, str(port)]


async def keep_house(argv: list[str], secret: str) -> None:
    """Run the house process, again and again, until cancelled.

    It gets `secret` as the first line of its standard input, which then stays open.
    """
    pause = _FIRST_PAUSE
    while True:
        began = trio.current_time()
        await _run_once(argv, secret)
        if trio.current_time() - began >= _SETTLED_SECONDS:
            pause = _FIRST_PAUSE
        await trio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


async def _run_once(argv: list[str], secret: str) -> None:
    try:
        process = await trio.lowlevel.open_process(
            argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
    except OSError as error:
        LOG.error("the house process cannot be started: %s", error)  # noqa: TRY400 - the reason is the whole story
        return
    LOG.info("house process %d started", process.pid)
    try:
        if process.stdin is not None:
            await process.stdin.send_all(f"{secret}\n".encode())
        status = await process.wait()
        LOG.warning("the house process ended with status %d; starting it again", status)
    except trio.BrokenResourceError:
        LOG.warning("the house process ended before it was told its secret")
    finally:
        await _end(process)


async def _end(process: trio.Process) -> None:
    """Close its input, which tells it to end, and make sure of it; also when cancelled."""
    with trio.CancelScope(shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        with trio.move_on_after(_END_PATIENCE):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
