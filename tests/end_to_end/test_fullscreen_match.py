"""Whole matches in the full-screen client, in a real terminal, by keys alone.

The player here sees nothing but the screen and its key bar: what it cannot find there, a person
could not either.
"""

import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.real_terminal import RealTerminal, client_in_terminal
from tests.end_to_end.running_server import running_server

QUIET_SECONDS = 0.27
"""No change for so long: the table waits for the player, and its pause for early keys is over."""

MATCH_SECONDS = 90.0
"""One hand takes some five seconds; past this the player is stuck and the test fails."""

RISKY = re.compile(r"▸\S*!|═!═")
SAFE = re.compile(r"▸\S*\*|═\*═")
"""The chosen card in either size of the hand, marked as a risk or as one that may be played."""

LEFT, RIGHT, UP, DOWN, F3 = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1bOR"

PRESETS = {"duel": 0, "eights": 1, "survival": 2, "classic": 3}
"""Rule sets, with the steps to each in the form for a new table."""


def choice(keybar: str) -> str:
    """The key for the moment, read off the key bar; empty where there is none to press."""
    for hint, key in (
        ("K catch", "k"),
        ("G green", "g"),
        ("H hearts", "h"),
        ("C call: off", "c"),
        ("Enter play", "\r"),
        ("T take", "t"),
        ("P draw", "p"),
        ("D draw", "d"),
        ("P pass", "p"),
        ("X pass", "x"),
        ("Enter next hand", "\r"),
    ):
        if hint in keybar:
            return key
    return ""


def play_to_the_end(terminal: RealTerminal) -> set[str]:
    """Play until a rematch is offered; returns the keys that were pressed."""
    end = time.monotonic() + MATCH_SECONDS
    pressed: list[str] = []
    while "Enter rematch" not in terminal.keybar:
        assert time.monotonic() < end, f"stuck at this screen:\n{terminal.text}"
        # Drawing on and on in `eights` needs no pause each time.
        drawing = pressed[-1:] == ["d"] and choice(terminal.keybar) == "d"
        while not drawing and terminal.read(QUIET_SECONDS):
            pass
        key = choice(terminal.keybar)
        if key == "\r" and RISKY.search(terminal.text):
            key = safe_choice(terminal)
        if key:
            terminal.send(key)
            pressed.append(key)
            terminal.read(QUIET_SECONDS)
    return set(pressed)


def safe_choice(terminal: RealTerminal) -> str:
    """Choose a card that is no risk; the key for drawing where there is none.

    In `duel` a Wild Draw Four against the rule stays in the hand, to be tried again for ever.
    """
    for _ in range(108):
        terminal.send(LEFT)
        terminal.read(QUIET_SECONDS)
        if SAFE.search(terminal.text):
            return "\r"
    return "p"


def new_table(terminal: RealTerminal, preset: str) -> None:
    """Through the form: this rule set, one hand or one life, computers that do not wait."""
    terminal.send("n")
    terminal.sees("A new table")
    terminal.send(RIGHT * PRESETS[preset])
    terminal.sees(f"« {preset} »")
    lives = preset == "survival"
    terminal.send(DOWN * 3 + RIGHT)
    terminal.sees("« 1 »" if lives else "« 1: one hand »")
    terminal.send(DOWN * (2 if preset == "classic" else 1) + LEFT)
    terminal.sees("« at once »")
    terminal.send("\r")


def to_the_lobby(terminal: RealTerminal) -> None:
    terminal.sees("in force")
    terminal.send(F3)
    terminal.sees("Really leave the table?")
    terminal.send("y")
    terminal.sees("No table yet: N makes one.")


def play_a_match(preset: str) -> None:
    setup = ["--solo", preset, "--players", "2", "--level", "random", "--name", "Ana"]
    with client_in_terminal(setup) as terminal:
        before = terminal.settings()
        to_the_lobby(terminal)
        new_table(terminal, preset)
        pressed = play_to_the_end(terminal)
        assert "\r" in pressed
        terminal.sees("the match")
        terminal.sees("hand    total")
        terminal.send("q")
        assert terminal.ended() == 0
        assert_restored(terminal, before)


def test_a_match_of_each_game_is_played_to_its_end_by_keys_alone() -> None:
    # At once: whoever plays waits most of the time, as a person does.
    with ThreadPoolExecutor(len(PRESETS)) as threads:
        played = {preset: threads.submit(play_a_match, preset) for preset in PRESETS}
    failed = {preset: match.exception() for preset, match in played.items() if match.exception()}
    assert not failed, failed


def assert_restored(terminal: RealTerminal, before: list[object]) -> None:
    """Main screen, visible cursor, no mouse and focus reports, the line settings of before."""
    assert terminal.settings() == before
    assert terminal.raw.rfind(b"\x1b[?25h") > terminal.raw.rfind(b"\x1b[?25l")
    for mode in (b"1049", b"2004", b"1000", b"1003", b"1004", b"1006"):
        on, off = (terminal.raw.rfind(b"\x1b[?" + mode + end) for end in (b"h", b"l"))
        assert off > on > 0, mode
    assert terminal.raw.rfind(b"\x1b[23;0t") > terminal.raw.rfind(b"\x1b[22;0t")


@pytest.fixture(scope="module")
def solo() -> list[str]:
    return ["--solo", "classic", "--players", "3", "--level", "random", "--name", "Ana"]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 1), (signal.SIGHUP, 1), (signal.SIGINT, 130)]
)
def test_bug_U11_a_signal_leaves_the_terminal_as_it_was(
    solo: list[str], number: int, code: int
) -> None:
    with client_in_terminal(solo) as terminal:
        before = terminal.settings()
        terminal.sees("in force")
        terminal.process.send_signal(number)
        assert terminal.ended() == code
        assert_restored(terminal, before)
        if code == 1:
            assert terminal.text.rstrip().endswith(f"Ended by {signal.Signals(number).name}.")


def test_bug_U01_a_storm_of_sizes_in_a_running_match(solo: list[str]) -> None:
    with client_in_terminal(solo) as terminal:
        terminal.sees("in force")
        for size in [(20, 5), (1, 1), (200, 60), (40, 12), (80, 24)] * 10:
            terminal.resize(*size)
            terminal.read(0.01)
        terminal.sees("in force")
        terminal.until(lambda: "F3 lobby" in terminal.keybar)
        terminal.send("\x03")
        assert terminal.ended() == 130


def test_without_utf8_and_colour_the_table_is_plain_ascii(solo: list[str]) -> None:
    poor = {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    with client_in_terminal(solo, poor) as terminal:
        terminal.sees("in force")
        terminal.until(lambda: "F3 lobby" in terminal.keybar)
        assert terminal.text.isascii()
        terminal.send("\x03")
        assert terminal.ended() == 130
        assert b"\x1b[38;" not in terminal.raw
        assert b"\x1b[48;" not in terminal.raw


def test_bug_D11_a_server_that_goes_away_is_a_banner_and_typed_text_is_kept(
    tmp_path: Path,
) -> None:
    with ExitStack() as server:
        address = server.enter_context(running_server(tmp_path))
        with client_in_terminal([address, "--name", "Ana"]) as terminal:
            terminal.sees("Lobby of")
            terminal.send(":say hello")
            terminal.sees(": say hello")
            server.close()
            terminal.sees("Connection lost")
            assert ": say hello" in terminal.text
            terminal.send("\x03")
            assert terminal.ended() == 130
