"""The edge: real time, real connections, and the effects of the pure rooms carried out."""

import heapq
import logging
import math
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import trio

from cardgame_protocol.codes import GoodbyeCode
from cardgame_server.effects import (
    Change,
    CheckPassword,
    Disconnect,
    Effect,
    Fault,
    Outgoing,
    Record,
    Send,
    WakeAt,
)
from cardgame_server.filing import Filing, InThread
from cardgame_server.gate import Gate, Storage
from cardgame_server.house_clock import HouseClock
from cardgame_server.limits import (
    DISK_RETRY_SECONDS,
    LINGER_SECONDS,
    LOG_TEXT,
    WRONG_PASSWORD_SECONDS,
)
from cardgame_server.peer import Peer
from cardgame_server.pipes import Pipe, SocketPipe
from cardgame_server.readiness import Readiness, readiness
from cardgame_server.session import Session
from cardgame_server.tls import sealed
from cardgame_server.writes import NOTHING_SAVED, DropRecord, Saved

LOG: Final = logging.getLogger("cardgame.server")

LOOK_AROUND_SECONDS: Final = 1.0
"""How often silent connections are looked for: deadlines are tens of seconds, so this is exact
enough, and a look at ten thousand connections takes some milliseconds."""

ACCEPT_PAUSE: Final = 0.1
"""Pause after the system had no descriptor left for a new connection: until somebody goes, trying
again at once would only spin."""


