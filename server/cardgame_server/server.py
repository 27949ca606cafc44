"""The edge: real time, real connections, and the effects of the pure rooms carried out."""

import heapq
import logging
import math
import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import trio

from cardgame_protocol.codes import GoodbyeCode
from cardgame_server.effects import (
    Change,
    Disconnect,
    Effect,
    Fault,
    Outgoing,
    Record,
    Send,
    WakeAt,
)
from cardgame_server.limits import LINGER_SECONDS
from cardgame_server.peer import Peer
from cardgame_server.pipes import Pipe, SocketPipe
from cardgame_server.readiness import readiness
from cardgame_server.session import Session

LOG: Final = logging.getLogger("cardgame.server")

LOOK_AROUND_SECONDS: Final = 1.0
"""How often silent connections are looked for: deadlines are tens of seconds, so this is exact
enough, and a look at ten thousand connections takes some milliseconds."""

ACCEPT_PAUSE: Final = 0.1
"""Pause after the system had no descriptor left for a new connection: until somebody goes, trying
again at once would only spin."""


class Server:
    """Runs a session on trio. `keep_record` is called in a worker thread for a finished match."""

    def __init__(
        self, session: Session, keep_record: Callable[[Record], None] | None = None
    ) -> None:
        self._session = session
        self._keep_record = keep_record
        self._readiness = readiness()
        self._peers: dict[int, Peer] = {}
        self._last_number = 0
        self._alarms: list[tuple[float, int]] = []
        self._doze = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._stopping = trio.Event()
        self._empty = trio.Event()
        # One worker thread for records: they are small and rare, and a slow disk holds up no more.
        self._one_at_a_time = trio.CapacityLimiter(1)

    async def serve(
        self,
        listeners: Sequence[socket.socket] = (),
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve connections until `stop` is called; the listeners are closed then."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._readiness.run)
            nursery.start_soon(self._ring_alarms)
            nursery.start_soon(self._look_around)
            task_status.started()
            async with trio.open_nursery() as doors:
                for listener in listeners:
                    doors.start_soon(self._accept, listener)
                await self._stopping.wait()
                doors.cancel_scope.cancel()
            await self._say_goodbye()
            nursery.cancel_scope.cancel()

    def stop(self) -> None:
        """Have `serve` say goodbye to everybody and end."""
        self._stopping.set()

    async def _say_goodbye(self) -> None:
        change = Change(trio.current_time())
        self._session.shut_down(change)
        self._carry_out(change)
        with trio.move_on_after(2 * LINGER_SECONDS):
            while self._peers:
                self._empty = trio.Event()
                await self._empty.wait()

    async def _accept(self, listener: socket.socket) -> None:
        listener.setblocking(False)
        exhausted = False
        with listener:
            while True:
                await trio.lowlevel.wait_readable(listener)
                try:
                    sock, address = listener.accept()
                except (BlockingIOError, ConnectionError):
                    continue  # Gone before it could be taken.
                except OSError as error:
                    # No descriptor left, a network going down: all of it passes, or lasts.
                    if not exhausted:
                        LOG.warning("no connection can be accepted now: %s", error)
                    exhausted = True
                    await trio.sleep(ACCEPT_PAUSE)
                    continue
                exhausted = False
                self._start(partial(self._take_in, sock, str(address[0])))

    async def _take_in(self, sock: socket.socket, address: str) -> None:
        try:
            pipe = SocketPipe(sock, self._readiness)
        except OSError:
            sock.close()  # The peer was gone before its first byte.
        else:
            await self.handle(pipe, address)

    def _start(self, job: Callable[[], Awaitable[None]]) -> None:
        """Start a task whose failure is logged and ends nothing else."""
        if self._nursery is not None and not self._nursery.cancel_scope.cancel_called:
            self._nursery.start_soon(_guarded, job)

    async def handle(self, pipe: Pipe, address: str) -> None:
        """Serve one connection until it ends; `address` is for limits and the log."""
        self._last_number += 1
        number = self._last_number
        peer = self._peers[number] = Peer(number, pipe, self._start)
        LOG.info("connection %d from %s", number, address)
        try:
            self._change(self._session.connect, number, address)
            await peer.run(partial(self._change, self._session.receive, number))
        except Exception:
            LOG.exception("fault in connection %d", number)
        finally:
            del self._peers[number]
            self._change(self._session.lost, number)
            self._empty.set()

    def _change(self, cause: Callable[..., None], *what: object) -> None:
        """Tell the rooms of something, and carry out what follows."""
        change = Change(trio.current_time())
        cause(change, *what)
        self._carry_out(change)

    def _carry_out(self, change: Change) -> None:
        """Carry out effects in their order; what one peer is sent goes out in one piece."""
        outgoing: dict[int, list[Outgoing]] = {}
        for effect in change.effects:
            if type(effect) is Send:
                outgoing.setdefault(effect.conn, []).append(effect.message)
            elif type(effect) is Disconnect:
                self._deliver(effect.conn, outgoing.pop(effect.conn, ()))
                self._part(effect)
            else:
                self._do(effect)
        for number, messages in outgoing.items():
            self._deliver(number, messages)
        for number in change.parting:
            # Its goodbye may take a moment to arrive; the rooms go on without it at once.
            self._change(self._session.lost, number)

    def _do(self, effect: Effect) -> None:
        if isinstance(effect, WakeAt):
            heapq.heappush(self._alarms, (effect.when, effect.table))
            self._doze.deadline = min(self._doze.deadline, effect.when)
        elif isinstance(effect, Record):
            if self._keep_record is not None:
                self._start(partial(self._keep, effect))
        elif isinstance(effect, Fault):
            LOG.error("fault in %s", effect.where, exc_info=effect.error)

    def _deliver(self, number: int, messages: Sequence[Outgoing]) -> None:
        peer = self._peers.get(number)
        if peer is None or not messages:
            return
        try:
            peer.put(messages)
        except Exception:
            LOG.exception("fault in sending to connection %d", number)
            peer.part(GoodbyeCode.INTERNAL, "A fault of the server; it is in the server's log.")

    def _part(self, effect: Disconnect) -> None:
        peer = self._peers.get(effect.conn)
        if peer is not None:
            LOG.info("goodbye %s to connection %d: %.120a", effect.code, effect.conn, effect.text)
            peer.part(effect.code, effect.text)

    async def _keep(self, record: Record) -> None:
        if self._keep_record is not None:
            await trio.to_thread.run_sync(self._keep_record, record, limiter=self._one_at_a_time)

    async def _ring_alarms(self) -> None:
        while True:
            first = self._alarms[0][0] if self._alarms else math.inf
            self._doze = trio.CancelScope(deadline=first)
            with self._doze:
                await trio.sleep_forever()
            while self._alarms and self._alarms[0][0] <= trio.current_time():
                self._change(self._session.wake, heapq.heappop(self._alarms)[1])
                # Many tables may be due at once: in between, others get their turn.
                await trio.lowlevel.checkpoint()

    async def _look_around(self) -> None:
        while True:
            await trio.sleep(LOOK_AROUND_SECONDS)
            self._change(self._session.look_around)
            now = trio.current_time()
            for peer in list(self._peers.values()):
                if peer.stalled(now):
                    LOG.info("connection %d reads nothing", peer.number)
                    peer.part(GoodbyeCode.SLOW, "You have read nothing for too long.")


async def _guarded(job: Callable[[], Awaitable[None]]) -> None:
    try:
        await job()
    except Exception:
        LOG.exception("fault in a task of the server")
