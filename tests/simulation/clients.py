"""A client's life: it connects, says hello, asks, is cut off and comes back with its token.

What it does at a table is the business of its kind (persons, nasty, crew). Every message it gets
is read strictly, every request must be answered once.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

import msgpack
import trio

from cardgame_protocol.limits import GRACE_SECONDS
from tests.simulation.faults import Faults, Weather
from tests.simulation.oracle import Oracle, Violation
from tests.simulation.strict import Frames, NotAllowedError, Plain, read_result
from tests.simulation.timeline import Timeline

LONG_ABSENCES = 0.15
"""Share of lost links after which somebody stays away for longer than is waited for."""


SECRET_CHARS = 64
"""Bytes of a secret in digits: so many are looked at again with those that come next."""

PASSWORD = "open sesame"
"""The server's, where it has one."""


class Way(Protocol):
    """A client's end of a link, plain or encrypted."""

    @property
    def weather(self) -> Weather:
        """What the link is like."""
        ...

    def send(self, data: bytes) -> None:
        """Send bytes."""
        ...

    def hang_up(self) -> None:
        """Close it."""
        ...


class World(Protocol):
    """What a client knows of the world."""

    timeline: Timeline
    faults: Faults
    oracle: Oracle

    def open(self, client: "Client", address: str, *, plain: bool = False) -> Way | None:
        """Connect, by TLS where it is spoken, unless `plain`; None while no server is running."""
        ...

    def guard(self, job: Callable[[], None]) -> Callable[[], None]:
        """Make a job that hands what it finds wrong to the world."""
        ...


def frame(message: object) -> bytes:
    """Make a frame of anything."""
    payload = msgpack.packb(message)
    return len(payload).to_bytes(4, "big") + bytes(payload)


