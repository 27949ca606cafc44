"""Bad input, line by line: each gets its stated answer, and no other player notices anything.

Every test has a match of two going on beside the offender. Afterwards the two have been told
nothing, the match goes on, and no message to anybody holds a traceback.
"""

import logging
import random
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgpack
import pytest
import trio

from cardgame_protocol.limits import FRAME_MAX
from tests.server.kit import pack
from tests.server.wire_kit import Hall, Wire, hall, newest, on_turn, play_one, seated

pytestmark = pytest.mark.trio


class Scene:
    """A match going on, and a way to let strangers in."""

    def __init__(self, here: Hall, people: list[Wire]) -> None:
        self.here = here
        self.people = people
        self.strangers: list[Wire] = []

    def stranger(self) -> Wire:
        """Connect without a word."""
        wire = self.here.open()
        self.strangers.append(wire)
        return wire

    async def guest(self, name: str = "Eve") -> Wire:
        """Connect and say hello."""
        wire = self.stranger()
        await wire.hello(name)
        return wire


@asynccontextmanager
async def undisturbed() -> AsyncIterator[Scene]:
    """Run a match that must not notice what happens in the block."""
    async with hall() as here:
        people = await seated(here, "Ann", "Bob", target=2000)
        scene = Scene(here, people)
        await trio.testing.wait_all_tasks_blocked()
        before = [(newest(wire), len(wire.seen)) for wire in people]
        yield scene
        await trio.testing.wait_all_tasks_blocked()
        for wire, (update, seen) in zip(people, before, strict=True):
            with trio.move_on_after(0.01):
                await wire.until(lambda _: False)
            fresh = [message for message in wire.seen[seen:] if message["type"] != "ping"]
            assert fresh == []
            assert newest(wire) is update
        await play_one(people)
        lines = (await people[0].ok("list"))["tables"]
        assert [line["state"] for line in lines if line["table"] == 1] == ["playing"]
        for wire in (*people, *scene.strangers):
            assert b"Traceback" not in wire.raw
            assert b'File "' not in wire.raw
        assert not here.server._session.lobby.tables[1].closed


async def goodbye_to(wire: Wire, data: bytes) -> str | None:
    """Send bytes and return the code of the goodbye they bring."""
    with trio.move_on_after(5):
        await wire.stream.send_all(data)
    return await wire.farewell()


