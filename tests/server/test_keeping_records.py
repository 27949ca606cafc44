"""Records of finished matches: on disk before the result is told, each once, old ones removed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardgame_protocol.limits import ALL_AWAY_SECONDS
from cardgame_rules.records import replay
from cardgame_server import records
from cardgame_server.effects import Record, Send
from cardgame_server.limits import RECORD_DAYS
from cardgame_server.records import RecordStore
from tests.server.disk import disk_in
from tests.server.kit import Client, Rooms, first_play, play_on, started

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


def by_consent(rooms: Rooms, people: list[Client]) -> None:
    for person in people:
        person.ok("end")


def by_going_out(_: Rooms, people: list[Client]) -> None:
    play_on(people, lambda: people[0].view["state"] == "over")


def by_the_clock(rooms: Rooms, people: list[Client]) -> None:
    while people[0].view["state"] != "over":
        rooms.advance(60)


def by_all_being_away(rooms: Rooms, people: list[Client]) -> None:
    for person in people:
        person.drop()
    rooms.advance(ALL_AWAY_SECONDS + 1)


def by_all_leaving(rooms: Rooms, people: list[Client]) -> None:
    for person in people:
        person.ok("leave")
    while not rooms.records:
        rooms.advance(60)


def by_a_stand_in(rooms: Rooms, people: list[Client]) -> None:
    people[0].drop()
    for _ in range(5000):
        if people[1].view["state"] == "over":
            return
        if people[1].on_turn:
            people[1].move(first_play(people[1]))
        else:
            rooms.advance(6)


@pytest.mark.parametrize("preset", ["duel", "eights", "classic"])
@pytest.mark.parametrize(
    "ends",
    [by_consent, by_going_out, by_the_clock, by_all_being_away, by_all_leaving, by_a_stand_in],
)
def test_bug_S04_however_a_match_ends_its_record_is_kept_once_before_anybody_hears_of_it(
    tmp_path: Path, ends: Callable[[Rooms, list[Client]], None], preset: str
) -> None:
    kept_when_told: list[int] = []

    class Watched(Rooms):
        def _deliver(self, effect: Send) -> None:
            super()._deliver(effect)
            told = self.clients[effect.conn].inbox[-1:]
            if told and told[0]["type"] == "update" and told[0]["view"]["result"]:
                kept_when_told.append(len(disk.saved().records))

    with disk_in(tmp_path) as disk:
        rooms = Watched(disk=disk)
        people = started(rooms, "Ann", "Ben", preset=preset, target=1, turn_seconds=30)
        wim = rooms.person("Wim")
        wim.ok("spectate", table=1)
        ends(rooms, people)
        (kept,) = disk.saved().records
        assert [record.text for record in rooms.records] == [kept.text]
        match = replay(kept.text)
        assert match.standings.result is not None
        assert kept_when_told
        assert set(kept_when_told) == {1}
        assert wim.events("match_over") == [
            {"event": "match_over", **match.standings.result.as_map()}
        ]


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
