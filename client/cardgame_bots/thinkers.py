"""Other processes in which the house's searching levels think, so that no other seat waits.

A thread would not do: thinking would hold the interpreter, and hundreds of seats share it. Each
process is `python -m cardgame_bots.thinking.worker` at the lowest priority; it is given one
decision at a time through its standard input and ends when that ends. When all are busy, or one
fails or takes too long, the caller is told so at once and plays without thinking.
"""

import logging
import os
import pickle
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from subprocess import PIPE
from typing import Any, Final

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from .moment import Bot, Moment
from .player import ask_here
from .searching_levels import SearchingLevel
from .thinking.worker import HEADER

log = logging.getLogger(__name__)

WORKER: Final = (sys.executable, "-m", "cardgame_bots.thinking.worker")

MOST_WORKERS: Final = 4
"""A house must leave room for the server beside it; more seats than this rarely think at once."""

SHORTEST: Final = 0.05
"""Seconds under which sending a decision to another process is not worth it."""

LATENESS: Final = 1.0
"""Seconds after its time within which a worker must answer, a loaded machine allowed for."""


def usual_count() -> int:
    """Return how many workers this machine can bear: one processor is left to the server."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


class Thinkers:
    """A few worker processes, each started when first needed. Use `thinkers` to make them."""

    def __init__(self, count: int, argv: tuple[str, ...] = WORKER) -> None:
        self._argv = argv
        self._free: list[Worker | None] = [None] * count

    async def ask(self, bot: Bot, moment: Moment) -> str | None:
        """Return what `bot` does in `moment`: searching levels think elsewhere, others here."""
        if not isinstance(bot, SearchingLevel):
            return await ask_here(bot, moment)
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

    async def think(self, task: object, seconds: float) -> Any | None:
        """Return what a worker makes of `task` within `seconds`, or None if none could."""
        if not self._free:
            return None
        worker = self._free.pop()
        try:
            if worker is None:
                worker = await Worker.start(self._argv)
            with anyio.fail_after(seconds + LATENESS):
                return await worker.ask(task)
        except (OSError, TimeoutError, anyio.BrokenResourceError, anyio.IncompleteRead) as error:
            log.warning("a thinking process failed (%r); the move was made without it", error)
            return None
        finally:
            # What has an answer outstanding cannot be asked again: another takes its place.
            if worker is not None and worker.asked:
                worker.kill()
                worker = None
            self._free.append(worker)

    async def aclose(self) -> None:
        """End all workers."""
        for worker in filter(None, self._free):
            worker.kill()
        self._free.clear()


@asynccontextmanager
async def thinkers(count: int, argv: tuple[str, ...] = WORKER) -> AsyncIterator[Thinkers]:
    """Have `count` workers as long as the context lasts."""
    async with AsyncExitStack() as stack:
        pool = Thinkers(count, argv)
        stack.push_async_callback(pool.aclose)
        yield pool


class Worker:
    """One process that thinks."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a worker is spoken to through its pipes; open it with both")
        self._process = process
        self._to = process.stdin
        self._from = BufferedByteReceiveStream(process.stdout)
        self.asked = False

    @classmethod
    async def start(cls, argv: tuple[str, ...]) -> "Worker":
        """Start one; standard error is that of this process."""
        return cls(await anyio.open_process(argv, stdin=PIPE, stdout=PIPE, stderr=None))

    async def ask(self, task: object) -> Any:
        """Send a task and return the answer."""
        data = pickle.dumps(task)
        self.asked = True
        await self._to.send(HEADER.pack(len(data)) + data)
        (size,) = HEADER.unpack(await self._from.receive_exactly(HEADER.size))
        answer = await self._from.receive_exactly(size)
        self.asked = False
        return pickle.loads(answer)  # noqa: S301 - from a child that runs this same program

    def kill(self) -> None:
        """End the process at once; it has nothing to save."""
        if self._process.returncode is None:
            self._process.kill()
