"""Records of finished matches into files, one after the other, as soon as the disk takes them.

Until it does they stand in the journal, so nothing is lost and nobody at a table need know.
"""

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, TypeVar

import trio

from cardgame_server.effects import Record
from cardgame_server.limits import RECORD_RETRY_SECONDS

LOG: Final = logging.getLogger("cardgame.server")

T = TypeVar("T")


class InThread(Protocol):
    """Does a job that blocks, in a thread of its own; what it returns or raises comes back."""

    async def __call__(self, job: Callable[[], T], /) -> T:
        """Do it."""
        ...


class Filing:
    """Has records made files by `keep`, in the order in which they came.

    `filed` is told of each that has its file.
    """

    def __init__(
        self, keep: Callable[[Record], None], filed: Callable[[Record], None], in_thread: InThread
    ) -> None:
        self._keep = keep
        self._filed = filed
        self._in_thread = in_thread
        self._waiting: deque[Record] = deque()
        self._more = trio.Event()
        self._failing = False

    def add(self, record: Record) -> None:
        """Have a record made a file soon."""
        self._waiting.append(record)
        self._more.set()

    async def run(self) -> None:
        """Make files until cancelled."""
        while True:
            while self._waiting:
                if await self._made(self._waiting[0]):
                    self._filed(self._waiting.popleft())
                else:
                    await trio.sleep(RECORD_RETRY_SECONDS)
            self._more = trio.Event()
            await self._more.wait()

    async def _made(self, record: Record) -> bool:
        """Try to make a file; the log is told once when that begins to fail."""
        try:
            await self._in_thread(partial(self._keep, record))
        except OSError as error:
            self._failed(error)
            return False
        if self._failing:
            LOG.warning("the disk takes records of matches again")
        self._failing = False
        return True

    def _failed(self, error: OSError) -> None:
        if not self._failing:
            LOG.error("the disk does not take records of matches, which wait: %s", error)
        self._failing = True
