"""Many tables at once, each with a spectator as host: `python -m cardgame_bots.many_tables`.

Starts a server of its own and plays on every table one match of computers, as many as the preset
seats and at most four, all presets in turn. Exit code 0: every match came to its end and the
server's log holds no warning and no error.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio

from cardgame_protocol import Update
from cardgame_rules import PRESETS

from .levels import LEVELS
from .online.staying import SOFTWARE
from .own_server import OwnServer, own_server, play_match

MOST_SEATS = 4
"""Computers at one table: what the goal of fifty tables is stated for."""

RUN_SECONDS = 600.0
"""After this the matches that have not ended have stuck: fifty take some twenty seconds."""


@dataclass
class Tally:
    """What came of a run: matches ended and updates seen, by preset; troubles in the log."""

    ended: Counter[str] = field(default_factory=Counter)
    updates: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the tally as text, one line for each preset and one for the log."""
        lines = [
            f"{preset}: {self.ended[preset]} matches ended, {self.updates[preset]} updates watched"
            for preset in PRESETS
        ]
        return [*lines, f"warnings and errors in the server's log: {len(self.troubles)}"]


async def run(tables: int, lives: int | None, points: int | None, folder: Path) -> Tally:
    """Play `tables` matches at once and return what came of them.

    `lives` and `points` are the matches' goals where a short run is wanted; None is the preset's.
    """
    tally = Tally()
    async with own_server(folder) as server:
        with anyio.move_on_after(RUN_SECONDS):
            async with anyio.create_task_group() as group:
                for number in range(tables):
                    preset = list(PRESETS)[number % len(PRESETS)]
                    target = lives if PRESETS[preset].has_lives else points
                    group.start_soon(_play_table, server, number, preset, target, tally)
    tally.troubles = server.troubles()
    return tally


async def _play_table(
    server: OwnServer, number: int, preset: str, target: int | None, tally: Tally
) -> None:
    seats = min(MOST_SEATS, PRESETS[preset].players[1])
    levels = [list(LEVELS)[seat % len(LEVELS)] for seat in range(seats)]

    def watch(_update: Update) -> None:
        tally.updates[preset] += 1

    async with server.connect() as link:
        await link.hello(f"Host {number}", software=SOFTWARE)
        await play_match(link, preset, levels, watch, target=target)
    tally.ended[preset] += 1


def main() -> int:
    """Run the command; see the module's text."""
    parser = argparse.ArgumentParser(
        prog="python -m cardgame_bots.many_tables", description=__doc__
    )
    parser.add_argument("--tables", type=int, default=50, help="how many (default 50)")
    parser.add_argument("--points", type=int, help="points that win (default: the preset's)")
    parser.add_argument("--lives", type=int, help="lives in survival (default: the preset's)")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cardgame-tables-") as folder:
        work = partial(run, given.tables, given.lives, given.points, Path(folder))
        tally = anyio.run(work, backend="trio")
    print("\n".join([*tally.lines(), *tally.troubles]))
    print(f"{tally.ended.total()} of {given.tables} in {time.monotonic() - began:.1f} s")
    return 0 if tally.ended.total() == given.tables and not tally.troubles else 1


if __name__ == "__main__":
    sys.exit(main())
