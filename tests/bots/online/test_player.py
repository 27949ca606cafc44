"""One seat over one link: what is sent for which update, and what is done about refusals."""

import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import anyio
import msgspec
import pytest

from cardgame_bots.faults import BotFaultError, CrashError
from cardgame_bots.levels.random_level import RandomLevel
from cardgame_bots.levels.simple_level import SimpleLevel
from cardgame_bots.moment import Bot, Moment
from cardgame_bots.online.player import Mind, Player
from cardgame_client.connection import GoodbyeError, Link, LinkError, LinkLostError
from cardgame_protocol import MoveRequest, Ping, Wait
from cardgame_protocol.events import Drew
from tests.bots.kit import (
    Always,
    ScriptedServer,
    a_view,
    a_you,
    an_update,
    stream_pair,
)

pytestmark = pytest.mark.anyio

TURN = a_you("R1 R2 G3", "play R1", "play R2", "draw")
OFF_TURN = a_you("R1 R2 G3")


@asynccontextmanager
async def playing(bot: Bot, ends: list[LinkError]) -> AsyncIterator[ScriptedServer]:
    """Play a seat over a link in memory; how it ended is put into `ends`."""
    ours, theirs = stream_pair()

    async def play() -> None:
        async with Link.over(ours) as link:
            await link.hello("Ana", computer=True)
            try:
                await Player(link, "Ana", Mind(lambda: bot, 1)).play()
            except LinkError as end:
                ends.append(end)

    with anyio.fail_after(10):
        async with ours, theirs, anyio.create_task_group() as group:
            group.start_soon(play)
            server = ScriptedServer(theirs)
            await server.welcome()
            yield server


async def test_it_answers_its_own_turn_with_the_turn_of_the_update() -> None:
    ends: list[LinkError] = []
    async with playing(Always("play R1"), ends) as server:
        await server.say(an_update(7, TURN))
        move = await server.hear(MoveRequest)
        assert (move.turn, move.action) == (7, "play R1")
        await server.accept(move)
        await server.dismiss("seat_closed")
    assert isinstance(ends[0], GoodbyeError)
    assert ends[0].code == "seat_closed"


async def test_it_is_silent_off_turn_and_as_a_spectator() -> None:
    async with playing(RandomLevel(), []) as server:
        await server.say(an_update(1, OFF_TURN, a_view(to_move=1)))
        await server.say(an_update(2, None))
        await server.say(an_update(3, TURN))
        assert (await server.hear(MoveRequest)).turn == 3
        await server.dismiss("seat_closed")


async def test_a_stale_refusal_is_normal_and_the_next_update_is_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with playing(Always("draw"), []) as server:
        await server.say(an_update(7, TURN))
        await server.refuse(await server.hear(MoveRequest), "stale")
        await server.say(an_update(8, TURN))
        move = await server.hear(MoveRequest)
        assert (move.turn, move.action) == (8, "draw")
        await server.dismiss("seat_closed")
    assert caplog.records == []


async def test_a_change_around_the_game_is_not_answered_twice() -> None:
    async with playing(Always("draw"), []) as server:
        await server.say(an_update(7, TURN))
        move = await server.hear(MoveRequest)
        await server.say(an_update(7, TURN))  # somebody came to watch while the move was on its way
        await server.accept(move)
        await server.say(an_update(8, TURN))
        assert (await server.hear(MoveRequest)).turn == 8
        await server.dismiss("seat_closed")


async def test_a_rematch_whose_turns_count_from_the_start_again_is_answered() -> None:
    async with playing(Always("draw"), []) as server:
        for match in (1, 2):
            await server.say(an_update(1, TURN, a_view(match=match)))
            await server.accept(await server.hear(MoveRequest))
        await server.dismiss("seat_closed")


