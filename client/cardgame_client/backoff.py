"""How long to wait before the next attempt to get a lost link back.

Twice as long each time, up to a cap, and never the same for two clients: after a restart of the
server all of them come back, and must not do so in the same instant.
"""

from collections.abc import Iterator
from random import Random

FIRST_SECONDS = 0.5
"""A link that was cut by a passing truck is back at once."""

CAP_SECONDS = 15.0
"""Longest wait: a person watches, and a server needs about that long to be restarted by hand."""

GIVE_UP_SECONDS = 180.0
"""Waits in all before the player is told that the server is gone."""


def waits(random: Random) -> Iterator[float]:
    """Yield the seconds to wait before each attempt; the end of it means giving up.

    Each wait is between half and all of a span that doubles.
    """
    span, waited = FIRST_SECONDS, 0.0
    while waited < GIVE_UP_SECONDS:
        wait = span * random.uniform(0.5, 1.0)
        waited += wait
        yield wait
        span = min(CAP_SECONDS, span * 2)
