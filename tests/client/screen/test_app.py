"""The running program in a terminal emulator: keys in, screen out, and every way it can end."""

import os
import signal
from typing import Any

import anyio
import pytest

from cardgame_client.exits import Exit
from cardgame_client.model import Question
from tests.client.screen.emulator import OpenTerminal, Terminal
from tests.client.screen.tables import Stage

pytestmark = pytest.mark.anyio

DOWN, END, ESCAPE, F1, F2, PAGE_UP = "\x1b[B", "\x1b[F", "\x1b", "\x1bOP", "\x1bOQ", "\x1b[5~"


async def test_keys_of_the_terminal_reach_the_game(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        await seen.press("\r")
        await seen.send(DOWN)
        await seen.press("\rp")
        assert seen.player.submitted == ["play G7", "play B7", "draw"]


async def test_a_wild_card_is_played_with_the_colour_chosen(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        for _ in range(4):
            await seen.send(DOWN)
        await seen.press("\r")
        assert "Wild: which colour?" in seen.text
        await seen.press("b")
        assert seen.player.submitted == ["play W B"]


async def test_escape_alone_closes_a_chooser(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        await seen.send(END)
        await seen.press("\r")
        await seen.sees("which colour?")
        seen.keys.send_text(ESCAPE)
        await seen.until(lambda: "which colour?" not in seen.text)
        await seen.press("b")
        assert seen.player.submitted == []


@pytest.mark.parametrize("opener", [":", "/"])
async def test_the_command_line_takes_every_key_until_it_is_sent(
    terminal: OpenTerminal, classic: Stage, opener: str
) -> None:
    async with terminal(classic) as seen:
        await seen.press(f"{opener}play y2")
        await seen.sees(": play y2")
        assert seen.player.submitted == []
        await seen.press("\r")
        await seen.until(lambda: seen.player.submitted == ["play y2"])
        await seen.press("p")
        assert seen.player.submitted == ["play y2", "draw"]


async def test_escape_closes_the_line_and_keeps_what_was_typed(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        await seen.press(":scores")
        seen.keys.send_text(ESCAPE)
        await seen.until(lambda: ": scores" not in seen.text)
        await seen.press("p:")
        await seen.sees(": scores")
        assert seen.player.submitted == ["draw"]


async def test_what_arrives_does_not_disturb_a_chat_line(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        await seen.send(F2)
        await seen.press("good ga")
        seen.stage.model.add("chat", "Bea: hello")
        seen.update(build.view("classic", build.classic_seats(), to_move=1), build.you(["R3"], []))
        await seen.sees("Bea is on turn")
        await seen.press("me\r")
        assert seen.player.submitted == ["say good game"]


async def test_the_colour_chooser_does_not_swallow_a_chat_line(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        await seen.send(F2)
        await seen.press("gr")
        asked = build.view("classic", build.classic_seats(), phase="name", colour=None, top="W")
        seen.update(asked, build.you(["R3"], [f"name {colour}" for colour in "RGYB"]))
        await seen.sees("name a colour")
        await seen.press("eat\r")
        assert seen.player.submitted == ["say great"]


async def test_completion_offers_the_cards_that_can_be_played(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        await seen.press(":play y")
        await seen.sees("Yellow Draw Two")
        assert "Red 3" not in seen.text
        await seen.send("\t")
        await seen.press("\r")
        await seen.until(lambda: seen.player.submitted)
        assert seen.player.submitted == ["play y2"]


async def test_a_tab_right_behind_the_letters_completes_them(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        await seen.press(":")
        await seen.send("stat\t")
        await seen.sees(" : state")


async def test_pasted_text_does_not_act(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        await seen.send("\x1b[200~pppp\x1b[201~")
        await seen.press("p")
        assert seen.player.submitted == ["draw"]


async def test_a_typed_wild_card_is_answered_by_a_colour_key(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        model = seen.stage.model
        model.ask(Question(model.turn, "play W", "", "Wild: which colour?"))
        seen.player.on_change()
        await seen.sees("Wild: which colour?")
        await seen.press("y")
        assert seen.player.submitted == ["Y"]


async def test_what_a_new_table_was_asked_for_follows_when_it_is_there(
    terminal: OpenTerminal, stage: Stage, build: Any
) -> None:
    async with terminal(stage) as seen:
        await seen.press("n\r")
        seats = [build.seat("Ana"), build.seat("")]
        fields = {"state": "waiting", "phase": None, "to_move": None}
        seen.update(build.view("duel", seats, **fields), build.you([], []))
        await seen.until(lambda: len(seen.player.submitted) == 3)
        assert seen.player.submitted == ["create duel seats 2", "add simple", "ready"]


async def test_bug_U03_hostile_names_and_chat_stay_in_their_place(
    terminal: OpenTerminal, stage: Stage, build: Any
) -> None:
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
    seats = [build.seat(name) for name in ("Ana", "日本語", "e\u0301", family, "\x1b[2J\x1b[H")]
    stage.update(build.view("classic", seats), build.you(["R3"], ["play R3"]))
    stage.model.add("chat", "Bea: " + "\u0301" * 10_000 + "\x1b]0;title\x07\x1b[31m")
    async with terminal(stage) as seen:
        assert "日本語".replace("", "") in seen.text.replace(" ", "")
        assert "Enter play" in seen.text.splitlines()[-1]
        assert "[2J" in seen.text  # drawn as text, not obeyed
        assert seen.display.title == ""


async def test_bug_U01_a_storm_of_sizes_leaves_the_choice_whole(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        await seen.send(END)
        await seen.press("\r")
        for size in [
            (20, 5),
            (1, 1),
            (200, 60),
            (39, 12),
            (40, 11),
            (2, 40),
            (40, 12),
            (80, 24),
        ] * 3:
            seen.resize(*size)
            seen.stage.model.add("chat", "Bea: hello")
            seen.player.on_change()
        await seen.sees("which colour?")
        await seen.press("b")
        assert seen.player.submitted == ["play F B"]


@pytest.mark.parametrize(
    ("size", "missing"),
    [((30, 12), "10 columns"), ((60, 11), "1 row missing"), ((38, 9), "2 columns and 3")],
)
async def test_a_terminal_that_is_too_small_says_how_much_is_missing(
    terminal: OpenTerminal, classic: Stage, size: tuple[int, int], missing: str
) -> None:
    async with terminal(classic, size) as seen:
        assert missing in seen.text.replace("\n", "")


async def test_a_lost_link_is_a_banner_over_the_table_and_keeps_the_typed_text(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        await seen.press(":play")
        seen.stage.model.link_changed("lost", "Connection lost. Trying again in 2 seconds.")
        seen.player.on_change()
        await seen.sees("Trying again in 2 seconds")
        assert "│Y2 │" in seen.text
        assert ": play" in seen.text


async def test_the_log_scrolls(terminal: OpenTerminal, classic: Stage) -> None:
    for number in range(100):
        classic.model.add("event", f"Event number {number}.")
    async with terminal(classic) as seen:
        assert "number 99." in seen.text
        await seen.send(PAGE_UP)
        assert "number 99." not in seen.text


class BrokenError(Exception):
    """A fault of the program."""


async def ended(seen: Terminal) -> Exit:
    with anyio.fail_after(5):
        while seen.code is None:
            await anyio.lowlevel.checkpoint()
    return seen.code


async def test_ctrl_c_ends_with_130(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        seen.keys.send_text("\x03")
        assert await ended(seen) == Exit.INTERRUPTED


async def test_sigint_from_outside_ends_with_130(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        os.kill(os.getpid(), signal.SIGINT)
        assert await ended(seen) == Exit.INTERRUPTED


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_sigterm_and_sighup_end_with_1(
    terminal: OpenTerminal, classic: Stage, number: int
) -> None:
    async with terminal(classic) as seen:
        os.kill(os.getpid(), number)
        assert await ended(seen) == Exit.FAILED


async def test_the_end_of_the_player_ends_the_screen_with_its_code(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        seen.player.code = Exit.LINK_LOST
        seen.player.done.set()
        assert await ended(seen) == Exit.LINK_LOST


async def test_q_without_a_link_ends_at_once(terminal: OpenTerminal, stage: Stage) -> None:
    stage.model.link_changed("lost", "Connection lost.")
    async with terminal(stage) as seen:
        seen.keys.send_text("q")
        assert await ended(seen) == Exit.OK


async def test_bug_U11_an_exception_in_a_key_ends_the_screen_and_comes_out(
    terminal: OpenTerminal, classic: Stage
) -> None:
    with pytest.RaisesGroup(pytest.RaisesGroup(BrokenError)):
        async with terminal(classic) as seen:
            seen.player.breaks = BrokenError()
            seen.now += 1
            seen.keys.send_text("p")
            with anyio.fail_after(5):
                await anyio.sleep_forever()


async def test_bug_U11_an_exception_in_the_players_task_ends_the_screen(
    terminal: OpenTerminal, classic: Stage
) -> None:
    with pytest.RaisesGroup(pytest.RaisesGroup(BrokenError)):
        async with terminal(classic) as seen:
            seen.player.code = BrokenError()
            seen.player.done.set()
            with anyio.fail_after(5):
                await anyio.sleep_forever()


async def test_bug_U11_the_terminal_is_left_as_it_was_found(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        seen.keys.send_text("\x03")
        await ended(seen)
        assert not seen.display.cursor.hidden
        for mode in ("1049", "1000", "1003", "1004", "1006", "2004"):
            on, off = seen.written.rfind(f"\x1b[?{mode}h"), seen.written.rfind(f"\x1b[?{mode}l")
            assert off > on > -1, mode
        assert seen.written.endswith("\x1b[23;0t")


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_a_kick_is_told_in_the_log(
    terminal: OpenTerminal, classic: Stage, build: Any, size: tuple[int, int]
) -> None:
    async with terminal(classic, size) as seen:
        gone = {"event": "stood", "seat": 1, "name": "Eva", "reason": "kicked"}
        table = build.view("classic", build.classic_seats(), to_move=1)
        seen.update(table, build.you(["R3"], []), events=[gone])
        await seen.sees("Eva is kicked by the host.")
