"""Conversations with the pure rooms: clients that speak bytes, a clock that is only a number."""

import heapq
import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

import msgpack

from cardgame_protocol.codes import GoodbyeCode
from cardgame_rules.fairness import SECRET_BYTES
from cardgame_server.effects import Change, CheckPassword, Disconnect, Fault, Record, Send, WakeAt
from cardgame_server.outbox import frame_of
from cardgame_server.session import Session, greeting
from cardgame_server.writes import Write

Plain = dict[str, Any]
SECRET = "the house's secret"


class SeededHouse:
    """Chance that a test can repeat: gives the secrets from which all cards follow."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self) -> bytes:
        """Return the next secret."""
        return self._random.randbytes(SECRET_BYTES)


def pack(message: object) -> bytes:
    """Make a frame of anything MessagePack can hold, right or wrong."""
    payload = msgpack.packb(message)
    return struct.pack(">I", len(payload)) + payload


def unpack(frame: bytes) -> Plain:
    """Read back one frame that the server sends."""
    plain: Plain = msgpack.unpackb(frame[4:])
    return plain


class Disk(Protocol):
    """What keeps the writes of each change, if a test has one."""

    def keep(self, writes: list[Write]) -> None:
        """Make writes durable."""
        ...


class Client:
    """One connection to the rooms. `inbox` is all it was sent, `goodbye` how it was sent away."""

    def __init__(self, rooms: "Rooms", conn: int, address: str) -> None:
        self.rooms = rooms
        self.conn = conn
        self.address = address
        self.inbox: list[Plain] = []
        self.raw = b""
        self.goodbye: str | None = None
        self.goodbye_text = ""
        self.token = ""
        self.name = ""
        self._last_id = 0
        self._newest: Plain = {}

    def feed(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.rooms.do(self.rooms.session.receive, self.conn, data)

    def frame(self, kind: str, **fields: Any) -> tuple[int, bytes]:
        """Make a request's frame; return its id too."""
        self._last_id += 1
        return self._last_id, pack({"type": kind, "id": self._last_id, **fields})

    def ask(self, kind: str, **fields: Any) -> Plain:
        """Send a request and return its answer, of which there must be exactly one."""
        number, frame = self.frame(kind, **fields)
        self.feed(frame)
        return self.answer_to(number)

    def answer_to(self, number: int) -> Plain:
        """Return the one answer to a request."""
        answers = [m for m in self.inbox if m["type"] in ("ok", "refused") and m["id"] == number]
        assert len(answers) == 1, f"{len(answers)} answers to request {number}: {answers}"
        return answers[0]

    def ok(self, kind: str, **fields: Any) -> Plain:
        """Send a request that must be carried out; return its result."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "ok", answer
        result: Plain = answer["result"]
        return result

    def refused(self, kind: str, **fields: Any) -> str:
        """Send a request that must be refused; return the code."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        assert answer["text"]
        return str(answer["code"])

    def hello(self, name: str, **fields: Any) -> Plain:
        """Say hello and remember the token."""
        result = self.ok("hello", versions=[1], name=name, software="kit", **fields)
        self.token, self.name = result["token"], result["name"]
        return result

    def drop(self) -> None:
        """Lose the link without a word."""
        self.rooms.do(self.rooms.session.lost, self.conn)

    def of_type(self, kind: str) -> list[Plain]:
        """Return all messages of a type."""
        return [message for message in self.inbox if message["type"] == kind]

    def take_in(self, message: Plain) -> None:
        """Note a message that came."""
        self.inbox.append(message)
        if message["type"] == "update":
            self._newest = message

    @property
    def last(self) -> Plain:
        """The newest update."""
        return self._newest

    @property
    def view(self) -> Plain:
        """The newest view."""
        view: Plain = self.last["view"]
        return view

    @property
    def you(self) -> Plain:
        """The newest private part."""
        you: Plain = self.last["you"]
        return you

    def events(self, kind: str | None = None) -> list[Plain]:
        """Return all events told so far, or those of a kind."""
        told = [event for update in self.of_type("update") for event in update["events"]]
        return [event for event in told if kind is None or event["event"] == kind]

    def forget(self) -> None:
        """Empty the inbox, but keep the newest update."""
        self.inbox = [self._newest] if self._newest else []

    def move(self, action: str, turn: int | None = None) -> Plain:
        """Answer the open decision and return the answer."""
        return self.ask("move", turn=self.last["turn"] if turn is None else turn, action=action)

    @property
    def on_turn(self) -> bool:
        """Whether the newest update says that this client owes the turn decision."""
        seat = (self.last["you"] or {}).get("seat")
        return seat is not None and self.view["to_move"] == seat


