"""Nothing that may take long is done in the loop: a slow disk, log or reader holds up nobody."""

import fcntl
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import trio

from cardgame_server.addresses import Address, listen
from cardgame_server.effects import Record
from cardgame_server.journal import Batch, Journal
from cardgame_server.server import Server
from cardgame_server.writer import JournalWriter
from tests.server.kit import pack
from tests.server.wire_kit import Wire, hall, new_session, newest, on_turn, play_one, seated

PATIENCE = 20
SMALL_PIPE = 4_096
"""Bytes of the pipe that takes the log, the fewest there are: sixty lines fill it."""


def ask(link: socket.socket, kind: str, **fields: object) -> None:
    """Send a request and wait for its answer."""
    link.sendall(pack({"type": kind, "id": 1, **fields}))
    said = b""
    while b"\xa2id\x01" not in said:
        data = link.recv(65_536)
        assert data, "the server has gone"
        said += data


def test_bug_M08_a_log_that_nobody_reads_holds_up_nobody(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardgame_server.cli", "-v", "--listen", "127.0.0.1:0"]
    command += ["--data", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            fcntl.fcntl(process.stderr, fcntl.F_SETPIPE_SZ, SMALL_PIPE)
            port = int(process.stdout.readline().rpartition(":")[2])
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as link:
                ask(link, "hello", versions=[1], name="Ann", software="")
                for _ in range(3 * SMALL_PIPE // len("connection 1 from 127.0.0.1")):
                    socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
                ask(link, "ping")
            process.terminate()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


class Blocked:
    """Something that takes as long as a test wants it to."""

    def __init__(self) -> None:
        self._begun = threading.Event()
        self._go_on = threading.Event()

    def wait(self) -> None:
        """Block the thread that calls until `release`."""
        self._begun.set()
        assert self._go_on.wait(PATIENCE)

    def release(self) -> None:
        """Let it go on, for good."""
        self._go_on.set()

    async def until_begun(self) -> None:
        """Wait until somebody waits."""
        assert await trio.to_thread.run_sync(self._begun.wait, PATIENCE)


@pytest.mark.trio
async def test_bug_M08_while_a_record_is_written_slowly_others_play_on() -> None:
    slow = Blocked()

    def keep(_: Record) -> None:
        slow.wait()

    with trio.fail_after(PATIENCE):
        async with hall(keep_record=keep) as here:
            people = await seated(here, "Ann", "Bob")
            others = await seated(here, "Cid", "Dan", target=2000)
            for wire in people:
                await wire.ok("end")
            await slow.until_begun()
            for _ in range(10):
                await play_one(others)
            await people[0].ok("ping")
            slow.release()
    assert newest(others[0])["turn"] > 5


class SlowJournal(Journal):
    """A journal whose commits can be made to take their time."""

    slow: Blocked | None = None

    def write(self, batch: Batch) -> None:
        """Write when it may."""
        if self.slow is not None:
            self.slow.wait()
        super().write(batch)


@pytest.mark.trio
async def test_bug_M08_while_a_commit_lasts_everybody_is_answered_who_waits_for_nothing_of_it(
    tmp_path: Path,
) -> None:
    journal = SlowJournal(tmp_path / "journal.sqlite")
    journal.lay_out()
    token = trio.lowlevel.current_trio_token()
    writer = JournalWriter(journal, token.run_sync_soon)
    with trio.fail_after(PATIENCE):
        async with hall(storage=writer) as here:
            people = await seated(here, "Ann", "Bob", target=2000)
            wim = await here.person("Wim")
            journal.slow = Blocked()
            mover = on_turn(people)
            legal = newest(mover)["you"]["legal"]
            await mover.send(
                {"type": "move", "id": 99, "turn": newest(mover)["turn"], "action": legal[-1]}
            )
            await journal.slow.until_begun()
            for _ in range(3):
                await wim.ok("ping")
                await wim.ok("list")
            journal.slow.release()
            await mover.until(lambda m: m.get("id") == 99)
    await trio.to_thread.run_sync(writer.close)


@pytest.mark.trio
async def test_bug_M08_nobodys_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("a name server would have been asked")

    listeners = listen(Address("127.0.0.1", 0))
    port = listeners[0].getsockname()[1]
    for name in ("getaddrinfo", "getnameinfo", "gethostbyaddr", "gethostbyname", "getfqdn"):
        monkeypatch.setattr(socket, name, asked)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            server = Server(new_session())
            await nursery.start(server.serve, listeners)
            link = trio.socket.socket()
            await link.connect(("127.0.0.1", port))
            wire = Wire(trio.SocketStream(link))
            await wire.hello("Ann")
            await wire.stream.aclose()
            server.stop()
