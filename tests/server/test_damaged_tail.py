"""Damage to the newest part of a journal, which SQLite passes over in silence, is told."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from cardgame_server.check import check
from cardgame_server.folder import DAMAGED, JOURNAL
from cardgame_server.wal import Unread, unread
from tests.server.disk import copy_of, disk_in, restarted
from tests.server.kit import Rooms, started
from tests.server.test_restart import play_once

HEADER, FRAME = 32, 24 + 4096
TAIL = f"{JOURNAL}-wal"


@cache
def files_after_a_kill() -> dict[str, bytes]:
    """Return a folder's files as a kill leaves them, with forty moves in the journal's tail.

    Played once for all tests: each move waits for the disk.
    """
    with TemporaryDirectory() as name, disk_in(Path(name) / "data") as disk:
        clients = started(Rooms(seed=1, disk=disk), "Ann", "Ben", preset="classic")
        chance = Random(1)
        for _ in range(20):
            play_once(clients, chance)
        # What stood there before goes to the main file: the damage finds moves alone.
        disk.folder.journal.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for _ in range(40):
            play_once(clients, chance)
        copy = copy_of(Path(name) / "data", Path(name) / "killed")
        return {file.name: file.read_bytes() for file in copy.iterdir()}


def killed(folder: Path) -> Path:
    """Return a folder in `folder` with those files."""
    copy = folder / "killed"
    copy.mkdir()
    for name, data in files_after_a_kill().items():
        (copy / name).write_bytes(data)
    return copy


def overwrite(folder: Path, start: int, rubbish: bytes) -> None:
    """Put rubbish into the tail."""
    tail = bytearray((folder / TAIL).read_bytes())
    tail[start : start + len(rubbish)] = rubbish
    (folder / TAIL).write_bytes(tail)


def in_a_page(folder: Path, place: int) -> None:
    """Damage what a page in the middle holds."""
    frames = ((folder / TAIL).stat().st_size - HEADER) // FRAME
    overwrite(folder, HEADER + frames // 2 * FRAME + place, b"\xaa\x55\xaa")


DAMAGES = {
    "a page": lambda folder: in_a_page(folder, 500),
    "the salts of a page": lambda folder: in_a_page(folder, 9),
    "the end of one page and the head of the next": lambda folder: in_a_page(folder, -1),
    "the salts of the header": lambda folder: overwrite(folder, 17, b"\xaa"),
    "the size of pages in the header": lambda folder: overwrite(folder, 9, b"\xff"),
    "the whole header": lambda folder: overwrite(folder, 0, bytes(HEADER)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_moves_that_were_acknowledged_and_are_lost_with_the_tail_are_told_to_everybody(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    folder = killed(tmp_path)
    with disk_in(shutil.copytree(folder, tmp_path / "sound")) as disk:
        whole = disk.folder.saved.tables[0].steps[-1].step
        assert disk.folder.problems == []
    damage(folder)
    tail = (folder / TAIL).read_bytes()
    found = check(folder)
    assert any("commits that came after the damage" in line for line in found)
    assert any(line.startswith("table 1: its newest moves may be lost") for line in found)
    with disk_in(folder) as disk:
        problems = disk.folder.problems
        rooms = restarted(disk.folder.saved)
        assert rooms.session.lobby.tables[1].step < whole
    assert any("commits that came after the damage" in line for line in problems)
    assert any(line.startswith("table 1 goes on: its newest moves") for line in problems)
    assert [file.read_bytes() for file in (folder / DAMAGED).iterdir()] == [tail]
    client = rooms.connect()
    client.hello("x", token=f"{1:064x}")
    assert any("its newest moves may be lost" in chat["text"] for chat in client.of_type("chat"))


def test_the_commit_that_a_kill_cut_short_is_no_loss(tmp_path: Path) -> None:
    folder = killed(tmp_path)
    log = (folder / TAIL).read_bytes()
    frames = (len(log) - HEADER) // FRAME
    assert unread(log, frames) == Unread(0, 0)
    last = unread(log, frames - 1)
    assert last == Unread(1, 1)
    assert not last.was_acknowledged


def test_pages_from_before_the_log_was_begun_anew_are_no_damage(tmp_path: Path) -> None:
    log = bytearray((killed(tmp_path) / TAIL).read_bytes())
    for start in range(HEADER + 3 * FRAME, len(log), FRAME):
        log[start + 8 : start + 16] = b"older..."
    assert unread(bytes(log), 3) == Unread(0, 0)
    assert unread(b"", 0) == unread(bytes(HEADER), 0) == Unread(0, 0)


def test_check_reads_a_folder_that_has_no_lock_and_makes_none(tmp_path: Path) -> None:
    folder = killed(tmp_path)
    before = sorted(folder.iterdir())
    assert check(folder) == []
    assert sorted(folder.iterdir()) == before


def test_check_asks_for_no_right_to_write(tmp_path: Path) -> None:
    folder = killed(tmp_path)
    with disk_in(folder):
        pass
    (folder / "lock").chmod(0o400)
    folder.chmod(0o500)
    try:
        assert check(folder) == []
    finally:
        folder.chmod(0o700)