class Rooms:
    """The whole server without sockets. `now` is its clock; alarms ring in `advance`."""

    def __init__(
        self, seed: int = 1, disk: "Disk | None" = None, *, password: str | None = None
    ) -> None:
        self.password = password
        self.disk = disk
        self.now = 1000.0
        self.tokens = 0
        self.session = Session(
            greeting("kit", "server-id"),
            SeededHouse(seed),
            self._new_token,
            SECRET,
            password=password is not None,
        )
        self.clients: dict[int, Client] = {}
        self.records: list[Record] = []
        self.faults: list[Fault] = []
        self.guesses: list[CheckPassword] = []
        self.alarms: list[tuple[float, int]] = []
        self._last_conn = 0

    def _new_token(self) -> str:
        self.tokens += 1
        return f"{self.tokens:064x}"

    def judge(self) -> None:
        """Compare the passwords that were given so far, as the edge does."""
        while self.guesses:
            conn, address, given = self.guesses.pop(0)
            self.do(self.session.password_judged, conn, address, given == self.password)

    def connect(self, address: str = "10.0.0.1") -> Client:
        """Open a connection; the greeting, or a goodbye, is in its inbox."""
        self._last_conn += 1
        client = self.clients[self._last_conn] = Client(self, self._last_conn, address)
        self.do(self.session.connect, client.conn, address)
        return client

    def person(self, name: str, **fields: Any) -> Client:
        """Connect and say hello."""
        client = self.connect()
        client.hello(name, **fields)
        return client

    def bot(self, name: str) -> Client:
        """Connect as a bot from outside."""
        return self.person(name, computer=True)

    def back(self, client: Client) -> Client:
        """Connect anew with a client's token."""
        another = self.connect(client.address)
        another.hello("ignored", token=client.token)
        return another

    def do(self, cause: Callable[..., None], *what: object) -> None:
        """Make one change and carry its effects out, as the edge does."""
        change = Change(self.now)
        cause(change, *what)
        if self.disk is not None and change.writes:
            self.disk.keep(change.writes)
        gone: list[int] = []
        for effect in change.effects:
            if isinstance(effect, Send):
                self._deliver(effect)
            elif isinstance(effect, Disconnect):
                self._part(effect)
                gone.append(effect.conn)
            elif isinstance(effect, WakeAt):
                heapq.heappush(self.alarms, (effect.when, effect.table))
            elif isinstance(effect, Record):
                self.records.append(effect)
            elif isinstance(effect, CheckPassword):
                self.guesses.append(effect)
            else:
                self.faults.append(effect)
        for conn in gone:
            self.do(self.session.lost, conn)

    def _deliver(self, effect: Send) -> None:
        client = self.clients[effect.conn]
        if client.goodbye is None:
            frame = frame_of(effect.message)
            client.raw += frame
            client.take_in(unpack(frame))

    def _part(self, effect: Disconnect) -> None:
        client = self.clients[effect.conn]
        if client.goodbye is None:
            client.goodbye, client.goodbye_text = GoodbyeCode(effect.code).value, effect.text

    def advance(self, seconds: float) -> None:
        """Let time pass and ring the alarms that fall due."""
        end = self.now + seconds
        while self.alarms and self.alarms[0][0] <= end:
            when, table = heapq.heappop(self.alarms)
            self.now = max(self.now, when)
            self.do(self.session.wake, table)
        self.now = end

    def wait(self, seconds: float) -> None:
        """Let time pass second by second, looking for silent connections too."""
        for _ in range(round(seconds)):
            self.advance(1.0)
            self.do(self.session.look_around)


def table_of(rooms: Rooms, *names: str, preset: str = "classic", **options: Any) -> list[Client]:
    """Seat persons at a new table, the first one as host; return them in seat order."""
    people = [rooms.person(name) for name in names]
    number = people[0].ok("create", preset=preset, seats=len(names), **options)["table"]
    for guest in people[1:]:
        guest.ok("join", table=number)
    return people


def started(rooms: Rooms, *names: str, preset: str = "classic", **options: Any) -> list[Client]:
    """As `table_of`, and the match has begun."""
    people = table_of(rooms, *names, preset=preset, **options)
    people[0].ok("start")
    return people


def on_turn(clients: Sequence[Client]) -> Client:
    """Return who owes the turn decision."""
    return next(client for client in clients if client.on_turn)


def off_turn(clients: Sequence[Client]) -> Client:
    """Return somebody who is seated and does not owe the turn decision."""
    return next(client for client in clients if not client.on_turn and client.last["you"])


def first_play(client: Client) -> str:
    """Return a legal action, a play before anything else."""
    legal: list[str] = client.you["legal"]
    turn_actions = [text for text in legal if not text.startswith(("call", "catch"))]
    # A Wild Draw Four only for want of anything else: in `duel` it may be a foul, again and again.
    plays = sorted((t for t in turn_actions if t.startswith("play")), key=lambda t: t[5] == "F")
    return next(iter(plays), turn_actions[0])


def play_on(clients: Sequence[Client], until: Callable[[], bool], most: int = 5000) -> None:
    """Have the clients play, whoever is on turn, until something is the case."""
    for _ in range(most):
        if until():
            return
        if clients[0].view["state"] == "between":
            clients[0].rooms.advance(10)
            continue
        client = on_turn(clients)
        assert client.move(first_play(client))["type"] == "ok"
    raise AssertionError(f"not the case after {most} moves")
