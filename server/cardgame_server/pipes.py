"""A connection's bytes: one interface over a real socket and over any other stream of trio.

A socket is read and written without trio's own stream around it: waiting first and reading then
saves a system call for each message of a turn-based game, in which nothing is there yet.
"""

import socket
from collections.abc import Callable
from typing import Final, Protocol

import trio

from cardgame_server.readiness import Readiness

CHUNK: Final = 4_096
"""Bytes read at once: some dozens of requests, so that whoever sends without end is served for two
or three milliseconds before others are looked at."""


class LinkGoneError(Exception):
    """The other side is gone, or this side has closed: nothing can be read or written any more."""


class Pipe(Protocol):
    """What a peer needs of its connection. Everything but `close` may raise LinkGoneError."""

    async def receive(self, received: Callable[[bytes], None]) -> None:
        """Call `received` with whatever comes, until the end of the stream."""
        ...

    def send_now(self, data: bytes) -> int:
        """Send what is taken at once and return how many bytes that was, 0 included."""
        ...

    async def send_all(self, data: bytes) -> None:
        """Send all of it. Cancelled half-way, nobody knows how much was sent: then close."""
        ...

    async def end_sending(self) -> None:
        """Tell the other side that nothing more will come."""
        ...

    def close(self) -> None:
        """Close at once."""
        ...


class SocketPipe:
    """A connected TCP socket."""

    def __init__(self, sock: socket.socket, readiness: Readiness) -> None:
        sock.setblocking(False)
        # A move is one small packet: it must not wait for an earlier one's acknowledgement.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = sock
        self._readiness = readiness

    async def receive(self, received: Callable[[bytes], None]) -> None:
        """Call `received` with whatever comes, until the end of the stream."""

        def read() -> bool:
            try:
                data = self._socket.recv(CHUNK)
            except BlockingIOError:
                return True
            except OSError as error:
                raise LinkGoneError(str(error)) from error
            if data:
                received(data)
            return bool(data)

        await self._readiness.each_time(self._socket, read)

    def send_now(self, data: bytes) -> int:
        """Give the kernel what it takes at once."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise LinkGoneError(str(error)) from error

    async def send_all(self, data: bytes) -> None:
        """Send all of it, as the kernel takes it."""
        rest = memoryview(data)
        try:
            while rest:
                await trio.lowlevel.wait_writable(self._socket)
                rest = rest[self.send_now(bytes(rest)) :]
        except (OSError, trio.ClosedResourceError) as error:
            raise LinkGoneError(str(error)) from error

    async def end_sending(self) -> None:
        """Shut the socket down for writing."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            raise LinkGoneError(str(error)) from error

    def close(self) -> None:
        """Close the socket, waking whoever waits for it."""
        if self._socket.fileno() != -1:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()


class StreamPipe:
    """Any stream of trio: a pair in memory for tests, TLS later. All sending is done by a task."""

    def __init__(self, stream: trio.abc.HalfCloseableStream) -> None:
        self._stream = stream
        self._closed = False

    async def receive(self, received: Callable[[bytes], None]) -> None:
        """Call `received` with whatever comes, until the end of the stream."""
        try:
            while data := await self._stream.receive_some(CHUNK):
                received(bytes(data))
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise LinkGoneError(str(error)) from error

    def send_now(self, data: bytes) -> int:  # noqa: ARG002 - a stream cannot say what it would take
        """Take nothing: the task that writes does all."""
        return 0

    async def send_all(self, data: bytes) -> None:
        """Send all of it."""
        try:
            await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise LinkGoneError(str(error)) from error

    async def end_sending(self) -> None:
        """Close the stream's sending half."""
        try:
            await self._stream.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise LinkGoneError(str(error)) from error

    def close(self) -> None:
        """Close the stream without waiting: whatever is worth waiting for was sent before."""
        if not self._closed:
            self._closed = True
            trio.lowlevel.spawn_system_task(trio.aclose_forcefully, self._stream)
