"""Who the player is to a server: a name, and the token that brings a seat back."""

from dataclasses import dataclass

from cardgame_client.connection import Link, RefusedError
from cardgame_client.names import variant
from cardgame_protocol import HelloResult

MOST_VARIANTS = 9
"""Second to ninth variant of a login name that is taken, as by one's own other terminals."""


@dataclass(slots=True)
class Identity:
    """The name wanted and the token received; the token is kept in memory only.

    `chosen` tells that the player chose the name, so that it is never varied. `forgotten` is set
    by `introduce` when the server did not know the token any more.
    """

    name: str
    chosen: bool = True
    token: str | None = None
    forgotten: bool = False


async def introduce(link: Link, identity: Identity) -> HelloResult:
    """Say hello with the token if there is one, else by name; keep the token that comes back.

    Raises RefusedError where the name is taken or invalid, and what `Link.hello` raises.
    """
    hello = await _resume(link, identity) or await _by_name(link, identity)
    identity.name, identity.token = hello.name, hello.token
    return hello


async def _resume(link: Link, identity: Identity) -> HelloResult | None:
    identity.forgotten = False
    if identity.token is None:
        return None
    try:
        return await link.hello(identity.name, token=identity.token)
    except RefusedError as refused:
        if refused.code != "bad_token":
            raise
    identity.token, identity.forgotten = None, True
    return None


async def _by_name(link: Link, identity: Identity) -> HelloResult:
    name, number = identity.name, 2
    while True:
        try:
            return await link.hello(name)
        except RefusedError as refused:
            if refused.code != "name_taken" or identity.chosen or number > MOST_VARIANTS:
                raise
        name, number = variant(identity.name, number), number + 1
