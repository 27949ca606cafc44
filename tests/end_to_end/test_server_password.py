"""A server with a password, and somebody at a real terminal who is asked for it."""

import signal
from pathlib import Path

import pytest

from tests.end_to_end.real_terminal import RealTerminal, client_in_terminal
from tests.end_to_end.running_server import running_server

SECRET = "open-sesame-7"


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    """The file with the password."""
    file = tmp_path / "password"
    file.write_text(f"{SECRET}\n", "utf-8")
    return file


def untold(terminal: RealTerminal, folder: Path) -> None:
    """Nothing that the terminal or the server's log was given holds the password."""
    assert SECRET.encode() not in terminal.raw
    assert SECRET not in (folder / "server.log").read_text("utf-8")


def test_full_screen_it_is_asked_for_and_a_wrong_one_again(tmp_path: Path, locked: Path) -> None:
    with (
        running_server(tmp_path, "--password-file", str(locked)) as address,
        client_in_terminal([address, "--name", "Ana"]) as terminal,
    ):
        terminal.sees("This server has a password.")
        terminal.send("guess\r")
        terminal.sees("That is not the password")
        terminal.send(f"{SECRET}\r")
        terminal.sees("Lobby of")
        terminal.send("q")
        assert terminal.ended() == 0
        untold(terminal, tmp_path)


def test_in_plain_mode_it_is_asked_for_and_a_wrong_one_again(tmp_path: Path, locked: Path) -> None:
    with (
        running_server(tmp_path, "--password-file", str(locked)) as address,
        client_in_terminal([address, "--name", "Ana", "--plain"]) as terminal,
    ):
        before = terminal.settings()
        terminal.sees("This server has a password. Type it; it is not shown.")
        terminal.send("guess\r")
        terminal.sees("That is not the password")
        terminal.send(f"{SECRET}\r")
        terminal.sees("You are Ana")
        assert terminal.settings() == before
        assert b"guess" not in terminal.raw
        terminal.send("quit\r")
        assert terminal.ended() == 0
        untold(terminal, tmp_path)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 1), (signal.SIGHUP, 1)]
)
def test_a_signal_while_it_is_asked_for_leaves_the_terminal_as_it_was(
    tmp_path: Path, locked: Path, number: int, code: int
) -> None:
    with (
        running_server(tmp_path, "--password-file", str(locked)) as address,
        client_in_terminal([address, "--name", "Ana", "--plain"]) as terminal,
    ):
        before = terminal.settings()
        terminal.sees("it is not shown")
        terminal.until(lambda: terminal.settings() != before)
        terminal.process.send_signal(number)
        assert terminal.ended() == code
        assert terminal.settings() == before


def test_an_empty_line_ends_with_the_other_ways_to_give_it(tmp_path: Path, locked: Path) -> None:
    with (
        running_server(tmp_path, "--password-file", str(locked)) as address,
        client_in_terminal([address, "--name", "Ana", "--plain"]) as terminal,
    ):
        terminal.sees("it is not shown")
        terminal.send("\r")
        assert terminal.ended() == 1
        assert b"--password-file FILE or CARDGAME_PASSWORD" in terminal.raw
