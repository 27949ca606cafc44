"""The one link, under asyncio and under trio, against a server that says what the test says."""

from functools import partial

import anyio
import pytest
from anyio.abc import SocketAttribute, SocketStream

from cardgame_client.beside import beside
from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    Link,
    LinkLostError,
    NotACardServerError,
    RefusedError,
    VersionRefusedError,
)
from cardgame_protocol import (
    Chat,
    ChatRequest,
    Goodbye,
    HelloRequest,
    ListRequest,
    ListResult,
    MoveRequest,
    Ok,
    Ping,
    Pong,
    QuitRequest,
    Refused,
    UnsendableError,
    Update,
)
from tests.client.kit import TOKEN, FakeServer, StuckStream, greeting, linked, stream_pair, update

pytestmark = pytest.mark.anyio

CHAT = Chat(scope="table", name="Dot", role="player", text="hi")


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_a_hello_is_answered_by_name_and_token() -> None:
    heard: list[HelloRequest] = []

    async def script(server: FakeServer) -> None:
        heard.append(await server.welcome(table=3, seat=1))

    async with linked(script) as link:
        me = await link.hello("Ana", token="cd" * 32, computer=True, software="test 1")
    assert (me.name, me.token, me.table, me.seat) == ("Ana", TOKEN, 3, 1)
    assert heard[0].versions == [1]
    assert (heard[0].token, heard[0].computer, heard[0].software) == ("cd" * 32, True, "test 1")
    assert link.greeting.server == "kitchen"


async def test_requests_of_several_tasks_get_each_their_own_answer() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        asked = [await server.request() for _ in range(3)]
        assert len({request.id for request in asked}) == 3
        for request in reversed(asked):
            assert isinstance(request, ChatRequest)
            await server.say(Ok(id=request.id, result={"echo": request.text}))

    answers: dict[str, object] = {}

    async def ask(link: Link, text: str) -> None:
        answers[text] = (await link.request(ChatRequest(id=1, text=text)))["echo"]

    async with linked(script) as link, anyio.create_task_group() as tasks:
        for text in ("a", "b", "c"):
            tasks.start_soon(ask, link, text)
    assert answers == {"a": "a", "b": "b", "c": "c"}


async def test_bug_P15_a_refusal_reaches_the_one_who_asked_and_leaves_the_link_open() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        move = await server.request()
        refused = Refused(id=move.id, code="illegal", text="no", rule="K3", turn=9, wait=None)
        await server.say(update(), refused)
        request = await server.request()
        await server.say(Ok(id=request.id))

    async with linked(script) as link:
        with pytest.raises(RefusedError) as caught:
            await link.request(MoveRequest(id=1, turn=1, action="play R7"))
        error = caught.value
        assert (error.code, error.text, error.rule, error.turn) == ("illegal", "no", "K3", 9)
        assert await link.request(ChatRequest(id=1, text="x")) == {}


async def test_a_result_is_read_as_its_type_or_the_link_is_given_up() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        first, second = await server.request(), await server.request()
        page = {"tables": [], "page": 1, "pages": 1, "total": 0}
        await server.say(Ok(id=first.id, result=page), Ok(id=second.id, result={"page": "x"}))

    results: list[object] = []

    async def ask(link: Link) -> None:
        try:
            results.append(await link.ask(ListRequest(id=1), ListResult))
        except LinkLostError as error:
            results.append(error)

    async with linked(script) as link, anyio.create_task_group() as tasks:
        tasks.start_soon(ask, link)
        tasks.start_soon(ask, link)
    kinds = {type(result) for result in results}
    assert kinds == {ListResult, LinkLostError}


async def test_messages_come_in_their_order_and_one_byte_at_a_time_is_no_matter() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting(), update(turn=1), CHAT, update(turn=2))

    async with linked(script, chunk=1) as link:
        messages = [await anext(link) for _ in range(3)]
    assert [type(message) for message in messages] == [Update, Chat, Update]
    assert isinstance(messages[2], Update)
    assert messages[2].turn == 2


async def test_a_ping_is_answered_while_nobody_iterates() -> None:
    answered = anyio.Event()

    async def script(server: FakeServer) -> None:
        await server.say(greeting(), Ping())
        assert isinstance(await server.hear(), Pong)
        answered.set()

    async with linked(script):
        await answered.wait()


async def test_a_goodbye_ends_iteration_and_requests_with_its_code() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting(), CHAT)
        await server.request()
        await server.say(Goodbye(code="replaced", text="somebody else"))

    async with linked(script) as link:
        assert await anext(link) == CHAT
        with pytest.raises(GoodbyeError) as asked:
            await link.request(QuitRequest(id=1))
        with pytest.raises(GoodbyeError) as iterated:
            await anext(link)
        with pytest.raises(GoodbyeError):
            await link.request(QuitRequest(id=1))
    assert asked.value.code == iterated.value.code == "replaced"
    assert asked.value.text == "somebody else"


