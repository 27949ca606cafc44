"""Every scene at three sizes through a terminal emulator, compared with the files in screens/.

After a wanted change of the look: WRITE_SCREENS=1 pytest tests/client/screen/test_screens.py,
then read the difference before it is committed.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from cardgame_client.screen.glyphs import ASCII
from cardgame_protocol.view import ShownHand
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.scenes import Scene, Scenes

SIZES = [(40, 12), (80, 24), (120, 40), (200, 60)]
KEPT = Path(__file__).parent / "screens"

UP, HOME, END = "\x1b[A", "\x1b[H", "\x1b[F"

pytestmark = pytest.mark.anyio


def check(name: str, text: str) -> None:
    file = KEPT / f"{name}.txt"
    if os.environ.get("WRITE_SCREENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n", "utf-8")
    assert text + "\n" == file.read_text("utf-8")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_screen_of_every_scene_is_as_kept(
    terminal: OpenTerminal, scene: Scene, size: tuple[int, int]
) -> None:
    name, stage = scene
    async with terminal(stage, size) as seen:
        check(f"{name}_{size[0]}x{size[1]}", seen.text)


async def test_bug_U17_without_utf8_the_same_screen_is_plain_ascii(
    terminal: OpenTerminal, scene: Scene
) -> None:
    _name, stage = scene
    async with terminal(stage, (80, 24), ASCII) as seen:
        assert seen.text.isascii()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("preset", "keys"),
    [("duel", (END,)), ("eights", (HOME,)), ("survival", (END, UP)), ("classic", (END, UP))],
)
async def test_the_colour_choice_is_as_kept(
    terminal: OpenTerminal,
    scenes: Scenes,
    size: tuple[int, int],
    preset: str,
    keys: tuple[str, ...],
) -> None:
    stage = scenes[f"{preset}_turn"]()
    async with terminal(stage, size) as seen:
        for key in keys:
            await seen.send(key)
        await seen.send("\r")
        await seen.sees(": which ")
        check(f"{preset}_colour_{size[0]}x{size[1]}", seen.text)


async def test_the_seconds_to_the_next_hand_count_down(
    terminal: OpenTerminal, scenes: Scenes
) -> None:
    async with terminal(scenes["classic_between"]()) as seen:
        await seen.sees("Next hand in 10 s")
        await seen.send("z", after=3.5)
        await seen.sees("Next hand in 7 s")


async def test_rule_D7_a_hand_shown_by_a_challenge_is_on_the_screen(
    terminal: OpenTerminal, scenes: Scenes, build: Any
) -> None:
    stage = scenes["classic_turn"]()
    shown = ShownHand(seat=1, cards=["R9", "B2"])
    stage.update(build.view("classic", build.classic_seats()), build.you(["R3"], [], shown=shown))
    for size in SIZES:
        async with terminal(stage, size) as seen:
            await seen.sees("Bea held:  R9  B2")
