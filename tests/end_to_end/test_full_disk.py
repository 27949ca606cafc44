"""Disks as hosts have them: full for a while, read-only, or in the way. Nobody is lied to."""

import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from bench.wire import Line, LoadError, encode
from cardgame_server.check import check as found_in
from cardgame_server.check import recovered
from tests.end_to_end.hosted import COMMAND, PATIENCE, check, client, server, until
from tests.end_to_end.kill import Client, moves_of

SPARE = 4096
"""The last byte of a disk is found page by page."""


def mount(*options: str) -> None:
    """Mount, or skip the test with the reason why that is not allowed here."""
    command = shutil.which("mount")
    if command is None:
        pytest.skip("there is no `mount` here")
    done = subprocess.run([command, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not allowed here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place))
    try:
        yield place
    finally:
        subprocess.run([str(shutil.which("umount")), "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to the last page; return the file to remove."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(SPARE))
    return ballast


class Table:
    """Two who play against each other by hand; what was told to them is in the clients."""

    def __init__(self, port: int) -> None:
        self._chance = Random(1)
        self.players = [Client(name, computer=True) for name in ("Ann", "Ben")]
        host = Client("host", computer=False)
        for one in (host, *self.players):
            one.connect(port)
        made = host.request("create", preset="duel", seats=2, sit=False, target=100_000, pace=0)
        for seat, player in enumerate(self.players):
            player.request("join", table=made["table"], seat=seat)
            player.table, player.seat = made["table"], seat
        host.request("start")
        self.host = host

    @property
    def acknowledged(self) -> int:
        """How many moves were."""
        return sum(len(player.acknowledged) for player in self.players)

    def play(self, moves: int) -> None:
        """Play until so many more moves are acknowledged; give up after a while of silence."""
        wanted = self.acknowledged + moves
        for player in self.players:
            player.line.socket.settimeout(0.5)
        silent = 0
        while self.acknowledged < wanted and silent < 2 * len(self.players):
            for player in self.players:
                silent = 0 if self._read(player) else silent + 1

    def close(self) -> None:
        """Close all sockets."""
        for one in (self.host, *self.players):
            one.line.socket.close()

    def _read(self, player: Client) -> bool:
        payloads = list(player.line.unread)
        player.line.unread.clear()
        with suppress(TimeoutError):
            payloads = payloads or player.line.payloads()
        for payload in payloads:
            player.take(payload, self._chance)
        return bool(payloads)


def test_a_full_disk_is_told_to_players_and_log_and_no_accepted_move_is_lied_about(
    small_disk: Path,
) -> None:
    folder = small_disk / "data"
    log = Path(f"{small_disk}.log")
    with server(folder, log=log) as (process, port):
        table = Table(port)
        watcher, _ = client(port, "Wim")
        table.play(20)
        ballast = fill(small_disk)
        before = table.acknowledged
        table.play(2_000)
        stopped_at = table.acknowledged
        assert stopped_at < before + 2_000
        assert "cannot write to its disk" in str(until(watcher, "chat")["text"])
        with pytest.raises(LoadError, match="disk_failed"):
            watcher.request({"type": "create", "id": 3, "preset": "duel", "seats": 2})
        watcher.request({"type": "list", "id": 4})
        assert "No space left on device" in log.read_text() or "full" in log.read_text()
        ballast.unlink()
        told = str(until(watcher, "chat")["text"])
        assert "can write to its disk again" in told
        table.play(20)
        assert table.acknowledged >= stopped_at + 20
        process.kill()
        process.wait(PATIENCE)
        table.close()
        watcher.socket.close()
    assert [line for line in found_in(folder) if "no complete commit" not in line] == []
    kept = moves_of(recovered(folder)[1])
    for player in table.players:
        assert [move for move in player.acknowledged if kept[move] != 1] == []


def test_a_read_only_data_folder_is_named_in_one_line_before_anybody_plays(
    small_disk: Path,
) -> None:
    mount("-o", "remount,ro", str(small_disk))
    argv = [*COMMAND, "--listen", "127.0.0.1:0", "--data", str(small_disk / "data")]
    ended = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "read-only file system" in ended.stderr
    assert str(small_disk / "data") in ended.stderr


def test_a_read_only_folder_of_an_earlier_server_is_named_as_well(small_disk: Path) -> None:
    folder = small_disk / "data"
    with server(folder, log=Path(f"{small_disk}.log")) as (process, port):
        client(port, "Ann")[0].socket.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    mount("-o", "remount,ro", str(small_disk))
    argv = [*COMMAND, "--listen", "127.0.0.1:0", "--data", str(folder)]
    ended = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert str(folder) in ended.stderr


def test_a_folder_of_records_that_cannot_be_written_loses_no_record(tmp_path: Path) -> None:
    folder, log = tmp_path / "data", tmp_path / "server.log"
    with server(folder, log=log) as (process, port):
        # Whoever may write anywhere, as root may, cannot write below a file.
        (folder / "records").rmdir()
        (folder / "records").touch()
        line, _ = client(port, "Ann")
        line.request({"type": "create", "id": 2, "preset": "duel", "seats": 2})
        line.request({"type": "add_computer", "id": 3, "level": "simple"})
        line.request({"type": "start", "id": 4})
        line.request({"type": "end", "id": 5})
        page = line.request({"type": "record", "id": 6})
        wait_for(log, "does not take records of matches", line)
        process.kill()
        process.wait(PATIENCE)
        line.socket.close()
    (folder / "records").unlink()
    # What was told to a player is in the journal, and becomes a file with the next server.
    with server(folder, log=log) as (process, port):
        line, _ = client(port, "Ben")
        while not list(folder.glob("records/*.txt")):
            line.request({"type": "ping", "id": 7})
        line.socket.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    (file,) = (folder / "records").iterdir()
    assert file.read_text("utf-8") == page["text"]
    assert check(folder).returncode == 0


def wait_for(log: Path, text: str, line: Line) -> None:
    """Ask the server this and that until something stands in its log."""
    while text not in log.read_text():
        line.request({"type": "ping", "id": 9})


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits another process, as Linux can")
def test_players_are_told_once_when_a_disk_fails_and_once_when_it_works(tmp_path: Path) -> None:
    with server(tmp_path / "data", log=tmp_path / "server.log") as (process, port):
        line, _ = client(port, "Ann")
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        for _ in range(2):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))
            line.send(encode({"type": "create", "id": 2, "preset": "duel", "seats": 2}))
            assert "cannot write" in str(until(line, "chat")["text"])
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
            assert "can write to its disk again" in str(until(line, "chat")["text"])
            until(line, "ok")
            line.request({"type": "leave", "id": 3})
        line.socket.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert (tmp_path / "server.log").read_text().count("the disk does not take") == 2
