"""Frames that are right, nearly right, or nothing at all, by a seed."""

import struct
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgpack

from cardgame_protocol.limits import FRAME_MAX
from cardgame_protocol.requests import REQUESTS

KINDS: Final = [str(one.__struct_config__.tag) for one in REQUESTS] + ["pong"]

ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, 2, 9, 10, -1, 2**31 - 1, 2**31, 2**63, -(2**63), 0.5, float("inf"),
    float("nan"), "", "a", "Anna", "classic", "duel", "survival", "eights", "simple", "random",
    "draw", "pass", "take", "challenge", "call", "catch 1", "play R5", "play W R call", "x" * 41,
    "x" * 501, "x" * 3000, "\u202e", "\0", "e\u0301" * 30, "🂡", [], [1], [1, [2]], {}, {"a": 1},
    b"bytes", "0" * 64, "none", "next_hand", "stand_in",
)  # fmt: skip
"""Values for any field: of the wrong type, at the limits, or right by chance."""


class Mutator:
    """Makes frames. `known` are field names worth trying."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        names = {name for one in REQUESTS for name in one.__struct_fields__}
        self._known = sorted(names - {"id"})
        self._last_id = 0

    def stream(self, frames: int) -> bytes:
        """Return the bytes of some frames; mostly they begin with a hello, to get inside."""
        first = b""
        if self._chance.random() < 0.8:
            hello = {"versions": [1], "name": "Zoë", "software": "fuzz"}
            first = pack({**self._message("hello"), **hello})
        return first + b"".join(self._frame() for _ in range(frames))

    def _frame(self) -> bytes:
        ways: tuple[Callable[[], bytes], ...] = (self._sound, self._sound, self._strange)
        if self._chance.random() < 0.03:
            ways = (self._damaged, self._random, self._header, self._deep)
        return self._chance.choice(ways)()

    def _message(self, kind: object) -> dict[str, Any]:
        self._last_id += 1
        return {"type": kind, "id": self._last_id}

    def _sound(self) -> bytes:
        """A request that is mostly carried out or refused for good reasons."""
        chance = self._chance
        sound: dict[str, Any] = {
            "versions": [1], "name": chance.choice(("Zoë", "Anna", "x y")), "software": "fuzz",
            "preset": chance.choice(("classic", "duel", "eights", "survival")), "seats": 2,
            "table": chance.randint(1, 4), "seat": chance.randint(0, 3), "level": "simple",
            "text": "hi", "page": 1, "seconds": 10.0, "turn": chance.randint(0, 12),
            "action": chance.choice(("draw", "pass", "call", "play R5", "play G3", "play W B")),
        }  # fmt: skip
        one = chance.choice(REQUESTS)
        fields = {key: sound[key] for key in one.__struct_fields__ if key in sound}
        return pack({**self._message(str(one.__struct_config__.tag)), **fields})

    def _strange(self) -> bytes:
        """A map with fields that do not belong together."""
        chance = self._chance
        kind = chance.choice(KINDS) if chance.random() < 0.95 else chance.choice(ODD)
        fields = {
            chance.choice(self._known): chance.choice(ODD) for _ in range(chance.randint(0, 5))
        }
        message = {**self._message(kind), **fields}
        if chance.random() < 0.1:
            message["id"] = chance.choice(ODD)
        return pack(message)

    def _damaged(self) -> bytes:
        """A sound frame with some bytes changed, cut or doubled."""
        data = bytearray(self._sound())
        for _ in range(self._chance.randint(1, 4)):
            place = self._chance.randrange(len(data))
            match self._chance.randrange(3):
                case 0:
                    data[place] = self._chance.randrange(256)
                case 1:
                    del data[place:]
                    data += b"\0"
                case _:
                    data[place:place] = data[place : place + 9]
        return bytes(data)

    def _random(self) -> bytes:
        """Random bytes behind a right header."""
        payload = self._chance.randbytes(self._chance.randint(1, 200))
        return struct.pack(">I", len(payload)) + payload

    def _header(self) -> bytes:
        """A header that promises nothing good."""
        size = self._chance.choice((0, 1, FRAME_MAX, FRAME_MAX + 1, 2**31, 2**32 - 1))
        return struct.pack(">I", size) + self._chance.randbytes(self._chance.randint(0, 50))

    def _deep(self) -> bytes:
        """Arrays or maps inside each other, or lengths that are not there."""
        start = self._chance.choice((b"\x91", b"\x81\xa1k", b"\xdd\xff\xff\xff\xff", b"\xdb\xff"))
        payload = (b"\x81\xa1x" + start * self._chance.choice((3, 9, 1000)))[:FRAME_MAX]
        return struct.pack(">I", len(payload)) + payload


def pack(message: object) -> bytes:
    """Make a frame."""
    payload = msgpack.packb(message, unicode_errors="surrogatepass")
    return struct.pack(">I", len(payload)) + bytes(payload)
