"""The one connection to a server, on anyio: under asyncio in the terminal, under trio in bots.

    async with Link.open(host, port) as link:
        me = await link.hello("Ana")
        async for message in link:          # Update, Chat, Removed, Assign
            ...
            await link.request(MoveRequest(id=1, turn=message.turn, action="draw"))

A reader runs beside the body of `async with`: it answers pings, hands answers to whoever waits for
them and keeps the other messages until they are asked for. So requests may be made from several
tasks, and a program that thinks for long is not taken for dead. Exceptions of the body come out
of `async with` as they are, in no group.
"""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.abc import ByteStream

from cardgame_client.beside import beside
from cardgame_client.connecting import RECEIVE_BYTES, connect, farewell, greeted
from cardgame_client.known_servers import KnownServers
from cardgame_client.link_errors import (
    CannotConnectError,
    GoodbyeError,
    LinkError,
    LinkLostError,
    NotACardServerError,
    RefusedError,
    ServerChangedError,
    UnansweredError,
    VersionRefusedError,
)
from cardgame_protocol import (
    ClientConnection,
    Goodbye,
    Greeting,
    HelloRequest,
    HelloResult,
    Ok,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Request,
    Result,
    ServerMessage,
    __version__,
    read_result,
)
from cardgame_protocol.limits import SILENCE_SECONDS, VERSIONS

__all__ = [
    "CannotConnectError",
    "GoodbyeError",
    "Link",
    "LinkError",
    "LinkLostError",
    "NotACardServerError",
    "RefusedError",
    "ServerChangedError",
    "UnansweredError",
    "VersionRefusedError",
]

R = TypeVar("R", bound=Result)

SEND_SECONDS = 30.0
"""Until the kernel must have taken one of our small frames: longer means the peer is gone."""

MOST_UNREAD = 5000
"""Messages kept for a program that does not take them, before the link is given up: some seconds of
the fastest table, and a bound on memory."""

SOFTWARE = f"cardgame-client {__version__}"


