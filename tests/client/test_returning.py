"""A lost link: the count-down that all can see, on a clock that jumps."""

import anyio
import pytest
import trio

from cardgame_client.beside import beside
from cardgame_client.model import Model, Retry
from cardgame_client.pages import state
from cardgame_client.plain import Printer
from cardgame_client.returning import Patience
from cardgame_client.waiting_words import waiting_for
from cardgame_protocol import HelloResult
from tests.client.kit import at_table, greeting

pytestmark = pytest.mark.trio


async def counted_down(
    patience: Patience, model: Model, reason: str = "the link broke"
) -> list[Retry | None]:
    shown: list[Retry | None] = []
    assert await patience.wait(reason, model, lambda: shown.append(model.retry))
    return shown


async def test_the_seconds_to_the_next_attempt_are_counted_down(
    autojump_clock: trio.testing.MockClock,
) -> None:
    began = anyio.current_time()
    shown = await counted_down(Patience(lambda: iter([2.5])), Model("Ana"))
    assert shown == [Retry(1, seconds) for seconds in (3, 2, 1, 0)]
    assert anyio.current_time() - began == pytest.approx(2.5)


async def test_attempts_are_numbered_and_begin_anew_after_a_good_link(
    autojump_clock: trio.testing.MockClock,
) -> None:
    patience, model = Patience(lambda: iter([1.0, 1.0])), Model("Ana")
    for attempt in (1, 2):
        assert (await counted_down(patience, model))[0] == Retry(attempt, 1)
    assert not await patience.wait("the link broke", model, lambda: None)
    patience.renew()
    assert (await counted_down(patience, model))[0] == Retry(1, 1)


async def test_retry_makes_the_next_attempt_at_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    patience, model = Patience(lambda: iter([100.0])), Model("Ana")

    async def hurry() -> None:
        await anyio.sleep(3)
        patience.hurry()

    began = anyio.current_time()
    async with beside(hurry):
        await patience.wait("the link broke", model, lambda: None)
    assert anyio.current_time() - began == pytest.approx(3)
    assert model.retry == Retry(1, 0)


async def test_bug_D11_plain_mode_is_told_in_sentences_and_not_after_every_attempt(
    autojump_clock: trio.testing.MockClock,
) -> None:
    patience, model = Patience(lambda: iter([5.0] * 40)), Model("Ana")
    lines: list[str] = []
    printer = Printer(model, lines.append)
    reasons = ["the connection broke", *["connection refused"] * 30]
    for reason in reasons:
        await patience.wait(reason, model, printer.catch_up)
    assert lines == [
        "Connection lost: The connection broke. Trying again by itself; type retry to try at once.",
        "Still no connection: Connection refused.",
    ]


async def test_state_and_why_tell_the_count_down_and_keep_the_table() -> None:
    model = at_table(["R7"], ["draw"])
    model.retrying(Retry(3, 8))
    assert waiting_for(model) == (
        "The connection is lost: attempt 3 to get it back is in 8 seconds."
    )
    model.retrying(Retry(3, 0))
    assert state(model)[-1] == "The connection is lost: attempt 3 to get it back is under way."
    assert state(model)[0].startswith("Table friday")


async def test_a_return_ends_the_count_down() -> None:
    model = at_table(["R7"], ["draw"])
    model.retrying(Retry(1, 5))
    result = HelloResult(version=1, name="Ana", token="ab" * 32, table=1, seat=0)
    model.connected(greeting(), result)
    assert model.retry is None
