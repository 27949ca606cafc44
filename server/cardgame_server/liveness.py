"""Who is still there: deadlines for the hello and for frames, pings, and silence."""

from cardgame_protocol.answers import Ping
from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.limits import (
    FRAME_SECONDS,
    HELLO_SECONDS,
    PING_SECONDS,
    SILENCE_SECONDS,
)
from cardgame_server.effects import Change
from cardgame_server.reception import Guest


def check(change: Change, guest: Guest) -> None:
    """Ping a silent connection, or say goodbye `timeout` to one that is past a deadline."""
    reason = _overdue(change.real, guest)
    if reason:
        change.disconnect(guest.conn, GoodbyeCode.TIMEOUT, reason)
        return
    silent_since = max(guest.heard_at, guest.pinged_at)
    if guest.wire.version is not None and change.real - silent_since >= PING_SECONDS:
        guest.pinged_at = change.real
        change.send(guest.conn, Ping())


def _overdue(now: float, guest: Guest) -> str:
    """Return what deadline is past, in words, or nothing."""
    if guest.knocking is not None:
        return ""  # It is our turn.
    if guest.wire.version is None and now - guest.came_at >= HELLO_SECONDS:
        return f"No hello was accepted within {HELLO_SECONDS:.0f} s."
    if guest.frame_since is not None and now - guest.frame_since >= FRAME_SECONDS:
        return f"A frame was not complete within {FRAME_SECONDS:.0f} s."
    if now - guest.heard_at >= SILENCE_SECONDS:
        return f"Nothing was heard for {SILENCE_SECONDS:.0f} s."
    return ""
