"""Sending to one peer: at once if it takes it, by a task if not, and never in pieces."""

from collections.abc import Callable, Sequence

import pytest
import trio

from cardgame_protocol.answers import Chat, Goodbye, Ok, Ping
from cardgame_protocol.codec import encode
from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.limits import BACKLOG_BYTES
from cardgame_protocol.plain import encode_value
from cardgame_server.effects import Outgoing, Shown, TableUpdate
from cardgame_server.limits import BACKLOG_EVENTS, STALLED_SECONDS
from cardgame_server.outbox import Outbox
from cardgame_server.peer import Peer
from cardgame_server.pipes import LinkGoneError
from tests.server.kit import Plain, unpack

pytestmark = pytest.mark.trio


class FakePipe:
    """A connection that takes `room` bytes at once; `sent` is what it took, call by call."""

    def __init__(self, room: int = 1_000_000) -> None:
        self.room = room
        self.sent: list[bytes] = []
        self.open_for_more = trio.Event()
        self.ended = trio.Event()
        self.closed = False

    async def receive(self, received: Callable[[bytes], None]) -> None:
        await self.ended.wait()

    def send_now(self, data: bytes) -> int:
        if self.closed:
            raise LinkGoneError("closed")
        taken = data[: self.room]
        self.room -= len(taken)
        if taken:
            self.sent.append(taken)
        return len(taken)

    async def send_all(self, data: bytes) -> None:
        await self.open_for_more.wait()
        if self.closed:
            raise LinkGoneError("closed")
        self.sent.append(data)

    async def end_sending(self) -> None:
        self.ended.set()

    def close(self) -> None:
        self.closed = True
        self.open_for_more.set()

    def frames(self) -> list[Plain]:
        """Return all whole frames that were taken."""
        found, rest = [], b"".join(self.sent)
        while rest:
            size = 4 + int.from_bytes(rest[:4], "big")
            found.append(unpack(rest[:size]))
            rest = rest[size:]
        return found


def new_peer(nursery: trio.Nursery, room: int = 1_000_000) -> tuple[Peer, FakePipe]:
    pipe = FakePipe(room)
    peer = Peer(1, pipe, nursery.start_soon)
    nursery.start_soon(peer.run, lambda _: None)
    return peer, pipe


def update(turn: int, *kinds: str, table: int = 1) -> TableUpdate:
    events = [{"event": kind} for kind in kinds]
    shown = Shown(table, turn, events, encode_value({"turn": turn}))
    return TableUpdate(shown, encode_value(None))


def chat(text: str) -> Chat:
    return Chat(scope="lobby", name="Ann", role="visitor", text=text)


async def test_what_belongs_together_goes_out_in_one_send_from_the_task_that_made_it() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery)
        peer.put([Ok(id=1), update(1, "played")])
        assert len(pipe.sent) == 1
        assert [frame["type"] for frame in pipe.frames()] == ["ok", "update"]
        nursery.cancel_scope.cancel()


async def test_bug_P13_a_torn_frame_is_completed_before_anything_else() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery, room=10)
        peer.put([Ok(id=1)])
        peer.put([Ok(id=2)])
        peer.put([Ok(id=3)])
        assert len(pipe.sent) == 1
        pipe.open_for_more.set()
        await trio.testing.wait_all_tasks_blocked()
        assert [frame["id"] for frame in pipe.frames()] == [1, 2, 3]
        peer.put([Ping()])
        pipe.room = 1000
        peer.put([Ping()])
        await trio.testing.wait_all_tasks_blocked()
        assert len(pipe.frames()) == 5
        nursery.cancel_scope.cancel()


async def test_a_slow_reader_gets_the_newest_view_with_all_events() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery, room=0)
        peer.put([update(0, "hand_started")])
        await trio.testing.wait_all_tasks_blocked()
        for turn in range(1, 6):
            peer.put([update(turn, f"event{turn}")])
        peer.put([chat("hello")])
        peer.put([update(6, "event6")])
        pipe.open_for_more.set()
        await trio.testing.wait_all_tasks_blocked()
        _, words, newest = pipe.frames()
        assert words["text"] == "hello"
        assert (newest["turn"], newest["view"]) == (6, {"turn": 6})
        assert [event["event"] for event in newest["events"]] == [f"event{n}" for n in range(1, 7)]
        nursery.cancel_scope.cancel()