class Link:
    """One open connection. Get it by `async with Link.open(host, port)`."""

    def __init__(self, stream: ByteStream, greeting: Greeting, wire: ClientConnection) -> None:
        self.greeting = greeting
        self._stream = stream
        self._wire = wire
        self._sending = anyio.Lock()
        self._answers: dict[int, _Answer] = {}
        self._unread: deque[ServerMessage] = deque()
        self._news = anyio.Event()
        self._end: LinkError | None = None

    @classmethod
    @asynccontextmanager
    async def open(
        cls, host: str, port: int, servers: KnownServers | None = None
    ) -> AsyncIterator["Link"]:
        """Connect to `host` (name or IP address) at TCP `port` and take the greeting.

        With `servers` the connection is encrypted (TLS), and they say which certificate the server
        had before. Raises CannotConnectError, ServerChangedError, NotACardServerError,
        VersionRefusedError, or GoodbyeError from a server that is full.
        """
        stream = await connect(host, port, servers)
        async with stream, cls.over(stream) as link:
            yield link

    @classmethod
    @asynccontextmanager
    async def over(cls, stream: ByteStream) -> AsyncIterator["Link"]:
        """Be a client on a stream that is connected already; the caller closes the stream."""
        wire = ClientConnection()
        greeting, behind = await greeted(stream, wire)
        link = cls(stream, greeting, wire)
        for message in behind:
            await link._take(message)
        async with beside(link._read):
            yield link

    async def hello(
        self,
        name: str,
        *,
        computer: bool = False,
        token: str | None = None,
        software: str = SOFTWARE,
        house: str | None = None,
        password: str | None = None,
    ) -> HelloResult:
        """Say who this is; must come first, within ten seconds. A `token` brings a seat back.

        `password` is the server's, if it has one. Raises RefusedError (`name_taken`,
        `name_invalid`, `bad_token`, `wrong_password`): say hello again then.
        """
        request = HelloRequest(
            id=1,
            versions=list(VERSIONS),
            name=name,
            software=software,
            computer=computer,
            token=token,
            house=house,
            password=password,
        )
        return await self.ask(request, HelloResult)

    async def ask(self, message: Request, result: type[R]) -> R:
        """Send a request and return its result as the given type; raises as `request` does."""
        try:
            return read_result(await self._answer(message), result)
        except ProtocolError as error:
            raise LinkLostError(f"the server's answer cannot be read: {error.text}") from error

    async def request(self, message: Request) -> dict[str, Any]:
        """Send a request and return its result, often empty. Its `id` is replaced by a fresh one.

        Raises RefusedError; GoodbyeError or LinkLostError once the link is over, and then it is
        not known whether the server has carried it out; `cardgame_protocol.UnsendableError` for
        text that cannot be sent, such as a lone surrogate, and then nothing was sent.
        """
        return (await self._answer(message)).result

    def __aiter__(self) -> "Link":
        """Iterate over the messages that answer nothing: Update, Chat, Removed, Assign."""
        return self

    async def __anext__(self) -> ServerMessage:
        """Return the next message.

        Raises GoodbyeError or LinkLostError at the end, never StopAsyncIteration: a link does not
        simply end.
        """
        while not self._unread:
            if self._end is not None:
                raise self._end
            self._news = anyio.Event()
            await self._news.wait()
        return self._unread.popleft()

    async def aclose(self) -> None:
        """End the link now; whoever waits on it gets LinkLostError."""
        self._finish(LinkLostError("the link was closed on this side"))
        await self._stream.aclose()

    async def _answer(self, message: Request) -> Ok:
        number = self._wire.new_id()
        frame = self._wire.send(msgspec.structs.replace(message, id=number))
        answer = self._answers[number] = _Answer()
        try:
            await self._send(frame)
            await answer.here.wait()
        finally:
            del self._answers[number]
        if isinstance(answer.message, Refused):
            raise RefusedError(answer.message)
        if answer.message is None:
            raise self._end or LinkLostError("the link is over")
        return answer.message

    async def _send(self, frame: bytes) -> None:
        """Write one frame whole. A write cut short ends the link: the stream has lost its place."""
        async with self._sending:
            if self._end is not None:
                raise self._end
            whole = False
            try:
                with anyio.fail_after(SEND_SECONDS):
                    await self._stream.send(frame)
                whole = True
            except (anyio.BrokenResourceError, anyio.ClosedResourceError, TimeoutError) as error:
                raise LinkLostError("the link was lost while sending") from error
            finally:
                if not whole:
                    self._finish(LinkLostError("the link was lost while sending"))

    async def _read(self) -> None:
        """Take what arrives until the link is over; the reason is kept, never raised here."""
        while self._end is None:
            try:
                with anyio.fail_after(SILENCE_SECONDS):
                    data = await self._stream.receive(RECEIVE_BYTES)
            except TimeoutError:
                self._finish(LinkLostError(f"no sign of life for {SILENCE_SECONDS:.0f} seconds"))
            except anyio.EndOfStream:
                self._finish(LinkLostError("the server closed the connection without a word"))
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._finish(LinkLostError("the connection broke"))
            else:
                for message in self._wire.receive_data(data):
                    await self._take(message)

    async def _take(self, message: ServerMessage | ProtocolError) -> None:
        if isinstance(message, Ok | Refused):
            self._deliver(message)
        elif isinstance(message, Ping):
            await self._pong()
        elif isinstance(message, Goodbye):
            self._finish(farewell(message))
        elif isinstance(message, ProtocolError):
            self._finish(LinkLostError(f"the server sent something unreadable: {message.text}"))
        elif not isinstance(message, Greeting):
            self._keep(message)

    def _deliver(self, message: Ok | Refused) -> None:
        answer = self._answers.get(message.id)
        if answer is not None:  # else whoever asked has given up waiting
            answer.message = message
            answer.here.set()

    async def _pong(self) -> None:
        try:
            await self._send(self._wire.send(Pong()))
        except LinkError:
            return  # the link is over, and `_end` says why

    def _keep(self, message: ServerMessage) -> None:
        if len(self._unread) >= MOST_UNREAD:
            # Not reading on would keep back the very answer that somebody may be waiting for.
            self._finish(LinkLostError(f"{MOST_UNREAD} messages were not taken off the link"))
            return
        self._unread.append(message)
        self._news.set()

    def _finish(self, reason: LinkError) -> None:
        """End the link for the first reason given, and wake everybody who waits."""
        if self._end is None:
            self._end = reason
        for answer in self._answers.values():
            answer.here.set()
        self._news.set()


class _Answer:
    """A place for the answer to one request."""

    def __init__(self) -> None:
        self.here = anyio.Event()
        self.message: Ok | Refused | None = None
