"""A saved match looked at again, in a real terminal and in plain mode."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.records import played, record_file
from tests.end_to_end.real_terminal import client_in_terminal
from tests.end_to_end.running_server import running_server
from tests.end_to_end.test_fullscreen_match import DOWN, LEFT, RIGHT, UP, assert_restored
from tests.end_to_end.test_plain_match import SETUPS, typing

HOME, END = "\x1b[H", "\x1b[F"


def replayed(path: Path, *arguments: str, said: str = "") -> list[str]:
    """Return what a plain replay prints."""
    command = [sys.executable, "-W", "error", "-m", "cardgame_client", "replay", str(path)]
    ended = subprocess.run(
        [*command, "--plain", *arguments],
        input=said.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode().splitlines()


@pytest.mark.parametrize("preset", SETUPS)
def test_a_saved_match_is_replayed_as_its_player_heard_it(preset: str, tmp_path: Path) -> None:
    target = tmp_path / "match.txt"
    with running_server(tmp_path) as address, typing(address) as ana:
        ana.type(*SETUPS[preset])
        ana.play_to_the_end()
        ana.type(f"save {target}")
        assert ana.leave() == 0
    plays = [line for line in ana.heard if line.startswith(("You play", "You draw", "You are d"))]
    again = replayed(target, said="next\n" * target.read_text().count("\n"))
    assert [line for line in again if line in set(plays)] == plays
    assert again[0].startswith("Step 1 of ")
    assert ana.heard[-1] not in again


def test_a_record_is_stepped_through_by_keys_from_every_seat(tmp_path: Path) -> None:
    path = record_file(tmp_path, played("classic"))
    with client_in_terminal(["replay", str(path), "--seat", "0"]) as terminal:
        before = terminal.settings()
        terminal.sees("Hand 1 of 2, move 1 of ")
        first = terminal.text
        for key, where in [
            (RIGHT, "move 2 of"),
            ("n", "move 3 of"),
            ("p", "move 2 of"),
            (LEFT, "move 1 of"),
        ]:
            terminal.send(key)
            terminal.sees(where)
        terminal.until(lambda: terminal.text == first)
        terminal.send(DOWN)
        terminal.sees("Hand 2 of 2")
        terminal.send(UP + HOME + "v")
        terminal.sees("You are dealt 7 cards")
        assert terminal.text != first
        terminal.send(END)
        terminal.sees("The match is over")
        terminal.send(":hand 1\r")
        terminal.sees("Hand 1 of 2, move 1 of ")
        terminal.send("q")
        assert terminal.ended() == 0
        assert_restored(terminal, before)


def test_a_broken_record_leaves_the_terminal_alone(tmp_path: Path) -> None:
    path = record_file(tmp_path, played("classic").replace("\n1 ", "\n0 ", 1))
    with client_in_terminal(["replay", str(path)]) as terminal:
        assert terminal.ended() == 1
        assert "cannot replay" in terminal.text
        assert "line " in terminal.text
        assert b"\x1b" not in terminal.raw


def test_hostile_names_in_a_record_reach_the_screen_as_text_only(tmp_path: Path) -> None:
    names = ("\x1b]0;owned\x07A", "\x1b[31mBea", "Ce\u202em\x9b2J")
    path = record_file(tmp_path, played("classic", names=names))
    with client_in_terminal(["replay", str(path)]) as terminal:
        terminal.sees("Hand 1 of 2, move 1 of ")
        terminal.send("v" + END)
        terminal.sees("The match is over")
        terminal.send("q")
        assert terminal.ended() == 0
        assert b"owned\x07" not in terminal.raw
        assert b"\x1b[31mBea" not in terminal.raw
        assert "\u202e".encode() not in terminal.raw
        assert "\x9b".encode() not in terminal.raw
