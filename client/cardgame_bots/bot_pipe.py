"""The words between a match and a bot in a process of its own, and the two pipes they go over.

Frames are as on the wire: four bytes of length, then MessagePack.

    from the bot  Ready | Failed   the file is loaded, or is no bot
    to the bot    Begin            a match; a fork answers from here
    to the bot    Ask              a moment
    from the bot  Chosen | Failed  what it does; after Failed the fork ends
    to the bot    Quit             the match is over, with the last moment if there was one
    from the bot  Gone             however the fork has ended
"""

import os
import select
import struct
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from cardgame_protocol import View, You

T = TypeVar("T")

_HEADER = struct.Struct(">I")

MOST_TEXT = 3000
"""Characters of one text of a bot: a whole message of it is taken by a pipe in one piece."""


class Ready(Struct, frozen=True, tag=True):
    """The file is a bot; what it says of itself."""

    name: str
    presets: Sequence[str]
    remembers: bool


class Failed(Struct, frozen=True, tag=True):
    """The author's code raised: where and what, in one line."""

    text: str


class Begin(Struct, frozen=True, tag=True):
    """A match begins."""


class Plain(Struct, frozen=True):
    """A moment, its generator as the number it is made from."""

    view: View
    you: You
    events: Sequence[Any]
    lot: int
    deadline: float | None
    round_trip: float | None


class Ask(Struct, frozen=True, tag=True):
    """A moment to choose in, and the seconds the answer may take."""

    moment: Plain
    seconds: float


class Quit(Struct, frozen=True, tag=True):
    """The match is over for this bot; None: it was broken off."""

    moment: Plain | None
    seconds: float


class Chosen(Struct, frozen=True, tag=True):
    """What `choose` returned; `odd` is its `repr` if that was neither text nor None."""

    action: str | None
    odd: str | None = None


class Gone(Struct, frozen=True, tag=True):
    """The fork has ended; `status` is its exit code, or minus the signal that killed it."""

    status: int


ToBot = Begin | Ask | Quit
FromBot = Ready | Failed | Chosen | Gone


class PipeEndedError(Exception):
    """The other side has closed its end, or what came from it is no message."""


class Pipes(Generic[T]):
    """One side's two pipes, of which the other side says messages of the kinds `heard`."""

    def __init__(self, into: int, out: int, heard: Any) -> None:
        self._into, self._out = into, out
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(heard)
        self._encoder = msgspec.msgpack.Encoder()
        self._poll = select.poll()
        self._poll.register(into, select.POLLIN)

    def say(self, message: Struct) -> None:
        """Send one message; raise PipeEndedError if nobody is there to read it."""
        payload = self._encoder.encode(message)
        rest = memoryview(_HEADER.pack(len(payload)) + payload)
        try:
            while rest:
                rest = rest[os.write(self._out, rest) :]
        except BrokenPipeError as error:
            raise PipeEndedError("nobody reads the pipe") from error

    def hear(self, seconds: float | None = None) -> T | None:
        """Return the next message, None if none begins within `seconds` (None: however long)."""
        if not self._poll.poll(None if seconds is None else max(0.0, seconds * 1000)):
            return None
        (length,) = _HEADER.unpack(self._read(_HEADER.size))
        try:
            return self._decoder.decode(self._read(length))
        except msgspec.MsgspecError as error:
            raise PipeEndedError(f"what came through the pipe is no message: {error}") from error

    def close(self) -> None:
        """Close both ends, once."""
        if self._into >= 0:
            os.close(self._into)
            os.close(self._out)
        self._into = self._out = -1

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = os.read(self._into, count - len(data))
            if not more:
                raise PipeEndedError("the pipe has ended")
            data += more
        return data
