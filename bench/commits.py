"""``make commits``: what a move waits for durability, with 50 tables at play on a real disk.

The server notes for each change that writes how long it took from its request to its answer on the
socket, and for each commit how long the disk took. Clients at 50 tables answer at a person's quick
pace, then as fast as they can.
"""

import argparse
import json
import tempfile

from bench.crowd import Measured
from bench.network import SERVER_ON
from bench.processes import cardgame
from bench.timed_server import Figures

TABLES = 50
SECONDS = 8.0
PACES = {"quick players": 0.1, "flat out": 0.0}  # seconds before a move


def measure(think: float, seconds: float, tables: int = TABLES) -> tuple[int, Figures]:
    """Have tables play; return the moves a second and what the server has noted."""
    with (
        tempfile.TemporaryDirectory() as data,
        cardgame(data, program="bench.timed_server", on=SERVER_ON) as server,
    ):
        measured = Measured(server.port, tables, think)
        moves = len(measured.play(seconds))
        measured.close()
        told = server.end()
    figures: Figures = json.loads(told.splitlines()[-1])
    return round(moves / seconds), figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.commits", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    print(f"{TABLES} tables of 4, milliseconds")
    titles = f"{'request to answer p50':>24}{'p99':>8}{'commit p50':>13}{'p99':>8}"
    print(f"{'':16}{'moves/s':>9}{titles}")
    for name, think in PACES.items():
        rate, (answers, commits) = measure(think, asked.seconds)
        print(
            f"{name:16}{rate:9,}{answers[0]:24.2f}{answers[1]:8.2f}{commits[0]:13.2f}"
            f"{commits[1]:8.2f}   ({commits[2]:,.0f} commits)"
        )


if __name__ == "__main__":
    main()
