"""A whole match of each game in `--plain`, by typed commands alone, over real sockets."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardgame_rules import records
from tests.end_to_end.running_server import running_server

PATIENCE_SECONDS = 120
"""A match takes about two seconds; after this the client is killed and the test fails."""

SETUPS = {
    "duel": ["create duel target 60 pace 0", "add simple", "start"],
    "eights": ["create eights target 30 pace 0", "add random", "start"],
    "survival": ["create survival seats 3 target 1 pace 0", "add simple", "add random", "start"],
    "classic": ["create classic seats 3 target 60 pace 0", "add simple", "add simple", "start"],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server")) as address:
        yield address


@contextmanager
def typing(address: str, *, encoding: str = "utf-8") -> Iterator["Typist"]:
    """Run the client for the block, and kill it if that does not end."""
    command = [sys.executable, "-m", "cardgame_client", address, "--plain", "--name", "Ana"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    ) as process:
        alarm = threading.Timer(PATIENCE_SECONDS, process.kill)
        alarm.start()
        try:
            yield Typist(process)
        finally:
            alarm.cancel()
            process.kill()


class Typist:
    """Plays from what it reads, as a person with a screen reader would."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self.heard: list[str] = []

    def type(self, *lines: str) -> None:
        self.stdin.write("".join(line + "\n" for line in lines).encode())
        self.stdin.flush()

    def lines(self) -> Iterator[str]:
        for raw in self.stdout:
            line = raw.decode().rstrip("\n")
            self.heard.append(line)
            yield line

    def leave(self) -> int:
        """End the input; returns the exit code."""
        self.stdin.close()
        for _ in self.lines():
            pass
        return self.process.wait()

    def play_to_the_end(self) -> None:
        """Answer every decision by what `hint` offers, until the match is over."""
        for line in self.lines():
            if line.startswith("You hold "):
                self.type("hint")
            elif line.startswith("You can type: "):
                self.type(choice(line.removeprefix("You can type: ").rstrip(".").split(", ")))
            elif line.startswith("The next hand begins"):
                self.type("ready")
            elif line.startswith("The match is over"):
                return
        pytest.fail("the client ended before the match:\n" + "\n".join(self.heard[-30:]))


def choice(offers: list[str]) -> str:
    """Return a play with the call where there is one, else a play, else the first offer."""
    calls = [offer for offer in offers if offer.endswith(" call")]
    plays = [offer for offer in offers if offer.startswith("play ")]
    return (calls or plays or offers)[0]


@pytest.mark.parametrize("preset", SETUPS)
def test_a_match_is_played_to_its_end_by_commands_alone(
    preset: str, server: str, tmp_path: Path
) -> None:
    target = tmp_path / "match.txt"
    with typing(server) as ana:
        ana.type(*SETUPS[preset])
        ana.play_to_the_end()
        ana.type(f"save {target}", "state", "scores", "rules", "help")
        assert ana.leave() == 0
    text = "\n".join(ana.heard)
    assert f"Match 1 begins: {preset}" in text
    assert "You play " in text
    assert "Traceback" not in text
    assert records.replay(target.read_text()).over


def test_bug_U17_a_terminal_without_suits_and_foreign_letters_plays_eights(server: str) -> None:
    with typing(server, encoding="ascii") as ana:
        ana.type("say 日本語 ♥", *SETUPS["eights"])
        ana.play_to_the_end()
        assert ana.leave() == 0
    assert "Ana (lobby): ??? ?" in ana.heard
    assert all(line.isascii() for line in ana.heard)


def test_bug_P05_bytes_that_are_no_text_are_answered_and_harm_nothing(server: str) -> None:
    with typing(server) as ana:
        ana.stdin.write(b"say \xff\xfe\n\x00\x1b[2J\nhelp play\n")
        assert ana.leave() == 0
    assert any(line.startswith("Ana (lobby): ") for line in ana.heard)
    assert all(line.isprintable() for line in ana.heard)


def test_a_last_line_without_its_line_end_is_a_command_too(server: str) -> None:
    with typing(server) as ana:
        ana.stdin.write(b"rules duel")
        assert ana.leave() == 0
    assert any(line.startswith("duel: 2 players") for line in ana.heard)
