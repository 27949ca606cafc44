"""Other processes in which the house's searching levels think, so that no other seat waits.

A thread would not do: thinking would hold the interpreter, and hundreds of seats share it. Each
process is `python -m cardgame_bots.house.worker` at a low priority; it is given one
decision at a time through its standard input and ends when that ends. When all are busy, or none is
ready yet, or one fails or takes too long, the seat plays without thinking.
"""

import logging
import os
import pickle
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from subprocess import PIPE
from typing import Any, Final

import anyio
from anyio.abc import Process, TaskGroup
from anyio.streams.buffered import BufferedByteReceiveStream

from ..levels.searching_levels import SearchingLevel
from ..moment import Bot, Moment
from ..online.player import ask_here
from .worker import HEADER

log = logging.getLogger(__name__)

WORKER: Final = (sys.executable, "-P", "-m", "cardgame_bots.house.worker")

MOST_WORKERS: Final = 4
"""A house must leave room for the server beside it; more seats than this rarely think at once."""

SHORTEST: Final = 0.05
"""Seconds under which sending a decision to another process is not worth it."""

START_SECONDS: Final = 60.0
"""For a worker to be ready: a second on an idle machine, but it starts when everybody does."""

FAILURES: Final = (OSError, TimeoutError, anyio.BrokenResourceError, anyio.IncompleteRead)
"""How a worker fails: it cannot be started, is silent, or has ended."""

LATENESS: Final = 1.0
"""Seconds after its time within which a worker must answer, a loaded machine allowed for."""


def usual_count() -> int:
    """Return how many workers this machine can bear: one processor is left to the server."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


class Thinkers:
    """A few worker processes, started when the first seat that thinks appears (see `thinkers`)."""

    def __init__(self, count: int, argv: tuple[str, ...], group: TaskGroup) -> None:
        self._argv = argv
        self._group = group
        self._to_start = count
        self._free: list[Worker] = []
        self.started = anyio.Event()

    async def ask(self, bot: Bot, moment: Moment) -> str | None:
        """Return what `bot` does in `moment`: searching levels think elsewhere, others here."""
        if not isinstance(bot, SearchingLevel):
            return await ask_here(bot, moment)
        self.start()
        shout = bot.take_in(moment)
        if shout is not None or not (moment.on_turn and moment.legal):
            return shout
        return await self._decide(bot, moment)

    async def _decide(self, bot: SearchingLevel, moment: Moment) -> str:
        seconds = bot.seconds_for(moment) or 0.0
        if len(moment.legal) > 1 and seconds >= SHORTEST:
            answer = await self.think((bot, moment), seconds)
            if answer is not None:
                text, bot.search = answer
                return str(text)
        return bot.decide_at_once(moment).text

    def start(self) -> None:
        """Start the workers that are missing; they think as soon as they are there."""
        while self._to_start:
            self._to_start -= 1
            self._group.start_soon(self._start_one)

    async def _start_one(self) -> None:
        try:
            with anyio.fail_after(START_SECONDS):
                self._free.append(await Worker.start(self._argv))
        except FAILURES as error:
            # Not tried again: what cannot start now would fail at every move.
            log.warning("a thinking process does not start (%r); there is one less", error)
        finally:
            self.started.set()

    async def think(self, task: object, seconds: float) -> Any | None:
        """Return what a worker makes of `task` within `seconds`, or None if none could."""
        if not self._free:
            return None
        worker = self._free.pop()
        try:
            with anyio.fail_after(seconds + LATENESS):
                answer = await worker.ask(task)
        except FAILURES as error:
            log.warning("a thinking process failed (%r); the move was made without it", error)
            self._to_start += 1
            return None
        finally:
            # What still owes an answer cannot be asked again.
            if worker.owes:
                await worker.end()
            else:
                self._free.append(worker)
        return answer

    async def aclose(self) -> None:
        """End all workers that are not thinking; those end with what asked them."""
        while self._free:
            await self._free.pop().end()


@asynccontextmanager
async def thinkers(count: int, argv: tuple[str, ...] = WORKER) -> AsyncIterator[Thinkers]:
    """Have up to `count` workers as long as the context lasts."""
    async with anyio.create_task_group() as group:
        pool = Thinkers(count, argv, group)
        try:
            yield pool
        finally:
            await pool.aclose()
            group.cancel_scope.cancel()


class Worker:
    """One process that thinks. `owes`: it has been asked and has not answered."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a worker is spoken to through its pipes; open it with both")
        self._process = process
        self._to = process.stdin
        self._from = BufferedByteReceiveStream(process.stdout)
        self.owes = False

    @classmethod
    async def start(cls, argv: tuple[str, ...]) -> "Worker":
        """Start one and wait until it is ready; standard error is that of this process."""
        worker = cls(await anyio.open_process(argv, stdin=PIPE, stdout=PIPE, stderr=None))
        try:
            await worker._hear()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, task: object) -> Any:
        """Send a task and return the answer."""
        data = pickle.dumps(task)
        self.owes = True
        await self._to.send(HEADER.pack(len(data)) + data)
        answer = await self._hear()
        self.owes = False
        return answer

    async def _hear(self) -> Any:
        (size,) = HEADER.unpack(await self._from.receive_exactly(HEADER.size))
        return pickle.loads(await self._from.receive_exactly(size))  # noqa: S301 - our own child

    async def end(self) -> None:
        """End the process at once; it has nothing to save."""
        with anyio.CancelScope(shield=True):
            if self._process.returncode is None:
                self._process.kill()
            await self._process.aclose()
