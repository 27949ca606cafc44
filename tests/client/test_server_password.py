"""The password of a server that has one: asked for where somebody can type it, and kept nowhere."""

import os
import pty
import termios
from collections.abc import Awaitable, Callable

import anyio
import pytest

from cardgame_client.exits import Exit
from cardgame_client.player import Player
from cardgame_client.unechoed import can_hide, unechoed
from cardgame_protocol import HelloRequest, Refused
from tests.client.kit import FakeServer, greeting
from tests.client.test_player import Script, answer_quit, serving

pytestmark = pytest.mark.anyio

SECRET = "open sesame"


def refusing(given: list[str | None], text: str = "That is not the password.") -> Script:
    """A connection whose hello is refused for its password, which is noted in `given`."""

    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        hello = await server.request()
        assert isinstance(hello, HelloRequest)
        given.append(hello.password)
        await server.say(Refused(id=hello.id, code="wrong_password", text=text))

    return script


def accepting(given: list[str | None]) -> Script:
    async def script(server: FakeServer) -> None:
        given.append((await server.welcome()).password)
        await answer_quit(server)

    return script


def answering(*answers: str | None, asked: list[str]) -> Callable[[str], Awaitable[str | None]]:
    waiting = list(answers)

    async def answer(why: str) -> str | None:
        asked.append(why)
        await anyio.lowlevel.checkpoint()
        return waiting.pop(0)

    return answer


async def test_it_is_asked_for_until_it_is_right() -> None:
    given: list[str | None] = []
    asked: list[str] = []
    scripts = (refusing(given), refusing(given), accepting(given))
    async with serving(*scripts) as address:
        ana = Player(address, "Ana", opening=("quit",))
        ana.ask_password = answering("guess", SECRET, asked=asked)
        assert await ana.run() is Exit.OK
    assert given == [None, "guess", SECRET]
    assert asked == ["This server has a password.", "That is not the password."]
    assert ana.model.locked == ""


async def test_what_was_typed_is_in_no_log_and_no_representation() -> None:
    given: list[str | None] = []
    async with serving(refusing(given), accepting(given)) as address:
        ana = Player(address, "Ana", opening=("quit",))
        ana.ask_password = answering(SECRET, asked=[])
        assert await ana.run() is Exit.OK
    assert SECRET not in "\n".join(line.text for line in ana.model.log)
    assert SECRET not in repr(ana.model)
    assert SECRET not in repr(ana._identity)


async def test_who_types_none_is_told_how_else_to_give_it() -> None:
    async with serving(refusing([])) as address:
        ana = Player(address, "Ana")
        ana.ask_password = answering(None, asked=[])
        assert await ana.run() is Exit.FAILED
    assert "--password-file FILE or CARDGAME_PASSWORD" in ana.last_words


async def test_a_password_that_was_typed_too_soon_is_tried_again_by_itself() -> None:
    given: list[str | None] = []

    async def busy(server: FakeServer) -> None:
        await server.say(greeting())
        hello = await server.request()
        await server.say(Refused(id=hello.id, code="rate_limited", text="wait 0 s", wait=0.001))

    async with serving(refusing(given), busy, accepting(given)) as address:
        ana = Player(address, "Ana", opening=("quit",))
        ana.ask_password = answering(SECRET, asked=[])
        assert await ana.run() is Exit.OK
    assert given == [None, SECRET]
    assert "Wait 0 s." in [line.text for line in ana.model.log]


async def test_another_refusal_asks_for_nothing() -> None:
    async def full(server: FakeServer) -> None:
        await server.say(greeting())
        hello = await server.request()
        await server.say(Refused(id=hello.id, code="name_taken", text="taken"))

    asked: list[str] = []
    async with serving(full) as address:
        ana = Player(address, "Ana")
        ana.ask_password = answering(SECRET, asked=asked)
        assert await ana.run() is Exit.FAILED
    assert asked == []


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_shows_nothing_meanwhile_and_everything_after_it() -> None:
    ours, theirs = pty.openpty()
    try:
        before = termios.tcgetattr(theirs)
        assert before[3] & termios.ECHO
        assert can_hide(theirs)
        with unechoed(theirs):
            assert not termios.tcgetattr(theirs)[3] & termios.ECHO
        assert termios.tcgetattr(theirs) == before
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_pipe_hides_nothing_and_is_not_asked() -> None:
    ends = os.pipe()
    assert not any(map(can_hide, ends))
    for end in ends:
        os.close(end)
