"""A bot's visit to a server: come in, take a seat, play, come back after a loss, leave in the end.

What the server refuses for now is asked again after the time it names; what it refuses for good
ends the visit. Nothing here knows a command line or a terminal.
"""

import logging
from contextlib import suppress
from typing import Protocol

import anyio

from cardgame_client.admission import VARIABLE
from cardgame_client.connection import Link, LinkError, RefusedError
from cardgame_protocol import (
    HelloResult,
    QuitRequest,
    RefusalCode,
    RematchRequest,
    Removed,
    StartRequest,
    Update,
    View,
    You,
)
from cardgame_protocol.limits import NAME_CELLS

from ..faults import BotFaultError
from .player import Mind, Player
from .seating import Wish, attempt, hire, take_a_seat
from .staying import SOFTWARE, BotFailedError, SentAwayError

log = logging.getLogger(__name__)

MOST_NAMESAKES = 9
"""Numbers tried behind a name that is taken: more copies of one bot should be given names."""

QUIT_SECONDS = 2.0
"""For the last word of a visit; who does not answer it by then is not waited for."""


class Audience(Protocol):
    """Who is told how a visit goes."""

    def connected(self, name: str) -> None:
        """Hear that a link is there, for the first time or again, and under which name."""
        ...

    def update(self, update: Update) -> None:
        """Hear of a change at the table."""
        ...

    def over(self, view: View) -> None:
        """Hear that a match is over, once for each."""
        ...

    def fault(self, fault: BotFaultError) -> None:
        """Hear of a fault of the bot; what is raised ends the visit."""
        ...


class Visit:
    """One bot at one server, over all links."""

    def __init__(
        self,
        name: str,
        wish: Wish,
        mind: Mind,
        audience: Audience,
        *,
        own_name: bool = False,
        password: str | None = None,
    ) -> None:
        self.name = name
        self._wish = wish
        self._mind = mind
        self._audience = audience
        self._own_name = own_name
        self._password = password
        self._token: str | None = None
        self._link: Link | None = None
        self._came_back = False
        self.results: list[View] = []

    async def use(self, link: Link) -> None:
        """Be this bot on one link until that ends. Raises what ended it (see `staying.stay`)."""
        self._link = link
        me = await self._hello(link)
        if self._done:
            await self._quit(link)
        if me.table is None:
            await take_a_seat(link, self._wish, self.name)
        self._came_back = me.table is not None
        player = Player(link, self.name, self._mind, self._audience.fault)
        async for message in link:
            if isinstance(message, Removed):
                raise SentAwayError(f"the table is left: {message.reason}")
            if isinstance(message, Update):
                try:
                    await self._take(link, player, message)
                except BotFaultError as fault:
                    await self.leave()
                    raise BotFailedError(str(fault)) from fault

    async def leave(self) -> None:
        """Give up the seat, so that nobody has to wait for it."""
        with anyio.move_on_after(QUIT_SECONDS, shield=True), suppress(LinkError):
            if self._link is not None:
                await self._link.request(QuitRequest(id=1))

    @property
    def _done(self) -> bool:
        """Whether as many matches are played as were wished for."""
        return 0 < self._wish.matches <= len(self.results)

    async def _take(self, link: Link, player: Player, update: Update) -> None:
        self._audience.update(update)
        view = update.view
        if view.state == "waiting":
            await self._fill(link, view)
            await self._start(link, view)
        elif view.state == "over" and update.you is not None and not self._knows(view):
            await player.answer(update)
            await self._tell_the_end(update, update.you)
            await self._after_match(link, view)
        else:
            await player.answer(update)

    async def _tell_the_end(self, update: Update, you: You) -> None:
        try:
            await self._mind.tell_the_end(update, you)
        except BotFaultError as fault:
            self._audience.fault(fault)

    async def _after_match(self, link: Link, view: View) -> None:
        self.results.append(view)
        self._audience.over(view)
        if self._done:
            await self._quit(link)
        elif view.host == self.name and _no_people(view):
            await attempt(link, RematchRequest(id=1))

    def _knows(self, view: View) -> bool:
        """Tell whether the end of this match was seen before: a table goes on after it."""
        return any((v.table, v.match) == (view.table, view.match) for v in self.results)

    async def _quit(self, link: Link) -> None:
        await link.request(QuitRequest(id=1))
        async for _ in link:
            pass  # until the goodbye comes, as an exception

    async def _hello(self, link: Link) -> HelloResult:
        """Say hello: with the token if there is one that the server knows, else by a free name."""
        names = [self.name] if self._own_name else _namesakes(self.name)
        while True:
            try:
                me = await link.hello(
                    names[0],
                    computer=True,
                    token=self._token,
                    software=SOFTWARE,
                    password=self._password,
                )
            except RefusedError as refused:
                if refused.code == RefusalCode.BAD_TOKEN and self._token is not None:
                    log.warning("the server does not know this bot any more; its seat is lost")
                    self._token = None
                elif refused.code == RefusalCode.NAME_TAKEN and len(names) > 1:
                    names = names[1:]
                elif refused.code == RefusalCode.WRONG_PASSWORD and self._password is None:
                    raise SentAwayError(
                        "this server has a password: write it into a file and name that by"
                        f" --password-file, or put it into {VARIABLE}"
                    ) from refused
                else:
                    raise
            else:
                self.name, self._token = me.name, me.token
                self._audience.connected(self.name)
                return me

    async def _fill(self, link: Link, view: View) -> None:
        """Have the computers come that were not asked for when the last link was lost."""
        if self._came_back and view.host == self.name and self._wish.create is not None:
            # A bot from outside, as this one, has no level.
            hired = sum(seat.level is not None for seat in view.seats)
            await hire(link, self._wish.computers[hired:])
        self._came_back = False

    async def _start(self, link: Link, view: View) -> None:
        """Start the match, if that is this bot's to say: people say it themselves, by `ready`."""
        seated = all(seat.kind != "empty" and seat.here for seat in view.seats)
        if view.host == self.name and seated and _no_people(view):
            await attempt(link, StartRequest(id=1))


def _no_people(view: View) -> bool:
    return all(seat.kind != "person" for seat in view.seats)


def _namesakes(name: str) -> list[str]:
    short = name[: NAME_CELLS - 2]
    return [name[:NAME_CELLS], *(f"{short} {number}" for number in range(2, MOST_NAMESAKES + 1))]
