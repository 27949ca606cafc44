"""One seed, from the first connection to the last table's end."""

import hashlib
import itertools
import logging
import shutil
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import trio
import trio.testing

from cardgame_protocol.limits import ALL_AWAY_SECONDS, SILENCE_SECONDS, WAITING_SECONDS
from cardgame_server.limits import RECORD_RETRY_SECONDS, RESTART_SECONDS
from tests.simulation import twins
from tests.simulation.clients import Client, Way
from tests.simulation.crew import House
from tests.simulation.faults import Faults, Tally
from tests.simulation.nasty import Nasty
from tests.simulation.network import Link
from tests.simulation.oracle import Oracle, Violation
from tests.simulation.persons import Bot, Person, Spectator, names
from tests.simulation.process import ErrorLog, Process
from tests.simulation.sealed import Sealed
from tests.simulation.timeline import Timeline

STORM_SECONDS: Final = 25.0
"""Virtual seconds in which everything may go wrong."""

CALM_SECONDS: Final = 35.0
"""Virtual seconds after that, in which nothing does: all who wait must get their answers."""

END_SECONDS: Final = (
    SILENCE_SECONDS + RESTART_SECONDS + ALL_AWAY_SECONDS + 2 * WAITING_SECONDS + 600.0
)
"""When all clients are gone for good: until then, every table must have ended by itself."""

STEP_SECONDS: Final = 50.0
"""Of the clock while only the server's own timers are waited for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a seed. `trace` is a digest of all that clients got: it never differs."""

    seed: int
    steps: int
    tally: Tally
    trace: str
    failure: str


