"""All computers of one server in one process: what it does for each `assign`."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
import trio
import trio.testing

from cardgame_bots.house.house import House
from cardgame_client.connection import GoodbyeError, LinkError
from cardgame_protocol import Assign, HelloRequest, MoveRequest
from tests.bots.kit import ScriptedServer, Switchboard, a_you, an_update, seeded

ANA = Assign(token="a" * 64, name="Ana", level="simple")
BO = Assign(token="b" * 64, name="Bo", level="random")


@asynccontextmanager
async def a_house(ends: list[LinkError] | None = None) -> AsyncIterator[Switchboard]:
    """Run a house whose connections ring the board that is handed out; stop it at the end."""
    board = Switchboard()
    with trio.fail_after(3600):
        async with anyio.create_task_group() as group:
            house = House(board.connect, "secret", seeded(1), group)

            async def run() -> None:
                end = await house.run()
                if ends is not None:
                    ends.append(end)

            group.start_soon(run)
            yield board
            await trio.testing.wait_all_tasks_blocked()
            group.cancel_scope.cancel()


async def seat_of(board: Switchboard, assign: Assign) -> ScriptedServer:
    """Welcome the connection that must come for this seat."""
    seat = await board.answer()
    hello = await seat.welcome()
    assert (hello.token, hello.computer, hello.house) == (assign.token, True, None)
    return seat


@pytest.mark.trio
async def test_it_proves_itself_by_the_secret_and_plays_each_seat_on_its_own_link(
    autojump_clock: object,
) -> None:
    async with a_house() as board:
        control = await board.answer()
        hello = await control.welcome()
        assert hello.house == "secret"
        for assign in (ANA, BO):
            await control.say(assign)
            seat = await seat_of(board, assign)
            await seat.say(an_update(3, a_you("R1 G1 G2", "play R1", "draw")))
            move = await seat.hear(MoveRequest)
            assert (move.turn, move.action) == (3, "play R1")


@pytest.mark.trio
async def test_while_the_servers_disk_fails_it_waits_and_then_takes_its_orders(
    autojump_clock: object,
) -> None:
    ends: list[LinkError] = []
    async with a_house(ends) as board:
        for _ in range(5):
            control = await board.answer()
            await control.greet()
            await control.refuse(await control.hear(HelloRequest), "disk_failed")
        control = await board.answer()
        assert (await control.welcome()).house == "secret"
        await control.say(ANA)
        await seat_of(board, ANA)
    assert ends == []


@pytest.mark.trio
async def test_a_seat_assigned_twice_is_played_once(autojump_clock: object) -> None:
    async with a_house() as board:
        control = await board.answer()
        await control.welcome()
        await control.say(ANA)
        await seat_of(board, ANA)
        await control.say(ANA)
        await control.say(BO)
        await seat_of(board, BO)
    assert len(board.attempts) == 3


@pytest.mark.trio
async def test_seats_go_on_while_the_control_link_is_lost(autojump_clock: object) -> None:
    async with a_house() as board:
        control = await board.answer()
        await control.welcome()
        await control.say(ANA)
        seat = await seat_of(board, ANA)
        await control.vanish()
        await seat.say(an_update(3, a_you("R1 G1 G2", "draw")))
        assert (await seat.hear(MoveRequest)).action == "draw"
        again = await board.answer()
        assert (await again.welcome()).house == "secret"


@pytest.mark.trio
async def test_a_closed_seat_is_left_and_may_be_assigned_anew(autojump_clock: object) -> None:
    async with a_house() as board:
        control = await board.answer()
        await control.welcome()
        for _ in range(2):
            await control.say(ANA)
            seat = await seat_of(board, ANA)
            await seat.dismiss("seat_closed")
            await trio.testing.wait_all_tasks_blocked()


@pytest.mark.trio
async def test_a_house_that_was_replaced_ends(autojump_clock: object) -> None:
    ends: list[LinkError] = []
    async with a_house(ends) as board:
        control = await board.answer()
        await control.welcome()
        await control.dismiss("replaced")
        await trio.testing.wait_all_tasks_blocked()
    assert isinstance(ends[0], GoodbyeError)


def run_house(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgame_bots.house", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=30, check=False
    )


def test_the_process_ends_with_its_input_and_says_nothing() -> None:
    # Nobody listens at port 1: it would try again and again for ever.
    ended = run_house("secret\n", "127.0.0.1", "1")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_the_process_without_a_secret_says_what_it_needs() -> None:
    ended = run_house("", "127.0.0.1", "1")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "secret" in ended.stderr
