"""``make crowd``: what a crowd costs those who play. One run, so that the ratio means something.

For each kind of crowd there is a server, at each of which forty clients at ten tables play at a
person's quick pace. They take turns: two seconds at the one without a crowd, two at the next, and
round again, so that whatever else the machine does falls on all alike. Taken is the time from each
move to the first word about it.
"""

import argparse
import contextlib
import heapq
import multiprocessing
import resource
import tempfile
import time

from bench.crowd_members import TABLES, Members, Phase, crowd
from bench.network import SERVER_ON
from bench.processes import cardgame
from bench.tables import TablePlayers
from bench.wire import Lines

THINK = 0.02  # seconds before a move: a busy server, not a full one
SECONDS = 2.0  # of one turn
SETTLING = 0.5  # seconds of each turn that do not count: all have waited for it
ROUNDS = 6
WANTED = 2.0  # times the p99 without a crowd, at most
FILES = 6_000  # all crowds are there at once

CROWDS = {
    "alone": Members(),
    "2,000 idle": Members(idle=2_000),
    "30 slow readers": Members(slow=30),
    "200 silent": Members(silent=200),
    "200 half-open": Members(half_open=200),
    "150 reconnects/s": Members(storm=True),
    "all of them": Members(2_000, 30, 200, 200, storm=True),
}


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
        """Play for so long and return the times of all moves, in seconds."""
        self._took = []
        # What was under way when the last turn ended has waited for this one.
        self._sent.clear()
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
        return self._took

    def close(self) -> None:
        """Leave."""
        self._lines.close()


def figures(took: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile, in milliseconds, of sorted times in seconds."""
    return took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3


class Place:
    """A server with its crowd, and those who play there."""

    def __init__(self, port: int, members: Members) -> None:
        self._measured = Measured(port)
        self.took: list[float] = []
        spawn = multiprocessing.get_context("spawn")
        self._phase, self._there = spawn.Value("i", Phase.GATHER), spawn.Event()
        arguments = (port, members, self._phase, self._there)
        self._crowd = spawn.Process(target=crowd, args=arguments, daemon=True)
        self._crowd.start()
        while not self._there.is_set() and self._crowd.is_alive():
            self._measured.play(0.5)
        if not self._there.is_set():
            raise RuntimeError("the crowd could not come together; see above")

    def turn(self) -> None:
        """Play and measure for a while."""
        self._phase.value = Phase.TURN
        self._measured.play(SETTLING)
        self.took += self._measured.play(SECONDS)
        self._phase.value = Phase.REST
        if not self._crowd.is_alive():
            raise RuntimeError("the crowd has gone; see above")

    def close(self) -> None:
        """Have everybody go."""
        self._phase.value = Phase.GO
        self._crowd.join()
        self._measured.close()


def run(places: dict[str, Place], rounds: int) -> bool:
    """Measure all places in turn and print them; return whether no crowd was noticed."""
    for _ in range(rounds):
        for place in places.values():
            place.turn()
    base = figures(sorted(places["alone"].took))
    print(f"{'':18}{'moves':>8}{'median ms':>12}{'ratio':>8}{'p99 ms':>10}{'ratio':>8}")
    good = True
    for name, place in places.items():
        median, worst = figures(sorted(place.took))
        ratios = median / base[0], worst / base[1]
        good = good and ratios[1] <= WANTED
        print(
            f"{name:18}{len(place.took):8}{median:12.2f}{ratios[0]:8.2f}{worst:10.2f}{ratios[1]:8.2f}"
        )
    print(f"wanted: p99 at most {WANTED} times that without a crowd: {'yes' if good else 'NO'}")
    return good


def main() -> int:
    """Start the servers, measure, print; 1 if a crowd was noticed."""
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < FILES:
        print(f"this system allows {hard} open files (soft {soft}); {FILES} are needed")
        return 1
    with contextlib.ExitStack() as stack:
        places: dict[str, Place] = {}
        for name, members in CROWDS.items():
            data = stack.enter_context(tempfile.TemporaryDirectory())
            server = stack.enter_context(cardgame(data, on=SERVER_ON))
            places[name] = Place(server.port, members)
            stack.callback(places[name].close)
        return int(not run(places, asked.rounds))


if __name__ == "__main__":
    raise SystemExit(main())
