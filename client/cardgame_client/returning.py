"""Getting a lost link back: the waits between the attempts, counted down for all to see."""

from collections.abc import Callable, Iterator
from math import ceil

import anyio

from cardgame_client.model import Model, Retry
from cardgame_client.voice import sentence


class Patience:
    """How long a player waits for a server, attempt by attempt.

    `waits` makes the seconds before each attempt, anew after each link that lasted.
    """

    def __init__(self, waits: Callable[[], Iterator[float]]) -> None:
        self._make = waits
        self._waits = waits()
        self._attempt = 0
        self._told = ""
        self._hurry = anyio.Event()

    def renew(self) -> None:
        """Begin anew: the last link was a good one."""
        self._waits, self._attempt, self._told = self._make(), 0, ""

    def hurry(self) -> None:
        """Make the next attempt now instead of waiting longer."""
        self._hurry.set()

    async def wait(self, reason: str, model: Model, changed: Callable[[], None]) -> bool:
        """Wait before the next attempt, the model counting down; false when no more follow.

        `reason` is why the link was lost or the last attempt failed; `changed` is called after
        each change of the model.
        """
        seconds = next(self._waits, None)
        if seconds is None:
            return False
        self._attempt += 1
        self._tell(sentence(reason), model)
        await self._count_down(seconds, model, changed)
        return True

    def _tell(self, reason: str, model: Model) -> None:
        """Say what happened, but not the same after each attempt: somebody may have it read out."""
        if not self._told:
            model.link_changed(
                "lost",
                f"Connection lost: {reason} Trying again by itself; type retry to try at once.",
            )
        elif reason != self._told:
            model.link_changed("lost", f"Still no connection: {reason}")
        self._told = reason

    async def _count_down(self, seconds: float, model: Model, changed: Callable[[], None]) -> None:
        end = anyio.current_time() + seconds
        self._hurry = anyio.Event()
        while not self._hurry.is_set() and (left := end - anyio.current_time()) > 0:
            whole = ceil(left)
            model.retrying(Retry(self._attempt, whole))
            changed()
            with anyio.move_on_after(left - (whole - 1)):
                await self._hurry.wait()
        model.retrying(Retry(self._attempt, 0))
        changed()
