"""The levels of computer players, weakest first.

A level is one pure function from what a seat sees to what it does. Another level is another file
with a `decide` and a line in `LEVELS`; the server's list of levels names the same.
"""

from collections.abc import Callable
from random import Random

from cardgame_protocol import View, You

from . import random_level, simple_level

Decide = Callable[[View, You, Random], str | None]
"""`decide(view, you, rng)`: the text of a legal action, or None when there is nothing to do now.

It is asked after every change at the table, also off turn, where only `call` and `catch` can be
legal. It must be quick (well under a millisecond): hundreds of seats share one process.
"""

LEVELS: dict[str, Decide] = {"random": random_level.decide, "simple": simple_level.decide}
"""Every level by the name it has on the wire, weakest first."""
