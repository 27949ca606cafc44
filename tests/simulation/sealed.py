"""Links that are encrypted: the server's real TlsPipe on one side, OpenSSL on the other.

Keys are of Ed25519, whose signatures always have the same length: so that a seed's links, which
end after so many bytes, do the same each time, though no two handshakes have the same bytes.
"""

import socket
import ssl
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from cardgame_server import certificates
from cardgame_server.pipes import CHUNK, LinkGoneError
from cardgame_server.tls import TlsPipe
from tests.simulation.faults import Weather
from tests.simulation.network import Link
from tests.simulation.oracle import Violation
from tests.simulation.strict import Frames


class Contexts(NamedTuple):
    """What both sides of an encrypted link need."""

    server: ssl.SSLContext
    client: ssl.SSLContext


@cache
def contexts() -> Contexts:
    """Make a key and a certificate, once in a process."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "simulation")])
    made = x509.CertificateBuilder(
        name, name, key.public_key(), 1,
        datetime(2020, 1, 1, tzinfo=UTC), datetime(2120, 1, 1, tzinfo=UTC),
    ).sign(key, None)  # fmt: skip
    public = made.public_bytes(Encoding.PEM)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "both.pem"
        file.write_bytes(secret + public)
        server = certificates.given(file, file).context
    client = ssl.create_default_context(cadata=public.decode("ascii"))
    client.check_hostname = False
    return Contexts(server, client)


class _Socket:
    """Of a socket, what the server looks at before it decides that a peer speaks TLS."""

    def __init__(self, bare: "_Bare") -> None:
        self._bare = bare

    async def recv(self, size: int, flags: int) -> bytes:
        """Look at the first bytes and leave them there."""
        assert flags == socket.MSG_PEEK
        await self._bare.something()
        return bytes(self._bare.unread[:size])


class _Bare(trio.abc.HalfCloseableStream):
    """The server's end of a link as a stream of trio."""

    def __init__(self, link: Link) -> None:
        self.unread = bytearray()
        self.socket = _Socket(self)
        self._link = link
        self._news = trio.Event()
        self._closed = False
        link.told_over = self._tell
        link.listen(self._take)

    def _take(self, data: bytes) -> None:
        self.unread += data
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def something(self) -> None:
        """Wait until there is something to read, or nothing will ever be."""
        while not self.unread and not self._link.over:
            await self._news.wait()
        if self._closed:
            raise trio.ClosedResourceError
        if not self.unread:
            try:
                self._link.raise_error()
            except LinkGoneError as error:
                raise trio.BrokenResourceError(str(error)) from error

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return what has come; nothing at the end."""
        await trio.lowlevel.checkpoint()
        await self.something()
        data = bytes(self.unread[: max_bytes or CHUNK])
        del self.unread[: len(data)]
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it, as the link takes it."""
        await trio.lowlevel.checkpoint()
        try:
            await self._link.send_all(bytes(data))
        except LinkGoneError as error:
            raise trio.BrokenResourceError(str(error)) from error

    async def wait_send_all_might_not_block(self) -> None:
        """Nothing to wait for."""
        await trio.lowlevel.checkpoint()

    async def send_eof(self) -> None:
        """Tell the client that nothing more will come."""
        await self._link.end_sending()

    async def aclose(self) -> None:
        """Close at once."""
        self._closed = True
        self._link.close()
        self._tell()
        await trio.lowlevel.checkpoint()


def server_end(link: Link) -> TlsPipe:
    """Return what the server makes of a link to its encrypted port."""
    return TlsPipe(cast("trio.SocketStream", _Bare(link)), contexts().server)


class Sealed:
    """A client's end of an encrypted link: it shakes hands, then `arrived` gets what was said."""

    def __init__(self, link: Link, arrived: Callable[[bytes], None]) -> None:
        self._link = link
        self._arrived = arrived
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = contexts().client.wrap_bio(self._incoming, self._outgoing)
        self._open = False
        self._unsent = b""
        # Once something came: what reads it, if the server has taken this for no TLS.
        self._refusal: Frames | Literal[False] | None = None

    @property
    def weather(self) -> Weather:
        """What the link is like."""
        return self._link.weather

    def begin(self) -> None:
        """Say the first word, as a client of TLS does."""
        self._advance()

    def send(self, data: bytes) -> None:
        """Send bytes, once hands are shaken."""
        self._unsent += data
        if self._open:
            self._flush()

    def hang_up(self) -> None:
        """Close the link."""
        self._link.hang_up()

    def take(self, data: bytes) -> None:
        """Take what came over the link.

        Whose first word came too late is told what everybody is told who does not speak TLS.
        """
        if self._refusal is None:
            self._refusal = Frames() if data[0] == 0 else False
        if self._refusal:
            for message in self._refusal.feed(data):
                if (message["type"], message.get("code")) != ("goodbye", "tls"):
                    raise Violation(f"a server of TLS said without it: {message}")
            return
        self._incoming.write(data)
        try:
            self._advance()
        except ssl.SSLError as error:
            raise Violation(f"the server broke the rules of TLS: {error}") from error

    def _advance(self) -> None:
        with suppress(ssl.SSLWantReadError):
            if not self._open:
                try:
                    self._tls.do_handshake()
                finally:
                    self._pass_on()
                self._open = True
                self._flush()
            while came := self._tls.read(CHUNK):
                self._arrived(came)

    def _flush(self) -> None:
        if self._unsent:
            self._tls.write(self._unsent)
            self._unsent = b""
        self._pass_on()

    def _pass_on(self) -> None:
        if self._outgoing.pending:
            self._link.send(self._outgoing.read())
