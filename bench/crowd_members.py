"""Those beside whom others play: idle, slow, silent and restless connections, in one process."""

import selectors
import socket
import time
from enum import IntEnum
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event

import msgpack

from bench.wire import Line, LoadError, encode

IDLE = 2_000
SLOW = 30  # watch a table that is played at and read nothing
SILENT = 100  # never say a word; come again when they are sent away
HALF_OPEN = 100  # said hello and will never answer again
RESTLESS = 50  # come back with their token, over and over
STORM_PER_SECOND = 150
PONG = encode({"type": "pong"})


class Phase(IntEnum):
    """What the crowd is to do."""

    GATHER = 0
    STORM = 1
    GO = 2


class Crowd:
    """All of them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._silent: list[socket.socket] = []
        self._others: list[Line] = []
        self._tokens: list[str] = []
        self._storming: list[str] = []
        self._next = 0

    def gather(self) -> None:
        """Come together."""
        for number in range(IDLE):
            line = self._visitor(f"idle {number}")
            self._selector.register(line.socket, selectors.EVENT_READ)
            self._others.append(line)
        for number in range(HALF_OPEN):
            self._others.append(self._visitor(f"half {number}"))
        for number in range(SLOW):
            self._others.append(self._slow_reader(number))
        for number in range(RESTLESS):
            self._restless(number)
        self._storming = self._tokens[-RESTLESS:]
        self._keep_silent()

    def _visitor(self, name: str, token: str | None = None) -> Line:
        line = Line(self._port)
        line.first_message()
        hello = {"versions": [1], "name": name, "software": "cardgame bench", "token": token}
        self._tokens.append(str(line.request({"type": "hello", "id": 1, **hello})["token"]))
        return line

    def _slow_reader(self, number: int) -> Line:
        line = self._visitor(f"slow {number}")
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.request({"type": "spectate", "id": 2, "table": 1 + number % 10})
        return line

    def _restless(self, number: int) -> None:
        """Make somebody whose token outlives the link: the host of a table of its own."""
        name = f"restless {number}"
        line = self._visitor(name)
        create = {"type": "create", "id": 2, "preset": "eights", "seats": 2, "listed": False}
        line.request(create)
        line.request({"type": "add_computer", "id": 3, "level": "simple"})
        line.request({"type": "start", "id": 4})
        self._others.append(line)

    def _keep_silent(self) -> None:
        while len(self._silent) < SILENT:
            self._silent.append(socket.create_connection(("127.0.0.1", self._port)))

    def idle(self, seconds: float) -> None:
        """Answer pings, and nothing else."""
        for key, _ in self._selector.select(seconds):
            sock = key.fileobj
            if not isinstance(sock, socket.socket):
                continue
            data = sock.recv(65_536)
            if not data:
                self._selector.unregister(sock)
            elif msgpack.packb("ping") in data:
                sock.send(PONG)

    def storm(self) -> None:
        """One of the restless comes back by a new connection; the old one is replaced."""
        token = self._storming[self._next % RESTLESS]
        self._next += 1
        try:
            line = Line(self._port)
            line.first_message()
            hello = {"versions": [1], "name": "x", "software": "cardgame bench", "token": token}
            line.request({"type": "hello", "id": 1, **hello})
        except (LoadError, OSError) as error:
            raise LoadError(f"in the storm: {error}") from error
        line.socket.close()


def crowd(port: int, phase: "Synchronized[int]", there: Event) -> None:
    """Be a crowd until told to go."""
    members = Crowd(port)
    members.gather()
    there.set()
    due = time.perf_counter()
    while phase.value != Phase.GO:
        if phase.value == Phase.STORM:
            due = max(due, time.perf_counter() - 0.1) + 1 / STORM_PER_SECOND
            members.storm()
            members.idle(max(0.0, due - time.perf_counter()))
        else:
            members.idle(0.05)
