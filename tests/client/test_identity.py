"""Coming back to a seat after the program was ended, against a server that says what is said."""

from pathlib import Path

import pytest

from cardgame_client.exits import Exit
from cardgame_client.tokens import TokenFolder
from cardgame_protocol import Goodbye, HelloRequest, Refused
from tests.client.kit import TOKEN, FakeServer, greeting, update, you
from tests.client.test_player import answer_quit, player, refuse_name, said, serving, when

pytestmark = pytest.mark.anyio


def kept(folder: Path, name: str = "Ana") -> str | None:
    claim = TokenFolder(folder).claim("1234", name)
    assert claim is not None
    token = claim.token()
    claim.release()
    return token


def keep(folder: Path, name: str = "Ana") -> None:
    claim = TokenFolder(folder).claim("1234", name)
    assert claim is not None
    claim.keep(TOKEN)
    claim.release()


async def ends(server: FakeServer) -> None:
    """Welcome the client, then end in a way after which it does not come back."""
    await server.welcome()
    await server.say(Goodbye(code="replaced", text="bye"))


async def resumed(server: FakeServer) -> None:
    hello = await server.welcome(table=1, seat=0)
    assert hello.token == TOKEN
    await server.say(Goodbye(code="replaced", text="bye"))


async def by_name(server: FakeServer) -> None:
    hello = await server.welcome()
    assert hello.token is None
    await server.say(Goodbye(code="replaced", text="bye"))


async def test_who_starts_the_client_again_comes_back_with_the_token(tmp_path: Path) -> None:
    for script in (by_name, resumed):
        async with serving(script) as address:
            ana = player(address, tokens=TokenFolder(tmp_path))
            assert await ana.run() is Exit.TURNED_AWAY
    assert kept(tmp_path) == TOKEN


async def test_a_guest_keeps_no_token_and_uses_none(tmp_path: Path) -> None:
    keep(tmp_path)
    async with serving(by_name) as address:
        assert await player(address).run() is Exit.TURNED_AWAY
    assert len(list(tmp_path.glob("*.token"))) == 1


async def test_a_token_that_is_refused_makes_room_for_another_and_nothing_is_said_of_it(
    tmp_path: Path,
) -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        hello = await server.request()
        assert isinstance(hello, HelloRequest)
        assert hello.token == TOKEN
        await server.say(Refused(id=hello.id, code="bad_token", text="?"))
        assert (await server.accept(token="cd" * 32)).token is None
        await server.say(Goodbye(code="replaced", text="bye"))

    keep(tmp_path)
    async with serving(script) as address:
        ana = player(address, tokens=TokenFolder(tmp_path))
        assert await ana.run() is Exit.TURNED_AWAY
    assert said(ana) == f"You are Ana on the server kitchen, {ana.address}."
    assert kept(tmp_path) == "cd" * 32


async def seated(server: FakeServer) -> None:
    await server.welcome(table=1, seat=0)
    await server.say(update(turn=3, own=you(["R7"], ["play R7"])))


async def test_whose_link_is_lost_for_good_is_told_that_the_seat_is_kept_and_how_to_come_back(
    tmp_path: Path,
) -> None:
    async with serving(seated) as address:
        ana = player(address, waits=0, tokens=TokenFolder(tmp_path))
        assert await ana.run() is Exit.LINK_LOST
    assert ana.last_words == (
        "The server closed the connection without a word. "
        f"Your seat is kept. To come back to it: cardgame-client {address} --name Ana"
    )
    async with serving(resumed) as address:
        assert await player(address, tokens=TokenFolder(tmp_path)).run() is Exit.TURNED_AWAY


async def test_nobody_is_told_of_a_seat_that_could_not_be_taken_again(tmp_path: Path) -> None:
    async def in_the_lobby(server: FakeServer) -> None:
        await server.welcome()

    (tmp_path / "file").write_text("")
    for script, tokens in (
        (seated, None),
        (seated, TokenFolder(tmp_path / "file" / "tokens")),
        (in_the_lobby, TokenFolder(tmp_path)),
    ):
        async with serving(script) as address:
            ana = player(address, waits=0, tokens=tokens)
            assert await ana.run() is Exit.LINK_LOST
        assert ana.last_words == "The server closed the connection without a word."


async def test_a_quit_takes_the_token_with_it(tmp_path: Path) -> None:
    async def script(server: FakeServer) -> None:
        await server.welcome()
        await answer_quit(server)

    async with serving(script) as address:
        assert await player(address, "quit", tokens=TokenFolder(tmp_path)).run() is Exit.OK
    assert not list(tmp_path.glob("*.token"))


async def test_a_second_client_with_a_chosen_name_is_told_and_leaves_the_first_alone(
    tmp_path: Path,
) -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await refuse_name(server, "Ana")

    keep(tmp_path)
    first = TokenFolder(tmp_path).claim("1234", "Ana")
    async with serving(script) as address:
        ana = player(address, tokens=TokenFolder(tmp_path))
        assert await ana.run() is Exit.FAILED
    assert ana.last_words == (
        "Another client of yours plays as Ana on this server: go on there, or take another --name."
    )
    assert first is not None
    assert first.token() == TOKEN


async def test_a_second_client_with_a_login_name_says_so_and_has_a_token_of_its_own(
    tmp_path: Path,
) -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await refuse_name(server, "Ana")
        hello = await server.accept()
        assert (hello.name, hello.token) == ("Ana 2", TOKEN)
        await server.say(Goodbye(code="replaced", text="bye"))

    keep(tmp_path)
    keep(tmp_path, "Ana 2")
    first = TokenFolder(tmp_path).claim("1234", "Ana")
    async with serving(script) as address:
        ana = player(address, own_name=False, tokens=TokenFolder(tmp_path))
        assert await ana.run() is Exit.TURNED_AWAY
    assert first is not None
    assert said(ana).startswith("Another client of yours on this computer has that name here")
    assert f"You are Ana 2 on the server kitchen, {ana.address}." in said(ana)


async def test_a_token_is_never_shown_to_another_server_at_the_same_address(
    tmp_path: Path,
) -> None:
    async def other(server: FakeServer) -> None:
        await server.say(greeting(server_id="9"))
        hello = await server.accept(token="cd" * 32)
        assert hello.token is None
        await answer_quit(server)

    async def first(server: FakeServer) -> None:
        await server.welcome()

    async with serving(first, other) as address:
        ana = player(address, tokens=TokenFolder(tmp_path))
        when(ana, lambda: "anew" in said(ana), "quit")
        assert await ana.run() is Exit.OK
    assert kept(tmp_path) == TOKEN


async def test_bug_S02_a_state_folder_that_cannot_be_used_is_told_and_play_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    async with serving(ends) as address:
        ana = player(address, tokens=TokenFolder(tmp_path / "file" / "tokens"))
        assert await ana.run() is Exit.TURNED_AWAY
    assert "Your seat is kept for this run only" in said(ana)
    assert "not a directory" in said(ana)
    assert f"You are Ana on the server kitchen, {ana.address}." in said(ana)
