"""What is written to disk: records, whole or not at all, and a log of one line an event."""

import io
import logging
import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardgame_server.effects import Record
from cardgame_server.limits import LOG_LINES_WAITING
from cardgame_server.logs import OneLineFormatter, PatientHandler, set_up
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


def test_a_record_has_its_name_for_good_before_the_journal_forgets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_durable: list[str] = []
    fsync = os.fsync

    def note(handle: int) -> None:
        made_durable.append(Path(os.readlink(f"/proc/self/fd/{handle}")).name)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", note)
    store(tmp_path / "records").keep(RECORD)
    assert made_durable[-1] == "records"
    made_durable.clear()
    store(tmp_path / "records").keep(RECORD)
    assert made_durable == ["records"]
    assert len(list((tmp_path / "records").iterdir())) == 1


def test_what_a_killed_server_left_half_written_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".x7.part").write_text("cardgame rec")
    store(tmp_path).keep(RECORD)
    assert [file.suffix for file in tmp_path.iterdir()] == [".txt"]


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
    log = logging.getLogger("cardgame.server")
    log.info("connection %d", 1)
    for handler in logging.getLogger("cardgame").handlers:
        handler.close()
    assert (tmp_path / "log").read_text().endswith("INFO connection 1\n")


class StoppedStream(io.StringIO):
    """Takes lines only once it is let go, as a terminal does that was stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = threading.Event()
        self.let_go = threading.Event()

    def write(self, text: str) -> int:
        self.waited_for.set()
        assert self.let_go.wait(20)
        return super().write(text)


def test_lines_that_nobody_reads_are_counted_and_the_count_is_told() -> None:
    stream = StoppedStream()
    handler = PatientHandler(stream)
    line = logging.makeLogRecord({"msg": "x"})
    handler.handle(line)
    assert stream.waited_for.wait(20)
    for _ in range(LOG_LINES_WAITING + 3):
        handler.handle(line)
    stream.let_go.set()
    while handler.waiting:
        time.sleep(0)
    handler.handle(logging.makeLogRecord({"msg": "last"}))
    said: list[str] = []
    stream.close = lambda: said.append(stream.getvalue())  # type: ignore[method-assign]
    handler.close()
    assert said[0].splitlines() == [
        *["x"] * (LOG_LINES_WAITING + 1),
        "(3 lines of the log could not be written)",
        "last",
    ]


def test_a_log_that_cannot_be_written_any_more_ends_nothing() -> None:
    stream = io.StringIO()
    handler = PatientHandler(stream)
    stream.close()
    handler.handle(logging.makeLogRecord({"msg": "x"}))
    handler.close()
