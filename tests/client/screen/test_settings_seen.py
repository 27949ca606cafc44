"""Each setting has its effect on a running screen: with it, and not without it."""

from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from cardgame_client.screen.flash import FLASH_SECONDS
from cardgame_client.settings import USUAL, Settings
from tests.client.screen.emulator import OpenTerminal, Terminal
from tests.client.screen.scenes import built
from tests.client.screen.tables import classic_seats, view, you
from tests.client.screen.test_mouse import at

ELSEWHERE = {
    "name": "tests/client/test_settings.py, tests/end_to_end",
    "server": "tests/client/test_settings.py, tests/end_to_end",
    "tls": "tests/client/test_tls.py",
    "plain": "tests/end_to_end: without it this screen runs",
    "guest": "tests/client/test_settings.py",
    "colour": "tests/client/screen/test_palette.py",
}
"""Settings of which a running screen shows nothing, or that have tests of their own."""

LOOK_AWAY, LOOK_BACK = "\x1b[O", "\x1b[I"

Probe = Callable[[Terminal], Awaitable[bool]]
"""Tells whether the setting's effect is there."""


async def called(seen: Terminal, sign: str) -> bool:
    """Whether `sign` is written when the turn comes to somebody who looks elsewhere."""
    seen.update(view("classic", classic_seats(), to_move=1), you(["R3"], []))
    await seen.sees("Bea is on turn")
    await seen.send(LOOK_AWAY)
    before = len(seen.written)
    seen.update(view("classic", classic_seats()), you(["R3"], ["draw"]))
    await seen.sees("Your turn")
    return sign in seen.written[before:]


async def bell(seen: Terminal) -> bool:
    text = seen.written
    rung = await called(seen, "")
    # A bell alone: the same character ends title and notification.
    added = seen.written[len(text) :]
    for sequence in ("\x1b]2;Your turn at friday\a", "\x1b]9;Your turn at friday\a"):
        added = added.replace(sequence, "")
    return rung and "\a" in added


async def title(seen: Terminal) -> bool:
    return await called(seen, "\x1b]2;Your turn at friday\a")


async def notify(seen: Terminal) -> bool:
    return await called(seen, "\x1b]9;Your turn at friday\a")


def looks(seen: Terminal) -> list[Any]:
    """The colours of every cell."""
    rows = range(seen.display.lines)
    return [
        (cell.fg, cell.bg, cell.bold, cell.reverse)
        for row in rows
        for column in range(seen.display.columns)
        for cell in [seen.display.buffer[row][column]]
    ]


async def motion(seen: Terminal) -> bool:
    seen.update(view("classic", classic_seats(), to_move=1), you(["R3"], []))
    await seen.sees("Bea is on turn")
    seen.update(view("classic", classic_seats(), to_move=2, discard=13, top="Y8"), you(["R3"], []))
    await seen.sees("Y8")
    lit = looks(seen)
    seen.now += FLASH_SECONDS * 2
    await seen.send("z", after=0)
    return looks(seen) != lit


async def ascii_only(seen: Terminal) -> bool:
    return seen.text.isascii()


async def hints(seen: Terminal) -> bool:
    return "F5: no more hints." in seen.text


async def mouse(seen: Terminal) -> bool:
    reported = "\x1b[?1000h" in seen.written
    if reported:
        await at(seen, "B7")
        await at(seen, "B7")
        assert seen.player.submitted == ["play B7"]
    return reported


PROBES: dict[str, Probe] = {
    "motion": motion,
    "ascii": ascii_only,
    "hints": hints,
    "bell": bell,
    "title": title,
    "notify": notify,
    "mouse": mouse,
}


def test_every_setting_is_looked_at_somewhere() -> None:
    assert {field.name for field in fields(Settings)} == {*PROBES, *ELSEWHERE}


@pytest.mark.anyio
@pytest.mark.parametrize("wanted", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("name", PROBES)
async def test_a_setting_has_its_effect_and_only_where_it_is_on(
    terminal: OpenTerminal, name: str, wanted: bool
) -> None:
    chosen: dict[str, Any] = {name: wanted}
    settings = replace(USUAL, **chosen)
    async with terminal(built("classic_turn"), (120, 40), None, settings) as seen:
        assert await PROBES[name](seen) is wanted


@pytest.mark.anyio
async def test_without_the_mouse_the_terminal_is_never_told_to_report_it(
    terminal: OpenTerminal,
) -> None:
    async with terminal(built("classic_turn"), settings=replace(USUAL, mouse=False)) as seen:
        await seen.press("?")
        await seen.press(":")
        assert "?100" not in seen.written.replace("?1004", "").replace("?1049", "")
