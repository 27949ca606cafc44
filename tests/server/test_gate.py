"""Nobody hears of a change before it is on disk, and nobody hears things in another order."""

import pytest

from cardgame_protocol.answers import Chat, Ok, Ping
from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.plain import encode_value
from cardgame_server.effects import Change, Send, Shown, TableUpdate
from cardgame_server.gate import Done, Gate
from cardgame_server.writes import Beat, Write

UPDATE = TableUpdate(Shown(1, 1, [], encode_value({})), encode_value(None))
CHAT = Chat(scope="lobby", name="Ann", role="visitor", text="hello")


class SlowDisk:
    """Storage that is done when the test says so. `calls` are the lists it was given."""

    def __init__(self) -> None:
        self.calls: list[list[Write]] = []
        self._done: Done | None = None

    def commit(self, writes: list[Write], done: Done) -> None:
        """Note a call."""
        assert self._done is None, "one call at a time"
        self.calls.append(list(writes))
        self._done = done

    def finish(self, error: Exception | None = None) -> None:
        """Let the open call end."""
        done, self._done = self._done, None
        assert done is not None
        done(error)


class Edge:
    """A gate with a slow disk; `told` is what went out, as (connection, number of the change)."""

    def __init__(self) -> None:
        self.disk = SlowDisk()
        self.out: list[Change] = []
        self.log: list[str] = []
        self.unread: list[int | Change] = []
        self.gate = Gate(
            self.disk,
            self.out.append,
            sweep=self.sweep,
            failed=lambda error: self.log.append(f"failed: {error}"),
            recovered=lambda: self.log.append("recovered"),
            again=lambda: self.log.append("again"),
        )

    def sweep(self) -> None:
        """Read what has been sent meanwhile: numbers are changes that write, told to 7."""
        while self.unread:
            change = self.unread.pop(0)
            if isinstance(change, int):
                self.offer(change, 7)
            else:
                self.gate.offer(change)

    def offer(self, number: int, *effects: object, writes: bool = True) -> Change:
        """Offer a change that is told by `number` apart; an int is an answer to a connection."""
        change = Change(float(number))
        if writes:
            change.write(Beat(float(number)))
        for effect in effects:
            if isinstance(effect, int):
                change.send(effect, Ok(id=1))
            else:
                change.effects.append(effect)  # type: ignore[arg-type] # an effect made by the test
        self.gate.offer(change)
        return change


def test_a_change_goes_out_when_it_is_durable_and_not_before() -> None:
    edge = Edge()
    change = edge.offer(1, 7)
    assert edge.out == []
    edge.disk.finish()
    assert edge.out == [change]


def test_what_arrives_while_the_disk_writes_is_written_together_next() -> None:
    edge = Edge()
    changes = [edge.offer(number, 7) for number in range(5)]
    assert [len(call) for call in edge.disk.calls] == [1]
    edge.disk.finish()
    assert edge.out == changes[:1]
    assert [len(call) for call in edge.disk.calls] == [1, 4]
    edge.disk.finish()
    assert edge.out == changes
    assert edge.gate.idle


def test_what_writes_nothing_goes_out_at_once() -> None:
    edge = Edge()
    assert edge.offer(1, 7, UPDATE_TO_7, writes=False) in edge.out
    edge.offer(2, 8)
    chat = edge.offer(3, Send(9, CHAT), writes=False)
    assert chat in edge.out


def test_a_connection_hears_things_in_their_order() -> None:
    edge = Edge()
    first = edge.offer(1, 7)
    chat = edge.offer(2, Send(7, CHAT), writes=False)
    assert edge.out == []
    edge.disk.finish()
    assert edge.out == [first, chat]
    goodbye = Change(3.0)
    edge.offer(4, 7)
    goodbye.disconnect(7, GoodbyeCode.TIMEOUT, "")
    edge.gate.offer(goodbye)
    assert goodbye not in edge.out
    edge.disk.finish()
    assert edge.out[-1] is goodbye


