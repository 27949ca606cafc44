"""Whether to come back after a link has ended, and the exit code where that is of no use."""

from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    LinkError,
    NotACardServerError,
    RefusedError,
    ServerChangedError,
    VersionRefusedError,
)
from cardgame_client.exits import Exit

FINAL: dict[str, Exit] = {
    "quit": Exit.OK,
    "replaced": Exit.TURNED_AWAY,
    "full": Exit.TURNED_AWAY,
    "flood": Exit.TURNED_AWAY,
    "seat_closed": Exit.TURNED_AWAY,
    "tls": Exit.CANNOT_CONNECT,
    "protocol": Exit.FAILED,
    "too_long": Exit.FAILED,
}
"""Goodbyes after which coming back is of no use, with the exit code; all others are retried."""


def verdict(end: LinkError, *, connected: bool) -> Exit | None:
    """Return the exit code, None where trying again makes sense.

    `connected` tells whether this server has ever said welcome: until then every failure is final,
    so that a mistyped address is reported at once.
    """
    if isinstance(end, VersionRefusedError):
        return Exit.VERSION_REFUSED
    if isinstance(end, ServerChangedError):
        return Exit.SERVER_CHANGED
    if isinstance(end, RefusedError):
        return Exit.FAILED
    if isinstance(end, GoodbyeError) and end.code in FINAL:
        return FINAL[end.code]
    if connected:
        return None
    nobody = isinstance(end, CannotConnectError | NotACardServerError)
    return Exit.CANNOT_CONNECT if nobody else Exit.LINK_LOST
