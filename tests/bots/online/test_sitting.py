"""A bot's visit over several links: what is asked again, what ends it, and how it leaves."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio

from cardgame_bots.levels.random_level import RandomLevel
from cardgame_bots.online.player import Mind
from cardgame_bots.online.seating import Wish
from cardgame_bots.online.sitting import Visit
from cardgame_bots.online.staying import stay
from cardgame_bots.online.telling import Telling
from cardgame_client.connection import GoodbyeError, LinkError, RefusedError
from cardgame_protocol import (
    AddComputerRequest,
    CreateRequest,
    CreateResult,
    HelloRequest,
    HelloResult,
    MatchResult,
    QuitRequest,
    Refused,
    Removed,
    Seat,
    StartRequest,
    Update,
    ok,
)
from tests.bots.kit import ScriptedServer, Switchboard, a_seat, a_view, a_you, an_update, seeded

NEW_TABLE = Wish(create=CreateRequest(id=1, preset="duel", seats=2))
RESULT = MatchResult(reason="target", winners=[0], ranking=[[0], [1]], totals=[1, 0])
OVER = an_update(9, a_you("R1"), a_view(state="over", to_move=None, result=RESULT))


@asynccontextmanager
async def a_visit(ends: list[LinkError], wish: Wish = NEW_TABLE) -> AsyncIterator[Switchboard]:
    """Let a bot called Ana visit servers that the test speaks for; its end goes to `ends`."""
    board = Switchboard()
    visit = Visit("Ana", wish, Mind(RandomLevel, 1), Telling(None, strict=True))

    async def run() -> None:
        ends.append(await stay("Ana", board.connect, visit.use, seeded(1)))

    with trio.fail_after(3600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            yield board


async def welcome(server: ScriptedServer, table: int | None, token: str = "a" * 64) -> HelloRequest:
    """Greet, and accept the hello of somebody who is at this table."""
    await server.greet()
    hello = await server.hear(HelloRequest)
    seat = None if table is None else 0
    result = HelloResult(version=1, name=hello.name, token=token, table=table, seat=seat)
    await server.say(ok(hello.id, result))
    return hello


async def make_table(server: ScriptedServer) -> None:
    create = await server.hear(CreateRequest)
    await server.say(ok(create.id, CreateResult(table=1, seat=0)))


async def let_quit(server: ScriptedServer) -> None:
    await server.accept(await server.hear(QuitRequest))
    await server.dismiss("quit")


@pytest.mark.trio
async def test_it_makes_its_table_plays_and_quits_when_the_match_is_over(
    autojump_clock: object,
) -> None:
    ends: list[LinkError] = []
    async with a_visit(ends) as board:
        server = await board.answer()
        assert (await welcome(server, None)).computer
        await make_table(server)
        await server.say(OVER)
        await let_quit(server)
    assert isinstance(ends[0], GoodbyeError)


@pytest.mark.trio
async def test_bug_B08_it_comes_back_to_its_seat_with_its_token_and_makes_no_other_table(
    autojump_clock: object,
) -> None:
    async with a_visit([]) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        await server.vanish()
        again = await board.answer()
        assert (await welcome(again, 1)).token == "a" * 64
        await again.say(OVER)
        await let_quit(again)


@pytest.mark.trio
async def test_a_link_lost_while_it_fills_its_table_does_not_leave_that_half_full(
    autojump_clock: object,
) -> None:
    half_full = an_update(
        1,
        a_you(""),
        a_view(
            state="waiting",
            to_move=None,
            host="Ana",
            seats=[
                a_seat(level=None),
                a_seat(name="Vega", level="simple"),
                a_seat(name="", kind="empty", level=None),
            ],
        ),
    )
    async with a_visit([], replace(NEW_TABLE, computers=("simple", "steady"))) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        await server.accept(await server.hear(AddComputerRequest))
        await server.hear(AddComputerRequest)
        await server.vanish()
        again = await board.answer()
        await welcome(again, 1)
        await again.say(half_full)
        missing = await again.hear(AddComputerRequest)
        assert missing.level == "steady"
        await again.accept(missing)
        await again.say(OVER)
        await let_quit(again)


@pytest.mark.trio
async def test_a_link_lost_while_it_quits_does_not_keep_it_at_the_table(
    autojump_clock: object,
) -> None:
    async with a_visit([]) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        await server.say(OVER)
        await server.hear(QuitRequest)
        await server.vanish()
        again = await board.answer()
        await welcome(again, 1)
        await let_quit(again)


@pytest.mark.trio
async def test_a_token_that_is_known_no_more_is_forgotten(autojump_clock: object) -> None:
    async with a_visit([]) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        await server.vanish()
        again = await board.answer()
        await again.greet()
        await again.refuse(await again.hear(HelloRequest), "bad_token")
        hello = await again.hear(HelloRequest)
        assert hello.token is None
        await again.say(
            ok(hello.id, HelloResult(version=1, name="Ana", token="b" * 64, table=None, seat=None))
        )
        await make_table(again)
        await again.say(OVER)
        await let_quit(again)


@pytest.mark.trio
async def test_what_is_refused_for_now_is_asked_again_after_the_time_it_names(
    autojump_clock: object,
) -> None:
    async with a_visit([]) as board:
        server = await board.answer()
        await welcome(server, None)
        create = await server.hear(CreateRequest)
        began = trio.current_time()
        await server.say(
            Refused(id=create.id, code="rate_limited", text="", rule=None, turn=None, wait=3.5)
        )
        await make_table(server)
        assert trio.current_time() - began == pytest.approx(3.5)
        await server.say(OVER)
        await let_quit(server)


@pytest.mark.trio
@pytest.mark.parametrize(
    ("end", "kind"),
    [
        (lambda server: server.say(Removed(table=1, reason="kicked")), LinkError),
        (lambda server: server.dismiss("replaced"), GoodbyeError),
    ],
)
async def test_bug_B08_who_is_sent_away_does_not_come_again(
    end: Callable[[ScriptedServer], object], kind: type[LinkError], autojump_clock: object
) -> None:
    ends: list[LinkError] = []
    async with a_visit(ends) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        await end(server)  # type: ignore[misc] # the two coroutines above
    assert isinstance(ends[0], kind)
    assert len(board.attempts) == 1


@pytest.mark.trio
async def test_a_table_that_is_refused_ends_the_visit(autojump_clock: object) -> None:
    ends: list[LinkError] = []
    async with a_visit(ends) as board:
        server = await board.answer()
        await welcome(server, None)
        await server.refuse(await server.hear(CreateRequest), "seat_count")
    assert isinstance(ends[0], RefusedError)


@pytest.mark.trio
async def test_its_host_starts_the_match_once_all_are_there_and_only_without_people(
    autojump_clock: object,
) -> None:
    def waiting(other: Seat) -> Update:
        view = a_view(state="waiting", host="Ana", to_move=None, seats=[a_seat(), other])
        return an_update(0, a_you(""), view)

    async with a_visit([]) as board:
        server = await board.answer()
        await welcome(server, None)
        await make_table(server)
        for other in (a_seat(kind="empty", here=False), a_seat(here=False), a_seat(kind="person")):
            await server.say(waiting(other))
        await server.say(waiting(a_seat()))
        start = await server.hear(StartRequest)
        await server.refuse(start, "already_started")  # somebody was quicker: no harm
        await server.say(OVER)
        await let_quit(server)
