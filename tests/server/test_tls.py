"""Encrypted connections over real sockets, and what becomes of those who do it wrong."""

import logging
import socket
import ssl
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trustme

from cardgame_server import certificates, selfsigned
from cardgame_server import tls as tls_module
from cardgame_server.addresses import Address, listen
from cardgame_server.certificates import CertificateError
from cardgame_server.server import Server
from tests.server.wire_kit import Stream, Wire, new_session, play_one

PATIENCE = 20
"""Seconds after which a test has failed; every step takes milliseconds."""


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def server_context(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    return context


@pytest.fixture(scope="module")
def client_context(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


class Doors:
    """A running server's two ports, and connections to them that are closed in the end."""

    def __init__(self, server: Server, ports: list[int]) -> None:
        self.server = server
        self._port, self._private = ports
        self.opened: list[Stream] = []

    async def sealed(self, context: ssl.SSLContext, *, private: bool = False) -> Wire:
        """Open an encrypted connection."""
        stream = trio.SSLStream(
            await self.bare(private=private),
            context,
            server_hostname="127.0.0.1",
            https_compatible=True,
        )
        await stream.do_handshake()
        return Wire(stream)

    async def bare(self, *, private: bool = False) -> trio.SocketStream:
        """Open a plain connection to the encrypted port, or to the plain one."""
        port = self._private if private else self._port
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        self.opened.append(stream)
        return stream


@asynccontextmanager
async def running(context: ssl.SSLContext) -> AsyncIterator[Doors]:
    """Run a server with an encrypted port and a private plain one."""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            server = Server(new_session())
            listeners = listen(Address("127.0.0.1", 0)), listen(Address("127.0.0.1", 0))

            async def serve(task_status: trio.TaskStatus[None]) -> None:
                await server.serve(
                    listeners[0], tls=context, private=listeners[1], task_status=task_status
                )

            doors = Doors(server, [int(listener[0].getsockname()[1]) for listener in listeners])
            await nursery.start(serve)
            yield doors
            server.stop()
            for stream in doors.opened:
                await stream.aclose()


@pytest.mark.trio
async def test_a_match_is_played_encrypted_and_plain_side_by_side(
    server_context: ssl.SSLContext, client_context: ssl.SSLContext
) -> None:
    async with running(server_context) as doors:
        people = [
            await doors.sealed(client_context),
            Wire(await doors.bare(private=True)),
        ]
        for wire, name in zip(people, ("Ann", "Bob"), strict=True):
            await wire.hello(name)
        await people[0].ok("create", preset="duel", seats=2, target=1)
        await people[1].ok("join", table=1)
        await people[0].ok("start")
        for wire in people:
            await wire.until(lambda m: m["type"] == "update" and m["view"]["state"] == "playing")
        for _ in range(6):
            await play_one(people)
        await people[0].ok("quit")
        assert await people[0].farewell() == "quit"


@pytest.mark.trio
async def test_the_end_of_the_server_is_told_through_tls(
    server_context: ssl.SSLContext, client_context: ssl.SSLContext
) -> None:
    async with running(server_context) as doors:
        ann = await doors.sealed(client_context)
        await ann.hello("Ann")
        doors.server.stop()
        assert await ann.farewell() == "shutdown"


@pytest.mark.trio
@pytest.mark.parametrize("said", [b"\0\0\0\x05hello", b"GET / HTTP/1.1\r\n\r\n", b""])
async def test_who_comes_without_tls_is_told_so_in_plain_words(
    server_context: ssl.SSLContext, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not said:
        monkeypatch.setattr(tls_module, "TLS_SILENCE_SECONDS", 0.05)
    async with running(server_context) as doors:
        wire = Wire(await doors.bare())
        if said:
            await wire.stream.send_all(said)
        assert await wire.farewell() == "tls"
        assert "--tls" in wire.seen[-1]["text"]


@pytest.mark.trio
@pytest.mark.parametrize(
    "broken",
    [
        b"\x16",
        b"\x16\x03\x01\x00\x05hello",
        b"\x16\x03\x01\xff\xff" + bytes(70_000),
        b"\x16\x03\x03\x00\x00",
    ],
)
async def test_broken_tls_is_a_lost_link_and_nobodys_trouble(
    server_context: ssl.SSLContext,
    client_context: ssl.SSLContext,
    broken: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(server_context) as doors:
        ann = await doors.sealed(client_context)
        await ann.hello("Ann")
        stream = await doors.bare()
        with trio.move_on_after(1):
            try:
                await stream.send_all(broken)
                await stream.send_eof()
                while await stream.receive_some(1000):
                    pass
            except trio.BrokenResourceError:
                pass  # The server was faster.
        await stream.aclose()
        assert await ann.ok("ping") == {}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.trio
async def test_a_client_that_trusts_nobody_here_goes_without_harm(
    server_context: ssl.SSLContext,
    client_context: ssl.SSLContext,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(server_context) as doors:
        with pytest.raises(trio.BrokenResourceError):
            await doors.sealed(ssl.create_default_context())
        ann = await doors.sealed(client_context)
        await ann.hello("Ann")
        bare = doors.opened[-1]
        assert isinstance(bare, trio.SocketStream)
        reset = struct.pack("ii", 1, 0)  # closing with this sends no end, but a reset
        bare.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        await trio.aclose_forcefully(bare)
        bob = await doors.sealed(client_context)
        await bob.hello("Bob")
        assert await bob.ok("ping") == {}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.trio
async def test_a_client_of_tls_at_a_plain_port_is_sent_away(
    server_context: ssl.SSLContext, client_context: ssl.SSLContext
) -> None:
    async with running(server_context) as doors:
        with pytest.raises(trio.BrokenResourceError) as caught:
            await doors.sealed(client_context, private=True)
        assert isinstance(caught.value.__cause__, ssl.SSLError)


@pytest.mark.trio
async def test_the_servers_own_certificate_is_made_once_and_used_ever_after(
    tmp_path: Path,
) -> None:
    proof = certificates.own(tmp_path)
    assert (tmp_path / certificates.FILE).stat().st_mode & 0o777 == 0o600
    assert certificates.own(tmp_path).fingerprint == proof.fingerprint
    trusting = ssl.create_default_context(cafile=str(tmp_path / certificates.FILE))
    trusting.check_hostname = False
    async with running(proof.context) as doors:
        ann = await doors.sealed(trusting)
        assert (await ann.hello("Ann"))["name"] == "Ann"
        stream = ann.stream
        assert isinstance(stream, trio.SSLStream)
        der = stream.getpeercert(binary_form=True)
    assert certificates.fingerprint(ssl.DER_cert_to_PEM_cert(der), tmp_path) == proof.fingerprint


def test_the_certificate_is_signed_by_its_own_key_and_does_not_end() -> None:
    x509 = pytest.importorskip("cryptography.x509")  # comes with trustme
    ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    made = selfsigned.make()
    certificate = x509.load_pem_x509_certificate(made.certificate.encode())
    key = serialization.load_pem_private_key(made.key.encode(), None)
    assert key.public_key() == certificate.public_key()
    certificate.public_key().verify(
        certificate.signature,
        certificate.tbs_certificate_bytes,
        ec.ECDSA(certificate.signature_hash_algorithm),
    )
    certificate.verify_directly_issued_by(certificate)
    assert certificate.not_valid_after_utc.year == 9999
    assert selfsigned.make().key != made.key


def test_the_arithmetic_of_the_curve_is_that_of_the_standard() -> None:
    # NIST's points of P-256: 2G and 3G, and the order's neighbour, which is -G.
    base, order = selfsigned._BASE, selfsigned._ORDER
    double = (
        0x7CF27B188D034F7E8A52380304B51AC3C08969E277F21B35A60B48FC47669978,
        0x07775510DB8ED040293D9AC69F7430DBBA7DADE63CE982299E04B79D227873D1,
    )
    assert selfsigned._times(2, base) == selfsigned._add(base, base) == double
    assert selfsigned._times(order - 1, base) == (base[0], selfsigned._P - base[1])
    assert selfsigned._add(base, (base[0], selfsigned._P - base[1])) is None
    with pytest.raises(ValueError, match="multiple"):
        selfsigned._times(order, base)


def test_a_certificate_that_cannot_be_used_is_told_with_its_file(
    tmp_path: Path, authority: trustme.CA
) -> None:
    issued = authority.issue_cert("localhost")
    certificate, key, other = (tmp_path / name for name in ("cert.pem", "key.pem", "other.pem"))
    issued.cert_chain_pems[0].write_to_path(certificate)
    issued.private_key_pem.write_to_path(key)
    authority.issue_cert("other").private_key_pem.write_to_path(other)
    assert certificates.given(certificate, key).fingerprint.startswith("SHA256:")
    with pytest.raises(CertificateError, match=f"{certificate} and {other} cannot be used"):
        certificates.given(certificate, other)
    with pytest.raises(CertificateError, match="no such file"):
        certificates.given(certificate, tmp_path / "missing.pem")
    other.write_text("no certificate")
    with pytest.raises(CertificateError, match=r"other\.pem"):
        certificates.given(other, key)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(CertificateError, match=r"tls\.pem cannot be written"):
        certificates.own(blocked)
