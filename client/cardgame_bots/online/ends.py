"""What the end of a link means to whoever started `cardgame-bot`: an exit code, and what to do."""

from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    LinkError,
    LinkLostError,
    NotACardServerError,
    RefusedError,
    ServerChangedError,
    UnansweredError,
    VersionRefusedError,
)
from cardgame_client.exits import Exit
from cardgame_protocol import GoodbyeCode

from .seating import WrongGameError
from .staying import BotFailedError, SentAwayError

_CODES: tuple[tuple[type[LinkError], Exit], ...] = (
    (WrongGameError, Exit.USAGE),
    (ServerChangedError, Exit.SERVER_CHANGED),
    (VersionRefusedError, Exit.VERSION_REFUSED),
    (CannotConnectError, Exit.CANNOT_CONNECT),
    (NotACardServerError, Exit.CANNOT_CONNECT),
    (GoodbyeError, Exit.TURNED_AWAY),
    (RefusedError, Exit.TURNED_AWAY),
    (BotFailedError, Exit.FAILED),
    (SentAwayError, Exit.TURNED_AWAY),
    (LinkLostError, Exit.LINK_LOST),
)

START_ONE = "does a server run there? `cardgame-server` starts one"

USE_TLS = "this server speaks TLS only: add --tls, or write cardgames://HOST"


def exit_of(end: LinkError) -> Exit:
    """Return the exit code of an end."""
    return next(code for kind, code in _CODES if isinstance(end, kind))


def advice(end: LinkError) -> str:
    """Return why a link has ended, with what to do where that is known here."""
    if isinstance(end, UnansweredError):
        return f"{end.text}; {START_ONE}"
    if isinstance(end, GoodbyeError) and end.code == GoodbyeCode.TLS:
        return USE_TLS
    return end.text
