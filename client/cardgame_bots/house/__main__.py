"""All computer players of one server, in one process: `python -m cardgame_bots.house HOST PORT`.

The server starts it and writes a secret as the first line of its standard input (see `house`). It
ends when its standard input ends, so it never outlives the server. Nothing goes to standard
output; warnings go to standard error. Exit code 0: input ended. 1: the server sent it away.
"""

import argparse
import gc
import logging
import os
import signal
import sys
from functools import partial
from random import SystemRandom

import anyio
from anyio.abc import TaskGroup

from cardgame_client.connection import Link

from ..online.staying import Connect
from .house import House
from .thinkers import thinkers, usual_count

log = logging.getLogger(__name__)


async def serve(connect: Connect, secret: str) -> int:
    """Play until standard input ends (0) or the server sends this process away (1)."""
    async with thinkers(usual_count()) as pool, anyio.create_task_group() as group:
        group.start_soon(_end_with_input, group)
        end = await House(connect, secret, SystemRandom(), group, pool.ask).run()
        log.error("the server sent the computer players away: %s", end)
        group.cancel_scope.cancel()
        return 1
    return 0


async def _end_with_input(group: TaskGroup) -> None:
    await anyio.to_thread.run_sync(_read_to_end, abandon_on_cancel=True)
    group.cancel_scope.cancel()


def _read_to_end() -> None:
    # Not through sys.stdin: at exit Python would wait for the lock that this thread holds.
    while os.read(0, 4096):
        pass


def main() -> int:
    """Run the house; see the module's text."""
    parser = argparse.ArgumentParser(
        prog="python -m cardgame_bots.house",
        description="Plays the computers' seats of a card server, which starts this by itself.",
    )
    parser.add_argument("host", help="address of the server, as a rule 127.0.0.1")
    parser.add_argument("port", type=int, help="TCP port of the server")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(levelname)s: %(message)s")
    # Ctrl-C in the server's terminal reaches this process too, but ending is the server's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    secret = sys.stdin.readline().strip()
    if not secret:
        parser.error("the first line of standard input must be the secret that the server gives")
    # What is loaded now stays: without it each collection walks all of it again.
    gc.freeze()
    connect = partial(Link.open, arguments.host, arguments.port)
    return anyio.run(serve, connect, secret, backend="trio")


if __name__ == "__main__":
    sys.exit(main())
