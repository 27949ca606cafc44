"""What happens when: everything outside the server is a job on this one list."""

import heapq
import math
from collections.abc import Callable

import trio

Job = Callable[[], None]


class Timeline:
    """Jobs by virtual time; those of the same moment in the order in which they were put here."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Job]] = []
        self._count = 0
        self._doze = trio.CancelScope()

    def after(self, seconds: float, job: Job) -> None:
        """Have a job done later."""
        self.at(trio.current_time() + seconds, job)

    def at(self, when: float, job: Job) -> None:
        """Have a job done at a time of trio's clock."""
        self._count += 1
        heapq.heappush(self._due, (when, self._count, job))
        self._doze.deadline = min(self._doze.deadline, when)

    async def run(self) -> None:
        """Do what is due, until cancelled; after each job the server has its turn."""
        while True:
            self._doze = trio.CancelScope(deadline=self._due[0][0] if self._due else math.inf)
            with self._doze:
                await trio.sleep_forever()
            while self._due and self._due[0][0] <= trio.current_time():
                heapq.heappop(self._due)[2]()
                await trio.lowlevel.checkpoint()