async def test_bug_D05_a_reader_that_never_reads_is_cut_as_slow(autojump_clock: object) -> None:
    async with trio.open_nursery() as nursery:
        peer, _ = new_peer(nursery, room=0)
        peer.put([Ping()])
        await trio.testing.wait_all_tasks_blocked()
        began = trio.current_time()
        assert not peer.stalled(began + STALLED_SECONDS - 1)
        assert peer.stalled(began + STALLED_SECONDS)
        nursery.cancel_scope.cancel()


async def test_a_reader_with_too_much_waiting_is_cut_and_closed_within_a_second(
    autojump_clock: object,
) -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery, room=5)
        text = "x" * 500
        most = BACKLOG_BYTES // len(encode(chat(text))) + 200
        for _ in range(most):
            peer.put([chat(text)])
        assert peer.parting
        with trio.fail_after(2):
            while not pipe.closed:
                await trio.sleep(0.1)
        assert pipe.sent == [encode(chat(text))[:5]]


async def test_a_slow_reader_that_wakes_in_time_reads_the_goodbye_after_the_torn_frame() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery, room=5)
        peer.put([chat("torn")])
        await trio.testing.wait_all_tasks_blocked()
        peer.put([chat("dropped")])
        peer.part(GoodbyeCode.SLOW, "too slow")
        pipe.open_for_more.set()
        await trio.testing.wait_all_tasks_blocked()
        torn, goodbye = pipe.frames()
        assert torn["text"] == "torn"
        assert (goodbye["type"], goodbye["code"]) == ("goodbye", "slow")


async def test_nothing_is_sent_after_the_goodbye() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery)
        peer.put([Ping()])
        peer.part(GoodbyeCode.QUIT, "bye")
        peer.put([Ping()])
        peer.part(GoodbyeCode.SHUTDOWN, "bye")
        assert [frame["type"] for frame in pipe.frames()] == ["ping", "goodbye"]


async def test_a_peer_that_is_gone_ends_its_connection_and_no_other() -> None:
    async with trio.open_nursery() as nursery:
        peer, pipe = new_peer(nursery)
        pipe.closed = True
        peer.put([Ping()])
        await trio.testing.wait_all_tasks_blocked()
        assert peer.parting


def all_of(outbox: Outbox) -> list[Plain]:
    found, rest = [], outbox.take(10_000_000)
    while rest:
        size = 4 + int.from_bytes(rest[:4], "big")
        found.append(unpack(rest[:size]))
        rest = rest[size:]
    return found


def filled(messages: Sequence[Outgoing]) -> Outbox:
    outbox = Outbox()
    for message in messages:
        outbox.add(message)
    return outbox


async def test_updates_of_two_tables_are_not_merged() -> None:
    outbox = filled([update(1, "a"), Ok(id=1), update(1, "b", table=2), update(2, "c", table=2)])
    frames = all_of(outbox)
    assert [frame["type"] for frame in frames] == ["update", "ok", "update"]
    assert [event["event"] for event in frames[2]["events"]] == ["b", "c"]
    assert outbox.size == 0
    assert not outbox


async def test_merged_events_are_bounded_and_the_newest_stay() -> None:
    frames = all_of(filled([update(turn, f"e{turn}") for turn in range(BACKLOG_EVENTS + 50)]))
    told = [event["event"] for event in frames[0]["events"]]
    assert (told[0], told[-1]) == ("e50", f"e{BACKLOG_EVENTS + 49}")
    assert len(told) == BACKLOG_EVENTS


async def test_the_size_of_what_waits_is_counted_without_updates() -> None:
    outbox = filled([Ping(), update(1, "a"), Ping()])
    assert outbox.size == 2 * len(encode(Ping()))
    outbox.take(1)
    assert outbox.size == len(encode(Ping()))
    outbox.tear(b"rest")
    outbox.drop_whole_frames()
    assert (outbox.size, outbox.take(100)) == (4, b"rest")
    outbox.add(Goodbye(code="slow", text=""))
    assert all_of(outbox)[0]["type"] == "goodbye"
