"""A connection over TLS: the same interface as over a bare socket, by way of trio's streams.

It is one pipe from the first byte on, handshake included, so that the limits for strangers (how
many, how long without a hello) hold for it before anything is decrypted. What is not TLS is told
so in plain words: whoever forgot an option should not sit in front of a silent screen.
"""

import socket
import ssl
from collections.abc import Callable
from typing import Final

import trio

from cardgame_protocol.answers import Goodbye
from cardgame_protocol.codec import encode
from cardgame_protocol.codes import GoodbyeCode
from cardgame_server.limits import LINGER_SECONDS, TLS_SILENCE_SECONDS
from cardgame_server.pipes import CHUNK, LinkGoneError

_HANDSHAKE: Final = b"\x16"
"""First byte of every TLS connection: a record of the handshake (RFC 8446, 5.1). As the first byte
of one of our frames it would announce hundreds of megabytes."""

_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)
"""A link that broke, and whatever a peer can do wrong in TLS: both end the connection."""


class TlsPipe:
    """A connected TCP socket whose bytes are encrypted."""

    def __init__(self, bare: trio.SocketStream, context: ssl.SSLContext) -> None:
        self._bare = bare
        # Frames say where they end, so nobody waits for the other's `close_notify`.
        self._stream = trio.SSLStream(self._bare, context, server_side=True, https_compatible=True)
        self._tried = trio.Event()
        self._open = False
        self._closed = False

    async def receive(self, received: Callable[[bytes], None]) -> None:
        """Shake hands the first time; then call `received` with whatever comes, to the end."""
        try:
            if not self._tried.is_set():
                await self._shake_hands()
            if not self._open:
                raise LinkGoneError("there was no TLS handshake")
            while data := await self._stream.receive_some(CHUNK):
                received(bytes(data))
        except _GONE as error:
            raise LinkGoneError(str(error)) from error

    async def _shake_hands(self) -> None:
        try:
            if await self._speaks_tls():
                await self._stream.do_handshake()
                self._open = True
            else:
                await self._explain()
        finally:
            self._tried.set()

    async def _speaks_tls(self) -> bool:
        """Look at the first byte and leave it there. A client of TLS speaks first."""
        with trio.move_on_after(TLS_SILENCE_SECONDS):
            first = await self._bare.socket.recv(1, socket.MSG_PEEK)
            return first == _HANDSHAKE
        return False

    async def _explain(self) -> None:
        """Say in plain words that this is TLS, and let that arrive."""
        text = "This server speaks TLS only: use cardgame-client --tls, or cardgames://HOST."
        await self._bare.send_all(encode(Goodbye(code=GoodbyeCode.TLS, text=text)))
        await self._bare.send_eof()
        with trio.move_on_after(LINGER_SECONDS):
            while await self._bare.receive_some(CHUNK):
                pass

    def send_now(self, data: bytes) -> int:  # noqa: ARG002 - encrypting may need to read, so a task does it
        """Take nothing: the task that writes does all."""
        return 0

    async def send_all(self, data: bytes) -> None:
        """Send all of it, once hands are shaken."""
        await self._tried.wait()
        if not self._open:
            raise LinkGoneError("there was no TLS handshake")
        try:
            await self._stream.send_all(data)
        except _GONE as error:
            raise LinkGoneError(str(error)) from error

    async def end_sending(self) -> None:
        """Shut the socket down for writing."""
        try:
            await self._bare.send_eof()
        except _GONE as error:
            raise LinkGoneError(str(error)) from error

    def close(self) -> None:
        """Close without waiting: whatever is worth waiting for was sent before."""
        if not self._closed:
            self._closed = True
            self._open = False
            self._tried.set()
            trio.lowlevel.spawn_system_task(trio.aclose_forcefully, self._bare)


def sealed(sock: socket.socket, context: ssl.SSLContext) -> TlsPipe:
    """Return a connected socket's pipe; within trio. Raises OSError if the peer is gone already."""
    sock.setblocking(False)
    return TlsPipe(trio.SocketStream(trio.socket.from_stdlib_socket(sock)), context)
