"""Encrypted links: who is believed, what is remembered, and that nobody else is sent anything."""

import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
import trustme
from anyio.abc import ByteStream, SocketAttribute
from anyio.streams.tls import TLSListener

from cardgame_client.address import Address
from cardgame_client.admission import VARIABLE, PasswordError, read_password
from cardgame_client.beside import beside
from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    Link,
    LinkLostError,
    ServerChangedError,
)
from cardgame_client.exits import Exit
from cardgame_client.known_servers import AUTHORITY, KnownServers, fingerprint
from cardgame_client.player import Player
from cardgame_protocol import Goodbye, HelloRequest, Pong, Refused
from tests.client.kit import FakeServer, greeting
from tests.client.test_player import answer_quit, said, serving

pytestmark = pytest.mark.anyio

Script = Callable[[FakeServer], Coroutine[Any, Any, None]]
HOST = "127.0.0.1"


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def servers(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path / "state" / "known_servers")


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


class Certificate:
    """A server's certificate by some authority, and the fingerprint by which it is known."""

    def __init__(self, authority: trustme.CA, name: str = HOST) -> None:
        issued = authority.issue_cert(name)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issued.configure_cert(self.context)
        pem = issued.cert_chain_pems[0].bytes().decode("ascii")
        self.fingerprint = fingerprint(ssl.PEM_cert_to_DER_cert(pem))


