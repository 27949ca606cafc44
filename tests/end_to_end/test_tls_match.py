"""A match on a real server with TLS and a password: its computers, its certificate, its cards."""

from pathlib import Path

import anyio
import pytest

from cardgame_bots.own_server import play_match
from cardgame_client.connection import Link, RefusedError
from cardgame_client.known_servers import KnownServers
from cardgame_protocol import HelloRequest, Update, encode
from cardgame_protocol.limits import VERSIONS
from cardgame_rules.verifying import verify
from tests.end_to_end.running_server import running_server

pytestmark = pytest.mark.anyio


async def told_to_who_comes_in_plain(host: str, port: int) -> bytes:
    """Return what is answered to a hello that is not encrypted."""
    hello = HelloRequest(id=1, versions=list(VERSIONS), name="Bea", software="test")
    async with await anyio.connect_tcp(host, port) as stream:
        await stream.send(encode(hello))
        return await stream.receive()


async def test_computers_play_where_all_is_encrypted_and_the_record_verifies(
    tmp_path: Path,
) -> None:
    password = tmp_path / "password"
    password.write_text("open sesame\n", encoding="utf-8")
    servers = KnownServers(tmp_path / "known_servers")
    commitments: set[str] = set()

    def watch(update: Update) -> None:
        if update.view.state == "playing" and update.view.fair is not None:
            commitments.add(update.view.fair.commitment)

    with running_server(tmp_path, "--tls", "--password-file", str(password)) as address:
        host, _, port = address.rpartition(":")
        async with Link.open(host, int(port), servers) as link:
            with pytest.raises(RefusedError) as caught:
                await link.hello("Ana")
            assert caught.value.code == "wrong_password"
            await link.hello("Ana", password="open sesame")
            over = await play_match(link, "duel", ["simple", "random"], watch, target=1)
        assert b"This server speaks TLS only" in await told_to_who_comes_in_plain(host, int(port))
    assert over.result is not None
    assert "SHA256:" in servers.note
    (record,) = (tmp_path / "records").iterdir()
    (commitment,) = commitments
    assert verify(record.read_text("utf-8"), commitment).faults == []
    log = (tmp_path / "server.log").read_text("utf-8")
    assert "open sesame" not in log
    assert over.revealed is not None
    assert str(over.revealed.secret) not in log
