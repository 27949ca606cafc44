"""Your turn reaches you: only elsewhere or after a while, each way by its setting."""

from dataclasses import replace
from typing import Any

import pytest

from cardgame_client.screen.nudge import SLOW_SECONDS, Nudge, terminal_kind
from cardgame_client.settings import USUAL, Settings
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.tables import Stage

QUIET = replace(USUAL, bell=False, title=False, notify=False)
ALL = "\a\x1b]2;Your turn at friday\a\x1b]9;Your turn at friday\a"


def test_a_window_without_focus_is_called_at_once_and_once() -> None:
    nudge = Nudge(USUAL)
    nudge.focus(False, 0.0)
    assert nudge.look(5, "friday", 1.0) == ALL
    assert nudge.look(5, "friday", 100.0) == ""
    assert nudge.look(6, "friday", 101.0) == ALL


@pytest.mark.parametrize("focused", [True, None])
def test_a_player_who_looks_is_called_only_when_slow(focused: bool | None) -> None:
    nudge = Nudge(USUAL, focused=focused)
    assert nudge.look(5, "friday", 100.0) == ""
    assert nudge.look(5, "friday", 100.0 + SLOW_SECONDS - 0.1) == ""
    assert nudge.look(5, "friday", 100.0 + SLOW_SECONDS) == ALL


def test_a_key_shows_that_the_player_is_there() -> None:
    nudge = Nudge(USUAL)
    nudge.look(5, "friday", 100.0)
    nudge.active(115.0)
    assert nudge.look(5, "friday", 115.0 + SLOW_SECONDS - 0.1) == ""


def test_nobody_is_called_to_the_turn_of_another() -> None:
    nudge = Nudge(USUAL, focused=False)
    assert nudge.look(None, "friday", 100.0) == ""
    assert nudge.look(None, "friday", 100.0 + 2 * SLOW_SECONDS) == ""


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        (QUIET, ""),
        (replace(QUIET, bell=True), "\a"),
        (replace(QUIET, title=True), "\x1b]2;Your turn at friday\a"),
        (replace(QUIET, notify=True), "\x1b]9;Your turn at friday\a"),
    ],
)
def test_each_way_is_a_choice(settings: Settings, written: str) -> None:
    nudge = Nudge(settings, focused=False)
    assert nudge.look(5, "friday", 1.0) == written


def test_the_title_is_taken_back_when_the_turn_or_the_absence_is_over() -> None:
    nudge = Nudge(USUAL, focused=False)
    nudge.look(5, "friday", 1.0)
    assert nudge.look(None, "friday", 2.0) == "\x1b]2;cardgame friday\a"
    nudge.look(6, "friday", 3.0)
    assert nudge.focus(True, 4.0) == "\x1b]2;cardgame\a"


def test_what_was_switched_on_is_switched_off_again() -> None:
    nudge = Nudge(USUAL)
    assert nudge.begin() == "\x1b[?1004h\x1b[22;0t"
    assert nudge.end() == "\x1b[?1004l\x1b[23;0t"
    assert "22;0t" not in Nudge(QUIET).begin()


@pytest.mark.parametrize("term", ["linux", "dumb", "vt100"])
def test_a_terminal_without_titles_gets_the_bell_alone(term: str) -> None:
    nudge = Nudge(USUAL, term, focused=False)
    assert (nudge.begin(), nudge.look(5, "friday", 1.0), nudge.end()) == ("", "\a", "")


@pytest.mark.parametrize(
    ("environ", "platform", "kind"),
    [
        ({"TERM": "tmux-256color"}, "linux", "tmux-256color"),
        ({}, "darwin", ""),
        ({}, "win32", "dumb"),
        ({"WT_SESSION": "1"}, "win32", "xterm"),
    ],
)
def test_an_old_console_of_windows_gets_no_sequences(
    environ: dict[str, str], platform: str, kind: str
) -> None:
    assert terminal_kind(environ, platform) == kind


def test_a_hostile_name_of_a_table_cannot_leave_the_title() -> None:
    nudge = Nudge(USUAL, focused=False)
    written = nudge.look(5, "x\a\x1b]0;forged\a\x1b[2J\n", 1.0)
    assert written.count("\a") == 3  # the bell and the two ends
    assert written.count("\x1b") == 2
    assert "\n" not in written


@pytest.mark.anyio
async def test_a_terminal_that_loses_the_focus_is_told_of_the_turn(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        await seen.send("\x1b[O")
        assert ALL in seen.written
        before = len(seen.written)
        seen.update(build.view("classic", build.classic_seats(), to_move=1), build.you(["R3"], []))
        await seen.sees("Bea is on turn")
        assert "Your turn at" not in seen.written[before:]
        seen.update(build.view("classic", build.classic_seats()), build.you(["R3"], ["draw"]))
        await seen.until(lambda: ALL in seen.written[before:])
        assert seen.display.title == "Your turn at friday"
        await seen.send("\x1b[I")
        assert seen.display.title == "cardgame"
        assert seen.player.submitted == []  # the reports themselves are no keys


@pytest.mark.anyio
async def test_a_slow_player_is_called_in_a_terminal_without_focus_reports(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        assert ALL not in seen.written
        seen.now += SLOW_SECONDS
        seen.screen.app.invalidate()
        await seen.until(lambda: ALL in seen.written)
