"""One run of the server's process: it begins with a data folder and ends in one way or another."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio

from cardgame_server import deadlines
from cardgame_server.effects import Change
from cardgame_server.server import Server
from cardgame_server.session import Session, greeting
from tests.server.kit import SeededHouse
from tests.simulation.clients import PASSWORD
from tests.simulation.crew import SECRET
from tests.simulation.disk import Disk
from tests.simulation.faults import Faults
from tests.simulation.network import Link
from tests.simulation.oracle import Oracle, Violation
from tests.simulation.sealed import server_end
from tests.simulation.timeline import Timeline

DISK_WARNING = "the disk does not take"
"""What the server logs of a disk that fails; any other error in its log is a fault of its own."""

T = TypeVar("T")


class WatchedSession(Session):
    """The rooms, with somebody looking at them after every change."""

    watch: Callable[[Change], None]

    def connect(self, change: Change, conn: int, address: str) -> None:
        """See Session."""
        super().connect(change, conn, address)
        self.watch(change)

    def receive(self, change: Change, conn: int, data: bytes) -> None:
        """See Session."""
        super().receive(change, conn, data)
        self.watch(change)

    def lost(self, change: Change, conn: int) -> None:
        """See Session."""
        super().lost(change, conn)
        self.watch(change)

    def wake(self, change: Change, number: int) -> None:
        """See Session."""
        table = self.lobby.tables.get(number)
        first = None if table is None else deadlines.first(table)
        turn = None if table is None else table.turn
        super().wake(change, number)
        early = first is None or first.at > change.now + deadlines.ROUNDING
        if table is not None and table.turn != turn and early:
            change.fault(f"table {number}", Violation(f"it acted at {change.now}, before {first}"))
        self.watch(change)

    def look_around(self, change: Change) -> None:
        """See Session."""
        super().look_around(change)
        self.watch(change)

    def password_judged(self, change: Change, conn: int, address: str, right: bool) -> None:
        """See Session."""
        super().password_judged(change, conn, address, right)
        self.watch(change)


class ErrorLog(logging.Handler):
    """Collects what the server logs as errors."""

    def __init__(self, fail: Callable[[Violation], None]) -> None:
        super().__init__(logging.ERROR)
        self._fail = fail

    def emit(self, record: logging.LogRecord) -> None:
        """Take an error: only a failing disk is none of the server's own."""
        if not record.getMessage().startswith(DISK_WARNING):
            violation = Violation(f"an error in the server's log: {record.getMessage()}")
            if record.exc_info:
                violation.__cause__ = record.exc_info[1]
            self._fail(violation)


class Process:
    """A server that runs. `fail` is told what must not happen, `crash` that the disk ended it."""

    def __init__(
        self,
        path: Path,
        timeline: Timeline,
        faults: Faults,
        oracle: Oracle,
        *,
        tokens: Iterator[int],
        fail: Callable[[Violation], None],
        crash: Callable[[], None],
    ) -> None:
        self.links: list[Link] = []
        self.dead = False
        self.stopped = False
        self._timeline, self._faults, self._oracle = timeline, faults, oracle
        self._fail = fail
        self.disk = Disk(path, timeline, faults, oracle, crash)
        self.saved = self.disk.folder.saved
        self.session = WatchedSession(
            greeting("simulation", "server-id"),
            SeededHouse(faults.chance.randrange(2**32)),
            lambda: f"{next(tokens):064x}",
            SECRET,
            password=faults.password,
        )
        self.session.watch = self._changed
        self._server = Server(
            self.session, self.disk.shelf.keep, self.disk,
            is_password=lambda given: given == PASSWORD, in_thread=self._in_thread,
        )  # fmt: skip
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None

    def restore(self) -> None:
        """Go on from what the folder holds, and compare it with what must be there."""
        damaged = self.disk.folder.loaded.damaged
        problems = {**damaged, **self._server.restore(self.saved)}
        if problems:
            raise Violation(f"tables cannot go on: {problems}")
        self._oracle.restarted(self.session)
        self.look_at_records(complete=False)

    def look_at_records(self, *, complete: bool) -> None:
        """Compare the files of records with what was durable; raises Violation."""
        for problem in self.disk.shelf.wrong(self._oracle.durable.records, complete=complete):
            raise Violation(f"records: {problem}")

    async def _in_thread(self, job: Callable[[], T], /) -> T:
        """Do what would be done in a thread: it takes a while, and may be the last thing done."""
        await trio.sleep(self._faults.chance.choice((0.0, 0.01, 0.2)))
        result = job()
        if self.dead:
            await trio.sleep_forever()
        await trio.sleep(self._faults.chance.choice((0.0, 0.01, 0.2)))
        return result

    async def run(self) -> None:
        """Serve until killed or stopped."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                await nursery.start(self._server.serve)
                self._nursery = nursery
        self.stopped = True

    def open(self, link: Link, address: str, *, private: bool) -> bool:
        """Take a link in, if the process is up; with TLS, unless that is off or it is `private`."""
        if self._nursery is None or self.dead or self.stopped:
            return False
        self.links = [one for one in self.links if not one.gone]
        self.links.append(link)
        pipe = server_end(link) if self._faults.tls and not private else link
        self._nursery.start_soon(partial(self._server.handle, pipe, address))
        return True

    def stop(self) -> None:
        """End in order: everybody is told."""
        self._server.stop()

    def kill(self, successor: Path) -> None:
        """End at once; what is left of the disk is at `successor` then."""
        self.dead = True
        for link in self.links:
            link.sever()
        self.disk.end(successor)
        self._scope.cancel()

    def _changed(self, change: Change) -> None:
        if self.dead:
            return
        try:
            self._oracle.changed(change)
        except Violation as violation:
            self._fail(violation)
