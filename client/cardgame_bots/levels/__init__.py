"""The levels of computer players, weakest first.

A level is a bot (see `moment`) in a file of its own and a line in `LEVELS`; the server's list of
levels names the same.
"""

from collections.abc import Callable

from ..moment import Bot
from .random_level import RandomLevel
from .searching_levels import arena_master, arena_sharp, master, sharp
from .simple_level import SimpleLevel
from .steady_level import SteadyLevel

LEVELS: dict[str, Callable[[], Bot]] = {
    "random": RandomLevel,
    "simple": SimpleLevel,
    "steady": SteadyLevel,
    "sharp": sharp,
    "master": master,
}
"""Every level by the name it has on the wire, weakest first: how to make one for a match."""

MEASURED_LEVELS: dict[str, Callable[[], Bot]] = {
    **LEVELS,
    "sharp": arena_sharp,
    "master": arena_master,
}
"""The same for the arena and local matches, where a game must repeat: what a level does in a given
time at a table it does there with a given amount of work."""
