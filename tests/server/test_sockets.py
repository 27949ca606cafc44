"""A few runs over real sockets on the loopback interface."""

import errno
import logging
import socket
import struct
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import pairwise

import pytest
import trio
import trio.testing

from cardgame_server import computers
from cardgame_server import server as server_module
from cardgame_server.addresses import Address, listen
from cardgame_server.readiness import EpollReadiness, Readiness, TaskReadiness
from cardgame_server.server import Server
from tests.server.kit import pack
from tests.server.wire_kit import Closed, Wire, new_session, newest, play_one

pytestmark = pytest.mark.trio

PATIENCE = 20
"""Seconds after which a test has failed; every step takes milliseconds."""


@asynccontextmanager
async def running() -> AsyncIterator[int]:
    """Run a server on a free loopback port."""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            server = Server(new_session())
            listeners = listen(Address("127.0.0.1", 0))
            port = int(listeners[0].getsockname()[1])
            await nursery.start(server.serve, listeners)
            yield port
            server.stop()


async def connect(port: int) -> Wire:
    """Open a connection."""
    return Wire(await trio.open_tcp_stream("127.0.0.1", port))


@pytest.mark.parametrize("kind", [TaskReadiness, EpollReadiness])
async def test_a_match_is_played_over_real_sockets_however_they_are_watched(
    kind: type[Readiness], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "readiness", kind)
    async with running() as port:
        people = [await connect(port) for _ in range(2)]
        for wire, name in zip(people, ("Ann", "Bob"), strict=True):
            await wire.hello(name)
        await people[0].ok("create", preset="duel", seats=2, target=1)
        await people[1].ok("join", table=1)
        await people[0].ok("start")
        for wire in people:
            await wire.until(lambda m: m["type"] == "update" and m["view"]["state"] == "playing")
        while newest(people[0])["view"]["state"] == "playing":
            await play_one(people)
        assert newest(people[1])["view"]["result"]["winners"]
        for wire in people:
            await wire.stream.aclose()


async def test_packets_of_a_byte_each_are_a_conversation_too() -> None:
    async with running() as port:
        wire = await connect(port)
        await wire.read()
        hello = {"type": "hello", "id": 1, "versions": [1], "name": "Ann", "software": ""}
        for byte in pack(hello):
            await wire.stream.send_all(bytes([byte]))
        assert (await wire.read())["result"]["name"] == "Ann"
        await wire.stream.aclose()


@pytest.mark.parametrize("phase", ["at once", "after hello", "at a table"])
async def test_bug_M02_a_reset_in_any_phase_ends_that_connection_alone(phase: str) -> None:
    async with running() as port:
        ann = await connect(port)
        await ann.hello("Ann")
        await ann.ok("create", preset="classic", seats=3)
        eve = await connect(port)
        if phase != "at once":
            await eve.hello("Eve")
        if phase == "at a table":
            await eve.ok("join", table=1)
        assert isinstance(eve.stream, trio.SocketStream)
        linger = struct.pack("ii", 1, 0)
        eve.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        await eve.stream.aclose()
        if phase == "at a table":
            await ann.until(
                lambda m: (
                    m["type"] == "update"
                    and any(event["event"] == "stood" for event in m["events"])
                )
            )
        await ann.ok("list")
        await ann.stream.aclose()


async def test_a_goodbye_arrives_although_much_was_sent_that_nobody_read() -> None:
    async with running() as port:
        wire = await connect(port)
        await wire.hello("Eve")
        flood = b"".join(pack({"type": "nonsense", "id": n}) for n in range(1, 3000))
        with trio.move_on_after(2), suppress(trio.BrokenResourceError):
            await wire.stream.send_all(flood)
        assert await wire.farewell() == "flood"
        await wire.stream.aclose()


async def test_a_real_reader_that_stops_delays_nobody() -> None:
    async with running() as port:
        people = [await connect(port) for _ in range(2)]
        for wire, name in zip(people, ("Ann", "Bob"), strict=True):
            await wire.hello(name)
        await people[0].ok("create", preset="classic", seats=2, target=2000)
        await people[1].ok("join", table=1)
        slow = await connect(port)
        await slow.hello("Slow")
        await slow.ok("spectate", table=1)
        await people[0].ok("start")
        for wire in people:
            await wire.until(lambda m: m["type"] == "update" and m["view"]["state"] == "playing")
        for _ in range(500):
            if newest(people[0])["view"]["state"] != "playing":
                break
            with trio.fail_after(1):
                await play_one(people)
        first = await slow.update()
        assert first["view"]["table"] == 1
        for wire in (*people, slow):
            await wire.stream.aclose()


