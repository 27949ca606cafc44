"""``make crowd``: what a crowd costs those who play. One run, so that the ratio means something.

Forty clients at ten tables play at a person's quick pace, and the time from each move to the first
word about it is taken: alone, then beside 2,000 idle connections with slow readers, silent and
half-open links among them, then in a storm of reconnects on top, then alone again.
"""

import heapq
import multiprocessing
import resource
import tempfile
import time

from bench.crowd_members import Phase, crowd
from bench.network import server
from bench.tables import TablePlayers
from bench.wire import Lines

TABLES = 10
THINK = 0.02  # seconds before a move: a busy server, not a full one
SECONDS = 8.0  # of each phase
WANTED = 2.0  # times the p99 without a crowd, at most


class Measured:
    """The players, and how long each of their moves took."""

    def __init__(self, port: int, tables: int = TABLES, think: float = THINK) -> None:
        self._players = TablePlayers()
        self._think_for = think
        self._lines = Lines(self._players.seat_all(port, tables))
        self._due: list[tuple[float, int, bytes]] = []
        self._sent: dict[int, float] = {}
        self._took: list[float] = []
        for client, payload in self._lines.early():
            self._think(client, payload)

    def _think(self, client: int, payload: bytes) -> None:
        frame = self._players.answer(client, payload)
        if frame is not None:
            heapq.heappush(self._due, (time.perf_counter() + self._think_for, client, frame))

    def play(self, seconds: float) -> list[float]:
        """Play for so long and return the times of all moves, sorted, in seconds."""
        self._took = []
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            while self._due and self._due[0][0] <= now:
                _, client, frame = heapq.heappop(self._due)
                self._sent[client] = time.perf_counter()
                self._lines.send(client, frame)
            patience = max(0.0, self._due[0][0] - now) if self._due else 0.1
            for client, payload in self._lines.arrivals(patience):
                if (since := self._sent.pop(client, None)) is not None:
                    self._took.append(time.perf_counter() - since)
                self._think(client, payload)
        return sorted(self._took)

    def close(self) -> None:
        """Leave."""
        self._lines.close()


def figures(took: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile in milliseconds."""
    return took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3


def run(port: int) -> bool:
    """Measure all phases and print them; return whether the crowd was hardly noticed."""
    measured = Measured(port)
    measured.play(2.0)
    spawn = multiprocessing.get_context("spawn")
    phase, there = spawn.Value("i", Phase.GATHER), spawn.Event()
    alone = measured.play(SECONDS)
    members = spawn.Process(target=crowd, args=(port, phase, there), daemon=True)
    members.start()
    while not there.is_set() and members.is_alive():
        measured.play(0.5)
    if not there.is_set():
        raise RuntimeError("the crowd could not come together; see above")
    beside = measured.play(SECONDS)
    phase.value = Phase.STORM
    storm = measured.play(SECONDS)
    phase.value = Phase.GO
    members.join()
    measured.play(2.0)
    after = measured.play(SECONDS)
    base = figures(sorted(alone + after))[1]
    rows = {"alone": alone, "2,000 beside": beside, "and a storm": storm, "alone again": after}
    print(f"{'':16}{'moves':>8}{'median ms':>12}{'p99 ms':>10}{'p99 ratio':>12}")
    for name, took in rows.items():
        median, worst = figures(took)
        print(f"{name:16}{len(took):8}{median:12.2f}{worst:10.2f}{worst / base:12.2f}")
    good = max(figures(beside)[1], figures(storm)[1]) <= WANTED * base
    print(f"wanted: p99 at most {WANTED} times that without a crowd: {'yes' if good else 'NO'}")
    return good


def main() -> int:
    """Start a server, measure, print; 1 if the crowd was noticed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < 3000:
        print(f"this system allows {hard} open files (soft {soft}); 3000 are needed")
        return 1
    with tempfile.TemporaryDirectory() as data:
        command = ["cardgame_server.cli", "--listen", "127.0.0.1:0", "--data", data, "--until-eof"]
        with server(command) as (port, _):
            return int(not run(port))


if __name__ == "__main__":
    raise SystemExit(main())
