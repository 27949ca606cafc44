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
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from cardgame_protocol import View, You

T = TypeVar("T")

_HEADER = struct.Struct(">I")

MOST_TEXT = 3000
"""Characters of one text of a bot: a whole message of it is taken by a pipe in one piece."""


MOST_BYTES = 1 << 16
"""Of one message of a bot: the longest is a few texts of `MOST_TEXT` characters."""

GONE = "its process has ended"
"""What is said of a bot whose pipe has ended."""


class Ready(Struct, frozen=True, tag=True):
    """The file is a bot; what it says of itself."""

    name: str
    presets: Sequence[str]
    remembers: bool
    digest: str


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
    deadline: float
    round_trip: float | None


class Ask(Struct, frozen=True, tag=True):
    """A moment to choose in."""

    moment: Plain


class Quit(Struct, frozen=True, tag=True):
    """The match is over for this bot; None: it was broken off."""

    moment: Plain | None


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
    """The other side has closed its end, or what came from it is no message; it says which."""


class Pipes(Generic[T]):
    """One side's two pipes, of which the other side says messages of the kinds `heard`.

    `most`: bytes of a message that is taken from the other side, None: however many. A time that
    is given holds for a whole message, whatever part of it has come or gone by then.
    """

    def __init__(self, into: int, out: int, heard: Any, most: int | None = None) -> None:
        self._into, self._out, self._most = into, out, most
        os.set_blocking(out, False)  # a full pipe is waited for below, with an end
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(heard)
        self._encoder = msgspec.msgpack.Encoder()

    def say(self, message: object, seconds: float | None = None) -> bool:
        """Send one message; tell whether all of it could be sent in its time.

        Raises PipeEndedError if nobody is there to read it.
        """
        end = _end(seconds)
        payload = self._encoder.encode(message)
        rest = memoryview(_HEADER.pack(len(payload)) + payload)
        try:
            while rest:
                if not _can(self._out, select.POLLOUT, end):
                    return False
                with suppress(BlockingIOError):  # less than a piece is free
                    rest = rest[os.write(self._out, rest) :]
        except BrokenPipeError as error:
            raise PipeEndedError(GONE) from error
        return True

    def hear(self, seconds: float | None = None) -> T | None:
        """Return the next message, None if it is not there within `seconds` (None: however long).

        After None nothing else can be heard: what comes next may be the rest of a message.
        """
        end = _end(seconds)
        header = self._read(_HEADER.size, end)
        if header is None:
            return None
        (length,) = _HEADER.unpack(header)
        if self._most is not None and length > self._most:
            raise PipeEndedError(
                "something else than the kit has written into its pipe;"
                " choose() has to return its action, and to write nothing there"
            )
        payload = self._read(length, end)
        try:
            return None if payload is None else self._decoder.decode(payload)
        except msgspec.MsgspecError as error:
            raise PipeEndedError(f"what came through its pipe is no message: {error}") from error

    def close(self) -> None:
        """Close both ends, once."""
        if self._into >= 0:
            os.close(self._into)
            os.close(self._out)
        self._into = self._out = -1

    def _read(self, count: int, end: float | None) -> bytes | None:
        """Return `count` bytes, None if they are not there at the time `end`."""
        data = b""
        while len(data) < count:
            if not _can(self._into, select.POLLIN, end):
                return None
            more = os.read(self._into, count - len(data))
            if not more:
                raise PipeEndedError(GONE)
            data += more
        return data


def _end(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _can(descriptor: int, what: int, end: float | None) -> bool:
    """Wait until `descriptor` can be read or written; tell whether it can at the time `end`."""
    poll = select.poll()
    poll.register(descriptor, what)
    left = None if end is None else max(0.0, end - time.monotonic()) * 1000
    return bool(poll.poll(left))
