"""A program whose standard streams were closed by whoever started it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.files import THREE_LINES, write_bot

ALL_CLOSED = ("<&-", ">&-", "2>&-")

PRINTS = """
import subprocess, sys
from cardgame_client.streams import open_closed_streams
open_closed_streams()
with open(sys.argv[1], "w") as file:
    print("on the screen")
    print("on the screen", file=sys.stderr)
    subprocess.run([sys.executable, "-c", "print('of a child')"], check=True)
    file.write(f"{file.fileno() > 2} {sys.stdin.read()!r}")
"""


def run(closed: str, *command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a shell does, with some of its streams closed."""
    words = ["sh", "-c", f'exec "$@" {closed}', "sh", *command]
    return subprocess.run(words, capture_output=True, timeout=60, check=False)


def test_what_is_printed_to_closed_streams_goes_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "file"
    ended = run(" ".join(ALL_CLOSED), sys.executable, "-c", PRINTS, str(file))
    assert ended.returncode == 0
    assert file.read_text() == "True ''"


@pytest.mark.parametrize("closed", ALL_CLOSED)
def test_a_bot_plays_whatever_stream_is_closed(tmp_path: Path, closed: str) -> None:
    bot = write_bot(tmp_path, THREE_LINES)
    what = ("match", bot, "simple", "--rules", "duel", "--target", "1")
    ended = run(closed, sys.executable, "-m", "cardgame_bots.cli", *what)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == b"" if closed == ">&-" else b" won (seed " in ended.stdout


@pytest.mark.parametrize("closed", ALL_CLOSED)
def test_a_client_answers_whatever_stream_is_closed(closed: str) -> None:
    command = (sys.executable, "-m", "cardgame_client.cli", "--solo", "duel", "--plain")
    assert run(closed, *command).returncode == 0
