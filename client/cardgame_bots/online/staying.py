"""Staying connected: use a link, and after it was lost another one, until it ended for good."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from random import Random

import anyio

from cardgame_client import backoff
from cardgame_client.connection import (
    GoodbyeError,
    Link,
    LinkError,
    LinkLostError,
    RefusedError,
    ServerChangedError,
    VersionRefusedError,
)
from cardgame_protocol import GoodbyeCode, RefusalCode, __version__

log = logging.getLogger(__name__)

SOFTWARE = f"cardgame-bots {__version__}"

Connect = Callable[[], AbstractAsyncContextManager[Link]]
"""How to open one more link, such as `partial(Link.open, host, port)`."""

FINAL_GOODBYES = frozenset(
    {
        GoodbyeCode.QUIT,
        GoodbyeCode.REPLACED,
        GoodbyeCode.SEAT_CLOSED,
        GoodbyeCode.VERSION,
        GoodbyeCode.PROTOCOL,
        GoodbyeCode.TOO_LONG,
        GoodbyeCode.FLOOD,
    }
)
"""Goodbyes of which docs/protocol.md says that trying again is of no use (public bug B-08)."""

PASSING_REFUSALS = frozenset({RefusalCode.RATE_LIMITED, RefusalCode.DISK_FAILED})
"""Refusals that say to send the same again after a while."""


class SentAwayError(LinkError):
    """There is no place for this player here, though nobody closed the connection."""


class BotFailedError(SentAwayError):
    """The bot has done something wrong, and was to be stopped then."""


async def stay(
    name: str,
    connect: Connect,
    use: Callable[[Link], Awaitable[None]],
    rng: Random,
    *,
    must_answer: bool = False,
    patience: Callable[[Random], Iterator[float]] = backoff.endless,
    lost: Callable[[LinkError], None] | None = None,
) -> LinkError:
    """Give `use` a link, and a new one after each loss; return what ended the last for good.

    `use` says hello with the token and works until the link raises. The pauses between attempts
    grow (see backoff). `name` is for the log, which gets a line for each end: a warning for
    the first of several refusals in a row. With `must_answer` the first attempt must reach the
    server: who has just typed its address wants to be told. `patience` makes the pauses anew after
    each link that lasted; when there are no more the end is a LinkLostError. `lost` is told of each
    loss and of each attempt that failed.
    """
    waits = patience(rng)
    refused = False
    while True:
        since = anyio.current_time()
        reason: LinkError = LinkLostError("the link was left")
        try:
            async with connect() as link:
                must_answer = False
                await use(link)
        except LinkError as end:
            if must_answer or is_final(end):
                return end
            first = isinstance(end, RefusedError) and not refused
            log.log(logging.WARNING if first else logging.INFO, "%s: %s", name, end)
            refused = isinstance(end, RefusedError)
            reason = end
        except Exception:
            # A fault on this side costs its own link only: other seats share the process.
            log.exception("%s: a fault in this program; connecting again", name)
            reason = LinkLostError("a fault in this program, which the log tells")
        if lost is not None:
            lost(reason)
        if anyio.current_time() - since >= backoff.SETTLED_SECONDS:
            waits = patience(rng)
        pause = next(waits, None)
        if pause is None:
            return LinkLostError(f"the server has not come back: {reason.text}")
        await anyio.sleep(pause)


def is_final(end: LinkError) -> bool:
    """Tell whether trying again is of no use: the server said so, or it refused the hello."""
    if isinstance(end, GoodbyeError):
        return end.code in FINAL_GOODBYES
    if isinstance(end, RefusedError):
        return end.code not in PASSING_REFUSALS
    return isinstance(end, VersionRefusedError | ServerChangedError | SentAwayError)
