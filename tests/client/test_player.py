"""The player against a server that says what the test says, over loopback."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import anyio
import pytest
from anyio.abc import SocketAttribute, SocketStream

from cardgame_client import backoff
from cardgame_client.address import Address
from cardgame_client.beside import beside
from cardgame_client.errands import as_typed
from cardgame_client.exits import Exit
from cardgame_client.model import Question
from cardgame_client.player import MOST_WAITING, Player
from cardgame_client.voice import sentence
from cardgame_protocol import (
    ChatRequest,
    Goodbye,
    HelloRequest,
    LeaveRequest,
    ListRequest,
    MoveRequest,
    Ok,
    QuitRequest,
    RecordRequest,
    Refused,
)
from tests.client.kit import TOKEN, FakeServer, at_table, greeting, update, you

pytestmark = pytest.mark.anyio

Script = Callable[[FakeServer], Coroutine[Any, Any, None]]


@asynccontextmanager
async def serving(*scripts: Script) -> AsyncIterator[Address]:
    """Serve one connection after the other, each by its own script."""
    waiting = list(scripts)

    async def serve(stream: SocketStream) -> None:
        async with stream:
            await waiting.pop(0)(FakeServer(stream))

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
        async with beside(partial(listener.serve, serve)):
            yield Address("127.0.0.1", port)


async def answer_quit(server: FakeServer) -> None:
    request = await server.request()
    assert isinstance(request, QuitRequest), request
    await server.say(Ok(id=request.id), Goodbye(code="quit", text="bye"))


def player(address: Address, *opening: str, waits: int = 2, **options: Any) -> Player:
    return Player(address, "Ana", opening=opening, waits=lambda: iter([0.0] * waits), **options)


def when(someone: Player, holds: Callable[[], bool], *commands: str) -> None:
    """Submit the commands as soon as the condition holds, once."""

    def changed() -> None:
        if holds():
            someone.on_change = lambda: None
            for command in commands:
                someone.submit(command)

    someone.on_change = changed


def said(someone: Player) -> str:
    return "\n".join(line.text for line in someone.model.log)


async def test_a_visit_runs_from_welcome_to_quit() -> None:
    async def script(server: FakeServer) -> None:
        hello = await server.welcome()
        assert (hello.name, hello.token, hello.computer) == ("Ana", None, False)
        chat = await server.request()
        assert isinstance(chat, ChatRequest)
        await server.say(Ok(id=chat.id))
        await answer_quit(server)

    async with serving(script) as address:
        ana = player(address, "say hi", "quit")
        assert await ana.run() is Exit.OK
    assert ana.last_words == ""
    assert said(ana) == f"You are Ana on the server kitchen, {ana.address}."
    assert ana.model.link == "closed"


async def test_commands_are_carried_out_in_their_order_and_one_at_a_time() -> None:
    heard: list[str] = []

    async def script(server: FakeServer) -> None:
        await server.welcome()
        for _ in range(3):
            chat = await server.request()
            assert isinstance(chat, ChatRequest)
            heard.append(chat.text)
            await server.say(Ok(id=chat.id))
        await answer_quit(server)

    async with serving(script) as address:
        assert await player(address, "say a", "say b", "say c", "quit").run() is Exit.OK
    assert heard == ["a", "b", "c"]


async def test_bug_D11_a_lost_link_is_told_and_won_back_with_the_token() -> None:
    async def first(server: FakeServer) -> None:
        await server.welcome(table=1, seat=0)
        await server.say(update(turn=3, own=you(["R7"], ["play R7"])))

    async def second(server: FakeServer) -> None:
        hello = await server.welcome(table=1, seat=0)
        assert hello.token == TOKEN
        await server.say(update(turn=5, own=you(["R7"], ["play R7"])))
        await answer_quit(server)

    async with serving(first, second) as address:
        ana = player(address)
        when(ana, lambda: ana.model.turn == 5 and ana.model.link == "open", "quit")
        assert await ana.run() is Exit.OK
    assert "Connection lost: The server closed the connection without a word." in said(ana)
    assert f"You are again Ana on the server kitchen, {ana.address}." in said(ana)
    assert ana.model.hand == ["R7"]


async def test_bug_D11_a_server_that_stays_away_is_given_up_with_its_own_exit_code() -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()

    async with serving(script) as address:
        ana = player(address, waits=0)
        assert await ana.run() is Exit.LINK_LOST
    assert ana.last_words == "The server closed the connection without a word."


async def test_a_server_started_anew_gets_a_new_hello() -> None:
    async def first(server: FakeServer) -> None:
        await server.welcome(table=1, seat=0)
        await server.say(update(own=you(["R7"])))

    async def second(server: FakeServer) -> None:
        await server.say(greeting())
        old = await server.request()
        await server.say(Refused(id=old.id, code="bad_token", text="?"))
        hello = await server.accept()
        assert hello.token is None
        await answer_quit(server)

    async with serving(first, second) as address:
        ana = player(address)
        when(ana, lambda: "anew" in said(ana), "quit")
        assert await ana.run() is Exit.OK
    assert ana.model.view is None


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        ("replaced", Exit.TURNED_AWAY),
        ("flood", Exit.TURNED_AWAY),
        ("protocol", Exit.FAILED),
        ("version", Exit.VERSION_REFUSED),
    ],
)
async def test_bug_B08_a_final_goodbye_is_not_answered_by_coming_back(
    code: str, exit_code: Exit
) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()
        await server.say(Goodbye(code=code, text="because"))

    async with serving(script) as address:
        ana = player(address)
        assert await ana.run() is exit_code
    assert ana.last_words == "Because."


async def test_an_address_without_a_server_is_told_at_once() -> None:
    async with serving() as address:
        pass
    ana = player(address)
    assert await ana.run() is Exit.CANNOT_CONNECT
    assert "refused" in ana.last_words


async def test_something_else_at_the_address_is_told_at_once() -> None:
    async def script(server: FakeServer) -> None:
        await server.stream.send(b"SSH-2.0-x\r\n")

    async with serving(script) as address:
        assert await player(address).run() is Exit.CANNOT_CONNECT


async def refuse_name(server: FakeServer, name: str) -> None:
    hello = await server.request()
    assert isinstance(hello, HelloRequest)
    assert hello.name == name
    await server.say(Refused(id=hello.id, code="name_taken", text="the name is taken"))


async def test_a_login_name_that_is_taken_is_varied() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await refuse_name(server, "Ana")
        await refuse_name(server, "Ana 2")
        await server.accept()
        await answer_quit(server)

    async with serving(script) as address:
        ana = player(address, "quit", own_name=False)
        assert await ana.run() is Exit.OK
    assert ana.model.name == "Ana 3"


async def test_a_chosen_name_that_is_taken_is_left_to_the_player() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await refuse_name(server, "Ana")

    async with serving(script) as address:
        ana = player(address)
        assert await ana.run() is Exit.FAILED
    assert ana.last_words == "Somebody on this server is called Ana already: take another --name."


async def test_bug_U19_a_refused_move_is_told_with_top_card_and_colour() -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome(table=1, seat=0)
        await server.say(update(turn=3, own=you(["R7"], ["draw"])))
        move = await server.request()
        assert isinstance(move, MoveRequest)
        assert (move.turn, move.action) == (3, "play R7")
        await server.say(Refused(id=move.id, code="illegal", text="it does not match", rule="K3"))
        await answer_quit(server)

    async with serving(script) as address:
        ana = player(address)
        when(ana, lambda: ana.model.turn == 3, "r7", "quit")
        assert await ana.run() is Exit.OK
    assert said(ana).endswith("It does not match. Top card Yellow 7, yellow in force, 37 in stock.")


@pytest.mark.parametrize(
    ("told", "said_to_the_player"),
    [
        ("call_penalty=3 is unknown; it is one of 0, 2, 4", "Call=3 is unknown; it is one of 0"),
        ("Field `turn_seconds` must be a number of at least 5.", "Turn must be a number of at"),
        ("turn_limit=-1 must be a number from 0", "Limit=-1 must be a number from 0"),
        (
            "bank_seconds is for turns longer than turn_seconds",
            "Bank is for turns longer than turn.",
        ),
        ("Field `pace` must be a number of at most 10.", "Pace must be a number of at most 10."),
    ],
)
def test_a_complaint_about_a_field_names_the_word_that_was_typed(
    told: str, said_to_the_player: str
) -> None:
    assert sentence(as_typed(told)).startswith(said_to_the_player)


async def test_leaving_shows_the_lobby_and_the_list_is_a_page() -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome(table=1, seat=0)
        await server.say(update(own=you()))
        leave = await server.request()
        assert isinstance(leave, LeaveRequest)
        await server.say(Ok(id=leave.id))
        listing = await server.request()
        assert isinstance(listing, ListRequest)
        await server.say(
            Ok(id=listing.id, result={"tables": [], "page": 1, "pages": 1, "total": 0})
        )
        await answer_quit(server)

    async with serving(script) as address:
        ana = player(address, "leave", "list", "quit")
        assert await ana.run() is Exit.OK
    assert ana.model.view is None
    assert ana.model.lobby is not None
    assert ana.model.sheet is not None
    assert ana.model.sheet.topic == "list"


async def test_a_record_is_fetched_page_by_page_and_never_overwrites(tmp_path: Path) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()
        for page in (1, 2, 1, 2):
            request = await server.request()
            assert isinstance(request, RecordRequest)
            assert request.page == page
            result = {"text": f"part {page}\n", "page": page, "pages": 2}
            await server.say(Ok(id=request.id, result=result))
        await answer_quit(server)

    target = tmp_path / "match.txt"
    async with serving(script) as address:
        ana = player(address, f"save {target}", f"save {target}", "quit")
        assert await ana.run() is Exit.OK
    assert target.read_text() == "part 1\npart 2\n"
    assert f"Saved as {target}." in said(ana)
    assert "exists already" in said(ana)


async def test_a_quit_does_not_wait_for_a_server_that_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()
        await anyio.sleep_forever()

    monkeypatch.setattr("cardgame_client.player.QUIT_SECONDS", 0.01)
    async with serving(script) as address:
        assert await player(address, "quit").run() is Exit.OK


async def test_without_a_link_a_command_is_refused_and_a_page_is_shown() -> None:
    ana = Player(Address("nowhere"), "Ana")
    ana.submit("say hi")
    assert "no connection" in said(ana)
    ana.submit("help")
    assert ana.model.sheet is not None


async def test_commands_that_pile_up_are_refused() -> None:
    ana = Player(Address("nowhere"), "Ana")
    ana.model = at_table(["R7"])
    ana.model.link = "open"
    for _ in range(MOST_WAITING + 1):
        ana.submit("say x")
    assert "Too many" in said(ana)


def test_bug_B08_the_waits_grow_are_never_in_step_and_end() -> None:
    one, other = (list(backoff.waits(Random(seed))) for seed in (1, 2))
    assert one != other
    assert max(one) <= backoff.CAP_SECONDS
    assert one[0] <= backoff.FIRST_SECONDS
    assert one[-1] > one[0]
    assert backoff.GIVE_UP_SECONDS <= sum(one) <= backoff.GIVE_UP_SECONDS + backoff.CAP_SECONDS


async def test_retry_has_nothing_to_do_while_the_link_stands_and_makes_haste_while_it_is_lost() -> (
    None
):
    async def first(server: FakeServer) -> None:
        await server.welcome()

    async def second(server: FakeServer) -> None:
        await server.welcome()
        await answer_quit(server)

    async with serving(first, second) as address:
        ana = Player(address, "Ana", opening=["retry"], waits=lambda: iter([1000.0]))
        when(ana, lambda: ana.model.retry is not None, "retry")
        async with beside(partial(quit_when_back, ana)):
            assert await ana.run() is Exit.OK
    assert "There is no lost connection to get back." in said(ana)


async def quit_when_back(ana: Player) -> None:
    while "You are again" not in said(ana):
        await anyio.lowlevel.checkpoint()
    ana.submit("quit")


def test_a_colour_that_is_asked_for_is_still_asked_for_after_a_lost_link() -> None:
    model = at_table(["W", "R7"], ["play W R", "play W G"])
    question = Question(model.turn, "play W", "", "which colour?")
    model.ask(question)
    model.link_changed("lost", "Connection lost.")
    own = you(["W", "R7"], ["play W R", "play W G"])
    model.receive(update(own=own))
    assert model.question is question
    model.receive(update(turn=2, own=own))
    assert model.question is None
