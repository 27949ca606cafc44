"""How long to wait before the next attempt to get a lost link back, for people and for bots.

Twice as long each time, up to a cap, and never the same for two programs: after a restart of the
server all of them come back, and must not do so in the same instant (public bug B-08). The numbers
are those that docs/protocol.md recommends (Coming back).
"""

from collections.abc import Iterator
from random import Random

FIRST_SECONDS = 0.5
"""A link that was cut by a passing truck is back at once."""

CAP_SECONDS = 15.0
"""Longest wait: a person watches, and a server needs about that long to be restarted by hand."""

GIVE_UP_SECONDS = 180.0
"""Waits in all before a person is told that the server is gone; a bot goes on."""

SETTLED_SECONDS = 10.0
"""A link that lasted this long was a good one: the next wait is short again.

Without this floor a server that accepts and drops at once would be stormed at `FIRST_SECONDS`.
"""


def endless(random: Random) -> Iterator[float]:
    """Yield the seconds to wait before each attempt, for ever.

    Each wait is between half and all of a span that doubles.
    """
    span = FIRST_SECONDS
    while True:
        yield span * random.uniform(0.5, 1.0)
        span = min(CAP_SECONDS, span * 2)


def waits(random: Random) -> Iterator[float]:
    """Yield the same waits until they are `GIVE_UP_SECONDS` in all; the end means giving up."""
    waited = 0.0
    for wait in endless(random):
        waited += wait
        yield wait
        if waited >= GIVE_UP_SECONDS:
            return
