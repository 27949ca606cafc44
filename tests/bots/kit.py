"""What the bots' tests share: views made by hand, and the server's side of a link from a script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypeVar

import anyio
from anyio.abc import ByteStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from cardgame_bots.moment import Moment
from cardgame_client.connection import Link
from cardgame_protocol import (
    Goodbye,
    Greeting,
    HelloRequest,
    HelloResult,
    Ok,
    Refused,
    Request,
    Rules,
    Seat,
    ServerConnection,
    ServerMessage,
    Update,
    View,
    You,
    ok,
)
from cardgame_rules import PRESETS

R = TypeVar("R", bound=Request)


def seeded(seed: int | str) -> Random:
    """A generator that gives the same in every run."""
    return Random(seed)


def a_seat(**changes: Any) -> Seat:
    """A computer of level `random` with seven cards."""
    fields: dict[str, Any] = {
        "name": "Ana",
        "kind": "computer",
        "level": "random",
        "here": True,
        "stand_in": False,
        "ready": True,
        "asked": False,
        "cards": 7,
        "total": 0,
        "lives": None,
        "in_match": True,
    }
    return Seat(**{**fields, **changes})


def a_view(preset: str = "classic", **changes: Any) -> View:
    """A table of two in the middle of a hand: R5 lies on top, seat 0 is to move."""
    rules = PRESETS[preset].options()
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.items()}
    fields: dict[str, Any] = {
        "table": 1,
        "name": "Ana's table",
        "rules": Rules(preset=preset, options=options),
        "changed": [],
        "state": "playing",
        "host": "",
        "spectators": [],
        "match": 1,
        "next_in": None,
        "hand": 1,
        "dealer": 1,
        "first": 0,
        "phase": "play",
        "to_move": 0,
        "direction": 1,
        "top": "R5",
        "colour": "R",
        "pending": 0,
        "stock": 40,
        "discard": 10,
        "uncalled": [],
        "last_hand": None,
        "result": None,
        "seats": [a_seat(), a_seat(name="Bo")],
    }
    return View(**{**fields, **changes})


def a_you(hand: str, *legal: str, drawn: str | None = None) -> You:
    """Seat 0 with these cards, separated by spaces, and these legal actions."""
    return You(seat=0, hand=hand.split(), legal=list(legal), drawn=drawn, shown=None)


def an_update(turn: int, you: You | None, view: View | None = None) -> Update:
    """An update without events."""
    return Update(turn=turn, events=[], view=view or a_view(), you=you)


class MemoryStream(ByteStream):
    """One end of a stream that exists in memory only; anyio has none for bytes."""

    def __init__(
        self, out: MemoryObjectSendStream[bytes], into: MemoryObjectReceiveStream[bytes]
    ) -> None:
        self._out = out
        self._into = into

    async def send(self, item: bytes) -> None:
        await self._out.send(item)

    async def receive(self, max_bytes: int = 65536) -> bytes:
        return await self._into.receive()

    async def send_eof(self) -> None:
        await self._out.aclose()

    async def aclose(self) -> None:
        await self._out.aclose()
        await self._into.aclose()


class ScriptedServer:
    """The server's side of one link: says what it is told to, hands out what it hears."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._wire = ServerConnection()
        self._heard: list[Request] = []
        self._hello: int | None = None
        self.pongs = 0

    async def say(self, message: ServerMessage) -> None:
        if isinstance(message, Ok) and message.id == self._hello:
            self._wire.accept_hello()
            self._hello = None
        await self._stream.send(self._wire.send(message))

    async def greet(self) -> None:
        await self.say(
            Greeting(
                server="test",
                server_id="0",
                software="test",
                versions=[1],
                presets=["classic"],
                levels=["random", "simple"],
            )
        )

    async def hear(self, kind: type[R]) -> R:
        """Return the next request, which must be of this kind."""
        while not self._heard:
            for message in self._wire.receive_data(await self._stream.receive()):
                self._take(message)
        request = self._heard.pop(0)
        assert isinstance(request, kind), request
        return request

    async def hear_pong(self) -> None:
        """Wait for one more pong; a request that comes before it is kept."""
        before = self.pongs
        while self.pongs == before:
            for message in self._wire.receive_data(await self._stream.receive()):
                self._take(message)

    def _take(self, message: object) -> None:
        if isinstance(message, Request):
            self._heard.append(message)
        else:
            self.pongs += 1
        if isinstance(message, HelloRequest):
            self._hello = message.id

    async def welcome(self) -> HelloRequest:
        """Greet, and accept the hello, which is returned."""
        await self.greet()
        hello = await self.hear(HelloRequest)
        result = HelloResult(version=1, name=hello.name, token="0" * 64, table=1, seat=0)
        await self.say(ok(hello.id, result))
        return hello

    async def accept(self, request: Request) -> None:
        await self.say(Ok(id=request.id))

    async def refuse(self, request: Request, code: str) -> None:
        await self.say(Refused(id=request.id, code=code, text="no", rule=None, turn=7, wait=None))

    async def dismiss(self, code: str) -> None:
        """Say goodbye and close."""
        await self.say(Goodbye(code=code, text="go"))
        await self._stream.aclose()

    async def vanish(self) -> None:
        """Close without a word."""
        await self._stream.aclose()


def stream_pair() -> tuple[MemoryStream, MemoryStream]:
    """Two ends of one stream."""
    left_out, right_in = anyio.create_memory_object_stream[bytes](100)
    right_out, left_in = anyio.create_memory_object_stream[bytes](100)
    return MemoryStream(left_out, left_in), MemoryStream(right_out, right_in)


class Switchboard:
    """Connects links to scripted servers: each attempt hands the test a new server's end."""

    def __init__(self) -> None:
        self._calls: list[ScriptedServer] = []
        self._rung = anyio.Event()
        self.attempts: list[float] = []

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Link]:
        """A `Connect` for the code under test."""
        self.attempts.append(anyio.current_time())
        ours, theirs = stream_pair()
        self._calls.append(ScriptedServer(theirs))
        self._rung.set()
        async with ours, theirs, Link.over(ours) as link:
            yield link

    async def answer(self) -> ScriptedServer:
        """Wait for the next attempt to connect and return the server's end."""
        while not self._calls:
            self._rung = anyio.Event()
            await self._rung.wait()
        return self._calls.pop(0)


def a_moment(view: View, you: You, rng: Random | None = None, **more: Any) -> Moment:
    """One moment of a bot; without `rng` its lots are the same in every run."""
    return Moment(view=view, you=you, rng=rng or seeded(1), **more)


class Always:
    """A bot that says the same whatever it sees."""

    remembers = False
    quick = True

    def __init__(self, text: str | None) -> None:
        self._text = text

    def choose(self, moment: Moment) -> str | None:
        return self._text
