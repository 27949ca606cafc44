"""Plain mode: what is printed and when, against a server that says what the test says."""

import io
import os
from collections.abc import AsyncIterator, Callable

import anyio
import pytest

from cardgame_client.exits import Exit
from cardgame_client.lines_in import LONGEST_LINE, LinesIn
from cardgame_client.model import Model
from cardgame_client.plain import Printer, talk, writer
from cardgame_protocol import ChatRequest, HandSheet, MoveRequest, Ok
from tests.client.kit import FakeServer, at_table, computer, seat, update, you
from tests.client.test_player import answer_quit, player, serving

PASSED = {"event": "passed", "seat": 1}


def printed(model: Model) -> tuple[Printer, list[str]]:
    lines: list[str] = []
    return Printer(model, lines.append), lines


def test_one_s_own_turn_is_told_with_hand_and_choices_once() -> None:
    model = Model("Ana")
    printer, lines = printed(model)
    model.receive(update(own=you(["R7", "Y9"], ["play Y9", "draw"])))
    printer.catch_up()
    printer.catch_up()
    assert lines == [
        "Your turn, Ana. Top card Yellow 7, yellow in force, 37 in stock.",
        "You hold 2: Red 7; Yellow 9.",
        "You can play: Yellow 9.",
        "You can also draw.",
    ]


def test_events_come_before_the_turn_they_lead_to() -> None:
    model = Model("Ana")
    printer, lines = printed(model)
    model.receive(update(PASSED, own=you(["R7"], ["draw"])))
    printer.catch_up()
    assert lines[0] == "Dot passes."
    assert lines[1].startswith("Your turn")


def test_a_person_s_turn_is_announced_and_a_computer_s_is_not() -> None:
    model = Model("Ana")
    printer, lines = printed(model)
    people = [seat("Ana"), computer("Dot"), seat("Cem")]
    model.receive(update(own=you(), turn=1, to_move=1, seats=people))
    model.receive(update(own=you(), turn=2, to_move=2, seats=people))
    printer.catch_up()
    assert lines == ["Cem's turn."]


def test_rule_D8_a_chance_to_catch_is_told_off_turn() -> None:
    model = at_table(["R7"], [], to_move=1)
    printer, lines = printed(model)
    printer.catch_up()
    model.receive(update(own=you(["R7"], ["catch 1"]), to_move=1, uncalled=[1]))
    printer.catch_up()
    assert lines == ["Dot's turn.", "You can catch Dot."]


def test_the_end_of_a_hand_shows_its_sheet_once() -> None:
    over = HandSheet(
        hand=1, reason="out", winner=1, cards=[["W", "R7"], []], points=[0, 57], lives_lost=[]
    )
    model = Model("Ana")
    printer, lines = printed(model)
    for _ in range(2):
        model.receive(update(own=you(), state="between", next_in=10, last_hand=over, to_move=None))
        printer.catch_up()
    assert lines == [
        "Hand 1, first to 500:",
        "Ana: left with Red 7; Wild; +0, 0 in all.",
        "Dot: went out; +57, 0 in all.",
        "The next hand begins in 10 seconds, or when you and Dot are ready: type ready.",
    ]


def test_bug_U17_what_the_terminal_cannot_show_becomes_a_question_mark() -> None:
    bytes_out = io.BytesIO()
    stream = io.TextIOWrapper(bytes_out, encoding="ascii", errors="strict", newline="\n")
    writer(stream, pytest.fail)("Zoë plays 日本 ♥")
    assert bytes_out.getvalue() == b"Zo? plays ?? ?\n"


def test_a_reader_that_has_gone_ends_the_writing_without_an_error() -> None:
    read, write = os.pipe()
    os.close(read)
    closed: list[bool] = []
    with open(write, "w", encoding="utf-8") as stream:
        line = writer(stream, lambda: closed.append(True))
        line("one")
        line("two")
    assert closed == [True]


@pytest.mark.anyio
async def test_lines_are_carried_out_one_after_the_other_and_their_end_is_a_quit() -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome(table=1, seat=0)
        await server.say(update(turn=3, own=you(["W", "R7"], ["play W R", "play W B"])))
        chat = await server.request()
        assert isinstance(chat, ChatRequest)
        await server.say(Ok(id=chat.id))
        move = await server.request()
        assert isinstance(move, MoveRequest)
        assert (move.turn, move.action) == (3, "play W B")
        await server.say(Ok(id=move.id))
        await answer_quit(server)

    async with serving(script) as address:
        ana = player(address)
        printer, lines = printed(ana.model)
        code = await talk(ana, printer, typed(lambda: ana.model.turn == 3, "say hi", "w", "b"))
    assert code is Exit.OK
    assert lines[-1] == "Wild: which colour? red (r), green (g), yellow (y) or blue (b)."


async def typed(begin: Callable[[], bool], *lines: str) -> AsyncIterator[str]:
    """Yield the lines as soon as `begin` holds."""
    while not begin():
        await anyio.lowlevel.checkpoint()
    for line in lines:
        yield line


@pytest.mark.anyio
async def test_bug_D11_a_lost_link_is_told_while_nobody_types() -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()

    async with serving(script) as address:
        ana = player(address, waits=0)
        printer, lines = printed(ana.model)
        code = await talk(ana, printer, typed(lambda: False))
    assert code is Exit.LINK_LOST
    assert lines == [f"You are Ana on the server kitchen, {ana.address}."]
    assert "without a word" in ana.last_words


@pytest.mark.anyio
async def test_lines_are_read_from_a_pipe_however_they_are_cut() -> None:
    read, write = os.pipe()
    lines = LinesIn(read)
    os.write(write, b"one\ntw")
    assert await anext(lines) == "one"
    os.write(write, b"o\n\xff\r\nlast")
    assert [await anext(lines), await anext(lines)] == ["two", "\ufffd\r"]
    os.close(write)
    assert [line async for line in lines] == ["last"]
    os.close(read)


@pytest.mark.anyio
async def test_a_line_that_never_ends_is_taken_in_pieces() -> None:
    read, write = os.pipe()
    os.write(write, b"x" * (LONGEST_LINE + 1))
    lines = LinesIn(read)
    assert len(await anext(lines)) == LONGEST_LINE + 1
    os.close(write)
    assert [line async for line in lines] == []
    os.close(read)


@pytest.mark.parametrize("seat", [1, None])
def test_a_kick_is_told(seat: int | None) -> None:
    model = at_table(["R7"], [])
    printer, lines = printed(model)
    kind = {"event": "unwatched"} if seat is None else {"event": "stood", "seat": seat}
    model.receive(update({**kind, "name": "Eva", "reason": "kicked"}, own=you(["R7"])))
    printer.catch_up()
    assert any("Eva" in line and "kicked by the host" in line for line in lines)
