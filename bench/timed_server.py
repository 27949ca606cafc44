"""``python -m bench.timed_server``: cardgame-server, which notes how long durability takes.

It takes the same options. When it ends it prints a line of JSON: p50 and p99 in milliseconds and
the number, of all changes that write (request read to answer sent) and of all commits.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

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


@contextmanager
def watched_changes(times: Times) -> Iterator[None]:
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

    with patch.object(Change, "__init__", made), patch.object(Gate, "__init__", opened):
        yield


@contextmanager
def watched_commits(times: Times) -> Iterator[None]:
    """Have the time of each commit noted."""
    write = Journal.write

    def written(self: Journal, batch: Batch) -> None:
        began = time.perf_counter()
        write(self, batch)
        times.add(time.perf_counter() - began)

    with patch.object(Journal, "write", written):
        yield


def main() -> None:
    """Run the server; print when it has ended."""
    answers, commits = Times(), Times()
    try:
        with watched_changes(answers), watched_commits(commits):
            cli.main()
    finally:
        print(json.dumps([answers.figures(), commits.figures()]), flush=True)


if __name__ == "__main__":
    main()
