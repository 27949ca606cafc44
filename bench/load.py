"""One loaded server: ``python -m bench.load relay|table PORT PID TABLES SECONDS``, a JSON line out.

The clients run in this process, on their own processor where there are two, and the server's cost
is read from the kernel's books of the server's process: exact, and free of this process's own.
"""

import json
import sys
import time

from bench.processor import others_busy, snapshot, spent_by
from bench.tables import Players, RelayPlayers, TablePlayers
from bench.wire import Lines

WARM = 1.0  # seconds of play before measuring: sockets, caches and the first hands settle


def run(players: Players, lines: Lines, seconds: float) -> None:
    """Let the clients answer whatever arrives for that long."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for client, payload in lines.arrivals():
            if (frame := players.answer(client, payload)) is not None:
                lines.send(client, frame)


def catch_up(players: Players, lines: Lines) -> None:
    """Answer what came while the tables were set up."""
    for client, payload in lines.early():
        if (frame := players.answer(client, payload)) is not None:
            lines.send(client, frame)


def measure(players: Players, port: int, pid: int, tables: int, seconds: float) -> dict[str, float]:
    """Return the server's CPU per move in microseconds, and what else describes the run."""
    lines = Lines(players.seat_all(port, tables))
    catch_up(players, lines)
    run(players, lines, WARM)
    moves_before, spent_before = players.moves, spent_by(pid)
    machine, clock = snapshot(), time.perf_counter()
    run(players, lines, seconds)
    moves, spent = players.moves - moves_before, spent_by(pid) - spent_before
    wall = time.perf_counter() - clock
    return {
        "us_per_move": spent / moves * 1e6,
        "moves_per_second": moves / wall,
        "server_cores": spent / wall,
        "others_cores": others_busy(machine, snapshot()) - spent / wall,
    }


def main() -> None:
    """Read the command line, measure, print."""
    kind, port, pid, tables, seconds = sys.argv[1:]
    players: Players = RelayPlayers() if kind == "relay" else TablePlayers()
    print(json.dumps(measure(players, int(port), int(pid), int(tables), float(seconds))))


if __name__ == "__main__":
    main()
