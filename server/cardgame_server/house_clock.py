"""The rooms' clock over trio's: the same through restarts, and standing while the disk fails."""

import math

import trio


class HouseClock:
    """The rooms' clock: it goes on where an earlier process left it, and can be stopped."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._stopped_at: float | None = None

    def now(self) -> float:
        """Return what it shows, in seconds."""
        return self.at(trio.current_time())

    def at(self, time: float) -> float:
        """Return what it shows, in seconds, when trio's clock shows `time`: the present one."""
        return time + self._ahead if self._stopped_at is None else self._stopped_at

    def until(self, when: float) -> float:
        """Return the time by trio's clock at which this one shows `when`; never, if it stands."""
        return when - self._ahead if self._stopped_at is None else math.inf

    def go_on_from(self, shown: float) -> None:
        """Show `shown` now."""
        self._ahead = shown - trio.current_time()

    def stop(self) -> None:
        """Stand still."""
        self._stopped_at = self.now()

    def go_on(self) -> None:
        """Go on from where it stands."""
        if self._stopped_at is not None:
            self.go_on_from(self._stopped_at)
            self._stopped_at = None