class World:
    """Everything but the server: its clients, what goes wrong, and who looks at it all."""

    def __init__(self, seed: int, folder: Path, clock: trio.testing.MockClock) -> None:
        self.chance = Random(seed)
        self.timeline = Timeline()
        self.faults = Faults(Random(self.chance.random()))
        self.oracle = Oracle()
        self.failure: Violation | None = None
        self.trace = hashlib.sha256()
        self._failed = trio.Event()
        self._clock = clock
        self._folder = folder
        self._folders = itertools.count(1)
        self._tokens = itertools.count(1)
        self._process: Process | None = None
        self._nursery: trio.Nursery | None = None
        self._clients: list[Client] = []
        self._house = House(self, Random(self.chance.random()))

    # What clients ask for.

    def open(self, client: Client, address: str, *, plain: bool = False) -> Way | None:
        """Connect a client; None while no server runs. Who is hired comes by a private way."""
        seals = self.faults.tls and not plain
        take = partial(self._arrived, client)
        link = Link(
            self.timeline, self.faults,
            lambda data: self.guard(lambda: sealed.take(data))() if seals else take(data),
            lambda: self._ended(client, sealed if seals else link),
        )  # fmt: skip
        sealed = Sealed(link, take)
        process = self._process
        if process is None or not process.open(link, address, private=client.hired):
            return None
        if seals:
            self.faults.count_done("links by TLS")
            sealed.begin()
        return sealed if seals else link

    def _arrived(self, client: Client, data: bytes) -> None:
        self.trace.update(f"{trio.current_time():.6f} {client.name}".encode() + data)
        self.guard(lambda: client.arrived(data))()

    def _ended(self, client: Client, link: Way) -> None:
        if client.link is link:
            client.link_ended()

    def guard(self, job: Callable[[], None]) -> Callable[[], None]:
        """Make a job whose violations end the world."""

        def guarded() -> None:
            try:
                job()
            except Violation as violation:
                self.fail(violation)

        return guarded

    def fail(self, violation: Violation) -> None:
        """Note the first violation; nothing counts after it."""
        if self.failure is None:
            self.failure = violation
            self._failed.set()

    # The seed's life.

    async def live(self) -> None:
        """Live through the whole of it, or up to the first violation."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self.timeline.run)
            nursery.start_soon(self._phases)
            await self._failed.wait()
            nursery.cancel_scope.cancel()
        if self._process is not None and not self._process.dead:
            self._process.kill(self._next_folder())

    async def _phases(self) -> None:
        try:
            self._start()
            self._invite()
            await _live_for(STORM_SECONDS)
            await self._calm()
            self._look_at_answers()
            await self._end()
        except Violation as violation:
            self.fail(violation)
        self._failed.set()

    def _invite(self) -> None:
        chance, faults = self.chance, self.faults
        self._house.connect()
        kinds = [Person] * chance.randint(2, 5) + [Bot] * chance.randint(0, 2)
        kinds += [Spectator] * chance.randint(0, 2) + [Nasty] * chance.randint(0, 2)
        for kind, name in zip(kinds, names(chance), strict=False):
            client = kind(self, name, Random(chance.random()))
            self._clients.append(client)
            self.timeline.after(2 * chance.random(), self.guard(client.connect))
        self._now_and_then(faults.crash_every, self._end_of_process)
        self._now_and_then(faults.jump_every, self._jump)
        self._now_and_then(40.0, self._house_dies)

    def _now_and_then(self, every: float | None, job: Callable[[], None]) -> None:
        if every is None:
            return

        def again() -> None:
            if not self.faults.calm:
                job()
                self._now_and_then(every, job)

        self.timeline.after(self.chance.expovariate(1 / every), self.guard(again))

    def _house_dies(self) -> None:
        self.faults.count("house process killed")
        self._house.die()

    def _jump(self) -> None:
        self.faults.count("clock jump")
        self._clock.jump(self.chance.choice((0.5, 7.0, 45.0, 400.0, 4000.0)))

    # The server's process.

    def _next_folder(self) -> Path:
        return self._folder / str(next(self._folders))

    def _start(self, path: Path | None = None) -> None:
        process = self._process = Process(
            path or self._next_folder(), self.timeline, self.faults, self.oracle,
            tokens=self._tokens, fail=self.fail, crash=self._crash,
        )  # fmt: skip
        process.restore()
        tokens = [client.token for client in self._clients if client.token]
        twins.compare(process.saved, tokens, self.chance, self.faults.tally)
        if self._nursery is not None:
            self._nursery.start_soon(process.run)

    def _end_of_process(self) -> None:
        process = self._process
        if process is None or process.dead:
            return
        if self.chance.random() < 0.2:
            self.faults.count("server stopped")
            process.stop()
            self.timeline.after(3.0, self.guard(self._crash))
        else:
            self.faults.count("crash")
            self._crash()

    def _crash(self) -> None:
        """End the process now; another starts on what is left of its disk."""
        process = self._process
        if process is None or process.dead:
            return
        successor = self._next_folder()
        process.kill(successor)
        delay = self.chance.choice((0.1, 1.0, 5.0))
        if not self.faults.calm and self.chance.random() < 0.1:
            self.faults.count("down for an hour")
            self._clock.jump(3600.0)
        self.timeline.after(delay, self.guard(lambda: self._start(successor)))

    # Rest, and the end.

    async def _calm(self) -> None:
        """Let nothing go wrong any more."""
        self.faults.calm = True
        await _live_for(CALM_SECONDS)
        self.oracle.played()

    def _look_at_answers(self) -> None:
        for client in [*self._clients, self._house, *self._house.computers.values()]:
            old = [one for one in client.unanswered if one["at"] < trio.current_time() - 30]
            # A computer's move is held as long as its table is paused.
            if old and not (client.computer and client.view.get("paused")):
                raise Violation(f"{client.name} got no answer to {old}")

    async def _end(self) -> None:
        """Have everybody go without a word: every table ends, and nobody is remembered."""
        for client in self._clients:
            client.retire()
        process = self._process
        if process is None:
            return
        waited = 0.0
        while process.session.lobby.tables and waited < END_SECONDS:
            # Where computers play a match to its end, they need the time; all others only wait.
            tables = process.session.lobby.tables.values()
            computers = any(one.in_match and not one.seats.people_hold_seats for one in tables)
            if not computers:
                self._clock.jump(STEP_SECONDS)
            await trio.sleep(0.5)
            waited += 0.5 if computers else STEP_SECONDS
        if process.session.lobby.tables:
            left = list(process.session.lobby.tables)
            raise Violation(f"after {END_SECONDS} s without anybody there are tables {left}")
        await trio.sleep(RESTART_SECONDS + RECORD_RETRY_SECONDS)
        process.look_at_records(complete=True)
        self.faults.tally["records verified"] += self.oracle.promises.verified
        guests = process.session.reception.guests.values()
        behind = [guest.player.name for guest in guests if guest.player is not None]
        if behind or process.session.lobby.premises.players.away():
            raise Violation(f"nobody is there, and some are remembered: {behind}")


async def _live_for(seconds: float) -> None:
    """Let time pass; a jump of the clock ends one step of it and not all."""
    for _ in range(round(2 * seconds)):
        await trio.sleep(0.5)


def run_seed(seed: int) -> Outcome:
    """Run one seed by itself; the same seed does the same in any process."""
    _be_deterministic(seed)
    clock = trio.testing.MockClock(autojump_threshold=0)
    shm = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    folder = Path(tempfile.mkdtemp(prefix="simulation", dir=shm if shm.is_dir() else None))
    log = logging.getLogger("cardgame.server")
    try:
        return trio.run(_run, seed, folder, clock, log, clock=clock)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _run(
    seed: int, folder: Path, clock: trio.testing.MockClock, log: logging.Logger
) -> Outcome:
    world = World(seed, folder, clock)
    errors = ErrorLog(world.fail)
    log.addHandler(errors)
    propagate, log.propagate = log.propagate, False
    try:
        await world.live()
    except ExceptionGroup as error:
        # A fault of the simulation itself: told like any other, so that the seeds after it run.
        world.failure = Violation("the simulation has failed")
        world.failure.__cause__ = error
    finally:
        log.removeHandler(errors)
        log.propagate = propagate
    failure = world.failure
    text = "" if failure is None else "".join(traceback.format_exception(failure))
    tally = world.faults.tally
    return Outcome(seed, world.oracle.steps, tally, world.trace.hexdigest(), text)


def _be_deterministic(seed: int) -> None:
    """Have trio run its tasks in an order that follows from the seed.

    It has no public way; this is what its plugin for Hypothesis does.
    """
    core: Any = trio._core._run
    core._ALLOW_DETERMINISTIC_SCHEDULING = True
    core._r.seed(seed)
