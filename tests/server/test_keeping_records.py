"""Records of finished matches: on disk before the result is told, each once, old ones removed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardgame_server import records
from cardgame_server.effects import Record
from cardgame_server.limits import RECORD_DAYS
from cardgame_server.records import RecordStore
from tests.server.disk import disk_in
from tests.server.kit import Rooms, started

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def store(folder: Path, now: datetime = NOW) -> RecordStore:
    """Make a store whose clock stands."""
    return RecordStore(folder, lambda: now)


def names(folder: Path) -> list[str]:
    """Return the tables whose records are there, oldest first."""
    return [file.name.split("-")[1] for file in sorted(folder.iterdir())]


def test_bug_S04_a_result_is_on_disk_before_it_is_told_with_the_numbers_that_are_told(
    tmp_path: Path,
) -> None:
    with disk_in(tmp_path) as disk:
        rooms = Rooms(disk=disk)
        people = started(rooms, "Ann", "Ben", preset="eights")
        for person in people:
            person.ok("end")
        (kept,) = disk.saved().records
        assert (kept.table, kept.match) == (1, 1)
        assert kept.text == rooms.records[0].text
        assert kept.text == people[0].ok("record")["text"]
        assert kept.text.rstrip().endswith("end agreed")


def test_bug_S04_a_record_is_made_a_file_once_however_often_that_is_begun(tmp_path: Path) -> None:
    record = Record(3, 1, "text\n")
    store(tmp_path).keep(record)
    store(tmp_path, NOW + timedelta(hours=1)).keep(record)
    assert names(tmp_path) == ["table3"]
    store(tmp_path, NOW + timedelta(hours=2)).keep(Record(3, 1, "another server's\n"))
    assert names(tmp_path) == ["table3", "table3"]


def test_records_of_more_than_a_year_ago_are_removed(tmp_path: Path) -> None:
    store(tmp_path, NOW - timedelta(days=RECORD_DAYS + 1)).keep(Record(1, 1, "a"))
    store(tmp_path, NOW - timedelta(days=RECORD_DAYS - 1)).keep(Record(2, 1, "b"))
    (tmp_path / "the-hosts-own.txt").write_text("a list of birthdays")
    store(tmp_path).keep(Record(3, 1, "c"))
    assert names(tmp_path) == ["table2", "table3", "hosts"]


@pytest.mark.parametrize(("limit", "value"), [("RECORDS_MAX", 3), ("RECORDS_BYTES", 35)])
def test_the_oldest_of_too_many_records_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(records, limit, value)
    for hour in range(6):
        store(tmp_path, NOW + timedelta(hours=hour)).keep(Record(hour, 1, f"{hour:010}"))
    assert names(tmp_path) == ["table3", "table4", "table5"]
