"""Those beside whom others play: idle, slow, silent and restless connections, in one process."""

import selectors
import socket
import time
from enum import IntEnum
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import NamedTuple

import msgpack

from bench.wire import Line, LoadError, encode

STORM_PER_SECOND = 150
RESTLESS = 50  # come back with their token, over and over
PING, PONG = msgpack.packb("ping"), encode({"type": "pong"})
TABLES = 10  # of those who play, which slow readers watch


class Phase(IntEnum):
    """What the crowd is to do."""

    GATHER = 0
    TURN = 1
    REST = 2
    GO = 3


class Members(NamedTuple):
    """How many there are of each kind.

    `idle` answer pings; `slow` watch a table that is played at and read nothing; `silent` never say
    a word; `half_open` said hello and will never answer again; with `storm` some come back with
    their token, over and over, while those who play are measured.
    """

    idle: int = 0
    slow: int = 0
    silent: int = 0
    half_open: int = 0
    storm: bool = False


class Crowd:
    """All of them."""

    def __init__(self, port: int, members: Members) -> None:
        self._port = port
        self._members = members
        self._selector = selectors.DefaultSelector()
        self._idle: set[socket.socket] = set()
        # Who comes again when it is sent away, and by which name.
        self._silent: dict[socket.socket, str] = {}
        self._half_open: dict[socket.socket, str] = {}
        self._slow: list[Line] = []
        self._turns = 0
        self._others: list[Line] = []
        self._tokens: list[str] = []
        self._storming: list[str] = []
        self._next = 0

    def gather(self) -> None:
        """Come together."""
        members = self._members
        for number in range(members.idle):
            self._idle.add(self._watch(self._visitor(f"idle {number}").socket))
        for number in range(members.half_open):
            self._come(self._half_open, f"half {number}")
        for _ in range(members.silent):
            self._come(self._silent)
        if members.storm:
            for number in range(RESTLESS):
                self._restless(number)
            self._storming = self._tokens[-RESTLESS:]

    def take_turn(self) -> None:
        """Have slow readers come anew: those of the last turn were sent away meanwhile."""
        for line in self._slow:
            line.socket.close()
        self._turns += 1
        self._slow = [
            self._slow_reader(f"slow {self._turns} {number}", 1 + number % TABLES)
            for number in range(self._members.slow)
        ]

    def _come(self, kind: dict[socket.socket, str], name: str = "") -> None:
        """Have somebody of a kind come who will not say anything any more."""
        if name:
            sock = self._visitor(name).socket
        else:
            sock = socket.create_connection(("127.0.0.1", self._port))
        kind[self._watch(sock)] = name

    def _watch(self, sock: socket.socket) -> socket.socket:
        self._selector.register(sock, selectors.EVENT_READ)
        return sock

    def _visitor(self, name: str, token: str | None = None) -> Line:
        line = Line(self._port)
        line.first_message()
        hello = {"versions": [1], "name": name, "software": "cardgame bench", "token": token}
        self._tokens.append(str(line.request({"type": "hello", "id": 1, **hello})["token"]))
        return line

    def _slow_reader(self, name: str, table: int) -> Line:
        line = self._visitor(name)
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.request({"type": "spectate", "id": 2, "table": table})
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

    def idle(self, seconds: float) -> None:
        """Answer pings, come again where one was sent away, and nothing else."""
        for key, _ in self._selector.select(seconds):
            sock = key.fileobj
            if not isinstance(sock, socket.socket):
                continue
            data = sock.recv(65_536)
            if data:
                if sock in self._idle and PING in data:
                    sock.send(PONG)
                continue
            self._selector.unregister(sock)
            sock.close()
            self._idle.discard(sock)
            for kind in (self._silent, self._half_open):
                if sock in kind:
                    self._come(kind, kind.pop(sock))

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


def crowd(port: int, members: Members, phase: "Synchronized[int]", there: Event) -> None:
    """Be a crowd until told to go."""
    members_there = Crowd(port, members)
    members_there.gather()
    there.set()
    due, phase_before = time.perf_counter(), Phase.GATHER
    while phase.value != Phase.GO:
        if phase.value == Phase.TURN and phase_before != Phase.TURN:
            members_there.take_turn()
        phase_before = Phase(phase.value)
        if phase_before == Phase.TURN and members.storm:
            due = max(due, time.perf_counter() - 0.1) + 1 / STORM_PER_SECOND
            members_there.storm()
            members_there.idle(max(0.0, due - time.perf_counter()))
        else:
            members_there.idle(0.05)
