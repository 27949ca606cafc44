"""Links between clients and the server: bytes that come late, in pieces, half, or never.

The server's end is a `Pipe` as the edge knows it (cardgame_server.pipes), so that full buffers and
partial writes are the real ones' own.
"""

from collections.abc import Callable, Iterator
from functools import partial

import trio

from cardgame_server.pipes import LinkGoneError
from tests.simulation.faults import Faults, Weather
from tests.simulation.timeline import Timeline

PAUSES = (1.0, 10.0, 30.0)
"""Seconds for which a lazy client reads nothing: the longest is longer than a server puts up with,
and over before the world looks for answers."""


class Link:
    """One connection. `arrived` and `ended` tell the client what comes, and that no more will."""

    def __init__(
        self,
        timeline: Timeline,
        faults: Faults,
        arrived: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self.weather: Weather = faults.weather()
        self._timeline = timeline
        self._faults = faults
        self._chance = faults.chance
        self._arrived, self._ended = arrived, ended
        self._passed = 0
        self._up_at = self._down_at = 0.0
        self._under_way = 0
        self._unread: list[bytes] = []
        self._reads = True
        self.gone = False
        self.client_gone = False
        # The server's end.
        self._received: Callable[[bytes], None] | None = None
        self._early: list[bytes] = []
        self._over = trio.Event()
        self._error: Exception | None = None
        self._writable = trio.Event()
        # Called when the server's end is over, if somebody beside `receive` waits for that.
        self.told_over: Callable[[], None] | None = None

    # What the client does.

    def send(self, data: bytes) -> None:
        """Send bytes to the server, as the weather has it."""
        for piece in self._pieces(data):
            self._up_at = self._arrival(self._up_at)
            self._timeline.at(self._up_at, partial(self._to_server, piece))

    def hang_up(self) -> None:
        """Close the client's end: what was sent before still arrives."""
        self.client_gone = True
        self._up_at = self._arrival(self._up_at)
        self._timeline.at(self._up_at, partial(self._end_server, None))

    def vanish(self) -> None:
        """Be gone without a word: the server is told nothing, now or later."""
        self.gone = self.client_gone = True
        self._ended()

    # The way.

    def _pieces(self, data: bytes) -> Iterator[bytes]:
        """Cut bytes into pieces, some of them small: what comes late may end at any byte."""
        for _ in range(self.weather.cuts):
            size = self._chance.randint(1, self.weather.piece)
            if data:
                yield data[:size]
            data = data[size:]
        if data:
            yield data

    def _arrival(self, last: float) -> float:
        delay = self._chance.random() * self.weather.delay
        if self._chance.random() < self.weather.hiccup and not self._faults.calm:
            delay += self._chance.choice((1.0, 4.0, 12.0))
        return max(last, trio.current_time() + delay)

    def _pass(self, piece: bytes) -> bytes:
        """Return what gets through of a piece; the link may end inside it."""
        if self.gone:
            return b""
        limit = self.weather.cut_after
        if limit is not None and self._passed + len(piece) >= limit and not self._faults.calm:
            piece = piece[: limit - self._passed]
            self._timeline.after(0.0, self._cut)
        self._passed += len(piece)
        return piece

    def _cut(self) -> None:
        if self.gone:
            return
        self._faults.count("half-open link" if self.weather.half_open else "link cut")
        if not self.weather.half_open:
            self._timeline.after(self._chance.random(), partial(self._end_server, self._reset()))
        self.vanish()

    def _reset(self) -> Exception | None:
        """Return how the server sees a cut: as an error, or as the end of the stream."""
        return LinkGoneError("reset") if self._chance.random() < 0.5 else None

    def _to_server(self, piece: bytes) -> None:
        piece = self._pass(piece)
        if not piece or self._over.is_set():
            return
        if self._received is None:
            self._early.append(piece)
            return
        try:
            self._received(piece)
        except Exception as error:  # noqa: BLE001 - raised in the connection's own task, as by epoll
            self._end_server(error)

    def _end_server(self, error: Exception | None) -> None:
        if not self._over.is_set():
            self._error = error
            self._over.set()
            self._wake_writer()
            if self.told_over is not None:
                self.told_over()

    def _wake_writer(self) -> None:
        self._writable.set()
        self._writable = trio.Event()

    def _to_client(self, piece: bytes) -> None:
        if self.weather.lazy and self._reads and self._chance.random() < 0.05:
            self._reads = False
            self._timeline.after(self._chance.choice(PAUSES), self._read_again)
        self._unread.append(piece)
        if self._reads or self._faults.calm:
            self._read_again()

    def _read_again(self) -> None:
        self._reads = True
        unread, self._unread = self._unread, []
        for piece in unread:
            self._take(piece)

    def _take(self, piece: bytes) -> None:
        piece, size = self._pass(piece), len(piece)
        self._under_way -= 0 if self.gone else size
        if piece and not self.client_gone:
            self._arrived(piece)
        self._wake_writer()

    def _end_client(self) -> None:
        if not self._reads:
            self._read_again()
        if not self.client_gone:
            self.client_gone = True
            self._ended()

    # What the server does: see cardgame_server.pipes.Pipe.

    async def receive(self, received: Callable[[bytes], None]) -> None:
        """Call `received` with whatever comes, until the end of the stream."""
        self.listen(received)
        await self._over.wait()
        self.raise_error()

    def listen(self, received: Callable[[bytes], None]) -> None:
        """Have `received` called with whatever comes, and with what has come already."""
        self._received = received
        early, self._early = self._early, []
        for piece in early:
            received(piece)

    def raise_error(self) -> None:
        """Raise what ended the link, if it was no orderly end."""
        if self._error is not None:
            raise self._error

    @property
    def over(self) -> bool:
        """Whether the server's end is over."""
        return self._over.is_set()

    def send_now(self, data: bytes) -> int:
        """Take what fits into the window."""
        if self._over.is_set():
            raise LinkGoneError("closed")
        size = min(len(data), max(0, self.weather.window - self._under_way))
        if size and self.weather.cuts:
            size = self._chance.randint(0, size)
        self._transmit(data[:size])
        return size

    async def send_all(self, data: bytes) -> None:
        """Send all of it, as the window opens."""
        while data:
            if self._over.is_set():
                raise LinkGoneError("closed")
            size = min(len(data), max(0, self.weather.window - self._under_way))
            self._transmit(data[:size])
            data = data[size:]
            if data:
                await self._writable.wait()

    def _transmit(self, data: bytes) -> None:
        self._under_way += len(data)
        for piece in self._pieces(data):
            self._down_at = self._arrival(self._down_at)
            self._timeline.at(self._down_at, partial(self._to_client, piece))

    async def end_sending(self) -> None:
        """Tell the client that nothing more will come."""
        self._timeline.at(self._arrival(self._down_at), self._end_client)

    def close(self) -> None:
        """Close at once; what was sent still arrives."""
        self._end_server(None)
        if not self.gone:
            self._timeline.at(self._arrival(self._down_at), self._end_client)

    def sever(self) -> None:
        """The server's process has ended: nothing of it gets through any more."""
        self._end_server(None)
        if not self.gone:
            self.gone = True
            self._timeline.after(self._chance.random() * 0.1, self._end_client)