async def test_bug_B02_a_refused_action_gives_way_to_a_safe_one_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with playing(Always("draw"), []) as server:
        await server.say(an_update(7, TURN))
        sent = []
        for _ in range(2):
            move = await server.hear(MoveRequest)
            sent.append(move.action)
            await server.refuse(move, "illegal")
        move = await server.hear(MoveRequest)
        await server.accept(move)
        await server.dismiss("seat_closed")
    assert [*sent, move.action] == ["draw", "play R1", "play R2"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_bug_B02_a_player_whose_every_action_is_refused_falls_silent_for_that_turn() -> None:
    bluff = a_you("R1 F", "play F G", "play F B", "play R1", "draw", "pass")
    async with playing(Always("pass"), []) as server:
        await server.say(an_update(7, bluff))
        sent = []
        for _ in range(4):
            move = await server.hear(MoveRequest)
            sent.append(move.action)
            await server.refuse(move, "illegal")
        await server.say(an_update(7, bluff))
        await server.say(an_update(8, bluff))
        assert (await server.hear(MoveRequest)).turn == 8
        await server.dismiss("seat_closed")
    # The level's own, two safe ones, and after three refusals the first of the list.
    assert sent == ["pass", "play R1", "draw", "play F G"]


async def test_bug_B02_the_safe_action_is_no_bluff_and_no_challenge() -> None:
    answer = a_view(phase="answer", top="F", colour="B", pending=4)
    async with playing(Always(None), []) as server:
        await server.say(an_update(7, a_you("R1 F", "play F G", "play R1", "draw")))
        move = await server.hear(MoveRequest)
        assert move.action == "play R1"
        await server.accept(move)
        await server.say(an_update(8, a_you("B1", "challenge", "take"), answer))
        assert (await server.hear(MoveRequest)).action == "take"
        await server.dismiss("seat_closed")


async def test_a_catch_that_somebody_else_made_first_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    you = a_you("R1 R2 G3", "play R1", "draw", "catch 1")
    async with playing(SimpleLevel(), []) as server:
        await server.say(an_update(7, you))
        catch = await server.hear(MoveRequest)
        assert catch.action == "catch 1"
        await server.refuse(catch, "illegal")
        assert (await server.hear(MoveRequest)).action == "play R1"
        await server.dismiss("seat_closed")
    assert caplog.records == []


async def test_after_a_catch_the_next_update_brings_the_turn_action() -> None:
    async with playing(SimpleLevel(), []) as server:
        await server.say(an_update(7, a_you("R1 R2 G3", "play R1", "draw", "catch 1")))
        await server.accept(await server.hear(MoveRequest))
        await server.say(an_update(7, a_you("R1 R2 G3", "play R1", "draw")))
        assert (await server.hear(MoveRequest)).action == "play R1"
        await server.dismiss("seat_closed")


async def test_bug_B04_a_ping_is_answered_while_a_move_is_held() -> None:
    async with playing(Always("draw"), []) as server:
        await server.say(an_update(7, TURN))
        move = await server.hear(MoveRequest)
        await server.say(Ping())
        await server.accept(move)
        await server.say(an_update(8, TURN))
        await server.hear(MoveRequest)
        assert server.pongs == 1
        await server.dismiss("seat_closed")


async def test_bug_B04_a_ping_is_answered_while_the_bot_thinks() -> None:
    thought = threading.Event()

    class Slow:
        def choose(self, moment: Moment) -> str:
            thought.wait(10)
            return "draw"

    async with playing(Slow(), []) as server:
        await server.say(an_update(7, TURN))
        await server.say(Ping())
        await server.hear_pong()
        thought.set()
        assert (await server.hear(MoveRequest)).action == "draw"
        await server.dismiss("seat_closed")


async def test_a_moment_tells_the_deadline_and_the_last_round_trip() -> None:
    moments: list[Moment] = []

    class Curious:
        def choose(self, moment: Moment) -> str:
            moments.append(moment)
            return "draw"

    wait = Wait(seat=0, name="Ana", why="turn", left=4.5, then="default")
    async with playing(Curious(), []) as server:
        for turn in (7, 8):
            await server.say(an_update(turn, TURN, a_view(waits=[wait])))
            await server.accept(await server.hear(MoveRequest))
        await server.dismiss("seat_closed")
    assert [moment.deadline for moment in moments] == [4.5, 4.5]
    assert moments[0].round_trip is None
    assert moments[1].round_trip is not None


async def test_a_bot_that_remembers_is_given_what_it_may_not_answer() -> None:
    moments: list[Moment] = []

    class Keeper:
        def choose(self, moment: Moment) -> str | None:
            moments.append(moment)
            return moment.legal[0] if moment.legal else None

    drew = {"event": "drew", "seat": 1, "count": 1, "reason": "turn"}
    off_turn = an_update(6, OFF_TURN, a_view(to_move=1))
    async with playing(Keeper(), []) as server:
        await server.say(msgspec.structs.replace(off_turn, events=[drew, {"event": "sneezed"}]))
        await server.say(an_update(7, TURN))
        await server.accept(await server.hear(MoveRequest))
        await server.dismiss("seat_closed")
    assert [type(event) for event in moments[0].events] == [Drew]
    assert moments[1].legal == TURN.legal


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        (lambda server: server.dismiss("seat_closed"), GoodbyeError),
        (lambda server: server.vanish(), LinkLostError),
    ],
)
async def test_bug_B04_the_end_of_the_link_is_heard_while_a_move_is_held(
    end: Callable[[ScriptedServer], object], kind: type[LinkError]
) -> None:
    ends: list[LinkError] = []
    async with playing(Always("draw"), ends) as server:
        await server.say(an_update(7, TURN))
        await server.hear(MoveRequest)
        await end(server)  # type: ignore[misc] # the two coroutines above
    assert isinstance(ends[0], kind)


