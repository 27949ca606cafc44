"""Which sockets have something to read, for all of them by one task.

A task of its own for each read costs a system call to arm it and a turn of trio's scheduler for
every message, a fifth of all the server's work for a move. Where the system has `epoll`, sockets
stay armed here instead, and what came is handed over at once.
"""

import select
import socket
from collections.abc import Callable
from typing import Final, Protocol

import trio

_BATCH: Final = 16
"""Sockets read between two looks at which ones can be read."""

_ROUNDS: Final = 8
"""Looks before other tasks get their turn: while a busy server reads, more has come, and a look is
much cheaper than a turn of the scheduler. All of them together take some ten milliseconds."""


class Readiness(Protocol):
    """Calls back for sockets that can be read."""

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


class TaskReadiness:
    """For every system: each connection's own task waits for its socket."""

    async def run(self, ready: Callable[[], None]) -> None:  # noqa: ARG002 - nothing is ever ready here
        """Nothing is to be done beside the connections' tasks."""
        await trio.sleep_forever()

    def sweep(self) -> None:
        """Nothing is read but by the connections' tasks."""

    async def each_time(self, sock: socket.socket, read: Callable[[], bool]) -> None:
        """Call `read` whenever `sock` can be read, until it returns False or raises."""
        more = True
        while more:
            await trio.lowlevel.wait_readable(sock)
            more = read()


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

    async def run(self, ready: Callable[[], None]) -> None:
        """Have a sweep made whenever somebody has something to read."""
        with self._epoll:
            while True:
                await trio.lowlevel.wait_readable(self._epoll.fileno())
                ready()

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
        number = sock.fileno()
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
    return EpollReadiness() if hasattr(select, "epoll") else TaskReadiness()