async def test_bug_X11_accepting_survives_that_no_descriptor_is_left(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([OSError(errno.EMFILE, "Too many open files")] * 3)
    accept = socket.socket.accept

    def exhausted(self: socket.socket) -> object:
        for error in failures:
            raise error
        return accept(self)

    async with running() as port:
        with caplog.at_level(logging.WARNING), monkeypatch.context() as patch:
            patch.setattr(socket.socket, "accept", exhausted)
            wire = await connect(port)
            await wire.hello("Ann")
        warnings = [r for r in caplog.records if "no connection can be accepted" in r.message]
        assert len(warnings) == 1
        await wire.stream.aclose()


async def test_bug_P01_a_header_of_four_gigabytes_reserves_nothing() -> None:
    async with running() as port:
        wire = await connect(port)
        await wire.stream.send_all(b"\xff\xff\xff\xff")
        assert await wire.farewell() == "too_long"
        await wire.stream.aclose()


async def test_the_house_process_is_told_its_secret_and_started_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr(computers, "_FIRST_PAUSE", 0.01)
    script = f"import sys; open({str(tmp_path)!r} + '/said', 'a').write(sys.stdin.readline())"
    said = trio.Path(str(tmp_path)) / "said"
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            argv = [sys.executable, "-c", script]
            nursery.start_soon(computers.keep_house, argv, "the secret")
            while not await said.exists() or (await said.read_text()).count("\n") < 2:
                await trio.sleep(0.02)
            nursery.cancel_scope.cancel()
    assert (await said.read_text()).startswith("the secret\nthe secret\n")


async def test_the_house_process_ends_when_the_server_does() -> None:
    # It reports by a connection of its own, which the system closes when the process is gone.
    script = (
        "import socket, sys; report = socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
        "report.send(sys.stdin.readline().encode()); sys.stdin.read(); report.send(b'input closed')"
    )
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    argv = [sys.executable, "-c", script, str(port)]
    with trio.fail_after(PATIENCE):
        async with listener, trio.open_nursery() as nursery:
            nursery.start_soon(computers.keep_house, argv, "secret")
            report = await listener.accept()
            assert await report.receive_some() == b"secret\n"
            nursery.cancel_scope.cancel()
        assert b"".join([said async for said in report]) == b"input closed"
        await report.aclose()


async def test_a_house_process_that_does_not_end_by_itself_is_made_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computers, "_END_PATIENCE", 0.01)
    script = (
        "import socket, sys; report = socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
        "report.send(b'here'); report.recv(1)"
    )
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    argv = [sys.executable, "-c", script, str(port)]
    with trio.fail_after(PATIENCE):
        async with listener, trio.open_nursery() as nursery:
            nursery.start_soon(computers.keep_house, argv, "secret")
            report = await listener.accept()
            assert await report.receive_some() == b"here"
            nursery.cancel_scope.cancel()
        assert await report.receive_some() == b""
        await report.aclose()


async def test_a_house_process_that_cannot_be_started_is_logged_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "_FIRST_PAUSE", 0.001)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(computers.keep_house, ["/nonexistent/python"], "secret")
            while caplog.text.count("cannot be started") < 3:
                await trio.sleep(0.001)
            nursery.cancel_scope.cancel()


async def test_bug_B08_a_house_process_that_keeps_failing_is_started_ever_more_seldom(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[float] = []

    async def fail_at_once(*_: object) -> None:
        starts.append(trio.current_time())

    monkeypatch.setattr(computers, "_run_once", fail_at_once)
    with trio.move_on_after(200):
        await computers.keep_house([], "secret")
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    assert pauses[:4] == pytest.approx([0.5, 1, 2, 4])
    assert pauses[-1] == pytest.approx(30)


async def test_the_stream_ends_without_a_torn_frame_when_the_server_stops() -> None:
    async with running() as port:
        wire = await connect(port)
        await wire.hello("Ann")
    with pytest.raises(Closed) as closed:
        await wire.until(lambda _: False)
    assert not closed.value.torn
    assert wire.seen[-1]["code"] == "shutdown"
    await wire.stream.aclose()


@pytest.mark.parametrize("kind", [TaskReadiness, EpollReadiness])
async def test_a_failure_in_reading_is_raised_in_its_own_task_and_others_read_on(
    kind: type[TaskReadiness] | type[EpollReadiness],
) -> None:
    heard: list[bytes] = []

    def fail() -> bool:
        raise RuntimeError("a bug in reading")

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            watching = kind()
            nursery.start_soon(watching.run, watching.sweep)
            ours, theirs = socket.socketpair()
            other, another = socket.socketpair()
            ours.setblocking(False)
            other.setblocking(False)
            theirs.send(b"x")

            def hear() -> bool:
                heard.append(other.recv(1))
                return False

            with pytest.raises(RuntimeError, match="a bug in reading"):
                await watching.each_time(ours, fail)
            another.send(b"y")
            await watching.each_time(other, hear)
            nursery.cancel_scope.cancel()
    assert heard == [b"y"]
    for sock in (ours, theirs, other, another):
        sock.close()


@pytest.mark.parametrize("kind", [TaskReadiness, EpollReadiness])
async def test_what_a_thread_hands_over_is_done_in_order_in_the_servers_thread(
    kind: type[TaskReadiness] | type[EpollReadiness],
) -> None:
    done: list[tuple[int, threading.Thread]] = []
    enough = trio.Event()

    def job(number: int) -> None:
        done.append((number, threading.current_thread()))
        if number == 3:
            enough.set()

    with trio.fail_after(PATIENCE):
        watching = kind()
        watching.hand_over(partial(job, 1))  # Nobody watches yet: it waits for that.
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watching.run, watching.sweep)
            for number in (2, 3):
                hand_over = partial(watching.hand_over, partial(job, number))
                await trio.to_thread.run_sync(hand_over)
            await enough.wait()
            nursery.cancel_scope.cancel()
    assert done == [(number, threading.current_thread()) for number in (1, 2, 3)]


@pytest.mark.parametrize("kind", [TaskReadiness, EpollReadiness])
async def test_what_is_handed_over_after_the_end_is_not_done(
    kind: type[TaskReadiness] | type[EpollReadiness],
) -> None:
    watching = kind()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watching.run, watching.sweep)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    done: list[int] = []
    watching.hand_over(lambda: done.append(1))
    await trio.testing.wait_all_tasks_blocked()
    assert done == []


async def test_a_failure_in_what_was_handed_over_is_not_swallowed() -> None:
    watching = EpollReadiness()

    def fail() -> None:
        raise RuntimeError("a bug in a job")

    watching.hand_over(fail)
    with trio.fail_after(PATIENCE), pytest.RaisesGroup(pytest.RaisesExc(RuntimeError, match="bug")):
        await watching.run(watching.sweep)