@pytest.mark.parametrize("odd", ["", "0000", "leave", "play", "\ud800", "play Y9", None])
async def test_bug_B10_what_is_not_legal_is_a_fault_and_a_safe_action_takes_its_place(
    odd: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(Always(odd), []) as server:
        await server.say(an_update(7, TURN))
        assert (await server.hear(MoveRequest)).action == "play R1"
        await server.dismiss("seat_closed")
    (record,) = caplog.records
    assert f"choose() returned {odd!r}, which is not among the legal actions" in record.message


async def test_a_choice_where_nothing_is_legal_is_a_fault_and_none_is_right(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Talkative:
        def choose(self, moment: Moment) -> str:
            return moment.legal[0] if moment.legal else "draw"

    async with playing(Talkative(), []) as server:
        await server.say(an_update(6, OFF_TURN, a_view(to_move=1)))
        await server.say(an_update(7, TURN))
        assert (await server.hear(MoveRequest)).action == "play R1"
        await server.dismiss("seat_closed")
    (record,) = caplog.records
    assert "legal actions: none, so only None is right" in record.message


async def test_a_bot_keeps_its_memory_over_an_illegal_answer_and_loses_it_with_its_process() -> (
    None
):
    made: list[str] = []

    class Faulty:
        def __init__(self) -> None:
            made.append("anew")

        def choose(self, moment: Moment) -> str:
            if len(made) == 1 and moment.view.match == 1:
                raise CrashError("its process is gone")
            return "sing"

    ours, theirs = stream_pair()
    faults: list[BotFaultError] = []
    with anyio.fail_after(10):
        async with ours, theirs, anyio.create_task_group() as group:

            async def play() -> None:
                async with Link.over(ours) as link:
                    await link.hello("Ana", computer=True)
                    with suppress(LinkError):
                        await Player(link, "Ana", Mind(Faulty, 1), faults.append).play()

            group.start_soon(play)
            server = ScriptedServer(theirs)
            await server.welcome()
            for turn in (7, 8, 9):
                await server.say(an_update(turn, TURN))
                await server.accept(await server.hear(MoveRequest))
            await server.dismiss("seat_closed")
    assert [fault.kind for fault in faults] == ["crash", "illegal", "illegal"]
    assert made == ["anew", "anew"]


async def test_a_level_that_raises_loses_its_choice_and_not_its_seat(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken:
        def choose(self, moment: Moment) -> str:
            raise KeyError(moment.hand[0])

    async with playing(Broken(), []) as server:
        await server.say(an_update(7, TURN))
        assert (await server.hear(MoveRequest)).action == "play R1"
        await server.dismiss("seat_closed")
    assert caplog.records[0].levelno == logging.ERROR
    assert "KeyError" in caplog.text