class Server:
    """Runs a session on trio, and keeps in `storage` what is to outlive it (see gate).

    `keep_record` is called by `in_thread` for a finished match, and so is `is_password` for each
    password that is given, if the session asks for one. `watching` says what can be read, if it
    is not the server's own: the storage's thread may have to hand over to it.
    """

    def __init__(
        self,
        session: Session,
        keep_record: Callable[[Record], None] | None = None,
        storage: Storage | None = None,
        *,
        is_password: Callable[[str], bool] | None = None,
        in_thread: InThread = trio.to_thread.run_sync,
        watching: Readiness | None = None,
    ) -> None:
        self._session = session
        self._in_thread = in_thread
        self._filing: Filing | None = None
        if keep_record is not None:
            self._filing = Filing(keep_record, self._filed, in_thread)
        self._is_password = is_password
        self._storage = storage
        self._readiness = watching or readiness()
        self._gate = Gate(
            storage,
            self._carry_out,
            sweep=self._readiness.sweep,
            failed=self._disk_failed,
            recovered=self._disk_recovered,
            again=lambda: self._start(self._try_disk_again),
        )
        self._clock = HouseClock()
        self._peers: dict[int, Peer] = {}
        self._last_number = 0
        self._alarms: list[tuple[float, int]] = []
        self._doze = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._stopping = trio.Event()
        self._empty = trio.Event()
        self._restored: Change | None = None
        # One at a time: guessing must not take the processor from those who play.
        self._one_guess = trio.CapacityLimiter(1)

    async def serve(
        self,
        listeners: Sequence[socket.socket] = (),
        *,
        tls: ssl.SSLContext | None = None,
        private: Sequence[socket.socket] = (),
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve connections until `stop` is called; the listeners are closed then.

        With `tls` those at `listeners` are encrypted; those at `private`, which only this computer
        must reach, never are.
        """
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._readiness.run, self._gate.gather)
            nursery.start_soon(self._ring_alarms)
            nursery.start_soon(self._look_around)
            if self._filing is not None:
                nursery.start_soon(self._filing.run)
            if self._restored is not None:
                self._gate.offer(self._restored)
            task_status.started()
            async with trio.open_nursery() as doors:
                for listener in listeners:
                    doors.start_soon(self._accept, listener, tls)
                for listener in private:
                    doors.start_soon(self._accept, listener, None)
                await self._stopping.wait()
                doors.cancel_scope.cancel()
            await self._say_goodbye()
            nursery.cancel_scope.cancel()

    def restore(self, saved: Saved) -> dict[int, str]:
        """Go on from what was kept; to be called first. Return the tables that cannot, and why."""
        if saved is NOTHING_SAVED:
            return {}
        self._clock.go_on_from(saved.now)
        change = Change(self._clock.now())
        problems = self._session.restore(change, saved)
        for record in saved.records:
            change.effects.append(Record(*record))
        self._restored = change
        return problems

    def stop(self) -> None:
        """Have `serve` say goodbye to everybody and end."""
        self._stopping.set()

    async def _say_goodbye(self) -> None:
        change = Change(self._clock.now())
        self._session.shut_down(change)
        if self._gate.failure is None:
            self._gate.offer(change)
        else:
            self._carry_out(change)
        with trio.move_on_after(2 * LINGER_SECONDS):
            while self._peers:
                self._empty = trio.Event()
                await self._empty.wait()

    async def _accept(self, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
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
                self._start(partial(self._take_in, sock, str(address[0]), tls))

    async def _take_in(self, sock: socket.socket, address: str, tls: ssl.SSLContext | None) -> None:
        pipe: Pipe
        try:
            pipe = SocketPipe(sock, self._readiness) if tls is None else sealed(sock, tls)
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
        """Tell the rooms of something, and have what follows carried out when it is durable."""
        now = trio.current_time()
        change = Change(self._clock.at(now), now)
        cause(change, *what)
        self._gate.offer(change)
        for number in change.parting:
            # Its goodbye may take a moment to arrive; the rooms go on without it at once.
            self._change(self._session.lost, number)

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

    def _do(self, effect: Effect) -> None:
        if isinstance(effect, WakeAt):
            heapq.heappush(self._alarms, (effect.when, effect.table))
            self._doze.deadline = min(self._doze.deadline, self._clock.until(effect.when))
        elif isinstance(effect, Record):
            if self._filing is not None:
                self._filing.add(effect)
        elif isinstance(effect, CheckPassword):
            self._start(partial(self._judge_password, effect))
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
            code, conn, text = effect.code, effect.conn, effect.text
            LOG.info("goodbye %s to connection %d: %.*a", code, conn, LOG_TEXT, text)
            peer.part(effect.code, effect.text)

    def _filed(self, record: Record) -> None:
        self._change(_file_made, record)

    async def _judge_password(self, given: CheckPassword) -> None:
        right = False
        if self._is_password is not None:
            async with self._one_guess:
                right = await self._in_thread(partial(self._is_password, given.password))
        if not right:
            LOG.info("wrong password from %s, connection %d", given.address, given.conn)
            await trio.sleep(WRONG_PASSWORD_SECONDS)
        self._change(self._session.password_judged, given.conn, given.address, right)

    async def _ring_alarms(self) -> None:
        while True:
            first = self._clock.until(self._alarms[0][0]) if self._alarms else math.inf
            self._doze = trio.CancelScope(deadline=first)
            with self._doze:
                await trio.sleep_forever()
            # Reckoned like the deadline: the sums of the two clocks may round apart, and this spin.
            while self._alarms and self._clock.until(self._alarms[0][0]) <= trio.current_time():
                self._change(self._session.wake, heapq.heappop(self._alarms)[1])
                # Many tables may be due at once: in between, others get their turn.
                await trio.lowlevel.checkpoint()

    async def _look_around(self) -> None:
        while True:
            await trio.sleep(LOOK_AROUND_SECONDS)
            self._change(self._session.look_around)
            if self._storage is not None and self._gate.failure is None:
                self._change(self._session.beat)
            now = trio.current_time()
            for peer in list(self._peers.values()):
                if peer.stalled(now):
                    LOG.info("connection %d reads nothing", peer.number)
                    peer.part(GoodbyeCode.SLOW, "You have read nothing for too long.")

    def _disk_failed(self, error: Exception) -> None:
        """Take no changes any more that could not be kept; time stands still for the tables."""
        LOG.error("the disk does not take what must be kept, and nothing is changed: %s", error)
        self._clock.stop()
        self._announce(self._session.disk_failed)

    def _disk_recovered(self) -> None:
        LOG.warning("the disk takes what must be kept again; play goes on")
        self._clock.go_on()
        self._doze.cancel()
        self._announce(self._session.disk_recovered)

    def _announce(self, cause: Callable[[Change], None]) -> None:
        """Have something told to everybody at once, whatever else waits."""
        change = Change(self._clock.now())
        cause(change)
        self._carry_out(change)

    async def _try_disk_again(self) -> None:
        await trio.sleep(DISK_RETRY_SECONDS)
        self._gate.retry()


def _file_made(change: Change, record: Record) -> None:
    """Have a record forgotten that has a file of its own now."""
    change.write(DropRecord(record.table, record.match))


async def _guarded(job: Callable[[], Awaitable[None]]) -> None:
    try:
        await job()
    except Exception:
        LOG.exception("fault in a task of the server")