def test_what_has_been_sent_meanwhile_is_read_before_the_next_group_is_written() -> None:
    edge = Edge()
    first = edge.offer(1, 7)
    waiting = edge.offer(2, 8)
    edge.unread = [3, 4]
    edge.disk.finish()
    assert edge.out == [first]
    assert edge.disk.calls == [[Beat(1.0)], [Beat(2.0), Beat(3.0), Beat(4.0)]]
    edge.disk.finish()
    assert edge.out[1] is waiting
    assert len(edge.out) == 4


def test_all_that_is_read_in_one_go_is_one_group() -> None:
    edge = Edge()
    edge.unread = [1, 2, 3]
    edge.gate.gather()
    assert edge.disk.calls == [[Beat(1.0), Beat(2.0), Beat(3.0)]]


UPDATE_TO_7 = Send(7, UPDATE)


@pytest.mark.parametrize("read", [Send(7, Ok(id=2)), UPDATE_TO_7], ids=["answer", "view"])
def test_what_is_read_in_one_go_overtakes_nothing_that_waits_to_be_written(read: Send) -> None:
    edge = Edge()
    change = Change(2.0)
    change.effects.append(read)
    edge.unread = [1, change]
    edge.gate.gather()
    assert edge.out == []
    edge.disk.finish()
    assert len(edge.out) == 2
    assert edge.out[-1] is change


def test_an_answer_read_when_a_group_is_written_comes_after_those_that_wait_already() -> None:
    edge = Edge()
    first = edge.offer(1, 7)
    waiting = edge.offer(2, 7, writes=False)
    later = Change(3.0)
    later.send(7, Ok(id=3))
    edge.unread = [later]
    edge.disk.finish()
    assert edge.out == [first, waiting, later]


def test_a_view_is_told_only_when_all_before_it_is_durable() -> None:
    # Whoever comes back, or watches, sees moves that others have made: those must not vanish.
    edge = Edge()
    first = edge.offer(1, 8)
    view = edge.offer(2, UPDATE_TO_7, writes=False)
    assert edge.out == []
    edge.disk.finish()
    assert edge.out == [first, view]


def test_a_ping_overtakes_everything() -> None:
    edge = Edge()
    edge.offer(1, 7)
    ping = edge.offer(2, Send(7, Ping()), writes=False)
    assert edge.out == [ping]


def test_while_the_disk_fails_nothing_goes_out_and_all_of_it_is_tried_again() -> None:
    edge = Edge()
    first = edge.offer(1, 7)
    second = edge.offer(2, 8)
    edge.disk.finish(OSError("disk full"))
    assert edge.log == ["failed: disk full", "again"]
    third = edge.offer(3, 9)
    edge.gate.retry()
    assert edge.disk.calls[-1] == [Beat(1.0), Beat(2.0), Beat(3.0)]
    edge.disk.finish(OSError("disk full"))
    assert edge.log == ["failed: disk full", "again", "again"]
    assert edge.out == []
    edge.gate.retry()
    edge.disk.finish()
    assert edge.out == [first, second, third]
    assert edge.log[-1] == "recovered"
    assert edge.gate.failure is None


def test_chat_and_refusals_are_heard_while_the_disk_fails_but_no_views() -> None:
    edge = Edge()
    edge.offer(1, 7)
    edge.disk.finish(OSError("disk full"))
    told = [edge.offer(2, Send(7, CHAT), writes=False), edge.offer(3, 7, writes=False)]
    edge.offer(4, UPDATE_TO_7, writes=False)
    assert edge.out == told


def test_without_storage_everything_goes_out_at_once() -> None:
    out: list[Change] = []
    gate = Gate(
        None,
        out.append,
        sweep=lambda: None,
        failed=lambda _: None,
        recovered=lambda: None,
        again=lambda: None,
    )
    change = Change(1.0)
    change.write(Beat(1.0))
    gate.offer(change)
    assert out == [change]
