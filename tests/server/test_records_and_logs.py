"""What is written to disk: records, whole or not at all, and a log of one line an event."""

import logging
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardgame_server.effects import Record
from cardgame_server.logs import OneLineFormatter, set_up
from cardgame_server.program import server_id
from cardgame_server.records import RecordStore

RECORD = Record(table=3, match=2, text="cardgame record 1\n")


def store(folder: Path) -> RecordStore:
    """Make a store whose clock stands."""
    return RecordStore(folder, lambda: datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC))


def test_a_record_is_one_file_named_by_time_table_and_match(tmp_path: Path) -> None:
    store(tmp_path / "new" / "records").keep(RECORD)
    files = list((tmp_path / "new" / "records").iterdir())
    assert [file.name for file in files] == ["20260102T030405.000678-table3-match2.txt"]
    assert files[0].read_text() == RECORD.text


def test_bug_S02_a_write_that_fails_leaves_no_torn_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_full)
    with pytest.raises(OSError, match="No space"):
        store(tmp_path).keep(RECORD)
    assert list(tmp_path.iterdir()) == []


def test_the_server_id_is_the_same_after_a_restart(tmp_path: Path) -> None:
    first = server_id(tmp_path)
    assert server_id(tmp_path) == first
    assert server_id(tmp_path / "other") != first


def test_a_server_id_that_cannot_be_kept_is_a_warning_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    assert server_id(tmp_path / "file" / "data")
    assert "cannot be kept" in caplog.text


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\x85b", "a\u2028b", "a\x1b[2Jb", "a\0b"])
def test_bug_X09_whatever_is_logged_is_one_printable_line(text: str) -> None:
    record = logging.LogRecord("cardgame", logging.INFO, "", 0, "name %s", (text,), None)
    line = OneLineFormatter("%(message)s").format(record)
    assert line.isprintable()
    assert len(line.splitlines()) == 1


def test_a_traceback_is_one_line_too() -> None:
    error = ValueError("a\nb")
    info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("cardgame", logging.ERROR, "", 0, "fault", (), info)
    line = OneLineFormatter("%(message)s").format(record)
    assert line.isprintable()
    assert "ValueError" in line


def test_the_log_goes_to_a_file_when_it_is_asked_for(tmp_path: Path) -> None:
    set_up(tmp_path / "log", verbose=False)
    logging.getLogger("cardgame.server").info("connection %d", 1)
    assert (tmp_path / "log").read_text().endswith("INFO connection 1\n")
