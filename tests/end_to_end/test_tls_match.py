"""A match on a real server with TLS and a password: its computers, its certificate, its cards."""

from pathlib import Path

import pytest

from cardgame_bots.own_server import play_match
from cardgame_client.connection import CannotConnectError, GoodbyeError, Link, RefusedError
from cardgame_client.known_servers import KnownServers
from cardgame_protocol import Update
from cardgame_rules.verifying import verify
from tests.end_to_end.running_server import running_server

pytestmark = pytest.mark.anyio


async def connect_plainly(host: str, port: int) -> None:
    async with Link.open(host, port):
        pass


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
        with pytest.raises((GoodbyeError, CannotConnectError)):
            await connect_plainly(host, int(port))
    assert over.result is not None
    assert "SHA256:" in servers.note
    (record,) = (tmp_path / "records").iterdir()
    (commitment,) = commitments
    assert verify(record.read_text("utf-8"), commitment).faults == []
    log = (tmp_path / "server.log").read_text("utf-8")
    assert "open sesame" not in log
    assert over.revealed is not None
    assert str(over.revealed.secret) not in log
