"""Coming back after a loss: how soon, with which token, and when not at all (virtual time)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from itertools import pairwise
from typing import NoReturn, cast

import anyio
import pytest
import trio

from cardgame_bots.online.staying import stay
from cardgame_client.backoff import (
    CAP_SECONDS,
    FIRST_SECONDS,
    GIVE_UP_SECONDS,
    SETTLED_SECONDS,
    endless,
    waits,
)
from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    Link,
    LinkError,
    LinkLostError,
    RefusedError,
    VersionRefusedError,
)
from cardgame_protocol import HelloRequest
from tests.bots.kit import ScriptedServer, Switchboard, seeded


async def sit(link: Link) -> None:
    """A seat that says hello with its token and waits for the end."""
    await link.hello("Ana", computer=True, token="f" * 64)
    async for _ in link:
        pass


async def answered_by(
    board: Switchboard, *script: Callable[[ScriptedServer], Awaitable[object]]
) -> LinkError:
    """Stay connected to servers that behave as the script says; return how it ended."""
    ends = []

    async def run() -> None:
        ends.append(await stay("Ana", board.connect, sit, seeded(1)))

    with trio.fail_after(3600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            for behave in script:
                await behave(await board.answer())
    return ends[0]


async def goodbye_after_hello(server: ScriptedServer, code: str) -> None:
    await server.welcome()
    await server.dismiss(code)


def saying(code: str) -> Callable[[ScriptedServer], Awaitable[object]]:
    return lambda server: goodbye_after_hello(server, code)


def refusing(code: str) -> Callable[[ScriptedServer], Awaitable[object]]:
    async def refuse(server: ScriptedServer) -> None:
        await server.greet()
        await server.refuse(await server.hear(HelloRequest), code)

    return refuse


@pytest.mark.trio
async def test_bug_B08_it_comes_back_with_its_token(autojump_clock: object) -> None:
    tokens = []

    async def drop(server: ScriptedServer) -> None:
        tokens.append((await server.welcome()).token)
        await server.vanish()

    await answered_by(Switchboard(), drop, drop, saying("seat_closed"))
    assert tokens == ["f" * 64] * 2


@pytest.mark.trio
@pytest.mark.parametrize(
    "code", ["replaced", "seat_closed", "quit", "protocol", "too_long", "flood"]
)
async def test_bug_B08_a_goodbye_for_good_is_not_tried_again(
    code: str, autojump_clock: object
) -> None:
    board = Switchboard()
    end = await answered_by(board, saying(code))
    assert isinstance(end, GoodbyeError)
    assert end.code == code
    assert len(board.attempts) == 1


@pytest.mark.anyio
async def test_a_seat_can_be_held_under_either_event_loop() -> None:
    board = Switchboard()
    async with anyio.create_task_group() as group:
        group.start_soon(stay, "Ana", board.connect, sit, seeded(1))
        await goodbye_after_hello(await board.answer(), "seat_closed")
    assert len(board.attempts) == 1


@pytest.mark.trio
async def test_bug_B08_a_version_mismatch_is_not_tried_again(autojump_clock: object) -> None:
    assert isinstance(await answered_by(Switchboard(), saying("version")), VersionRefusedError)


@pytest.mark.trio
async def test_bug_B08_a_refused_token_is_not_tried_again(autojump_clock: object) -> None:
    end = await answered_by(Switchboard(), refusing("bad_token"))
    assert isinstance(end, RefusedError)
    assert end.code == "bad_token"


@pytest.mark.trio
@pytest.mark.parametrize("code", ["disk_failed", "rate_limited"])
async def test_a_refusal_for_now_is_tried_again_with_pauses_and_warned_of_once(
    code: str, autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    board = Switchboard()
    await answered_by(board, *[refusing(code)] * 12, saying("seat_closed"))
    assert [record.getMessage() for record in caplog.records] == ["Ana: no"]
    pauses = [later - sooner for sooner, later in pairwise(board.attempts)]
    assert all(pause <= CAP_SECONDS for pause in pauses)
    assert pauses[-1] >= CAP_SECONDS / 2


@pytest.mark.trio
async def test_refusals_after_another_end_are_warned_of_again(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    failing = refusing("disk_failed")
    script = [failing, failing, saying("shutdown"), failing, saying("seat_closed")]
    await answered_by(Switchboard(), *script)
    assert [record.getMessage() for record in caplog.records] == ["Ana: no", "Ana: no"]


@pytest.mark.trio
@pytest.mark.parametrize("code", ["shutdown", "timeout", "slow", "internal", "full"])
async def test_bug_B08_a_goodbye_for_now_is_tried_again(code: str, autojump_clock: object) -> None:
    board = Switchboard()
    await answered_by(board, saying(code), saying("seat_closed"))
    assert len(board.attempts) == 2


@pytest.mark.trio
async def test_bug_B08_fifty_players_of_a_stopped_server_neither_storm_it_nor_keep_step(
    autojump_clock: object,
) -> None:
    attempts: list[float] = []

    def nobody() -> NoReturn:
        attempts.append(trio.current_time())
        raise CannotConnectError("nobody listens")

    began = trio.current_time()
    with trio.move_on_after(60):
        async with trio.open_nursery() as nursery:
            for number in range(50):
                nursery.start_soon(stay, "Ana", nobody, sit, seeded(number))
    late = [at - began for at in attempts if at - began > 20]
    assert len(attempts) < 50 * 12, "a minute of outage costs a dozen attempts each"
    assert len({round(at, 2) for at in late}) > len(late) * 0.8, "they do not come in one instant"


@pytest.mark.trio
async def test_a_fault_of_this_program_is_logged_and_costs_one_link(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    board = Switchboard()
    uses = 0

    async def faulty_once(link: Link) -> None:
        nonlocal uses
        uses += 1
        if uses == 1:
            raise ZeroDivisionError
        await sit(link)

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stay, "Ana", board.connect, faulty_once, seeded(1))
            await (await board.answer()).greet()
            await goodbye_after_hello(await board.answer(), "seat_closed")
    assert "ZeroDivisionError" in caplog.text
    assert len(caplog.records) == 1


def test_the_pauses_double_up_to_the_cap_and_vary_by_half() -> None:
    waits = endless(seeded(1))
    span = FIRST_SECONDS
    for _ in range(12):
        assert span / 2 <= next(waits) <= span
        span = min(CAP_SECONDS, span * 2)
    assert span == CAP_SECONDS


@pytest.mark.trio
@pytest.mark.parametrize(
    ("lasted", "shortest", "longest"),
    [
        (SETTLED_SECONDS - 0.1, CAP_SECONDS / 2, CAP_SECONDS),
        (SETTLED_SECONDS, FIRST_SECONDS / 2, FIRST_SECONDS),
    ],
)
async def test_bug_B08_the_pauses_begin_anew_only_after_a_link_that_lasted(
    lasted: float, shortest: float, longest: float, autojump_clock: object
) -> None:
    opened: list[float] = []
    refused = 8

    def after_some_attempts() -> AbstractAsyncContextManager[Link]:
        opened.append(trio.current_time())
        if len(opened) <= refused:
            raise CannotConnectError("nobody listens")
        return nullcontext(cast(Link, None))

    async def until_it_breaks(_: Link) -> None:
        await trio.sleep(lasted)
        raise CannotConnectError("cut")

    with trio.move_on_after(3600):
        await stay("Ana", after_some_attempts, until_it_breaks, seeded(1))
    pause = opened[refused + 1] - opened[refused] - lasted
    assert shortest <= pause <= longest


@pytest.mark.trio
async def test_with_a_limited_patience_a_server_that_stays_away_is_given_up(
    autojump_clock: object,
) -> None:
    told: list[str] = []

    @asynccontextmanager
    async def nobody() -> AsyncIterator[Link]:
        raise CannotConnectError("nobody is there")
        yield

    end = await stay(
        "Ana",
        nobody,
        sit,
        seeded(1),
        patience=waits,
        lost=lambda reason: told.append(reason.text),
    )
    assert isinstance(end, LinkLostError)
    assert end.text == "the server has not come back: nobody is there"
    assert GIVE_UP_SECONDS <= trio.current_time() <= GIVE_UP_SECONDS + CAP_SECONDS
    assert set(told) == {"nobody is there"}
    assert len(told) > 10
