"""What the client's tests share: tables to look at, and a server that says what the test says."""

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest
from anyio.abc import ByteStream

from cardgame_client.beside import beside
from cardgame_client.connection import Link
from cardgame_client.model import Model
from cardgame_client.settings import Settings
from cardgame_protocol import (
    FrameReader,
    Greeting,
    HelloRequest,
    Ok,
    Pong,
    Request,
    Seat,
    ServerMessage,
    Update,
    View,
    You,
    decode_request,
    encode,
)
from cardgame_rules import PRESETS

TOKEN = "ab" * 32


def own_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients read and write settings and tokens below `folder`; no variable chooses for them.

    Windows' variables too: a test may look at what happens there.
    """
    for variable in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(folder / "config"))
    for variable in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(folder / "state"))
    for field in fields(Settings):
        monkeypatch.delenv(f"CARDGAME_{field.name.upper()}", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def greeting(**changes: Any) -> Greeting:
    fields: dict[str, Any] = {
        "server": "kitchen",
        "server_id": "1234",
        "software": "test",
        "versions": [1],
        "presets": ["duel", "eights", "survival", "classic"],
        "levels": ["random", "simple"],
    }
    return Greeting(**fields | changes)


def seat(name: str, **changes: Any) -> Seat:
    fields: dict[str, Any] = {
        "name": name,
        "kind": "person" if name else "empty",
        "level": None,
        "here": True,
        "stand_in": False,
        "ready": False,
        "asked": False,
        "cards": 7,
        "total": 0,
        "lives": None,
        "in_match": True,
    }
    return Seat(**fields | changes)


def computer(name: str, level: str = "simple", **changes: Any) -> Seat:
    return seat(name, kind="computer", level=level, **changes)


def view(preset: str = "classic", names: Sequence[str] = ("Ana", "Dot"), **changes: Any) -> View:
    rules = {"preset": preset, "options": PRESETS[preset].options()}
    fields: dict[str, Any] = {
        "table": 1,
        "name": "friday",
        "rules": rules,
        "changed": [],
        "state": "playing",
        "host": names[0],
        "spectators": [],
        "match": 1,
        "next_in": None,
        "hand": 1,
        "dealer": 0,
        "first": 1,
        "phase": "play",
        "to_move": 0,
        "direction": 1,
        "top": "Y7",
        "colour": "Y",
        "pending": 0,
        "stock": 37,
        "discard": 1,
        "uncalled": [],
        "last_hand": None,
        "result": None,
        "seats": [seat(name) for name in names],
    }
    return msgspec.convert(msgspec.to_builtins(fields | changes), View)


def you(hand: Sequence[str] = (), legal: Sequence[str] = (), **changes: Any) -> You:
    fields: dict[str, Any] = {"seat": 0, "drawn": None, "shown": None}
    fields |= {"hand": list(hand), "legal": list(legal)}
    return You(**fields | changes)


def update(*events: dict[str, Any], turn: int = 1, own: You | None = None, **table: Any) -> Update:
    return Update(turn=turn, events=list(events), view=view(**table), you=own)


def at_table(hand: Sequence[str] = (), legal: Sequence[str] = (), **table: Any) -> Model:
    """Return a model of a player at seat 0."""
    model = Model("Ana", greeting=greeting())
    model.receive(update(own=you(hand, legal), **table))
    return model


class Pipe:
    """One direction of a connection in memory."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.closed = False
        self.news = anyio.Event()

    def wake(self) -> None:
        self.news.set()
        self.news = anyio.Event()


class MemoryStream(ByteStream):
    """One end of a connection in memory; `chunk` is the most that one receive returns."""

    def __init__(self, inward: Pipe, outward: Pipe, chunk: int = 65536) -> None:
        self._in, self._out, self._chunk = inward, outward, chunk

    async def receive(self, max_bytes: int = 65536) -> bytes:
        await anyio.lowlevel.checkpoint()
        while not self._in.data:
            if self._in.closed:
                raise anyio.EndOfStream
            await self._in.news.wait()
        size = min(max_bytes, self._chunk)
        data = bytes(self._in.data[:size])
        del self._in.data[:size]
        return data

    async def send(self, item: bytes) -> None:
        await anyio.lowlevel.checkpoint()
        if self._out.closed:
            raise anyio.BrokenResourceError
        self._out.data += item
        self._out.wake()

    async def send_eof(self) -> None:
        self._out.closed = True
        self._out.wake()

    async def aclose(self) -> None:
        for pipe in (self._in, self._out):
            pipe.closed = True
            pipe.wake()
        await anyio.lowlevel.checkpoint()


class StuckStream(MemoryStream):
    """Takes half of what is sent, calls `on_stuck`, then takes nothing any more."""

    on_stuck: Callable[[], None] = staticmethod(lambda: None)

    async def send(self, item: bytes) -> None:
        await super().send(item[: len(item) // 2])
        self.on_stuck()
        await anyio.sleep_forever()


def stream_pair(
    chunk: int = 65536, kind: type[MemoryStream] = MemoryStream
) -> tuple[MemoryStream, MemoryStream]:
    """Return the client's end and the server's; `kind` and `chunk` are those of the client's."""
    there, back = Pipe(), Pipe()
    return kind(back, there, chunk), MemoryStream(there, back)


class FakeServer:
    """The other end of a link: what it receives it keeps, what it says the test decides."""

    def __init__(self, stream: ByteStream) -> None:
        self.stream = stream
        self._frames = FrameReader()

    async def say(self, *messages: ServerMessage) -> None:
        await self.stream.send(b"".join(map(encode, messages)))

    async def hear(self) -> Request | Pong:
        """Return the next message of the client."""
        while (payload := self._frames.next_payload()) is None:
            self._frames.feed(await self.stream.receive())
        return decode_request(payload)

    async def request(self) -> Request:
        message = await self.hear()
        assert isinstance(message, Request), message
        return message

    async def welcome(self, **result: Any) -> HelloRequest:
        """Greet, take the hello and accept it."""
        await self.say(greeting())
        return await self.accept(**result)

    async def accept(self, **result: Any) -> HelloRequest:
        hello = await self.request()
        assert isinstance(hello, HelloRequest)
        fields = {"version": 1, "name": hello.name, "token": TOKEN, "table": None, "seat": None}
        await self.say(Ok(id=hello.id, result=fields | result))
        return hello


@asynccontextmanager
async def linked(
    script: Callable[[FakeServer], Coroutine[Any, Any, None]], chunk: int = 65536
) -> AsyncIterator[Link]:
    """Yield a link to a fake server that follows `script`."""
    ours, theirs = stream_pair(chunk)
    async with beside(partial(script, FakeServer(theirs))), Link.over(ours) as link:
        yield link
