"""A data folder in every state a crash, a disk or a person can leave it in."""

import json
import os
import sqlite3
import threading
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from cardgame_server.check import check
from cardgame_server.folder import DAMAGED, JOURNAL, Folder, FolderError
from cardgame_server.gate import Done
from cardgame_server.journal import FORMAT
from cardgame_server.writer import JournalWriter
from cardgame_server.writes import Beat, KeepPlayer, KeepRecord, Write
from tests.server.disk import copy_of, disk_in, restarted
from tests.server.kit import Rooms, started
from tests.server.test_restart import play_once


@cache
def files_after(tables: int, steps: int) -> dict[str, bytes]:
    """Return the files of a data folder with some tables in the middle of their hands.

    Played once for all tests: each move waits for the disk.
    """
    chance = Random(1)
    with TemporaryDirectory() as folder:
        with disk_in(Path(folder)) as disk:
            rooms = Rooms(seed=1, disk=disk)
            for number in range(tables):
                clients = started(rooms, f"A{number}", f"B{number}", preset="classic")
                for _ in range(steps):
                    play_once(clients, chance)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def played(folder: Path, tables: int = 2, steps: int = 30) -> None:
    """Fill a data folder with some tables in the middle of their hands."""
    folder.mkdir(exist_ok=True)
    for name, data in files_after(tables, steps).items():
        (folder / name).write_bytes(data)


def steps_in(folder: Path) -> dict[int, int]:
    """Open a folder as a server does; return the last step of each table."""
    with disk_in(folder) as disk:
        rooms = restarted(disk.folder.saved)
        return {number: table.step for number, table in rooms.session.lobby.tables.items()}


def set_aside_in(folder: Path) -> list[str]:
    """Return why files were set aside, which is all that `check` finds; it is silent without them.

    The files are removed, as whoever has looked at them does.
    """
    found = [line.split(": ", 1) for line in check(folder)]
    ending = "; look at it, then remove it"
    assert all(place.startswith("damaged/") and why.endswith(ending) for place, why in found)
    for file in (folder / DAMAGED).iterdir():
        file.unlink()
    assert check(folder) == []
    return [why.removesuffix(ending) for _, why in found]


def sql(folder: Path, statement: str) -> None:
    """Do something to the journal behind its back."""
    db = sqlite3.connect(folder / JOURNAL)
    with db:
        db.execute(statement)
    db.close()


def test_a_folder_belongs_to_one_server_at_a_time(tmp_path: Path) -> None:
    with disk_in(tmp_path), pytest.raises(FolderError, match="in use by another server"):
        Folder(tmp_path)
    with disk_in(tmp_path):
        assert check(tmp_path) == [
            f"{tmp_path}: the data folder {tmp_path} is in use by another server; "
            "stop it, or name another folder"
        ]


