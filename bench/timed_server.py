"""``python -m bench.timed_server``: cardgame-server, which notes how long durability takes.

It takes the same options. When it ends it prints a line of JSON: p50 and p99 in milliseconds and
the number, of all changes that write (request read to answer sent) and of all commits.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from cardgame_server import cli
from cardgame_server.effects import Change
from cardgame_server.gate import Gate
from cardgame_server.journal import Batch, Journal

Figures = tuple[tuple[float, float, float], tuple[float, float, float]]


class Times:
    """Seconds, one for each time that something was done."""

    def __init__(self) -> None:
        self._all: list[float] = []

    def add(self, seconds: float) -> None:
        """Note one."""
        self._all.append(seconds)

    def figures(self) -> tuple[float, float, float]:
        """Return p50 and p99 in milliseconds, and how many there were."""
        took = sorted(self._all) or [0.0]
        return took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3, len(took)


def watch_changes(times: Times) -> None:
    """Have the time noted from a change's making to its effects being carried out."""
    make: Callable[..., None] = Change.__init__
    gate: Callable[..., None] = Gate.__init__
    born: dict[int, float] = {}

    def made(self: Change, *what: Any) -> None:
        make(self, *what)
        born[id(self)] = time.perf_counter()

    def opened(self: Gate, storage: Any, release: Callable[[Change], None], **more: Any) -> None:
        def released(change: Change) -> None:
            release(change)
            since = born.pop(id(change), None)
            if since is not None and change.writes and change.effects:
                times.add(time.perf_counter() - since)

        gate(self, storage, released, **more)

    setattr(Change, "__init__", made)  # noqa: B010 - the type checkers are right about classes
    setattr(Gate, "__init__", opened)  # noqa: B010 - as above


def watch_commits(times: Times) -> None:
    """Have the time of each commit noted."""
    write = Journal.write

    def written(self: Journal, batch: Batch) -> None:
        began = time.perf_counter()
        write(self, batch)
        times.add(time.perf_counter() - began)

    setattr(Journal, "write", written)  # noqa: B010 - as above


def main() -> None:
    """Run the server; print when it has ended."""
    answers, commits = Times(), Times()
    watch_changes(answers)
    watch_commits(commits)
    try:
        cli.main()
    finally:
        print(json.dumps([answers.figures(), commits.figures()]), flush=True)


if __name__ == "__main__":
    main()
