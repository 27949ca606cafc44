"""Files that are written in the end: found out in the beginning, and told in words."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardgame_bots.cli import main
from cardgame_bots.exits import UsageError
from cardgame_bots.outputs import NotWrittenError, writable, write
from tests.bots import files
from tests.bots.files import write_bot


@pytest.fixture
def below_a_file(tmp_path: Path) -> str:
    """A path that nobody can write, not even who may write anywhere."""
    (tmp_path / "file").touch()
    return str(tmp_path / "file" / "x.html")


def test_looking_whether_a_file_can_be_written_leaves_it_as_it_was(tmp_path: Path) -> None:
    there, new = tmp_path / "there", tmp_path / "new"
    there.write_text("kept", encoding="utf-8")
    writable(there, "--record")
    writable(new, "--record")
    assert there.read_text(encoding="utf-8") == "kept"
    assert not new.exists()


def test_a_record_replaces_a_record_and_nothing_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot, record = write_bot(tmp_path, files.THREE_LINES), tmp_path / "match.txt"
    play = ["match", bot, "simple", "--rules", "duel", "--target", "1", "--record"]
    assert [main([*play, str(record)]) for _ in range(2)] == [0, 0]
    capfd.readouterr()
    assert main([*play, bot]) == 2
    assert f"--record {bot}: it is there already, and is something else" in capfd.readouterr().err
    assert Path(bot).read_text(encoding="utf-8").startswith("def choose")


def test_a_report_does_not_replace_the_log_of_its_arena(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = str(tmp_path / "page.html")
    assert main(["arena", "simple", "random", "--save", page, "--report", page]) == 2
    assert f"--report and --save name the same file, {page}" in capfd.readouterr().err


def test_a_folder_and_a_name_that_is_none_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Is a directory"):
        writable(tmp_path, "--record")
    with pytest.raises(UsageError, match="null"):
        writable(Path("a\0b"), "--record")


def test_a_disk_that_is_full_in_the_end_is_told_in_words() -> None:
    with pytest.raises(NotWrittenError, match="full was not written: No space left on device"):
        write(Path("/dev/full"), "text")


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "simple", "random", "--report"],
        ["match", "simple", "random", "--record"],
    ],
    ids=lambda command: command[0],
)
def test_what_cannot_be_written_is_told_before_anything_is_played(
    command: list[str], below_a_file: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, below_a_file]) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err == (
        f"cardgame-bot {command[0]}: {command[-1]} {below_a_file}: it cannot be written: "
        "Not a directory; name a file in a folder where you may write\n"
    )


@pytest.mark.parametrize("log", [[], ["--log", "bot.log"]], ids=["default", "named"])
def test_a_log_that_cannot_be_written_is_told_before_the_server_is_called(
    log: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES)
    (tmp_path / "bot.log").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["play", bot, "localhost:1", *log]) == 2
    told = "cardgame-bot play: the log bot.log cannot be written (Is a directory): name another"
    assert capfd.readouterr().err.startswith(told)


def test_a_record_that_the_disk_does_not_take_costs_the_record_only(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", "simple", "random", "--target", "1", "--record", "/dev/full"]) == 1
    told = capfd.readouterr()
    assert " won (seed " in told.out
    assert told.err == "cardgame-bot match: /dev/full was not written: No space left on device\n"


def test_a_log_that_the_disk_does_not_take_is_told_once_and_changes_nothing_else() -> None:
    command = [sys.executable, "-W", "error", "-m", "cardgame_bots.cli"]
    run = subprocess.run(
        [*command, "play", "simple", "localhost:1", "--log", "/dev/full"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    lost, why = run.stderr.splitlines()
    told = "cardgame-bot play: the log cannot be written: No space left on device; lines of it"
    assert lost.startswith(told)
    assert why.startswith("cardgame-bot play: cannot connect to localhost port 1")
    assert run.returncode == 3


@pytest.mark.parametrize("name", ["page.png", "page", "page.html.gz"])
def test_a_report_of_a_kind_that_there_is_not_is_refused_before_the_first_game(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "simple", "random", "--report", str(tmp_path / name)]) == 2
    told = capfd.readouterr()
    assert "write FILE.html for a page with a picture, FILE.svg for that alone" in told.err
    assert told.out == ""
    assert not list(tmp_path.iterdir())


def test_a_password_file_that_is_not_there_is_told_in_one_line(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "simple", "localhost:1", "--password-file", "/nowhere"]) == 2
    told = "cardgame-bot play: cannot read /nowhere: No such file or directory\n"
    assert capfd.readouterr().err == told