def test_what_a_newer_server_has_written_is_left_alone(tmp_path: Path) -> None:
    played(tmp_path)
    sql(tmp_path, f"PRAGMA user_version = {FORMAT + 1}")
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(FolderError, match=f"format {FORMAT + 1}, this server knows {FORMAT}"):
        Folder(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before
    assert "use a server at least as new" in check(tmp_path)[0]


def test_a_format_that_is_not_read_any_more_is_refused_with_words(tmp_path: Path) -> None:
    played(tmp_path)
    sql(tmp_path, f"PRAGMA user_version = {FORMAT - 1}")
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(FolderError, match=f"format {FORMAT - 1}, which .* use the server that"):
        Folder(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before
    assert f"format {FORMAT - 1}" in check(tmp_path)[0]


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    sql(tmp_path, "CREATE TABLE theirs (x)")
    with pytest.raises(FolderError, match="no journal of a card-game server"):
        Folder(tmp_path)
    assert not (tmp_path / DAMAGED).exists()


def test_a_path_that_cannot_be_a_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot use the data folder"):
        Folder(tmp_path / "file")


@pytest.mark.parametrize("cut", range(1, 12))
def test_bug_S02_a_torn_tail_costs_what_was_never_acknowledged_and_is_reported(
    tmp_path: Path, cut: int
) -> None:
    # Every commit but the last was acknowledged; the last is torn at any byte.
    played(tmp_path / "data", tables=1, steps=20)
    with disk_in(tmp_path / "data") as disk:
        rooms = restarted(disk.folder.saved, disk)
        clients = [rooms.connect(), rooms.connect()]
        for client, token in zip(clients, ("1", "2"), strict=True):
            client.hello("x", token=f"{int(token):064x}")
        tail = tmp_path / "data" / f"{JOURNAL}-wal"
        acknowledged = disk.saved()
        before = tail.stat().st_size
        play_once(clients, Random(cut))
        copy = copy_of(tmp_path / "data", tmp_path / "copy")
    torn = copy / f"{JOURNAL}-wal"
    size = before + (torn.stat().st_size - before) * cut // 12
    os.truncate(torn, size)
    assert any("belong to no complete commit" in line for line in check(copy))
    with disk_in(copy) as disk:
        assert disk.folder.saved == acknowledged
        (problem,) = disk.folder.problems
        assert "belong to no complete commit" in problem
        assert list((copy / DAMAGED).iterdir())
        restarted(disk.folder.saved)
    assert set_aside_in(copy) == [
        "the end of a journal, of which some pages belong to no complete commit"
    ]


def test_a_tail_with_a_byte_changed_is_reported(tmp_path: Path) -> None:
    with disk_in(tmp_path / "data") as disk:
        started(Rooms(disk=disk), "Ann", "Ben")
        copy = copy_of(tmp_path / "data", tmp_path / "copy")
    tail = bytearray((copy / f"{JOURNAL}-wal").read_bytes())
    tail[len(tail) // 2] ^= 1
    (copy / f"{JOURNAL}-wal").write_bytes(tail)
    assert check(copy)
    with disk_in(copy) as disk:
        assert disk.folder.problems


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET lines = replace(lines, 'play', 'draw') WHERE numbers = '1'",
        "DELETE FROM steps WHERE seq = (SELECT min(seq) + 3 FROM steps WHERE numbers = '1')",
        "DELETE FROM tables WHERE number = 1",
        "UPDATE tables SET head = '{}' WHERE number = 1",
        "UPDATE tables SET base = replace(base, 'classic', 'survival') WHERE number = 1",
        "UPDATE tables SET head_sum = 0 WHERE number = 1",
    ],
)
def test_a_damaged_table_is_set_aside_and_reported_and_the_others_go_on(
    tmp_path: Path, damage: str
) -> None:
    played(tmp_path, tables=3)
    steps = steps_in(tmp_path)
    sql(tmp_path, damage)
    assert [line[:8] for line in check(tmp_path)] == ["table 1:"]
    with disk_in(tmp_path) as disk:
        assert len(disk.folder.problems) == 1
        assert "table 1 cannot go on" in disk.folder.problems[0]
        (aside,) = (tmp_path / DAMAGED).iterdir()
        assert json.loads(aside.read_text())["rows"]
        assert [table.number for table in disk.folder.saved.tables] == [2, 3]
    assert steps_in(tmp_path) == {2: steps[2], 3: steps[3]}
    (why,) = set_aside_in(tmp_path)
    assert why.startswith("a table that could not go on (")


def test_a_table_that_does_not_follow_the_rules_is_set_aside_by_the_restart(
    tmp_path: Path,
) -> None:
    played(tmp_path)
    with disk_in(tmp_path) as disk:
        saved = disk.folder.saved
        one = saved.tables[0]
        wrong = one.steps[-1]._replace(lines="0 play R7\n1 play R7")
        broken = saved._replace(
            tables=[one._replace(steps=[*one.steps[:-1], wrong]), saved.tables[1]]
        )
        rooms = Rooms()
        problems: dict[int, str] = {}
        rooms.do(lambda change: problems.update(rooms.session.restore(change, broken)))
        assert list(problems) == [1]
        assert "do not follow" in problems[1]
        # Its people are in the lobby, not at a table that is not there.
        client = rooms.connect()
        assert client.hello("x", token=f"{1:064x}")["table"] is None
        assert "Table 1 could not be brought back" in client.of_type("chat")[0]["text"]
        client.ok("create", preset="duel", seats=2)
        disk.folder.set_aside(1, problems[1])
    assert list(steps_in(tmp_path)) == [2]


@pytest.mark.parametrize("page", range(1, 12))
def test_a_page_of_rubbish_costs_at_most_what_stood_in_it(tmp_path: Path, page: int) -> None:
    played(tmp_path, tables=6, steps=40)
    file = tmp_path / JOURNAL
    data = bytearray(file.read_bytes())
    start = 4096 * page
    if start >= len(data):
        start = len(data) - 4096
    data[start : start + 4096] = Random(page).randbytes(4096)
    file.write_bytes(data)
    assert check(tmp_path)
    with disk_in(tmp_path) as disk:
        assert disk.folder.problems
        restarted(disk.folder.saved, disk)
    # What goes on is sound, and what is wrong was told once.
    assert set_aside_in(tmp_path)
    with disk_in(tmp_path) as disk:
        assert disk.folder.problems == []


@pytest.mark.parametrize("rubbish", [b"", b"no database at all" * 300, b"SQLite format 3\0"])
def test_a_file_that_is_no_database_is_set_aside_whole(tmp_path: Path, rubbish: bytes) -> None:
    (tmp_path / JOURNAL).write_bytes(rubbish)
    with disk_in(tmp_path) as disk:
        assert len(disk.folder.problems) == 1
        (aside,) = (tmp_path / DAMAGED).iterdir()
        assert aside.read_bytes().startswith(rubbish)
    assert set_aside_in(tmp_path) == ["a journal that could not be read, or not as a whole"]


def test_check_finds_a_record_that_is_cut_short(tmp_path: Path) -> None:
    played(tmp_path)
    records = tmp_path / "records"
    records.mkdir()
    (records / "a.txt").write_text(
        "cardgame record 1\nrules classic\nseat 0 person A\nseat 1 person B\n"
    )
    (records / "b.txt").write_text("nonsense")
    assert check(tmp_path) == [
        "records/a.txt: the match does not come to its end",
        "records/b.txt: line 1: a record begins with 'cardgame record 1'",
    ]


def test_check_changes_nothing(tmp_path: Path) -> None:
    played(tmp_path / "data")
    copy = copy_of(tmp_path / "data", tmp_path / "copy")
    before = {file.name: file.read_bytes() for file in copy.iterdir()}
    assert check(copy) == []
    after = {file.name: file.read_bytes() for file in copy.iterdir() if file.name != "lock"}
    assert after == before


def test_check_says_so_where_nothing_was_kept(tmp_path: Path) -> None:
    assert "no server has kept anything here" in check(tmp_path)[0]


class Answers:
    """What a journal's thread has answered, in order."""

    def __init__(self) -> None:
        self.errors: list[Exception | None] = []
        self._one_more = threading.Semaphore(0)

    def take(self, error: Exception | None) -> None:
        """Note an answer."""
        self.errors.append(error)
        self._one_more.release()

    def next(self) -> Exception | None:
        """Wait for the next answer."""
        assert self._one_more.acquire(timeout=30)
        return self.errors[-1]


def commit(writer: JournalWriter, writes: list[Write]) -> Exception | None:
    """Have writes made durable and wait for it."""
    answers = Answers()
    done: Done = answers.take
    writer.commit(writes, done)
    return answers.next()


def test_a_full_disk_is_an_error_and_the_same_writes_are_taken_later(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    writer = JournalWriter(folder.journal, lambda job: job())
    (pages,) = folder.journal.db.execute("PRAGMA page_count").fetchone()
    folder.journal.db.execute(f"PRAGMA max_page_count = {pages}")
    small: list[Write] = [KeepPlayer("00", "Ann", computer=False)]
    large: list[Write] = [KeepRecord(1, 1, "x" * 100_000)]
    assert commit(writer, small) is None
    error = commit(writer, large)
    assert isinstance(error, sqlite3.Error)
    assert "full" in str(error)
    # The limit was the connection's own: it is opened anew for the next attempt.
    assert commit(writer, [*large, Beat(5.0)]) is None
    writer.close()
    folder.close()
    with disk_in(tmp_path) as disk:
        saved = disk.folder.saved
        assert (saved.records, saved.now) == ([KeepRecord(1, 1, "x" * 100_000)], 5.0)
        assert saved.players == small


def test_a_folder_that_is_taken_away_takes_no_writes_until_it_is_put_back(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "data")
    writer = JournalWriter(folder.journal, lambda job: job())
    ann: list[Write] = [KeepPlayer("00", "Ann", computer=False)]
    bob: list[Write] = [KeepPlayer("01", "Bob", computer=False)]
    assert commit(writer, ann) is None
    (tmp_path / "data").rename(tmp_path / "away")
    for _ in range(2):
        error = commit(writer, bob)
        assert isinstance(error, FileNotFoundError)
        assert "was removed or exchanged while the server runs" in str(error)
    assert not (tmp_path / "data").exists()
    (tmp_path / "away").rename(tmp_path / "data")
    assert commit(writer, bob) is None
    writer.close()
    folder.close()
    with disk_in(tmp_path / "data") as disk:
        assert disk.folder.saved.players == [*ann, *bob]


def test_a_commit_that_was_durable_in_spite_of_its_error_does_no_harm_again(
    tmp_path: Path,
) -> None:
    with disk_in(tmp_path) as disk:
        started(Rooms(disk=disk), "Ann", "Ben")
        journal = disk.folder.journal
        saved = disk.saved()
        step = saved.tables[0].steps[-1]
        batch = journal.prepare([step._replace(step=step.step + 1, lines="0 draw")])
        journal.write(batch)
        after = disk.saved()
        journal.reopen()
        journal.write(batch)
        assert disk.saved() == after
        assert len(after.tables[0].steps) == len(saved.tables[0].steps) + 1


def test_the_journal_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    with disk_in(tmp_path / "data") as disk:
        started(Rooms(disk=disk), "Ann", "Ben")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data" / JOURNAL).stat().st_mode & 0o077 == 0
