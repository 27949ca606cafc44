"""Little is written and little is kept: bytes for a key press, memory for a long evening."""

import tracemalloc
from typing import Any

import pytest

from cardgame_client.model import LOG_LINES
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.pages import draw
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.tables import Stage, classic_seats, view, you

RIGHT = "\x1b[C"

CARD_BYTES = 7 * 5 + 5 * 40
"""A card of the largest shape: its cells (an edge is three bytes each in UTF-8, half of them are
blank and are passed over), and for each of its five lines a way there and a style."""

KEY_BYTES = 2 * 2 * CARD_BYTES
"""The card the cursor leaves and the one it comes to, and as much again for what goes with them:
the notice and the key bar."""

WORDS_BYTES = 2 * 4 * 60
"""The words about both cards on the largest screens, four lines each."""


@pytest.mark.anyio
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_a_key_press_writes_what_changed_and_nothing_else(
    terminal: OpenTerminal, classic: Stage, size: tuple[int, int]
) -> None:
    async with terminal(classic, size) as seen:
        whole = len(seen.written.encode())
        before = len(seen.written)
        await seen.send(RIGHT)
        written = len(seen.written[before:].encode())
        assert 0 < written <= KEY_BYTES + (WORDS_BYTES if size == (200, 60) else 0)
        assert written < whole / 3


@pytest.mark.anyio
async def test_a_redraw_of_the_same_writes_next_to_nothing(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic, (200, 60)) as seen:
        before = len(seen.written)
        await seen.send("z", after=0)  # a key that means nothing
        assert len(seen.written) - before < 100  # cursor and modes, no cell


def played(stage: Stage, count: int, start: int) -> None:
    for number in range(start, start + count):
        event = {"event": "played", "seat": 1, "card": "R7", "colour": None, "left": 5}
        table = view("classic", classic_seats(), discard=number % 100, to_move=number % 4)
        stage.update(table, you(["R3"], []), events=[{**event, "call": False}])
        stage.model.add("chat", f"Bea: {number}")


def test_ten_thousand_events_leave_memory_flat(stage: Stage) -> None:
    desk = Desk()

    def evening(count: int, start: int) -> int:
        """Bytes held after so many events, drawn now and then."""
        for at in range(start, start + count, 100):
            played(stage, 100, at)
            desk.follow(stage.model, float(at))
            draw(stage.model, desk, (80, 24), UTF8)
        return tracemalloc.get_traced_memory()[0]

    evening(1_000, 0)  # caches fill, the log reaches its bound
    tracemalloc.start()
    try:
        first = evening(1_000, 1_000)
        last = evening(10_000, 2_000)
    finally:
        tracemalloc.stop()
    assert len(stage.model.log) == LOG_LINES
    # A kept event would cost some 200 bytes: 10,000 of them two megabytes.
    assert last - first < 200_000


@pytest.mark.anyio
async def test_a_storm_of_events_is_drawn_at_most_so_often_and_ends_right(
    terminal: OpenTerminal, classic: Stage, build: Any
) -> None:
    async with terminal(classic) as seen:
        before = seen.screen.app.render_counter
        for number in range(300):
            classic.model.add("event", f"Event number {number}.")
            seen.player.on_change()
        await seen.sees("number 299.")
        assert seen.screen.app.render_counter - before < 20
