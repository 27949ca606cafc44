"""The player: one link to one server, one model of what is known, one way in for commands.

Both faces of the client stand on this class, `plain.run(player)` line by line and
`screen.app.run(player)` full screen::

    async def run(player: Player) -> Exit:      # the signature of both, called by cli.py
        player.on_change = redraw               # called after every change of player.model
        async with anyio.create_task_group() as tg:
            tg.start_soon(...)                  # awaits player.run(), then ends the face
            ...                                 # keys and lines go to player.submit(text)

- `player.model` (model.Model) is all that is known; drawing reads it and changes nothing.
- `player.submit(text)` takes a typed command, or the one that a key stands for (`draw`, `play R7`,
  `name G`), never blocks and never raises: whatever comes of it is a change of the model
  (`model.log`, `model.notice`, `model.question`, `model.sheet`). A move carries the turn that was
  open when it was submitted. Commands are carried out one after the other.
- `player.run()` connects, plays, reconnects with the token when the link is lost, and returns the
  exit code once the player has quit or the link is lost for good. It ends on `submit("quit")`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import NoReturn

import anyio

from cardgame_client import backoff
from cardgame_client.address import Address
from cardgame_client.beside import beside
from cardgame_client.commands import Ask, Command, NotUnderstood, Show, TryNow, parse
from cardgame_client.connection import Link, LinkError, LinkLostError, RefusedError
from cardgame_client.errands import carry_out
from cardgame_client.exits import Exit
from cardgame_client.face import AskPassword
from cardgame_client.identity import Identity, introduce
from cardgame_client.known_servers import KnownServers
from cardgame_client.model import Model, Question
from cardgame_client.returning import Patience
from cardgame_client.safe import safe
from cardgame_client.settings import USUAL, Settings
from cardgame_client.sheets import sheet
from cardgame_client.tokens import TokenFolder
from cardgame_client.verdicts import verdict
from cardgame_client.voice import sentence
from cardgame_protocol import Greeting, HelloResult, ProtocolError, QuitRequest, RefusalCode

MOST_WAITING = 100
"""Commands kept until their turn comes: more than anybody types, fewer than a pipe can pour."""

QUIT_SECONDS = 2.0
"""How long a quit may take before the program ends without the server's goodbye."""


