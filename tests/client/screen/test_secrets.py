"""A password typed on the screen is not shown, and nothing brings it back."""

from functools import partial

import anyio
import pytest

from cardgame_client.screen.app import Screen
from tests.client.screen.emulator import OpenTerminal, Terminal
from tests.client.screen.scenes import built
from tests.client.screen.tables import Stage

pytestmark = pytest.mark.anyio

SECRET = "opensesame"
ESCAPE, UNDO, YANK, CUT = "\x1b", "\x1f", "\x19", "\x15"
UP, CTRL_R = "\x1b[A", "\x12"


async def asked(seen: Terminal, answers: list[str | None]) -> None:
    """Let the player's program ask for the server's password, as `Player` does."""
    screen: Screen = seen.screen
    seen.player.model.locked = "This server has a password."
    seen.player.on_change()
    answers.append(await screen.ask_password(seen.player.model.locked))
    seen.player.model.locked = ""
    seen.player.on_change()


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_the_server_s_password_is_typed_and_never_shown(
    terminal: OpenTerminal, size: tuple[int, int]
) -> None:
    answers: list[str | None] = []
    async with terminal(Stage(), size) as seen, anyio.create_task_group() as tasks:
        tasks.start_soon(partial(asked, seen, answers))
        await seen.sees("This server has a password.")
        await seen.sees("password of the server:")
        await seen.press(SECRET)
        assert "**********" in seen.text
        await seen.press("\r")
        await seen.until(lambda: answers)
        assert answers == [SECRET]
        assert SECRET not in seen.written
        assert seen.player.submitted == []
        await seen.sees("Looking for the server")


async def test_escape_answers_nothing(terminal: OpenTerminal) -> None:
    answers: list[str | None] = []
    async with terminal(Stage()) as seen, anyio.create_task_group() as tasks:
        tasks.start_soon(partial(asked, seen, answers))
        await seen.sees("password of the server:")
        await seen.press(SECRET)
        await seen.send(ESCAPE)
        await seen.until(lambda: answers)
    assert answers == [None]


@pytest.mark.parametrize("cut", ["", CUT], ids=["sent", "cut"])
@pytest.mark.parametrize("key", [UNDO, YANK, UP, CTRL_R], ids=["undo", "yank", "up", "search"])
async def test_no_key_brings_a_password_back(terminal: OpenTerminal, key: str, cut: str) -> None:
    async with terminal(built("lobby")) as seen:
        await seen.send(UP)
        await seen.press("\r")
        await seen.sees("password of quiet:")
        await seen.press(SECRET)
        if cut:
            await seen.send(cut)
            await seen.send(ESCAPE)
        else:
            await seen.press("\r")
        await seen.press(":")
        before = len(seen.written)
        await seen.send(key)
        await seen.press("x")
        assert SECRET not in seen.text
        assert "*" * len(SECRET) not in seen.text
        assert SECRET not in seen.written[before:]
