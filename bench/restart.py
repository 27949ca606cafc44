"""``make restart``: how long a server takes to be back with a thousand running tables.

The tables are made by the server's own rooms, their moves written by the real journal, and the
process that did so ends as by a kill: the journal's log is still to be read. Then servers are
started on copies of that folder, and the clock runs from the start of the process to the answer to
a hello by token, with all tables back.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.processes import cardgame, environment
from bench.processor import spent_by
from bench.restart_tables import MOVES, SEATS, token_of
from bench.wire import Line, LoadError

WANTED = 3.0  # seconds


class Back(NamedTuple):
    """One restart: seconds until the first line, until the hello's answer, and of CPU by then."""

    listening: float
    answered: float
    spent: float


def restart(folder: Path, tables: int) -> Back:
    """Start a server on a folder, come back by a token of its last table, count the tables."""
    began = time.perf_counter()
    with cardgame(folder, "--log", str(folder / "log")) as server:
        listening = time.perf_counter() - began
        line = Line(server.port)
        line.first_message()
        back = line.request(hello(token_of(tables)))
        answered, spent = time.perf_counter() - began, spent_by(server.pid)
        if (back["table"], back["seat"]) != (tables, 0):
            raise LoadError(f"whoever sat at table {tables} came back as {back}")
        there = count(line)
        line.socket.close()
    if there != tables:
        raise LoadError(f"{there} of {tables} tables are back")
    return Back(listening, answered, spent)


def hello(token: str) -> dict[str, object]:
    """Return the hello of somebody who comes back."""
    known = {"versions": [1], "name": "x", "software": "cardgame bench", "token": token}
    return {"type": "hello", "id": 1, **known}


def count(line: Line) -> int:
    """Return how many tables the lobby lists."""
    listed: dict[str, object] = line.request({"type": "list", "id": 2})
    total = listed["total"]
    return total if isinstance(total, int) else -1


def main() -> int:
    """Make the tables, measure, print; 1 if it takes longer than wanted."""
    parser = argparse.ArgumentParser(prog="python -m bench.restart", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "made"
        build = [sys.executable, "-m", "bench.restart_tables", str(made), str(asked.tables)]
        subprocess.run(build, check=True, env=environment())
        size = sum(file.stat().st_size for file in made.iterdir())
        print(
            f"{asked.tables} tables of {SEATS}, {MOVES} moves into a hand each, "
            f"{size / 1e6:.1f} MB on disk, {asked.runs} restarts; median (min..max)"
        )
        runs = []
        for number in range(asked.runs):
            copy = shutil.copytree(made, Path(temporary) / str(number))
            runs.append(restart(copy, asked.tables))
    titles = ("first line after", "hello answered after", "CPU of the server by then")
    for title, figures in zip(titles, zip(*runs, strict=True), strict=True):
        print(f"  {title:26} {median(figures):6.2f} s  ({min(figures):.2f}..{max(figures):.2f})")
    good = median(back.answered for back in runs) <= WANTED
    print(f"wanted: back within {WANTED:.0f} s: {'yes' if good else 'NO'}")
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main())
