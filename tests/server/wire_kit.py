"""A client of the real server, over any stream of trio: what it is sent arrives as plain data."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

import msgpack
import trio
from trio.testing import (
    MemoryReceiveStream,
    MemorySendStream,
    memory_stream_pair,
    memory_stream_pump,
)

from cardgame_server.effects import Record
from cardgame_server.gate import Storage
from cardgame_server.pipes import StreamPipe
from cardgame_server.server import Server
from cardgame_server.session import Session, greeting
from tests.server.kit import SECRET, Plain, SeededHouse, pack


class Stream(Protocol):
    """What a wire needs of a connection."""

    async def send_all(self, data: bytes) -> None:
        """Send bytes."""
        ...

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Receive bytes."""
        ...

    async def aclose(self) -> None:
        """Close."""
        ...


class Closed(Exception):  # noqa: N818 - the end of a stream is no error
    """The server has closed; `torn` if it was inside a frame."""

    def __init__(self, *, torn: bool) -> None:
        super().__init__()
        self.torn = torn


class Wire:
    """One connection of a test. `seen` is every message that came, `raw` their bytes."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.seen: list[Plain] = []
        self.raw = b""
        self._buffer = b""
        self._last_id = 0

    async def read(self) -> Plain:
        """Wait for the next message. Raises Closed."""
        while True:
            size = int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) >= 4 and len(self._buffer) >= 4 + size:
                payload = self._buffer[4 : 4 + size]
                self._buffer = self._buffer[4 + size :]
                message: Plain = msgpack.unpackb(payload)
                self.seen.append(message)
                return message
            data = await self.stream.receive_some(65_536)
            if not data:
                raise Closed(torn=bool(self._buffer))
            self.raw += data
            self._buffer += data

    async def until(self, wanted: Callable[[Plain], bool]) -> Plain:
        """Read until a message is as wanted; pings are answered on the way."""
        while True:
            message = await self.read()
            if message["type"] == "ping":
                await self.send({"type": "pong"})
            if wanted(message):
                return message

    async def send(self, message: object) -> None:
        """Send anything as a frame."""
        await self.stream.send_all(pack(message))

    async def ask(self, kind: str, **fields: Any) -> Plain:
        """Send a request and wait for its answer."""
        self._last_id += 1
        number = self._last_id
        await self.send({"type": kind, "id": number, **fields})
        return await self.until(lambda m: m["type"] in ("ok", "refused") and m["id"] == number)

    async def ok(self, kind: str, **fields: Any) -> Plain:
        """Send a request that must be carried out; return its result."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "ok", answer
        result: Plain = answer["result"]
        return result

    async def hello(self, name: str, **fields: Any) -> Plain:
        """Read the greeting and say hello."""
        greeted = await self.read()
        assert greeted["type"] == "greeting"
        return await self.ok("hello", versions=[1], name=name, software="kit", **fields)

    async def update(self) -> Plain:
        """Wait for the next update."""
        return await self.until(lambda m: m["type"] == "update")

    async def farewell(self) -> str | None:
        """Read to the end of the stream; return the code of the goodbye, if one came."""
        try:
            while True:
                await self.read()
        except Closed:
            last = self.seen[-1] if self.seen else {}
            return str(last["code"]) if last.get("type") == "goodbye" else None


def new_session(seed: int = 1) -> Session:
    """Make the rooms of a test server; tokens are counted, chance is seeded."""
    count = iter(range(1, 1_000_000))
    return Session(
        greeting("kit", "server-id"), SeededHouse(seed), lambda: f"{next(count):064x}", SECRET
    )


class Hall:
    """A running server in memory. `open` connects, `task` starts something beside it."""

    def __init__(self, server: Server, nursery: trio.Nursery) -> None:
        self.server = server
        self.task: Callable[..., None] = nursery.start_soon
        self.records: list[Record] = []

    def open(self, *, capacity: int | None = None) -> Wire:
        """Connect by a pair of streams in memory.

        After `capacity` sends of the server the client's side takes ten bytes and then no more.
        """
        ours, theirs = memory_stream_pair()
        if capacity is not None:
            _stop_taking(theirs.send_stream, ours.receive_stream, capacity)
        self.task(self.server.handle, StreamPipe(theirs), "10.0.0.1")
        return Wire(ours)

    async def person(self, name: str, **fields: Any) -> Wire:
        """Connect and say hello."""
        wire = self.open()
        await wire.hello(name, **fields)
        return wire


def _stop_taking(sender: MemorySendStream, receiver: MemoryReceiveStream, capacity: int) -> None:
    """Let so many sends pass and then block inside a frame, as a stopped reader's socket does."""
    left = capacity

    async def deliver() -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            memory_stream_pump(sender, receiver)
        else:
            memory_stream_pump(sender, receiver, max_bytes=10)
            await trio.sleep_forever()

    sender.send_all_hook = deliver
    sender.close_hook = receiver.put_eof


@asynccontextmanager
async def hall(
    seed: int = 1,
    storage: Storage | None = None,
    keep_record: Callable[[Record], None] | None = None,
) -> AsyncIterator[Hall]:
    """Run a server in memory; everything ends with the block. `keep_record` makes records files."""
    async with trio.open_nursery() as nursery:
        records: list[Record] = []
        server = Server(new_session(seed), keep_record or records.append, storage)
        here = Hall(server, nursery)
        here.records = records
        await nursery.start(server.serve)
        yield here
        nursery.cancel_scope.cancel()


async def seated(here: Hall, *names: str, preset: str = "classic", **options: Any) -> list[Wire]:
    """Seat persons at a new table and start; return them in seat order, updates read."""
    people = [await here.person(name) for name in names]
    made = await people[0].ok("create", preset=preset, seats=len(names), **options)
    for guest in people[1:]:
        await guest.ok("join", table=made["table"])
    await people[0].ok("start")
    for wire in people:
        await wire.until(lambda m: m["type"] == "update" and m["view"]["state"] == "playing")
    return people


def newest(wire: Wire) -> Plain:
    """Return the newest update a client has read."""
    return next(message for message in reversed(wire.seen) if message["type"] == "update")


def on_turn(people: Sequence[Wire]) -> Wire:
    """Return who owes the turn decision, as far as they have read."""
    return next(p for p in people if newest(p)["view"]["to_move"] == newest(p)["you"]["seat"])


async def play_one(people: Sequence[Wire]) -> None:
    """Play one legal turn action and let all read what came of it."""
    mover = on_turn(people)
    update = newest(mover)
    legal = [a for a in update["you"]["legal"] if not a.startswith(("call", "catch"))]
    action = min(legal, key=lambda text: (not text.startswith("play"), text[5:6] == "F"))
    await mover.ok("move", turn=update["turn"], action=action)
    for wire in people:
        if not _later(newest(wire), update["turn"]):
            await wire.until(lambda m: _later(m, update["turn"]))


def _later(message: Plain, turn: int) -> bool:
    """Whether this update comes after the decision `turn`."""
    if message["type"] != "update":
        return False
    return bool(message["turn"] > turn or message["view"]["state"] != "playing")
