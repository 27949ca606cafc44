"""The whole server on streams in memory and a virtual clock."""

import logging

import pytest
import trio

from cardgame_protocol.answers import Ok
from cardgame_server import outbox
from cardgame_server import peer as peer_module
from cardgame_server.effects import Outgoing, Record
from cardgame_server.limits import RECORD_RETRY_SECONDS, STALLED_SECONDS
from tests.server.wire_kit import Closed, Wire, hall, newest, play_one, seated

pytestmark = pytest.mark.trio


async def test_a_conversation_from_greeting_to_goodbye(autojump_clock: object) -> None:
    async with hall() as here:
        ann = await here.person("Ann")
        assert await ann.ok("create", preset="duel", seats=2) == {"table": 1, "seat": 0}
        assert (await ann.update())["view"]["name"] == "Ann's table"
        await ann.ok("quit")
        assert await ann.farewell() == "quit"


async def test_a_whole_match_is_played_and_recorded(autojump_clock: object) -> None:
    async with hall() as here:
        people = await seated(here, "Ann", "Bob", preset="duel", target=1)
        while newest(people[0])["view"]["state"] == "playing":
            await play_one(people)
        assert newest(people[1])["view"]["result"]["reason"] == "target"
        while not here.records:
            await trio.sleep(0.01)
        assert here.records[0].text.startswith("cardgame record")


async def test_a_silent_link_is_pinged_and_then_cut(autojump_clock: object) -> None:
    async with hall() as here:
        wire = here.open()
        await wire.hello("Ann")
        began = trio.current_time()
        assert await wire.farewell() == "timeout"
        assert 59 <= trio.current_time() - began <= 62
        assert [m["type"] for m in wire.seen].count("ping") == 2


async def test_whoever_answers_pings_stays(autojump_clock: object) -> None:
    async with hall() as here:
        wire = await here.person("Ann")
        with trio.move_on_after(600):
            await wire.until(lambda _: False)
        await wire.ok("list")


async def test_a_connection_without_hello_is_cut_after_ten_seconds(autojump_clock: object) -> None:
    async with hall() as here:
        wire = here.open()
        began = trio.current_time()
        assert await wire.farewell() == "timeout"
        assert 10 <= trio.current_time() - began <= 12


async def test_the_next_hand_comes_by_itself(autojump_clock: object) -> None:
    async with hall() as here:
        people = await seated(here, "Ann", "Bob", target=2000)
        while newest(people[0])["view"]["state"] == "playing":
            await play_one(people)
        began = trio.current_time()
        update = await people[0].update()
        assert update["view"]["hand"] == 2
        assert trio.current_time() - began == pytest.approx(10.0)


async def test_bug_D03_all_links_cut_at_once_and_some_return(autojump_clock: object) -> None:
    async with hall() as here:
        tokens = []
        people: list[Wire] = []
        for name in ("Ann", "Bob", "Cid"):
            wire = here.open()
            tokens.append((await wire.hello(name))["token"])
            people.append(wire)
        await people[0].ok("create", preset="classic", seats=3, target=2000)
        for guest in people[1:]:
            await guest.ok("join", table=1)
        await people[0].ok("start")
        for wire in people:
            await wire.stream.aclose()
        await trio.sleep(5)
        back = here.open()
        result = await back.hello("x", token=tokens[1])
        assert (result["table"], result["seat"]) == (1, 1)
        update = await back.update()
        assert update["view"]["state"] in ("playing", "between")
        assert update["you"]["seat"] == 1


async def test_a_reader_that_stops_is_cut_and_nobody_waits_for_it(autojump_clock: object) -> None:
    async with hall() as here:
        slow = here.open(capacity=4)
        await slow.hello("Slow")
        people = await seated(here, "Ann", "Bob", target=2000)
        await slow.send({"type": "spectate", "id": 9, "table": 1})
        for _ in range(100):
            if newest(people[0])["view"]["state"] != "playing":
                break
            began = trio.current_time()
            await play_one(people)
            assert trio.current_time() - began < 0.01
        await trio.sleep(STALLED_SECONDS + 3)
        await people[0].send({"type": "pong"})
        await slow.farewell()
        lines = await people[0].ok("list")
        assert lines["tables"][0]["watching"] == 0


async def test_bug_P13_after_a_send_that_was_cut_nothing_is_written_any_more(
    autojump_clock: object,
) -> None:
    async with hall() as here:
        people = await seated(here, "Ann", "Bob", target=2000)
        slow = here.open(capacity=3)
        await slow.hello("Slow")
        await slow.ask("spectate", table=1)
        await play_one(people)
        await trio.sleep(STALLED_SECONDS + 3)
        await people[0].send({"type": "pong"})
        with pytest.raises(Closed) as closed:
            await slow.until(lambda _: False)
        assert closed.value.torn
        assert all(message["type"] != "goodbye" for message in slow.seen)


async def test_a_fault_in_sending_ends_that_connection_alone(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with hall() as here:
        ann, bob = await here.person("Ann"), await here.person("Bob")

        encode = outbox.frame_of

        def broken(message: Outgoing) -> bytes:
            if not isinstance(message, Ok):
                return encode(message)
            raise RuntimeError("a bug in encoding")

        with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
            patch.setattr(peer_module, "frame_of", broken)
            await ann.send({"type": "list", "id": 99})
            await trio.sleep(0.1)
        assert "fault in sending" in caplog.text
        assert await ann.farewell() == "internal"
        await bob.ok("list")


async def test_a_record_that_cannot_be_kept_stops_nobody_and_is_kept_when_it_can(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    full = OSError(28, "No space left on device")
    files: list[Record] = []
    tries: list[Record] = []

    def keep(record: Record) -> None:
        tries.append(record)
        if len(tries) < 4:
            raise full
        files.append(record)

    async with hall(keep_record=keep) as here:
        people = await seated(here, "Ann", "Bob", preset="duel", target=1)
        while newest(people[0])["view"]["state"] == "playing":
            await play_one(people)
        assert (await people[0].ok("record"))["page"] == 1
        while not files:
            await trio.sleep(RECORD_RETRY_SECONDS)
        await trio.sleep(5 * RECORD_RETRY_SECONDS)
        assert len(tries) == 4
        assert files == tries[:1]
        told = [r.levelno for r in caplog.records if "records of matches" in r.message]
        assert told == [logging.ERROR, logging.WARNING]


async def test_stopping_says_goodbye_to_everybody_and_ends_soon(autojump_clock: object) -> None:
    async with hall() as here:
        people = await seated(here, "Ann", "Bob")
        unnamed = here.open()
        began = trio.current_time()
        here.server.stop()
        assert [await wire.farewell() for wire in (*people, unnamed)] == ["shutdown"] * 3
        assert trio.current_time() - began < 3