@pytest.fixture
def trusted(authority: trustme.CA, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this computer trust the authority."""
    usual = ssl.create_default_context

    def trusting() -> ssl.SSLContext:
        context = usual()
        authority.configure_trust(context)
        return context

    monkeypatch.setattr("cardgame_client.tls.ssl.create_default_context", trusting)


@asynccontextmanager
async def sealed(context: ssl.SSLContext, script: Script) -> AsyncIterator[int]:
    """Serve encrypted connections by a script."""

    async def serve(stream: ByteStream) -> None:
        # Whoever does not believe the certificate goes when the server's handshake is over already.
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError, ssl.SSLError):
            async with stream:
                await script(FakeServer(stream))

    async def failed(_: BaseException, stream: ByteStream) -> None:
        await anyio.aclose_forcefully(stream)

    tcp = await anyio.create_tcp_listener(local_host=HOST)
    listener = TLSListener(tcp, context, standard_compatible=False)
    listener.handle_handshake_error = failed  # type: ignore[method-assign, assignment] # its log is loud
    async with listener:
        port = tcp.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
        async with beside(partial(listener.serve, serve)):
            yield port


async def welcome(server: FakeServer) -> None:
    await server.welcome()
    with anyio.move_on_after(5):
        await answer_quit(server)


async def visit(port: int, servers: KnownServers) -> None:
    """Connect, say hello and go."""
    async with Link.open(HOST, port, servers) as link:
        assert (await link.hello("Ana")).name == "Ana"


async def stay(port: int, servers: KnownServers) -> None:
    """Connect, say hello and wait for what comes."""
    async with Link.open(HOST, port, servers) as link:
        await link.hello("Ana")
        await anext(link)


async def mute(server: FakeServer) -> None:
    """Take nothing but a closed connection."""
    pytest.fail(f"the client sent {await server.stream.receive()!r}")


async def until_end(server: FakeServer) -> None:
    await server.welcome()
    await server.hear()


async def test_a_certificate_is_remembered_at_first_use_and_shown(
    servers: KnownServers, authority: trustme.CA
) -> None:
    certificate = Certificate(authority)
    async with sealed(certificate.context, until_end) as port:
        await visit(port, servers)
        assert certificate.fingerprint in servers.take_note()
        assert servers.known(HOST, port) == certificate.fingerprint
        await visit(port, servers)
        assert servers.take_note() == ""
    assert servers.file.stat().st_mode & 0o077 == 0


async def test_another_certificate_later_is_refused_and_nothing_is_sent(
    servers: KnownServers, authority: trustme.CA
) -> None:
    certificate = Certificate(authority)
    async with sealed(certificate.context, mute) as port:
        servers.remember(HOST, port, "SHA256:another")
        before = servers.file.read_text("utf-8")
        with pytest.raises(ServerChangedError) as caught:
            await visit(port, servers)
    for word in ("SHA256:another", certificate.fingerprint, str(servers.file)):
        assert word in caught.value.text
    assert servers.file.read_text("utf-8") == before


@pytest.mark.usefixtures("trusted")
async def test_an_authoritys_word_is_enough_also_for_a_new_certificate(
    servers: KnownServers, authority: trustme.CA
) -> None:
    async with sealed(Certificate(authority).context, until_end) as port:
        await visit(port, servers)
        assert servers.known(HOST, port) == AUTHORITY
        assert servers.take_note() == ""
        servers.remember(HOST, port, "SHA256:of-the-time-before-the-authority")
        await visit(port, servers)
        assert servers.known(HOST, port) == AUTHORITY


@pytest.mark.usefixtures("trusted")
async def test_who_was_vouched_for_once_cannot_come_with_a_certificate_of_its_own(
    servers: KnownServers,
) -> None:
    async with sealed(Certificate(trustme.CA()).context, mute) as port:
        servers.remember(HOST, port, AUTHORITY)
        with pytest.raises(ServerChangedError, match="no authority vouches"):
            await visit(port, servers)
        assert servers.known(HOST, port) == AUTHORITY


@pytest.mark.usefixtures("trusted")
async def test_a_certificate_for_another_name_is_not_vouched_for(
    servers: KnownServers, authority: trustme.CA
) -> None:
    certificate = Certificate(authority, "elsewhere.example")
    async with sealed(certificate.context, until_end) as port:
        await visit(port, servers)
        assert servers.known(HOST, port) == certificate.fingerprint


async def test_a_server_without_tls_is_told_from_none(servers: KnownServers) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()

    async def greets(server: FakeServer) -> None:
        await server.say(Goodbye(code="shutdown", text="not TLS at all"))

    async with serving(greets, script) as address:
        with pytest.raises(CannotConnectError, match="does not answer in TLS: leave --tls out"):
            await visit(address.port, servers)
    with pytest.raises(CannotConnectError, match="cannot connect"):
        await visit(address.port, servers)
    assert not servers.file.exists()


async def test_a_server_that_vanishes_inside_tls_is_a_lost_link(
    servers: KnownServers, authority: trustme.CA
) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()
        await anyio.aclose_forcefully(server.stream)

    async with sealed(Certificate(authority).context, script) as port:
        with pytest.raises(LinkLostError):
            await stay(port, servers)


async def test_a_goodbye_that_names_tls_ends_the_client_at_once() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(Goodbye(code="tls", text="This server speaks TLS only: use --tls."))

    async with serving(script) as address:
        with pytest.raises(GoodbyeError):
            async with Link.open(address.host, address.port):
                pass
    async with serving(script) as address:
        ana = Player(address, "Ana")
        assert await ana.run() is Exit.CANNOT_CONNECT
        assert "use --tls" in ana.last_words


async def test_a_server_that_waits_for_a_handshake_hears_a_word_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardgame_client.connecting.NUDGE_SECONDS", 0.01)

    async def script(server: FakeServer) -> None:
        assert await server.hear() == Pong()
        await server.say(Goodbye(code="tls", text="This server speaks TLS only: use --tls."))

    async with serving(script) as address:
        with pytest.raises(GoodbyeError):
            async with Link.open(address.host, address.port):
                pass


async def test_a_slow_server_may_hear_a_word_before_the_hello(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardgame_client.connecting.NUDGE_SECONDS", 0.01)

    async def script(server: FakeServer) -> None:
        assert await server.hear() == Pong()
        await server.welcome()

    async with serving(script) as address, Link.open(address.host, address.port) as link:
        assert (await link.hello("Ana")).name == "Ana"


async def test_the_player_is_shown_the_fingerprint_once_and_ends_with_7_when_it_changes(
    servers: KnownServers, authority: trustme.CA
) -> None:
    certificate = Certificate(authority)
    async with sealed(certificate.context, welcome) as port:
        ana = Player(Address(HOST, port, tls=True), "Ana", opening=("quit",))
        ana.reach_by(servers, None)
        assert await ana.run() is Exit.OK
        assert certificate.fingerprint in said(ana)
        servers.remember(HOST, port, "SHA256:another")
        ana = Player(Address(HOST, port, tls=True), "Ana", opening=("quit",))
        ana.reach_by(servers, None)
        assert await ana.run() is Exit.SERVER_CHANGED
        assert "is not the one that was seen before" in ana.last_words


@pytest.mark.parametrize(("password", "says"), [(None, "--password-file"), ("guess", "not it")])
async def test_the_password_goes_with_the_hello_and_a_wrong_one_is_told(
    password: str | None, says: str
) -> None:
    given: list[str | None] = []

    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        hello = await server.request()
        assert isinstance(hello, HelloRequest)
        given.append(hello.password)
        await server.say(Refused(id=hello.id, code="wrong_password", text="that is not it"))

    async with serving(script) as address:
        ana = Player(address, "Ana")
        ana.reach_by(KnownServers(Path("unused")), password)
        assert await ana.run() is Exit.FAILED
    assert says in ana.last_words
    assert given == [password]


def test_a_password_is_read_from_a_file_else_from_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("open sesame\r\nsecond line\n", encoding="utf-8")
    assert read_password(str(file), {VARIABLE: "other"}) == "open sesame"
    assert read_password(None, {VARIABLE: "other"}) == "other"
    assert read_password(None, {}) is None
    with pytest.raises(PasswordError, match="cannot read"):
        read_password(str(tmp_path / "missing"), {})
    file.write_bytes(b"\xff")
    with pytest.raises(PasswordError, match="UTF-8"):
        read_password(str(file), {})
    with pytest.raises(PasswordError, match="longer than 100 characters"):
        read_password("/dev/zero", {})


def test_servers_are_known_by_host_in_any_case_and_port(servers: KnownServers) -> None:
    servers.remember("Kitchen", 1, "SHA256:a")
    servers.remember("kitchen", 2, "SHA256:b")
    servers.remember("::1", 1, "SHA256:c")
    assert servers.known("kitchen", 1) == "SHA256:a"
    assert servers.known("KITCHEN", 2) == "SHA256:b"
    assert servers.known("::1", 1) == "SHA256:c"
    assert servers.known("kitchen", 3) is None
    assert servers.file.read_text("utf-8").splitlines()[2] == "[::1]:1 SHA256:c"


def test_lines_that_say_nothing_are_passed_over(servers: KnownServers) -> None:
    servers.file.parent.mkdir()
    servers.file.write_bytes(b"\n# mine\na:1 SHA256:x and more\n\xff\xfe\nb:2 SHA256:y\n")
    assert servers.known("a", 1) is None
    assert servers.known("b", 2) == "SHA256:y"


def test_a_list_of_servers_that_cannot_be_read_is_not_taken_for_an_empty_one(
    servers: KnownServers,
) -> None:
    servers.file.mkdir(parents=True)
    with pytest.raises(CannotConnectError, match="cannot be read"):
        servers.known("kitchen", 1)


def test_what_cannot_be_remembered_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    servers = KnownServers(tmp_path / "state" / "known_servers")
    servers.remember("kitchen", 1, "SHA256:a")
    assert "cannot be remembered" in servers.take_note()
