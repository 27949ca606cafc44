"""A program that is checked, while it runs: what it prints does no harm, and its end is shown."""

import os
import select
import shlex
import sys
from pathlib import Path

import pytest

from cardgame_bots.check.program import MOST_BYTES, MOST_LINES, listening, running
from cardgame_bots.cli import main


def tail_of(program: str) -> list[str]:
    with listening(0) as listener, running([sys.executable, "-c", program], listener, None) as run:
        return run.tail()


def test_its_last_lines_and_how_it_ended_are_told() -> None:
    assert tail_of("print('first'); print('last'); raise SystemExit(3)") == [
        "it printed: first",
        "it printed: last",
        "it has ended with exit code 3",
    ]


def test_of_a_program_that_prints_without_end_only_the_last_lines_are_kept() -> None:
    told = tail_of("while True: print('x' * 99)")
    assert told[-1] == "it is still running"
    assert len(told) == MOST_LINES + 1
    assert set(told[1:-2]) == {f"it printed: {'x' * 99}"}


def test_a_line_without_end_is_cut() -> None:
    line, state = tail_of("while True: print('x' * 999, end='')")
    assert line == f"it printed: {'x' * MOST_BYTES}"
    assert state == "it is still running"


def test_a_program_that_cannot_be_run_is_told_with_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.js"
    assert main(["check", "--", str(bot)]) == 2
    assert f"there is no program '{bot}' to run" in capsys.readouterr().err
    bot.touch()
    assert main(["check", "--", str(bot)]) == 2
    assert f"{bot} cannot be run by itself: write before it what" in capsys.readouterr().err


def test_a_program_that_the_system_does_not_run_is_told_with_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot"
    bot.write_text("no line that says what runs this")
    bot.chmod(0o755)
    assert main(["check", "--", str(bot)]) == 2
    told = f"cardgame-bot check: {bot} cannot be run: Exec format error; write before it what"
    assert capsys.readouterr().err.startswith(told)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    """As what `npm` or a script runs, which would come back to the check of the next game."""
    held = tmp_path / "held"
    os.mkfifo(held)
    command = ["sh", "-c", f"sleep 60 > {shlex.quote(str(held))} & wait"]
    with listening(0) as listener, running(command, listener, None):
        reader = held.open("rb")  # opens once somebody has the other end
    with reader:
        assert select.select([reader], [], [], 10.0)[0]  # nobody has it any more


def test_a_command_without_its_dashes_is_told_where_they_belong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["check", "node", "bot.js"])
    assert "a program to check stands behind --: check -- node bot.js" in capsys.readouterr().err
