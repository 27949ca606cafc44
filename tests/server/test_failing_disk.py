"""A disk that takes nothing: nobody is told what could be lost, all are told why, play waits."""

import logging

import pytest
import trio

from cardgame_server.gate import Done
from cardgame_server.limits import DISK_RETRY_SECONDS
from cardgame_server.writes import KeepLines, KeepPlayer, Write
from tests.server.kit import Plain
from tests.server.wire_kit import Hall, Wire, hall, newest, seated

pytestmark = pytest.mark.trio


class SimulatedDisk:
    """Storage in memory. `taken` is what is durable; while `error` is set, nothing more is.

    A commit takes `seconds`.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self.taken: list[Write] = []
        self.error: Exception | None = None
        self.tries = 0
        self.seconds = seconds
        self._nursery: trio.Nursery | None = None

    def work_in(self, hall: Hall) -> None:
        """Do slow commits in a task of a hall."""
        self._task = hall.task

    def commit(self, writes: list[Write], done: Done) -> None:
        """Take writes, or fail."""
        if self.seconds:
            self._task(self._later, writes, done)
        else:
            self._now(writes, done)

    async def _later(self, writes: list[Write], done: Done) -> None:
        await trio.sleep(self.seconds)
        self._now(writes, done)

    def _now(self, writes: list[Write], done: Done) -> None:
        self.tries += 1
        if self.error is None:
            self.taken += writes
        done(self.error)

    def lines(self) -> list[str]:
        """Return the lines of all matches that are durable."""
        steps = [write for write in self.taken if isinstance(write, KeepLines)]
        return [line for step in steps for line in step.lines.split("\n")]


FULL = OSError(28, "No space left on device")


def actor_of(people: list[Wire]) -> Wire:
    """Return who is on turn, by the newest view each has read."""
    return next(w for w in people if newest(w)["view"]["to_move"] == newest(w)["you"]["seat"])


async def said_by_server(wire: Wire) -> str:
    """Wait for the server's own word in the chat."""
    told = await wire.until(lambda m: m["type"] == "chat" and m["name"] == "server")
    return str(told["text"])


async def move(wire: Wire) -> Plain:
    """Make a legal move; return the answer."""
    update = newest(wire)
    return await wire.ask("move", turn=update["turn"], action=update["you"]["legal"][0])


async def test_an_accepted_move_is_durable_before_anybody_hears_of_it(
    autojump_clock: object,
) -> None:
    disk = SimulatedDisk(seconds=0.5)
    async with hall(storage=disk) as here:
        disk.work_in(here)
        people = await seated(here, "Ann", "Ben", preset="eights")
        began = trio.current_time()
        actor = actor_of(people)
        wanted = newest(actor)["you"]["legal"][0]
        assert (await move(actor))["type"] == "ok"
        assert trio.current_time() - began >= 0.5
        assert any(line.endswith(wanted) for line in disk.lines())


async def test_a_token_is_durable_before_it_is_told(autojump_clock: object) -> None:
    disk = SimulatedDisk(seconds=0.5)
    async with hall(storage=disk) as here:
        disk.work_in(here)
        await here.person("Ann")
        assert [write.name for write in disk.taken if isinstance(write, KeepPlayer)] == ["Ann"]


async def test_a_move_that_cannot_be_kept_is_not_acknowledged_and_everybody_is_told_why(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    disk = SimulatedDisk()
    async with hall(storage=disk) as here:
        people = await seated(here, "Ann", "Ben", preset="eights", turn_seconds=10)
        visitor = await here.person("Vic")
        actor = actor_of(people)
        other = next(wire for wire in people if wire is not actor)
        durable = list(disk.lines())
        disk.error = FULL
        answers: list[Plain] = []

        async def play() -> None:
            answers.append(await move(actor))

        here.task(play)
        assert "cannot write to its disk" in await said_by_server(other)
        assert "cannot write to its disk" in await said_by_server(visitor)
        assert "No space left on device" in caplog.text
        # Ten minutes: no answer, no view, no turn that ends, and nobody is thrown out.
        for _ in range(30):
            await trio.sleep(20)
            assert (await visitor.ask("create", preset="duel", seats=2))["code"] == "disk_failed"
            assert (await other.ask("list"))["type"] == "ok"
        assert answers == []
        assert disk.lines() == durable
        assert disk.tries > 60
        disk.error = None
        assert "can write to its disk again" in await said_by_server(other)
        await trio.sleep(DISK_RETRY_SECONDS)
        assert [answer["type"] for answer in answers] == ["ok"]
        assert len(disk.lines()) > len(durable)
        assert (await visitor.ok("create", preset="duel", seats=2))["table"] == 2
        # The clock of the next turn begins where the disk came back.
        view = await other.until(lambda m: m["type"] == "update")
        assert view["view"]["waits"][0]["left"] == pytest.approx(10, abs=0.1)


async def test_a_refusal_by_the_disk_says_when_to_try_again(autojump_clock: object) -> None:
    disk = SimulatedDisk()
    async with hall(storage=disk) as here:
        people = await seated(here, "Ann", "Ben", preset="eights")
        actor = actor_of(people)
        disk.error = FULL
        waiting = here.open()
        here.task(waiting.hello, "Cem")
        await said_by_server(actor)
        refused = await move(actor)
        assert (refused["code"], refused["wait"]) == ("disk_failed", DISK_RETRY_SECONDS)
        late = here.open()
        assert (await late.read())["type"] == "greeting"
        answer = await late.ask("hello", versions=[1], name="Dora", software="kit")
        assert answer["code"] == "disk_failed"


async def test_a_link_lost_while_the_disk_fails_is_noted_when_it_works(
    autojump_clock: object,
) -> None:
    disk = SimulatedDisk()
    async with hall(storage=disk) as here:
        people = await seated(here, "Ann", "Ben", preset="eights")
        actor = actor_of(people)
        other = next(wire for wire in people if wire is not actor)
        disk.error = FULL
        await actor.stream.aclose()
        await said_by_server(other)
        disk.error = None
        told = await other.until(lambda m: m["type"] == "update")
        assert told["events"][0]["event"] == "dropped"


async def test_a_server_that_is_stopped_while_its_disk_fails_says_goodbye(
    autojump_clock: object,
) -> None:
    disk = SimulatedDisk()
    async with hall(storage=disk) as here:
        people = await seated(here, "Ann", "Ben", preset="eights")
        disk.error = FULL
        actor = actor_of(people)
        turn, action = newest(actor)["turn"], newest(actor)["you"]["legal"][0]
        await actor.send({"type": "move", "id": 99, "turn": turn, "action": action})
        await trio.sleep(1)
        here.server.stop()
        assert [await wire.farewell() for wire in people] == ["shutdown", "shutdown"]


async def test_the_log_says_once_that_the_disk_fails_and_once_that_it_works(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    disk = SimulatedDisk()
    async with hall(storage=disk) as here:
        ann = await here.person("Ann")
        disk.error = FULL
        for number in (8, 9):
            await ann.send({"type": "create", "id": number, "preset": "duel", "seats": 2})
            await trio.sleep(20)
        disk.error = None
        await trio.sleep(10)
        levels = [r.levelno for r in caplog.records if "disk" in r.message]
        assert levels == [logging.ERROR, logging.WARNING]
