"""Which sockets have something to read, for all of them by one task, and what threads hand over.

A task of its own for each read costs a system call to arm it and a turn of trio's scheduler for
every message, a fifth of all the server's work for a move. Where the system has `epoll`, sockets
stay armed here instead, and what came is handed over at once. So is what another thread has done:
it rings a bell that is watched like the sockets.
"""

import os
import select
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Final, Protocol

import trio

_BATCH: Final = 16
"""Sockets read between two looks at which ones can be read."""

_ROUNDS: Final = 8
"""Looks before other tasks get their turn: while a busy server reads, more has come, and a look is
much cheaper than a turn of the scheduler. All of them together take some ten milliseconds."""


Job = Callable[[], None]


class Readiness(Protocol):
    """Calls back for sockets that can be read, and for what other threads have done."""

    async def run(self, ready: Callable[[], None]) -> None:
        """Watch until cancelled; `ready` is called when there is something, and is to `sweep`."""
        ...

    def sweep(self) -> None:
        """Read what can be read now."""
        ...

    async def each_time(self, sock: socket.socket, read: Callable[[], bool]) -> None:
        """Call `read` whenever `sock` can be read, until it returns False or raises.

        What it raises is raised here, in the connection's own task.
        """
        ...

    def hand_over(self, job: Job) -> None:
        """Have a job done in the server's thread, soon; any thread may call this.

        After the end of `run` nobody needs it any more, and it is not done.
        """
        ...


class TaskReadiness:
    """For every system: each connection's own task waits for its socket."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._token: trio.lowlevel.TrioToken | None = None

    async def run(self, ready: Callable[[], None]) -> None:  # noqa: ARG002 - nothing is ever ready here
        """Do what is handed over; the sockets are left to the connections' tasks."""
        self._token = trio.lowlevel.current_trio_token()
        _do_all(self._jobs)
        try:
            await trio.sleep_forever()
        finally:
            self._token = None

    def sweep(self) -> None:
        """Nothing is read but by the connections' tasks."""

    async def each_time(self, sock: socket.socket, read: Callable[[], bool]) -> None:
        """Call `read` whenever `sock` can be read, until it returns False or raises."""
        more = True
        while more:
            await trio.lowlevel.wait_readable(sock)
            more = read()

    def hand_over(self, job: Job) -> None:
        """Have a job done in the server's thread, soon; any thread may call this."""
        self._jobs.append(job)
        token = self._token
        if token is not None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(_do_all, self._jobs)


def _do_all(jobs: deque[Job]) -> None:
    while jobs:
        jobs.popleft()()


class _Watch:
    """One socket that is watched; `over` is set when `read` wants no more, or failed."""

    __slots__ = ("error", "over", "read")

    def __init__(self, read: Callable[[], bool]) -> None:
        self.read = read
        self.over = trio.Event()
        self.error: Exception | None = None

    def call(self) -> bool:
        """Read once; return whether to go on. A failure is kept for the connection's own task."""
        try:
            if self.read():
                return True
        except Exception as error:  # noqa: BLE001 - it is raised where it belongs, in each_time
            self.error = error
        self.over.set()
        return False


class EpollReadiness:
    """For Linux: one epoll set for all sockets."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._watches: dict[int, _Watch] = {}
        self._jobs: deque[Job] = deque()
        # The descriptor of the bell while there is one. Who rings holds the lock: a closed
        # descriptor's number may be another's by then.
        self._bell: int | None = None
        self._ringing = Lock()

    async def run(self, ready: Callable[[], None]) -> None:
        """Have a sweep made whenever there is something to read, or a job was handed over."""
        with self._epoll, self._hung_bell() as bell:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._each_time, bell, self._answer_the_bell)
                while True:
                    await trio.lowlevel.wait_readable(self._epoll.fileno())
                    ready()

    @contextmanager
    def _hung_bell(self) -> Iterator[int]:
        with self._ringing:
            # It has rung already for what was handed over before.
            bell = os.eventfd(len(self._jobs), os.EFD_NONBLOCK | os.EFD_CLOEXEC)
            self._bell = bell
        try:
            yield bell
        finally:
            with self._ringing:
                self._bell = None
                os.close(bell)

    def hand_over(self, job: Job) -> None:
        """Have a job done in the server's thread, soon; any thread may call this."""
        self._jobs.append(job)
        with self._ringing:
            if self._bell is not None:
                os.eventfd_write(self._bell, 1)

    def _answer_the_bell(self) -> bool:
        if self._bell is not None:
            os.eventfd_read(self._bell)
        _do_all(self._jobs)
        return True

    def sweep(self) -> None:
        """Call back whoever has something to read."""
        for _ in range(_ROUNDS):
            if self._epoll.closed or not self._read_once():
                break

    def _read_once(self) -> bool:
        """Call back whoever can read now; return whether there was anybody."""
        ready = self._epoll.poll(0, _BATCH)
        for number, _ in ready:
            watch = self._watches.get(number)
            if watch is not None and not watch.call():
                self._forget(number)
        return bool(ready)

    async def each_time(self, sock: socket.socket, read: Callable[[], bool]) -> None:
        """Call `read` whenever `sock` can be read, until it returns False or raises."""
        await self._each_time(sock.fileno(), read)

    async def _each_time(self, number: int, read: Callable[[], bool]) -> None:
        watch = self._watches[number] = _Watch(read)
        self._epoll.register(number, select.EPOLLIN)
        try:
            await watch.over.wait()
        finally:
            if self._watches.get(number) is watch:
                self._forget(number)
        if watch.error is not None:
            raise watch.error

    def _forget(self, number: int) -> None:
        del self._watches[number]
        if not self._epoll.closed:
            self._epoll.unregister(number)


def readiness() -> Readiness:
    """Return the best way this system has."""
    if hasattr(select, "epoll") and hasattr(os, "eventfd"):
        return EpollReadiness()
    return TaskReadiness()
