"""One connection at the edge: what it sends is read, what it is sent goes out at once if it can.

Sending never waits: the task that made a change gives the frames to the kernel, and only what the
kernel does not take goes to a task of its own. So no peer holds up another.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import trio

from cardgame_protocol.answers import Goodbye
from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.limits import BACKLOG_BYTES
from cardgame_server.effects import Outgoing
from cardgame_server.limits import LINGER_SECONDS, STALLED_SECONDS
from cardgame_server.outbox import Outbox, frame_of
from cardgame_server.pipes import LinkGoneError, Pipe

BATCH: Final = 65_536
"""Bytes a writing task takes at once; what waits behind them can still be superseded."""

Spawn = Callable[[Callable[[], Awaitable[None]]], None]


class Peer:
    """One connection. `spawn` starts a task; `number` is how the rooms call the connection."""

    def __init__(self, number: int, pipe: Pipe, spawn: Spawn) -> None:
        self.number = number
        self.parting = False
        self._pipe = pipe
        self._spawn = spawn
        self._outbox = Outbox()
        self._reading = trio.CancelScope()
        # Set while a task is writing: when it began with what it writes now.
        self._writing_since: float | None = None
        self._written: trio.Event | None = None

    async def run(self, received: Callable[[bytes], None]) -> None:
        """Read until either side ends it, then part; `received` is called with what was read."""

        def unless_parting(data: bytes) -> None:
            if not self.parting:
                received(data)

        try:
            with self._reading:
                await self._pipe.receive(unless_parting)
            if self.parting:
                await self._linger()
        except LinkGoneError:
            pass  # The peer is gone, as peers do; the caller tells the rooms.
        finally:
            self.parting = True
            self._pipe.close()

    def put(self, messages: Sequence[Outgoing]) -> None:
        """Send messages, in one piece and at once if the connection takes them."""
        if self.parting:
            return
        if self._written is not None:
            self._queue(messages)
            return
        data = (
            frame_of(messages[0])
            if len(messages) == 1
            else b"".join([frame_of(message) for message in messages])
        )
        try:
            sent = self._pipe.send_now(data)
        except LinkGoneError:
            self._reading.cancel()
            return
        if sent == len(data):
            return
        if sent:
            self._outbox.tear(data[sent:])
            self._start_writing()
        else:
            self._queue(messages)

    def _queue(self, messages: Sequence[Outgoing]) -> None:
        for message in messages:
            self._outbox.add(message)
        if self._outbox.size > BACKLOG_BYTES:
            self.part(GoodbyeCode.SLOW, "Too much is waiting to be read by you.")
        else:
            self._start_writing()

    def _start_writing(self) -> None:
        if self._written is None:
            self._written = trio.Event()
            self._spawn(self._write)

    async def _write(self) -> None:
        """Write what waits, until nothing does. Ended in any other way, the stream is torn."""
        torn = True
        try:
            while self._outbox:
                self._writing_since = trio.current_time()
                await self._pipe.send_all(self._outbox.take(BATCH))
            torn = False
        except LinkGoneError:
            pass  # The reading task is told below, and ends the connection.
        finally:
            if torn:
                self._reading.cancel()
            self._writing_since = None
            if self._written is not None:
                self._written.set()
            self._written = None

    def stalled(self, now: float) -> bool:
        """Whether the peer has not taken what it is sent for too long."""
        since = self._writing_since
        return not self.parting and since is not None and now - since >= STALLED_SECONDS

    def part(self, code: GoodbyeCode, text: str) -> None:
        """Say goodbye and close; what waits is sent before, as far as `LINGER_SECONDS` go.

        To a slow reader only a torn frame is completed before the goodbye.
        """
        if self.parting:
            return
        if code is GoodbyeCode.SLOW:
            self._outbox.drop_whole_frames()
        goodbye = Goodbye(code=code, text=text)
        if self._written is None:
            self.put([goodbye])
        else:
            self._outbox.add(goodbye)
        self.parting = True
        self._reading.cancel()

    async def _linger(self) -> None:
        """Give the goodbye a moment to arrive.

        Closing a socket with unread input would take back what was sent, so input is read and
        thrown away until the peer closes as well.
        """
        with trio.move_on_after(LINGER_SECONDS):
            if self._written is not None:
                await self._written.wait()
            await self._pipe.end_sending()
            await self._pipe.receive(_throw_away)


def _throw_away(_: bytes) -> None:
    """Take bytes that nobody will look at."""
