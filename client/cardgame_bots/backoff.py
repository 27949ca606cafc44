"""How long to wait before the next attempt to connect: longer each time, never in step.

After a restart of the server every player comes back at once. Doubling keeps a long outage
cheap, the random part keeps fifty players from knocking in the same instant (public bug B-08).
"""

from random import Random

FIRST_S = 0.2
"""Seconds before the first new attempt: a server restarted by hand is back about that fast."""

CAP_S = 20.0
"""Longest wait in seconds: below the server's own 60 s of patience with a silent peer."""

SETTLED_S = 10.0
"""A link that lasted this many seconds was a good one: the next wait is short again.

Without this floor a server that accepts and drops at once would be stormed at `FIRST_S`.
"""


class Backoff:
    """The waits of one player between its attempts to connect."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._next_s = FIRST_S

    def wait_s(self) -> float:
        """Seconds to wait now: between half and all of a span that doubles up to `CAP_S`."""
        span = self._next_s
        self._next_s = min(CAP_S, span * 2)
        return span * (0.5 + self._rng.random() / 2)

    def link_lasted(self, seconds: float) -> None:
        """Take note of how long the last link lived; a settled one starts the count anew."""
        if seconds >= SETTLED_S:
            self._next_s = FIRST_S