@pytest.mark.parametrize("size", [FRAME_MAX + 1, 2**31, 2**32 - 1])
async def test_a_frame_over_the_limit_is_too_long_from_its_header_alone(
    size: int, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        code = await goodbye_to(scene.stranger(), struct.pack(">I", size))
        assert code == "too_long"
        eve = await scene.guest()
        assert await goodbye_to(eve, struct.pack(">I", size)) == "too_long"


async def test_a_frame_of_the_largest_size_is_read(autojump_clock: object) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        message = {"type": "list", "id": 7, "padding": ""}
        message["padding"] = "x" * (FRAME_MAX - len(msgpack.packb(message)) - 2)
        frame = pack(message)
        assert len(frame) == FRAME_MAX + 4
        await eve.stream.send_all(frame)
        answer = await eve.until(lambda m: m["type"] == "ok" and m["id"] == 7)
        assert answer["result"]["page"] == 1


@pytest.mark.parametrize("seed", range(20))
async def test_garbage_ends_that_connection(seed: int, autojump_clock: object) -> None:
    async with undisturbed() as scene:
        noise = random.Random(seed)
        data = struct.pack(">I", 64) + noise.randbytes(64)
        assert await goodbye_to(scene.stranger(), data) in ("protocol", "too_long")


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        bytes.fromhex("16030100c8010000c40303") + bytes(200),
        b"\0" * 1_000_000,
        b"\xff" * 1000,
    ],
)
async def test_bug_P07_another_protocol_is_told_so_and_closed_at_once(
    data: bytes, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        began = trio.current_time()
        code = await goodbye_to(scene.stranger(), data)
        assert code in ("too_long", "protocol")
        assert trio.current_time() - began < 2


@pytest.mark.parametrize(
    "payload",
    [
        b"\x93\x01\x02\x03",
        b"\x01",
        b"\xc0",
        msgpack.packb("hello"),
        b"\x81\x01\x02",
        b"\x81\xa4type\xc7\x01\x05\x00",
        b"\x81\xa4type\xdf\xff\xff\xff\xff",
        b"\x81\xa4type\xdb\xff\xff\xff\xff",
        b"\x81\xa4type\xa4ping\x00",
        b"\x81",
    ],
)
async def test_bug_P01_a_payload_that_is_no_map_of_plain_data_is_a_protocol_error(
    payload: bytes, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        frame = struct.pack(">I", len(payload)) + payload
        assert await goodbye_to(eve, frame) == "protocol"


@pytest.mark.parametrize("depth", [10, 1000, 1100, 60_000])
async def test_bug_P03_deep_nesting_is_a_protocol_error(depth: int, autojump_clock: object) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        payload = b"\x83\xa4type\xa4chat\xa2id\x01\xa4text" + b"\x91" * depth + b"\xc0"
        assert await goodbye_to(eve, struct.pack(">I", len(payload)) + payload) == "protocol"


@pytest.mark.parametrize("text", [b"\xa2\xff\xfe", b"\xa3\xed\xa0\x80"])
async def test_bug_P05_text_that_is_not_text_is_a_protocol_error_for_its_sender(
    text: bytes, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        payload = b"\x83\xa4type\xa4chat\xa2id\x01\xa4text" + text
        assert await goodbye_to(eve, struct.pack(">I", len(payload)) + payload) == "protocol"


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        ("chat", {"text": b"bytes"}, "text"),
        ("chat", {"text": None}, "text"),
        ("chat", {}, "text"),
        ("list", {"page": "1"}, "page"),
        ("list", {"page": True}, "page"),
        ("list", {"page": 1.0}, "page"),
        ("list", {"filter": ["x"]}, "filter"),
        ("join", {"table": -1}, "table"),
        ("join", {"table": {}}, "table"),
        ("create", {"preset": 1, "seats": 2}, "preset"),
        ("ready", {"ready": 1}, "ready"),
        ("move", {"turn": [], "action": "draw"}, "turn"),
    ],
)
async def test_a_wrong_type_is_refused_with_the_field_named(
    kind: str, fields: dict[str, Any], field: str, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        answer = await eve.ask(kind, **fields)
        assert (answer["type"], answer["code"]) == ("refused", "bad_request")
        assert field in answer["text"]
        await eve.ok("list")


@pytest.mark.parametrize("kind", ["resign", "", "update", "ok", "Move", "x" * 5000, "\n\x1b[2J"])
async def test_an_unknown_type_is_refused_without_closing(
    kind: str, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        answer = await eve.ask(kind)
        assert (answer["type"], answer["code"]) == ("refused", "unknown_type")
        assert len(answer["text"]) < 200
        assert answer["text"].isprintable()
        await eve.ok("list")


@pytest.mark.parametrize("number", [0, -1, True, 1.5, "1", None, 2**31])
async def test_a_request_whose_id_cannot_be_read_is_refused_with_id_0(
    number: object, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        await eve.send({"type": "list", "id": number})
        answer = await eve.until(lambda m: m["type"] == "refused")
        assert (answer["id"], answer["code"]) == (0, "bad_request")


@pytest.mark.parametrize("cut", [1, 3, 4, 20])
async def test_an_unfinished_hello_is_cut_after_its_deadline(
    cut: int, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = scene.stranger()
        hello = pack({"type": "hello", "id": 1, "versions": [1], "name": "Eve", "software": ""})
        began = trio.current_time()
        assert await goodbye_to(eve, hello[:cut]) == "timeout"
        assert trio.current_time() - began < 13
        await scene.guest("Eve")


async def test_a_move_out_of_turn_is_refused(autojump_clock: object) -> None:
    async with undisturbed() as scene:
        other = next(p for p in scene.people if p is not on_turn(scene.people))
        answer = await other.ask("move", turn=newest(other)["turn"], action="draw")
        assert answer["code"] == "not_your_turn"
        other.seen.remove(answer)


@pytest.mark.parametrize(
    ("action", "later", "code"),
    [
        ("draw", 1, "stale"),
        ("draw", -1, "stale"),
        ("pass", 0, "illegal"),
        ("play 8H", 0, "illegal"),
        ("fold", 0, "not_notation"),
        ("", 0, "not_notation"),
    ],
)
async def test_a_move_that_is_stale_illegal_or_no_notation_is_refused_as_such(
    action: str, later: int, code: str, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        mover = on_turn(scene.people)
        turn = newest(mover)["turn"] + later
        answer = await mover.ask("move", turn=turn, action=action)
        assert (answer["code"], answer["turn"]) == (code, newest(mover)["turn"])
        mover.seen.remove(answer)


@pytest.mark.parametrize("name", ["Eve\n2026-01-01 ERROR", "\x1b]0;x\x07", "E\u202eve", "\x9b1m"])
async def test_bug_X09_a_name_with_control_characters_is_refused_and_never_logged_raw(
    name: str, autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    async with undisturbed() as scene:
        eve = scene.stranger()
        await eve.read()
        answer = await eve.ask("hello", versions=[1], name=name, software=name)
        assert answer["code"] == "name_invalid"
        assert name not in caplog.text
        assert name.encode() not in eve.raw


@pytest.mark.parametrize("mark", ["\n", "\r", "\u0085", "\u2028", "\x1b[2J", "\0"])
async def test_bug_X09_nothing_that_is_refused_for_its_characters_makes_a_line_of_the_log(
    mark: str, autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    forged = f"Eve{mark}2026-01-01 ERROR forged"
    async with undisturbed() as scene:
        with caplog.at_level(logging.DEBUG):
            stranger = scene.stranger()
            await stranger.read()
            assert (await stranger.ask("hello", versions=[1], name=forged, software=""))["text"]
            eve = await scene.guest("Eve")
            table = {"preset": "duel", "seats": 2, "name": forged}
            codes = [(await eve.ask("create", **table))["code"]]
            codes.append((await eve.ask("chat", text=forged))["code"])
            codes.append((await eve.ask("list", filter=forged)).get("code"))
        assert codes == ["name_invalid", "text_invalid", None]
        assert "forged" not in caplog.text


async def test_a_hundred_requests_at_once_get_a_hundred_answers(autojump_clock: object) -> None:
    async with undisturbed() as scene:
        eve = await scene.guest()
        ids = range(1000, 1100)
        await eve.stream.send_all(b"".join(pack({"type": "list", "id": n}) for n in ids))
        answers = [await eve.until(lambda m: m["type"] in ("ok", "refused")) for _ in ids]
        assert [answer["id"] for answer in answers] == list(ids)
        codes = [answer.get("code") for answer in answers]
        assert codes[:40] == [None] * 40
        assert set(codes[41:]) == {"rate_limited"}
        assert all(answer["wait"] > 0 for answer in answers[41:])
        await trio.sleep(answers[-1]["wait"])
        await eve.ok("list")


async def test_a_peer_that_stops_reading_is_cut_and_delays_nobody(autojump_clock: object) -> None:
    async with undisturbed() as scene:
        eve = scene.here.open(capacity=2)
        scene.strangers.append(eve)
        await eve.hello("Eve")
        for number in range(50):
            await eve.send({"type": "ping", "id": 500 + number})
        for _ in range(3):
            await trio.sleep(10)
            for wire in scene.people:
                await wire.send({"type": "pong"})
        assert await eve.farewell() is None
        await scene.guest("Eve")


@pytest.mark.parametrize("moment", ["before hello", "after hello", "at a table"])
async def test_bug_L02_a_peer_that_vanishes_leaves_nothing_behind(
    moment: str, autojump_clock: object
) -> None:
    async with undisturbed() as scene:
        eve = scene.stranger()
        if moment == "before hello":
            await eve.read()
        else:
            await eve.hello("Eve")
        if moment == "at a table":
            await eve.send({"type": "create", "id": 77, "preset": "duel", "seats": 2})
        await eve.stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        again = await scene.guest("Eve")
        lines = (await again.ok("list"))["tables"]
        assert [line["table"] for line in lines] == [1]
