"""Thinking in other processes: no seat waits for another's, and none without an answer."""

import logging
import sys

import pytest

from cardgame_bots.house.thinkers import WORKER, thinkers
from cardgame_bots.levels.searching_levels import SearchingLevel
from cardgame_bots.thinking.search import Budget
from tests.bots.kit import Always, a_moment, a_view, a_you

SECONDS = 30.0
BUDGET = Budget(playouts=4, worlds=4, steps=1, seconds=SECONDS)
YOU = a_you("R1 G1 G2 W", "play R1", "play W G", "draw")

READY = "import pickle, struct, sys; said = pickle.dumps(0); out = sys.stdout.buffer; "
READY += "out.write(struct.pack('>I', len(said)) + said); out.flush(); "
STARTS_NOT = (sys.executable, "-c", "")
DIES = (sys.executable, "-c", READY + "sys.stdin.buffer.read(4)")
SLEEPS = (sys.executable, "-c", READY + "sys.stdin.read()")


async def first_moves(argv: tuple[str, ...], count: int) -> list[str | None]:
    """What a seat does in its first moments once a worker has been started."""
    level = SearchingLevel(BUDGET)
    async with thinkers(1, argv) as pool:
        pool.start()
        await pool.started.wait()
        return [await pool.ask(level, a_moment(a_view(), YOU)) for _ in range(count)]


@pytest.mark.trio
async def test_a_worker_thinks_and_what_it_imagined_comes_back() -> None:
    level = SearchingLevel(BUDGET)
    search = level.search
    async with thinkers(1, WORKER) as pool:
        pool.start()
        await pool.started.wait()
        for _ in range(2):
            assert await pool.ask(level, a_moment(a_view(), YOU)) in YOU.legal
    assert level.search is not search


@pytest.mark.trio
async def test_where_all_are_busy_the_seat_plays_at_once() -> None:
    level = SearchingLevel(BUDGET)
    async with thinkers(0) as pool:
        assert await pool.ask(level, a_moment(a_view(), YOU)) == "play R1"


@pytest.mark.parametrize("argv", [STARTS_NOT, DIES])
@pytest.mark.trio
async def test_a_worker_that_dies_is_told_of_and_the_seat_plays(
    argv: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    assert await first_moves(argv, 2) == ["play R1", "play R1"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


@pytest.mark.trio
async def test_a_worker_that_says_nothing_is_not_waited_for(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgame_bots.house.thinkers.LATENESS", -SECONDS)
    assert await first_moves(SLEEPS, 1) == ["play R1"]
    assert "TimeoutError" in caplog.text


@pytest.mark.trio
async def test_one_legal_action_and_a_quick_bot_need_no_worker() -> None:
    async with thinkers(1, ("no such program",)) as pool:
        only = a_you("G1", "draw")
        assert await pool.ask(SearchingLevel(BUDGET), a_moment(a_view(), only)) == "draw"
        assert await pool.ask(Always("draw"), a_moment(a_view(), YOU)) == "draw"
