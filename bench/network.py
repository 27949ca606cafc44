"""The server's CPU for one move at many tables: cardgame-server beside the bare relay."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable

from bench.interleave import Comparison, Contender, Effort, interleaved
from bench.processes import Server, cardgame, server
from bench.processor import place

TABLES = 50
SERVER_ON, LOAD_ON = 0, 1  # processors, so that the two do not push each other about
Figures = dict[str, float]  # of one run, as bench.load prints them
Run = Callable[[float], Figures]  # from seconds of load
CROWDED = 0.25  # processors kept busy by others: more, and a run is taken again
TRIES = 3
MOST = 120.0  # seconds for the load to set up its tables and to end; then something hangs


def load(kind: str, loaded: Server, seconds: float) -> Figures:
    """Load a running server and return the figures of the run."""
    arguments = [kind, str(loaded.port), str(loaded.pid), str(TABLES), str(seconds)]
    with subprocess.Popen(
        [sys.executable, "-m", "bench.load", *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        place(process.pid, LOAD_ON)
        told, _ = process.communicate(timeout=seconds + MOST)
    if process.returncode:
        raise RuntimeError(
            f"the load on the {kind} ended with code {process.returncode}; see above"
        )
    figures: Figures = json.loads(told)
    return figures


def relay_run(seconds: float) -> Figures:
    """Measure the bare relay once."""
    with server("bench.relay", on=SERVER_ON) as relay:
        return load("relay", relay, seconds)


def table_run(seconds: float) -> Figures:
    """Measure cardgame-server once, with an empty data folder of its own."""
    with tempfile.TemporaryDirectory() as data, cardgame(data, on=SERVER_ON) as tables:
        return load("table", tables, seconds)


def cost_of_a_move(run: Run, seconds: float) -> float:
    """Return the server's CPU microseconds per move, of the least disturbed of at most three runs.

    CPU time is exact, but a server that others keep waiting finds its moves in other heaps.
    """
    tries: list[Figures] = []
    while len(tries) < TRIES:
        tries.append(run(seconds))
        if tries[-1]["others_cores"] < CROWDED:
            break
    return min(tries, key=lambda figures: figures["others_cores"])["us_per_move"]


def moves(effort: Effort) -> Comparison:
    """Compare the CPU of one move at 50 tables of four clients each."""
    contenders = [
        Contender("bare relay, trio", lambda: cost_of_a_move(relay_run, effort.seconds)),
        Contender("cardgame-server, classic", lambda: cost_of_a_move(table_run, effort.seconds)),
    ]
    return interleaved(contenders, "us/move", effort.runs)
