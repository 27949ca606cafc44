"""What damage has cost each table is found out, logged, and told to those who were there."""

import re
import sqlite3
from pathlib import Path
from random import Random

import pytest

from cardgame_server.check import check
from cardgame_server.folder import JOURNAL
from tests.server.disk import disk_in, restarted
from tests.server.test_data_folder import played, sql, steps_in


@pytest.mark.parametrize("page", range(2, 40, 3))
def test_no_table_loses_a_move_by_damage_without_being_named_for_it(
    tmp_path: Path, page: int
) -> None:
    played(tmp_path, tables=6, steps=40)
    before = steps_in(tmp_path)
    data = bytearray((tmp_path / JOURNAL).read_bytes())
    start = 4096 * (page % (len(data) // 4096))
    data[start : start + 4096] = Random(page).randbytes(4096)
    (tmp_path / JOURNAL).write_bytes(data)
    named = check(tmp_path)
    with disk_in(tmp_path) as disk:
        problems = disk.folder.problems
        if any("cannot be read at all" in line for line in problems):
            return  # The first page: no table is left, and that was said.
        rooms = restarted(disk.folder.saved, disk)
        after = {number: table.step for number, table in rooms.session.lobby.tables.items()}
    for number, step in before.items():
        if after.get(number) != step:
            assert any(line.startswith(f"table {number}") for line in problems)
            assert any(line.startswith(f"table {number}:") for line in named)
    if any("goes on in a new one" in line for line in problems):
        told = [line for line in problems if re.match(r"table \d+ (goes on|cannot go on)", line)]
        assert len(told) >= len(after)


def newest_pages_of_steps(folder: Path) -> int:
    """Return the place of the page with the newest steps in the journal of a folder."""
    db = sqlite3.connect(folder / JOURNAL)
    (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'steps'").fetchone()
    db.close()
    page = (folder / JOURNAL).read_bytes()[4096 * (root - 1) :][:4096]
    assert page[0] == 5, "the steps fill one page only"
    return int.from_bytes(page[8:12], "big") - 1


def test_who_comes_back_to_a_table_whose_newest_moves_may_be_lost_is_told_so(
    tmp_path: Path,
) -> None:
    played(tmp_path, tables=2, steps=60)
    before = steps_in(tmp_path)
    data = bytearray((tmp_path / JOURNAL).read_bytes())
    start = 4096 * newest_pages_of_steps(tmp_path)
    data[start : start + 4096] = bytes([0xFF]) * 4096
    (tmp_path / JOURNAL).write_bytes(data)
    with disk_in(tmp_path) as disk:
        losses = {loss.table: loss for loss in disk.folder.saved.losses}
        assert losses[2].goes_on
        (line,) = [line for line in disk.folder.problems if line.startswith("table 2 goes on")]
        assert f"is step {losses[2].why.split()[-1]}" in line
        rooms = restarted(disk.folder.saved)
    assert rooms.session.lobby.tables[2].step < before[2]
    back = rooms.connect()
    back.hello("x", token=f"{3:064x}")
    (chat,) = back.of_type("chat")
    assert (chat["scope"], chat["name"]) == ("table", "server")
    assert chat["text"] == (
        "The server's files were damaged. Table 2 goes on from what could be read of it; its "
        "newest moves may be lost."
    )
    assert rooms.back(back).of_type("chat") == []


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM steps WHERE numbers = '1' AND seq % 2", "UPDATE tables SET base = 'x'"],
)
def test_who_was_at_a_table_that_is_not_there_any_more_is_told_in_the_lobby(
    tmp_path: Path, damage: str
) -> None:
    played(tmp_path, tables=1)
    sql(tmp_path, damage)
    with disk_in(tmp_path) as disk:
        rooms = restarted(disk.folder.saved)
    back = rooms.connect()
    assert back.hello("x", token=f"{1:064x}")["table"] is None
    (chat,) = back.of_type("chat")
    assert (chat["scope"], chat["name"]) == ("lobby", "server")
    assert "Table 1 could not be brought back" in chat["text"]