async def test_a_server_that_closes_without_a_word_is_a_link_lost() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await server.stream.aclose()

    async with linked(script) as link:
        with pytest.raises(LinkLostError, match="without a word"):
            await anext(link)


async def test_what_is_no_protocol_after_the_greeting_is_a_link_lost() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await server.stream.send(b"\xff\xff\xff\xff")

    async with linked(script) as link:
        with pytest.raises(LinkLostError, match="unreadable"):
            await anext(link)


@pytest.mark.parametrize("junk", [b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 400 Bad\r\n\r\n", b"\0" * 9])
async def test_bug_P07_another_protocol_is_no_card_server(junk: bytes) -> None:
    async def script(server: FakeServer) -> None:
        await server.stream.send(junk)

    with pytest.raises(NotACardServerError):
        async with linked(script):
            pytest.fail("a link was opened")


async def test_a_connection_closed_before_the_greeting_is_no_card_server() -> None:
    async def script(server: FakeServer) -> None:
        await server.stream.aclose()

    with pytest.raises(NotACardServerError, match="without a greeting"):
        async with linked(script):
            pytest.fail("a link was opened")


async def test_a_full_server_says_goodbye_in_place_of_the_greeting() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(Goodbye(code="full", text="too many"))

    with pytest.raises(GoodbyeError) as caught:
        async with linked(script):
            pytest.fail("a link was opened")
    assert caught.value.code == "full"


async def test_bug_P11_versions_that_do_not_meet_are_named_on_both_sides() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting(versions=[7, 8]))

    with pytest.raises(VersionRefusedError, match=r"7, 8.*client 1"):
        async with linked(script):
            pytest.fail("a link was opened")


async def test_bug_P11_a_server_that_refuses_the_version_is_told_apart() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        await server.request()
        await server.say(Goodbye(code="version", text="update"))

    async with linked(script) as link:
        with pytest.raises(VersionRefusedError, match="update"):
            await link.hello("Ana")


async def test_bug_P05_text_that_cannot_be_sent_is_refused_here_and_harms_nothing() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())
        request = await server.request()
        assert isinstance(request, ChatRequest)
        assert request.text == "fine"
        await server.say(Ok(id=request.id))

    async with linked(script) as link:
        with pytest.raises(UnsendableError):
            await link.request(ChatRequest(id=1, text="\ud800"))
        assert await link.request(ChatRequest(id=1, text="fine")) == {}


async def test_an_exception_of_the_body_comes_out_as_it_is() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())

    with pytest.raises(ZeroDivisionError):
        async with linked(script):
            raise ZeroDivisionError


async def test_bug_P13_a_send_cut_short_ends_the_link_and_nothing_more_is_written() -> None:
    ours, theirs = stream_pair(kind=StuckStream)
    assert isinstance(ours, StuckStream)
    await FakeServer(theirs).say(greeting())
    async with Link.over(ours) as link:
        with anyio.CancelScope() as scope:
            ours.on_stuck = scope.cancel
            await link.request(ChatRequest(id=1, text="x"))
        with pytest.raises(LinkLostError, match="sending"):
            await link.request(ChatRequest(id=1, text="y"))
        with pytest.raises(LinkLostError, match="sending"):
            await anext(link)


async def test_a_program_that_takes_no_messages_loses_the_link_and_not_its_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardgame_client.connection.MOST_UNREAD", 2)

    async def script(server: FakeServer) -> None:
        await server.say(greeting(), CHAT, CHAT, CHAT)

    async with linked(script) as link:
        with pytest.raises(LinkLostError, match="not taken"):
            await link.request(ChatRequest(id=1, text="x"))
        assert [await anext(link), await anext(link)] == [CHAT, CHAT]
        with pytest.raises(LinkLostError):
            await anext(link)


async def test_closing_the_link_wakes_whoever_waits_on_it() -> None:
    async def script(server: FakeServer) -> None:
        await server.say(greeting())

    async with linked(script) as link:
        await link.aclose()
        with pytest.raises(LinkLostError, match="this side"):
            await anext(link)
        with pytest.raises(LinkLostError, match="this side"):
            await link.request(QuitRequest(id=1))


async def test_nothing_listening_is_told_with_the_reason() -> None:
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
    with pytest.raises(CannotConnectError, match=f"127.0.0.1 port {port}: connection refused"):
        async with Link.open("127.0.0.1", port):
            pytest.fail("a link was opened")


async def test_a_link_opens_over_a_real_socket() -> None:
    async def serve(stream: SocketStream) -> None:
        async with stream:
            server = FakeServer(stream)
            await server.welcome()
            await server.say(CHAT)
            request = await server.request()
            await server.say(Ok(id=request.id), Goodbye(code="quit", text="bye"))

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
        async with beside(partial(listener.serve, serve)), Link.open("127.0.0.1", port) as link:
            assert (await link.hello("Ana")).token == TOKEN
            assert await anext(link) == CHAT
            await link.request(QuitRequest(id=1))
            with pytest.raises(GoodbyeError, match="bye"):
                await anext(link)
