"""The line for the first games, and the banner of a lost link."""

from dataclasses import replace

import pytest

from cardgame_client.model import Retry
from cardgame_client.screen.cells import plain
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.hints import DISMISS, hint
from cardgame_client.screen.pages import draw
from cardgame_client.screen.waits import waits
from cardgame_client.settings import USUAL
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.scenes import Scene
from tests.client.screen.tables import Stage, classic_seats, view, you

F5, F2 = "\x1b[15~", "\x1bOQ"


@pytest.mark.parametrize("cells", [40, 80, 200])
def test_every_moment_has_a_hint_that_fits_with_the_way_to_dismiss_it(
    scene: Scene, cells: int
) -> None:
    text = hint(scene[1].model, cells)
    assert text.endswith(DISMISS)
    assert len(text) + 2 <= cells


@pytest.mark.parametrize(
    ("legal", "says"),
    [
        (["take"], "T takes all."),
        (["play RD", "take"], "Enter adds one of the same kind, T takes all."),
        (["take", "challenge"], "T takes the four cards, C challenges"),
        (["name R", "name G"], "R, G, Y or B names the colour."),
        (["play R3", "pass"], "Enter plays the card, P passes."),
        (["pass"], "P passes."),
        (["draw"], "No card fits: P draws"),
        (["play R3", "draw"], "Enter plays it, P draws"),
        (["play R3"], "Enter plays it"),
    ],
)
def test_the_hint_is_about_what_can_be_done_now(stage: Stage, legal: list[str], says: str) -> None:
    stage.update(view("classic", classic_seats()), you(["R3", "RD"], legal))
    assert says in hint(stage.model, 80)


def test_only_who_can_stack_is_told_so(stage: Stage) -> None:
    table = view("survival", classic_seats(), pending=4)
    stage.update(table, you(["R3"], ["take"]))
    assert waits(stage.model, UTF8) == ["Your turn: take 4"]
    stage.update(table, you(["RD"], ["play RD", "take"]))
    assert waits(stage.model, UTF8) == ["Your turn: take 4, or stack"]


@pytest.mark.anyio
async def test_f5_takes_the_hint_away_for_good(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        assert DISMISS in seen.text
        await seen.send(F5)
        await seen.until(lambda: DISMISS not in seen.text)
        assert not seen.player.settings.hints


@pytest.mark.anyio
async def test_who_has_dismissed_it_does_not_see_it_again(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic, settings=replace(USUAL, hints=False)) as seen:
        assert DISMISS not in seen.text


def test_what_just_went_wrong_is_more_urgent_than_a_hint(classic: Stage) -> None:
    classic.model.refuse("R3 does not match Y7.")
    desk = Desk(hints=True)
    desk.follow(classic.model, 0.0)
    drawn = draw(classic.model, desk, (80, 24), UTF8)
    assert "R3 does not match Y7." in plain([drawn.notice])
    assert "│R3 │" in plain(drawn.body)  # the cards stay in sight


@pytest.mark.anyio
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_a_lost_link_counts_down_over_the_table_and_keeps_what_is_typed(
    terminal: OpenTerminal, classic: Stage, size: tuple[int, int]
) -> None:
    async with terminal(classic, size) as seen:
        await seen.send(F2)
        await seen.press("half a sent")
        seen.stage.model.link_changed("lost", "Connection lost: the network is down.")
        for seconds in (3, 2, 1):
            seen.stage.model.retrying(Retry(2, seconds))
            seen.player.on_change()
            await seen.sees(f"Connection lost: attempt 2 in {seconds} s")
        seen.stage.model.retrying(Retry(2, 0))
        seen.player.on_change()
        await seen.sees("attempt 2 ...")
        assert "Y2" in seen.text
        await seen.press("ence")
        seen.stage.model.link = "open"
        seen.player.on_change()
        await seen.until(lambda: "Connection lost: attempt" not in seen.text)
        await seen.press("\r")
        assert seen.player.submitted == ["say half a sentence"]


@pytest.mark.anyio
async def test_a_colour_choice_waits_for_the_link(terminal: OpenTerminal, classic: Stage) -> None:
    async with terminal(classic) as seen:
        await seen.send("\x1b[F")
        await seen.press("\r")
        await seen.sees("which colour?")
        seen.stage.model.link_changed("lost", "Connection lost.")
        await seen.press("b")
        await seen.sees("There is no connection now")
        assert seen.player.submitted == []
        seen.stage.model.link = "open"
        await seen.press("b")
        assert seen.player.submitted == ["play F B"]