class Client:
    """One client. `computer` and `software` go into its hello, `pace` is how fast it decides."""

    computer = False
    software = "simulation"
    pace = 0.3
    hired = False

    def __init__(self, world: World, name: str, chance: Random) -> None:
        self.world = world
        self.name = name
        self.chance = chance
        self.link: Way | None = None
        self.token: str | None = None
        self.table: int | None = None
        self.seat: int | None = None
        self.view: Plain = {}
        self.you: Plain | None = None
        self.turn = 0
        # What it has added to the chance of a match that is to come: that match, and the text.
        self.added: tuple[int, str] | None = None
        self.said_hello = False
        self.retired = False
        self.asked: dict[int, Plain] = {}
        self._answers_due: Counter[int] = Counter()
        self._frames = Frames()
        self._last_bytes = b""
        self._last_id = 0
        self._thinking = False

    # Coming and going.

    def connect(self) -> None:
        """Open a connection, or try again later."""
        if self.link is not None or self.retired:
            return
        self._frames = Frames()
        self._last_bytes = b""
        self._answers_due.clear()
        self.asked.clear()
        self.said_hello = False
        self.link = self.open()
        if self.link is None:
            self._come_again()

    def open(self) -> Way | None:
        """Open a connection."""
        return self.world.open(self, f"10.0.0.{self.chance.randint(1, 9)}", plain=self.hired)

    def _come_again(self) -> None:
        """Connect again soon, or so late that a stand-in plays by then."""
        faults, wait = self.world.faults, 0.2 + 2 * self.chance.random()
        if not faults.calm and not self.hired and self.chance.random() < LONG_ABSENCES:
            faults.count("long absence")
            wait = GRACE_SECONDS + 5 * self.chance.random()
        self._later(wait, self.connect)

    def _later(self, seconds: float, job: Callable[[], None]) -> None:
        self.world.timeline.after(seconds, self.world.guard(job))

    def link_ended(self) -> None:
        """The connection is gone; what was not answered is unknown now."""
        self.link = None
        self.said_hello = False
        self.added = None
        if not self.retired:
            self._come_again()

    def retire(self) -> None:
        """Go for good, without a word."""
        self.retired = True
        if self.link is not None:
            self.link.hang_up()
            self.link = None

    # What is sent.

    def ask(self, kind: str, *, note: Plain | None = None, **fields: Any) -> None:
        """Send a request; now and then twice, or late."""
        if self.link is None:
            return
        self._last_id += 1
        number = self._last_id
        data = frame({"type": kind, "id": number, **fields})
        self.asked[number] = {"type": kind, **fields, **(note or {})}
        self.asked[number] |= {"place": self._place(), "at": trio.current_time()}
        faults = self.world.faults
        times = 1
        if kind != "hello" and not faults.calm and self.chance.random() < faults.repeats:
            faults.count("request repeated")
            times = 2
        self._answers_due[number] += times
        if kind == "move" and not faults.calm and self.chance.random() < faults.late:
            faults.count("request late")
            self._later(2 * self.chance.random(), partial(self._send_on, self.link, data * times))
        else:
            self.link.send(data * times)

    def _send_on(self, link: Way, data: bytes) -> None:
        if self.link is link:
            link.send(data)

    def _place(self) -> tuple[int, int]:
        """Return the table and the match that a move would be for."""
        begun = self.view.get("state") in ("playing", "between")
        return (self.table or 0, self.view.get("match", 0) + (not begun))

    # What comes.

    def arrived(self, data: bytes) -> None:
        """Take bytes of the server."""
        self.world.oracle.got_bytes(self._last_bytes + data, self.name)
        self._last_bytes = (self._last_bytes + data)[-SECRET_CHARS:]
        try:
            messages = self._frames.feed(data)
        except NotAllowedError as error:
            raise Violation(f"{self.name} was sent what no server may say: {error}") from error
        for message in messages:
            getattr(self, f"_got_{message['type']}")(message)

    def _got_greeting(self, _: Plain) -> None:
        self.hello()

    def hello(self) -> None:
        """Say who this is, by token where there is one, else by the password if there is one."""
        token: Plain = self._password() if self.token is None else {"token": self.token}
        self.ask(
            "hello", versions=[1], name=self.name, software=self.software, computer=self.computer,
            **token,
        )  # fmt: skip

    def _password(self) -> Plain:
        faults = self.world.faults
        if not faults.password:
            return {}
        if faults.calm or self.chance.random() < 0.8:
            return {"password": PASSWORD}
        faults.count("password wrong")
        return self.chance.choice(({}, {"password": "open says me"}))

    def _got_ok(self, answer: Plain) -> None:
        sent = self._answered(answer)
        if sent is None:
            return
        kind, result = sent["type"], answer["result"]
        try:
            read_result(kind, result)
        except NotAllowedError as error:
            raise Violation(f"{self.name}: {error}") from error
        self.world.oracle.got_ok(kind, sent, result)
        if kind == "hello":
            self._let_in(sent)
            self.said_hello = True
            self.name, self.token = result["name"], result["token"]
            self.table, self.seat = result["table"], result["seat"]
        elif kind in ("create", "join", "spectate"):
            self.table, self.seat = result["table"], result.get("seat")
        elif kind == "leave":
            self._in_lobby()
        elif kind == "fair" and self.view.get("fair"):
            self.added = (self.view["fair"]["match"], sent["text"])
        self.carried_out(kind, result)
        self.think_soon()

    def _let_in(self, sent: Plain) -> None:
        known = sent.get("token") or sent.get("house") or sent.get("password") == PASSWORD
        if self.world.faults.password and not known:
            raise Violation(f"{self.name} was let in without the password")

    def _got_refused(self, answer: Plain) -> None:
        sent = self._answered(answer)
        if sent is not None:
            if answer["code"] == "wrong_password" and sent.get("password") == PASSWORD:
                raise Violation(f"{self.name} was refused with the right password")
            self.refused(sent["type"], answer["code"])
            self._later(answer["wait"] or self.pace, self.think_soon)

    def _answered(self, answer: Plain) -> Plain | None:
        number = answer["id"]
        if self._answers_due[number] <= 0:
            raise Violation(f"{self.name}: an answer too many, or to nothing: {answer}")
        self._answers_due[number] -= 1
        sent = self.asked[number]
        if not self._answers_due[number]:
            del self.asked[number], self._answers_due[number]
        return sent

    def _got_update(self, update: Plain) -> None:
        self.world.oracle.got_update(self.name, update)
        self.view, self.you, self.turn = update["view"], update["you"], update["turn"]
        self._look_at_text()
        self.table = self.view["table"]
        self.seat = None if self.you is None else self.you["seat"]
        self.think_soon()

    def _look_at_text(self) -> None:
        fair = self.view["fair"]
        if self.added is not None and self.you is not None and fair is not None:
            match, text = self.added
            if fair["match"] == match and fair["texts"][self.you["seat"]] != text:
                raise Violation(f"{self.name} has added the text {text!r}, shown is {fair}")

    def _got_removed(self, _: Plain) -> None:
        self._in_lobby()
        self.think_soon()

    def _in_lobby(self) -> None:
        self.table = self.seat = self.you = self.added = None
        self.view = {}

    def _got_chat(self, _: Plain) -> None:
        """Nothing is made of it."""

    def _got_ping(self, _: Plain) -> None:
        if self.link is not None:
            self.link.send(frame({"type": "pong"}))

    def _got_goodbye(self, message: Plain) -> None:
        self.dismissed(message["code"])

    def _got_assign(self, message: Plain) -> None:
        raise Violation(f"{self.name} was told a computer's token: {message}")

    # What a kind of client makes of it.

    def refused(self, kind: str, code: str) -> None:
        """A request was refused."""
        if kind == "hello":
            if code == "bad_token":
                self.token = None
            elif code == "name_taken":
                self.name = f"{self.name[:12]} {self.chance.randint(0, 999)}"
            self._later(1.0, self._hello_again)

    def _hello_again(self) -> None:
        if self.link is not None and not self.said_hello and not self.asked:
            self.hello()

    def carried_out(self, kind: str, result: Plain) -> None:
        """A request was carried out."""

    def dismissed(self, code: str) -> None:
        """The server has said goodbye."""
        if code == "quit":
            self.token = None

    def think_soon(self) -> None:
        """Have `think` called in a moment, once."""
        if not self._thinking and not self.retired:
            self._thinking = True
            self._later(self.pace * (0.2 + self.chance.random()), self._think)

    def _think(self) -> None:
        self._thinking = False
        if self.link is not None and self.said_hello and len(self.asked) < 3:
            self.think()

    def think(self) -> None:
        """Do something, or not."""

    @property
    def unanswered(self) -> list[Plain]:
        """Requests without an answer on the connection that is open."""
        return [] if self.link is None else list(self.asked.values())
