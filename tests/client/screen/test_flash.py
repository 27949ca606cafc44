"""The short highlight: where something landed, for half a second, never again, and not at all."""

from typing import Any

import pytest

from cardgame_client.screen.desk import Desk
from cardgame_client.screen.flash import FLASH_SECONDS, Flash, landed
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.pages import draw
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.tables import Stage, classic_seats, seat, view, you


def test_a_played_card_lights_the_pile_and_who_played_it() -> None:
    before = view("classic", classic_seats(), to_move=1)
    after = view("classic", classic_seats(), to_move=2, discard=13, top="Y8")
    assert landed(before, after) == {"top", "seat:1"}


def test_a_penalty_lights_who_got_it_and_a_drawn_card_nobody() -> None:
    seats = classic_seats()
    seats[3] = seat("Dot", cards=3)
    assert landed(view("classic", classic_seats()), view("classic", seats)) == {"seat:3"}
    seats[3] = seat("Dot", cards=2)
    assert landed(view("classic", classic_seats()), view("classic", seats)) == frozenset()


def test_a_growing_penalty_lights_up_where_it_stands() -> None:
    seats = [seat("Ana"), seat("Bea")]
    before = view("survival", seats, pending=2)
    after = view("survival", seats, pending=4, discard=13)
    assert "pending" in landed(before, after)


@pytest.mark.parametrize("fields", [{"hand": 4}, {"table": 2}, {"state": "between"}])
def test_another_hand_or_table_lights_nothing(fields: dict[str, Any]) -> None:
    before = view("classic", classic_seats())
    assert landed(before, view("classic", classic_seats(), discard=20, **fields)) == frozenset()
    assert landed(None, before) == frozenset()
    assert landed(before, None) == frozenset()


def test_a_flash_is_there_at_once_and_gone_when_its_time_is_over() -> None:
    flash = Flash(frozenset({"top"}), since=100.0)
    times = [100.0, 100.0 + FLASH_SECONDS / 2, 100.0 + FLASH_SECONDS, 1000.0]
    assert [bool(flash.lit(now)) for now in times] == [True, True, False, False]


def played(desk: Desk, stage: Stage, now: float) -> None:
    stage.update(view("classic", classic_seats(), to_move=1), you(["R3"], []))
    desk.follow(stage.model, now)
    after = view("classic", classic_seats(), to_move=2, discard=13, top="Y8")
    stage.update(after, you(["R3"], []))
    desk.follow(stage.model, now)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
def test_the_flash_is_drawn_at_every_size_and_is_text_like_before(
    stage: Stage, size: tuple[int, int]
) -> None:
    desk = Desk()
    played(desk, stage, 50.0)

    def styles(now: float) -> str:
        desk.now = now
        return " ".join(
            style for line in draw(stage.model, desk, size, UTF8).body for style, _ in line
        )

    assert "class:flash" in styles(50.1)
    assert "class:flash" not in styles(50.0 + FLASH_SECONDS)


def test_no_motion_means_no_flash(stage: Stage) -> None:
    desk = Desk(motion=False)
    played(desk, stage, 50.0)
    assert not desk.lit


@pytest.mark.anyio
async def test_one_repaint_after_its_time_the_flash_is_gone(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        after = build.view("classic", build.classic_seats(), to_move=1, discard=13, top="B3")
        seen.update(after, build.you(["R3"], []))
        await seen.until(lambda: "╔═══════╗" in seen.text)
        seen.now += FLASH_SECONDS
        seen.screen.app.invalidate()
        await seen.until(lambda: "╔═══════╗" not in seen.text)
        assert "B3" in seen.text
