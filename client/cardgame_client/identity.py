"""Who the player is to a server: a name, and the token that brings a seat back."""

import shlex
from dataclasses import dataclass, field

from cardgame_client.address import Address
from cardgame_client.connection import Link, RefusedError
from cardgame_client.names import variant
from cardgame_client.safe import safe
from cardgame_client.tokens import Claim, TokenFolder
from cardgame_protocol import HelloResult, Refused

MOST_VARIANTS = 9
"""Second to ninth variant of a login name that is taken, as by one's own other terminals."""


@dataclass(slots=True)
class Identity:
    """The name wanted and the token received.

    `chosen` tells that the player chose the name, so that it is never varied. `password` is the
    server's. `tokens` keeps the token beyond this run, None keeps it in memory only. `introduce`
    sets the others: `welcomed` once the server gave its token to this run, `forgotten` when it does
    not know it any more, `elsewhere` when another running client on this computer has the name
    wanted, `trouble` to why the token cannot be kept.
    """

    name: str
    chosen: bool = True
    tokens: TokenFolder | None = None
    password: str | None = field(default=None, repr=False)
    token: str | None = None
    welcomed: bool = False
    forgotten: bool = False
    elsewhere: bool = False
    trouble: str = ""
    _server: str = ""
    _claim: Claim | None = field(default=None, repr=False)

    def enter(self, server_id: str) -> None:
        """Prepare for a server: a token is shown to no other one than the one that gave it."""
        self.elsewhere, self.trouble = False, ""
        self.forgotten = self.welcomed and server_id != self._server
        if server_id != self._server:
            self.token = None
            self.give_up_name()
        self._server = server_id

    def claim(self, name: str) -> None:
        """Claim a name for this run, and take the token that was kept for it."""
        if self.tokens is None or self._claim is not None or self.token is not None:
            return
        try:
            self._claim = self.tokens.claim(self._server, name)
        except OSError as error:
            self.trouble = _told(error)
            return
        self.elsewhere = self.elsewhere or self._claim is None
        self.token = self._claim.token() if self._claim else None

    def keep(self, hello: HelloResult) -> None:
        """Note what the server has answered, and keep the token for the next run."""
        self.name, self.token, self.welcomed = hello.name, hello.token, True
        if self._claim is not None and hello.token:
            try:
                self._claim.keep(hello.token)
            except OSError as error:
                self.trouble = _told(error)

    def remarks(self) -> list[str]:
        """Return what is unusual about who the player is to the server this time, in sentences."""
        told = []
        if self.forgotten:
            told.append("The server was started anew and does not know you any more.")
        if self.elsewhere:
            told.append(
                "Another client of yours on this computer has that name here and keeps its seat."
            )
        if self.trouble:
            told.append(
                f"Your seat is kept for this run only, {safe(self.trouble)}: the state folder "
                "cannot be used."
            )
        return told

    def way_back(self, address: Address) -> str:
        """Return how the seat at a server is taken again in another run, empty where it cannot."""
        if self._claim is None or self.token is None or self.trouble:
            return ""
        again = shlex.join(["cardgame-client", str(address), "--name", self.name])
        return f"Your seat is kept. To come back to it: {safe(again)}"

    def drop_token(self) -> None:
        """Forget the token, here and on disk: the server refused it, or we took our leave."""
        self.token = None
        if self._claim is not None:
            try:
                self._claim.forget()
            except OSError as error:
                self.trouble = _told(error)

    def give_up_name(self) -> None:
        """Let go of the claim, so that another client of this player may have the name."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None


def _told(error: OSError) -> str:
    return f"{error.filename or 'the state folder'}: {(error.strerror or str(error)).lower()}"


async def introduce(link: Link, identity: Identity) -> HelloResult:
    """Say hello with the token if there is one, else by name; keep the token that comes back.

    Raises RefusedError where the name is taken or invalid, and what `Link.hello` raises.
    """
    identity.enter(link.greeting.server_id)
    wanted, number = identity.name, 2
    name = wanted
    while True:
        identity.claim(name)
        try:
            hello = await _resume(link, identity, name) or await link.hello(
                name, password=identity.password
            )
        except RefusedError as refused:
            identity.give_up_name()
            if refused.code != "name_taken" or identity.chosen or number > MOST_VARIANTS:
                raise _explained(refused, identity) from refused
        else:
            identity.keep(hello)
            return hello
        name, number = variant(wanted, number), number + 1


async def _resume(link: Link, identity: Identity, name: str) -> HelloResult | None:
    """Come back by the token; None without one, or where the server does not know it."""
    if identity.token is None:
        return None
    try:
        return await link.hello(name, token=identity.token)
    except RefusedError as refused:
        if refused.code != "bad_token":
            raise
    identity.forgotten = identity.welcomed
    identity.drop_token()
    return None


def _explained(refused: RefusedError, identity: Identity) -> RefusedError:
    """Return the refusal, in better words where this side knows more about it."""
    if refused.code == "wrong_password" and identity.password is None:
        text = "this server has a password: give it by --password-file FILE or CARDGAME_PASSWORD"
    elif refused.code == "name_taken" and identity.elsewhere:
        text = (
            f"another client of yours plays as {identity.name} on this server: "
            "go on there, or take another --name"
        )
    elif refused.code == "name_taken":
        text = f"somebody on this server is called {identity.name} already: take another --name"
    else:
        return refused
    return RefusedError(Refused(id=0, code=refused.code, text=text))
