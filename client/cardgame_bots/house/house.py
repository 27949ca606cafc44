"""Every seat that the server has its own computers play.

One connection proves by a secret that it is the server's own child and receives an `assign` for
each seat to be played (docs/protocol.md, Internal); each of these plays over a connection of its
own until the server says goodbye `seat_closed`.
"""

import logging
from functools import partial
from random import Random

from anyio.abc import TaskGroup

from cardgame_client.connection import Link, LinkError
from cardgame_protocol import Assign

from ..levels import LEVELS
from ..online.player import Ask, Mind, Player, ask_here
from ..online.staying import SOFTWARE, Connect, stay

log = logging.getLogger(__name__)

NAME = "computer players"
"""What the control connection calls itself; it holds no seat and is shown to nobody."""


class House:
    """Plays every seat that the server assigns, each once, as tasks of `group`.

    `ask` is how a seat's level is asked (see Mind): in the house's own process, or elsewhere.
    """

    def __init__(
        self,
        connect: Connect,
        secret: str,
        rng: Random,
        group: TaskGroup,
        ask: Ask = ask_here,
    ) -> None:
        self._connect = connect
        self._secret = secret
        self._rng = rng
        self._group = group
        self._ask = ask
        self._playing: set[str] = set()

    async def run(self) -> LinkError:
        """Take assignments until the server sends this process away; return its words."""
        return await stay(NAME, self._connect, self._take_orders, self._rng)

    async def _take_orders(self, link: Link) -> None:
        await link.hello(NAME, computer=True, software=SOFTWARE, house=self._secret)
        async for message in link:
            # After a new link the server repeats all assignments; those still played go on.
            if isinstance(message, Assign) and message.token not in self._playing:
                self._playing.add(message.token)
                self._group.start_soon(self._hold_seat, message)

    async def _hold_seat(self, assign: Assign) -> None:
        # Kept from link to link: what a bot has seen of a match it remembers after a loss.
        mind = Mind(LEVELS[assign.level], self._rng.getrandbits(64), self._ask)
        try:
            sit = partial(self._sit, assign, mind)
            end = await stay(assign.name, self._connect, sit, self._rng)
            log.info("%s: %s", assign.name, end)
        finally:
            self._playing.discard(assign.token)

    async def _sit(self, assign: Assign, mind: Mind, link: Link) -> None:
        await link.hello(assign.name, computer=True, token=assign.token, software=SOFTWARE)
        await Player(link, assign.name, mind).play()
