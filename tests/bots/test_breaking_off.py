"""A command that is broken off: no noise, and the exit code of how it was."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgame_bots.breaking_off import broken_off, one_interrupt
from tests.bots.files import write_bot

COMMAND = [sys.executable, "-W", "error", "-m", "cardgame_bots.cli"]

SAYS_THAT_IT_PLAYS = """
import os

def choose(moment):
    try:
        os.close(os.open({path!r}, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        pass  # nobody waits to hear it
    return moment.rng.choice(moment.legal)
"""


def unread(arguments: list[str]) -> tuple[int, str]:
    """Run a command whose output nobody reads any more; return its exit code and its errors."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as pipe:
        run = subprocess.run(
            [*COMMAND, *arguments], stdout=pipe, stderr=subprocess.PIPE, timeout=60, check=False
        )
    return run.returncode, run.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["match", "--help"],
        ["--version"],
        ["match", "simple", "random"],
        ["arena", "simple", "random", "--games", "2"],
        ["check", "simple", "--presets", "duel"],
        ["play", "simple", "localhost:1"],
    ],
    ids=" ".join,
)
def test_a_command_that_nobody_reads_ends_quietly(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert unread(arguments) == (0, "")


def test_a_full_disk_behind_the_output_is_told_in_words() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = subprocess.run(
            [*COMMAND, "match", "simple", "random"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    told = "cardgame-bot: what it prints cannot be written: No space left on device\n"
    assert (run.returncode, run.stderr) == (1, told)


def test_another_failure_of_the_system_is_not_taken_for_one_of_the_output() -> None:
    def fails() -> int:
        raise FileNotFoundError(2, "No such file")

    with pytest.raises(FileNotFoundError):
        broken_off(fails)


@pytest.fixture
def handlers() -> Iterator[None]:
    """What this process does at a signal stays as it is."""
    ends = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in ends]
    yield
    for number, handler in zip(ends, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_end_is_heard_once_and_changes_nothing_after_that(
    number: signal.Signals,
) -> None:
    def interrupted() -> int:
        with one_interrupt():
            try:
                signal.raise_signal(number)
            finally:
                signal.raise_signal(number)
        return 0

    assert broken_off(interrupted) == 130
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGTERM)


def test_without_a_ctrl_c_the_next_one_is_met_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ValueError, match="as it was"), one_interrupt():
        raise ValueError("as it was")
    assert signal.getsignal(signal.SIGINT) is before


def test_an_arena_interrupted_twice_tells_its_results_and_nothing_else(tmp_path: Path) -> None:
    """All of its processes get the signal, as those of a terminal do."""
    playing = tmp_path / "playing"
    os.mkfifo(playing)
    bot = write_bot(tmp_path, SAYS_THAT_IT_PLAYS.format(path=str(playing)))
    with subprocess.Popen(
        [*COMMAND, "arena", bot, "random", "--games", "400000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as arena:  # fmt: skip
        with playing.open("rb"):  # opens once the bot has a first choice
            os.killpg(arena.pid, signal.SIGINT)
            os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=60)
    assert arena.returncode == 130
    assert out.startswith("classic: ")
    assert err == "interrupted; with --save FILE the same command could go on from here\n"