class Player:
    """One player at one server, from the first connection to the exit code.

    `opening` are commands carried out once the server has said welcome (`--solo` uses it).
    `own_name` tells that the player chose the name; a default one is varied where it is taken.
    `tokens` keeps what brings the seat back at the next start, None keeps it for this run only.
    `waits` makes the waits before each attempt to get a lost link back, in seconds.
    `settings` are the player's choices. Set `keep_dismissal` to what remembers for good that the
    first-game hint was dismissed.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        *,
        own_name: bool = True,
        opening: Iterable[str] = ("list",),
        waits: Callable[[], Iterator[float]] = lambda: backoff.waits(SystemRandom()),
        tokens: TokenFolder | None = None,
        settings: Settings = USUAL,
    ) -> None:
        self.address = address
        self.settings = settings
        self.model = Model(name, clock=anyio.current_time)
        self.on_change: Callable[[], None] = lambda: None
        self.ask_password: AskPassword | None = None
        self.keep_dismissal: Callable[[], None] = lambda: None
        self.last_words = ""
        self._identity = Identity(name, own_name, tokens)
        self._servers: KnownServers | None = None
        self._opening = tuple(opening)
        self._patience = Patience(waits)
        self._commands: deque[Command] = deque()
        self._work = anyio.Event()
        self._idle = anyio.Event()
        self._quit = anyio.Event()
        self._here = anyio.Event()

    def reach_by(self, servers: KnownServers, password: str | None) -> None:
        """Say what remembers certificates (used where `address.tls`), and the server's password.

        To be called before `run`; without it neither TLS nor a password is used.
        """
        self._servers = servers if self.address.tls else None
        self._identity.password = password

    def submit(self, text: str) -> None:
        """Take one command as typed; what comes of it shows in the model."""
        try:
            self._accept(parse(text, self.model))
        except NotUnderstood as reason:
            self.model.refuse(reason.text)
        self.on_change()

    def dismiss_hint(self) -> None:
        """Take the first-game hint away, now and in every later game."""
        if self.settings.hints:
            self.settings = replace(self.settings, hints=False)
            try:
                self.keep_dismissal()
            except OSError as error:
                self.model.note(f"The hint comes back next time: {sentence(str(error))}")
            self.on_change()

    async def settled(self) -> None:
        """Wait until every command taken so far has had its answer."""
        while self._commands:
            if self._idle.is_set():
                self._idle = anyio.Event()
            await self._idle.wait()

    async def welcomed(self) -> None:
        """Wait until the server has said welcome for the first time, and the opening is done."""
        await self._here.wait()
        await self.settled()

    async def run(self) -> Exit:
        """Connect, play and reconnect until the player quits or the server is gone for good.

        `last_words` then says in a sentence why it ended, empty after a quit.
        """
        code = Exit.OK
        async with anyio.create_task_group() as group:
            group.start_soon(self._quit_in_time, group.cancel_scope)
            code = await self._stay()
            group.cancel_scope.cancel()
        self.model.link = "closed"
        self._identity.give_up_name()
        self._forget_commands()
        self.on_change()
        return code

    def _accept(self, command: Command) -> None:
        if isinstance(command, Show):
            self.model.show(sheet(command.topic, command.argument, self.model))
        elif isinstance(command, Question):
            self.model.ask(command)
        elif isinstance(command, TryNow):
            self._retry()
        elif self._is_quit(command):
            self._commands.append(command)
            self._quit.set()
        elif self.model.link != "open":
            self.model.refuse("There is no connection to the server now: wait, or type retry.")
        elif len(self._commands) >= MOST_WAITING:
            self.model.refuse("Too many commands are waiting for the server.")
        else:
            self._commands.append(command)
        self._work.set()

    def _retry(self) -> None:
        if self.model.link == "lost":
            self._patience.hurry()
        else:
            self.model.refuse("There is no lost connection to get back.")

    @staticmethod
    def _is_quit(command: Command) -> bool:
        return isinstance(command, Ask) and isinstance(command.request, QuitRequest)

    async def _quit_in_time(self, scope: anyio.CancelScope) -> None:
        """End the program soon after a quit, whatever the network does."""
        await self._quit.wait()
        if self.model.link == "open":
            await anyio.sleep(QUIT_SECONDS)
        scope.cancel()

    async def _stay(self) -> Exit:
        while True:
            end = await self._visit()
            self._forget_commands()
            if await self._let_in(end):
                continue
            code = verdict(end, connected=self._here.is_set())
            if code is Exit.OK:
                self._identity.drop_token()  # the server has let us go, and forgets us
            if code is None and not await self._patience.wait(end.text, self.model, self.on_change):
                code = Exit.LINK_LOST
            if code is not None:
                self.last_words = "" if code is Exit.OK else sentence(end.text)
                if code is Exit.LINK_LOST and self.model.seat is not None:
                    way = self._identity.way_back(self.address)
                    self.last_words = f"{self.last_words} {way}".rstrip()
                return code

    async def _let_in(self, end: LinkError) -> bool:
        """Ask for the server's password where that is what is missing; true to try again.

        Only before the first welcome: somebody who was let in once has a token.
        """
        if self.ask_password is None or not isinstance(end, RefusedError) or self._here.is_set():
            return False
        known = self._identity.password is not None
        if end.code == RefusalCode.RATE_LIMITED and known:
            self.model.note(sentence(end.text))
            self.on_change()
            await anyio.sleep(end.wait or 1.0)
        elif end.code == RefusalCode.WRONG_PASSWORD:
            self.model.locked = sentence(end.text) if known else "This server has a password."
            self.on_change()
            self._identity.password = await self.ask_password(self.model.locked)
            self.model.locked = ""
            self.on_change()
        else:
            return False
        return self._identity.password is not None

    async def _visit(self) -> LinkError:
        """Be on the server until the link ends; return why it did."""
        since = anyio.current_time()
        try:
            async with self._open() as link:
                self._welcome(link.greeting, await introduce(link, self._identity))
                async with beside(partial(self._work_off, link)):
                    await self._listen(link)
        except LinkError as end:
            if anyio.current_time() - since >= backoff.SETTLED_SECONDS:
                self._patience.renew()
            return end

    def _open(self) -> AbstractAsyncContextManager[Link]:
        return Link.open(self.address.host, self.address.port, self._servers)

    async def _listen(self, link: Link) -> NoReturn:
        while True:
            message = await anext(link)
            try:
                self.model.receive(message)
            except ProtocolError as error:
                raise LinkLostError(
                    f"the server sent something unreadable: {error.text}"
                ) from error
            self.on_change()

    def _welcome(self, greeting: Greeting, hello: HelloResult) -> None:
        first = not self._here.is_set()
        self._tell_of_identity()
        self.model.connected(greeting, hello)
        again = "" if first else "again "
        where = f"the server {safe(greeting.server)}, {safe(str(self.address))}"
        self.model.note(f"You are {again}{safe(hello.name)} on {where}.")
        if first:
            for text in self._opening:
                self.submit(text)
            self._here.set()
        self.on_change()

    def _tell_of_identity(self) -> None:
        """Say what is unusual about who the server is, and who one is to it, this time."""
        note = "" if self._servers is None else self._servers.take_note()
        if note:
            self.model.note(note)
        for text in self._identity.remarks():
            self.model.note(text)

    async def _work_off(self, link: Link) -> None:
        """Carry out the commands in their order; the listener says when the link is over."""
        while True:
            while self._commands:
                try:
                    await carry_out(self._commands[0], link, self.model)
                except LinkError:
                    return
                self._commands.popleft()
                self.on_change()
            self._idle.set()
            self._work = anyio.Event()
            await self._work.wait()

    def _forget_commands(self) -> None:
        """Drop what waits: whether a move that was under way counts, the next view shows."""
        self._commands.clear()
        self._idle.set()
