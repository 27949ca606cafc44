"""`make demo`: one whole match of each preset between computers, over real sockets, told in short.

Starts a server of its own, watches as spectator and host, and prints the final scores of all last.
Exit code 0: every match was played to its end. 1: one was not, the reason is on standard error.
130: interrupted.
"""

import signal
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import anyio

from cardgame_client.connection import LinkError
from cardgame_protocol import Update, View

from .narration import Narrator, outcome
from .online.staying import SOFTWARE
from .own_server import ServerFailedError, own_server, play_match

TABLES = {
    "duel": ("simple", "random"),
    "eights": ("simple", "random"),
    "survival": ("simple", "random", "random"),
    "classic": ("simple", "random", "simple", "random"),
}
"""Which computers play which preset."""

MATCH_SECONDS = 120.0
"""Longest time for one match; it takes a few seconds, so after this it has stuck."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


async def play_all(folder: Path) -> dict[str, View]:
    """Play all `TABLES` on a server of one's own and return how each match ended, by preset."""
    finals = {}
    async with own_server(folder) as server, server.connect() as link:
        await link.hello("Demo", software=SOFTWARE)
        for preset, levels in TABLES.items():
            teller = partial(tell, Narrator())
            with anyio.fail_after(MATCH_SECONDS):
                finals[preset] = await play_match(link, preset, levels, teller)
    return finals


def tell(narrator: Narrator, update: Update) -> None:
    """Print what the narrator makes of an update."""
    say(narrator.hear(update))


def say(lines: Iterable[str]) -> None:
    """Print lines at once, also into a pipe: a demonstration is watched while it runs."""
    for line in lines:
        print(line, flush=True)


async def show() -> int:
    """Run the demonstration until it ends or is interrupted; return the exit code."""
    code = INTERRUPTED
    async with anyio.create_task_group() as group:
        group.start_soon(_end_on_signal, group.cancel_scope)
        code = await _show()
        group.cancel_scope.cancel()
    return code


async def _show() -> int:
    with tempfile.TemporaryDirectory(prefix="cardgame-demo-") as folder:
        try:
            finals = await play_all(Path(folder))
        except (LinkError, ServerFailedError, TimeoutError) as error:
            print(f"the demonstration failed: {error or 'a match took too long'}", file=sys.stderr)
            return 1
    say(["", "Final scores"])
    say(f"  {preset}: {outcome(view)}" for preset, view in finals.items())
    return 0


async def _end_on_signal(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()


if __name__ == "__main__":
    sys.exit(anyio.run(show, backend="trio"))
