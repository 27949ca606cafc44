"""Who comes to a table and who goes: joining, watching, leaving, kicks, lost and new links."""

import hmac
import math

from cardgame_protocol.answers import Removed
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import SPECTATORS_MAX
from cardgame_server import attendance, crew, latecomers, pauses, rounds
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.limits import KICK_SECONDS, KICKS_REMEMBERED
from cardgame_server.names import folded
from cardgame_server.refusal import Refusal
from cardgame_server.table import Table


def join(
    table: Table, change: Change, player: Player, *, password: str | None, seat: int | None
) -> tuple[int, bool]:
    """Sit down; return the seat, and whether a latecomer has to wait for it."""
    _admit(table, change, player, password)
    if table.in_match:
        number, queued = latecomers.join(table, change, player, seat)
    else:
        number, queued = table.seats.free(seat), False
        attendance.sit(table, change, player, number)
    attendance.pass_host(table, change)
    pauses.follow_presence(table, change)
    return number, queued


def spectate(table: Table, change: Change, player: Player, *, password: str | None) -> None:
    """Watch a table."""
    _admit(table, change, player, password)
    if not table.settings.spectators:
        raise Refusal(RefusalCode.NO_SPECTATORS, "This table was made without spectators.")
    if len(table.watchers) >= SPECTATORS_MAX:
        raise Refusal(RefusalCode.TABLE_FULL, f"{SPECTATORS_MAX} people watch this table already.")
    attendance.watch(table, change, player)
    attendance.pass_host(table, change)


def _admit(table: Table, change: Change, player: Player, password: str | None) -> None:
    for mark in (player.key, folded(player.name)):
        until = table.barred.get(mark, 0.0)
        if until > change.now:
            wait = math.ceil(until - change.now)
            raise Refusal(
                RefusalCode.RATE_LIMITED,
                f"You were kicked from this table; you may come back in {wait} s.",
                wait=float(wait),
            )
    wanted = table.settings.password
    # Both as bytes that any text has, a lone surrogate included.
    given = (password or "").encode("utf-8", "surrogatepass")
    if wanted and not hmac.compare_digest(wanted.encode("utf-8", "surrogatepass"), given):
        raise Refusal(RefusalCode.WRONG_PASSWORD, "This table has a password, and this is not it.")


def leave(table: Table, change: Change, player: Player, reason: attendance.Reason = "left") -> None:
    """Leave a table for good. In a match a computer takes the seat over."""
    rounds.refuse_held_of(table, change, player)
    if player.seat is None:
        attendance.unwatch(table, change, player, reason)
    elif table.in_match:
        crew.take_over(table, change, player.seat, reason)
    else:
        attendance.stand(table, change, player.seat, reason)
    _after_departure(table, change)


def _after_departure(table: Table, change: Change) -> None:
    attendance.pass_host(table, change)
    pauses.follow_presence(table, change)
    rounds.reconsider(table, change)
    pauses.reconsider(table, change)
    if not table.closed and not table.in_match and attendance.forsaken(table):
        attendance.close(table, change)


def kick(table: Table, change: Change, host: Player, name: str) -> None:
    """Send somebody away for a while, by identity: it cannot come back on another seat."""
    table.only_host(host)
    player = _named(table, name)
    if player is None or player is host:
        raise Refusal(
            RefusalCode.NO_SUCH_PLAYER, "Nobody else of this name is here; see the view for names."
        )
    if player.level is not None:
        raise Refusal(RefusalCode.NO_SUCH_PLAYER, "That is a computer player; use remove_computer.")
    _check_reach(table, host, player)
    if len(table.barred) >= 2 * KICKS_REMEMBERED:
        del table.barred[next(iter(table.barred))]
    until = change.now + KICK_SECONDS
    table.barred[player.key] = table.barred[folded(player.name)] = until
    leave(table, change, player, "kicked")
    if player.conn is not None:
        change.send(player.conn, Removed(table=table.number, reason="kicked"))


def _check_reach(table: Table, host: Player, player: Player) -> None:
    """Refuse a host who only watches to take a seat from its holder.

    The role may have come to him only because the holder's link was lost. Who made the table may,
    but never while the holder is away and cannot object.
    """
    if host.seat is not None or player.seat is None:
        return
    if host is not table.maker or player.conn is None:
        raise Refusal(
            RefusalCode.NOT_HOST,
            f"{player.name} holds a seat, and you only watch: a host who watches kicks "
            "spectators; at a table of his own also those who are seated and there.",
        )


def _named(table: Table, name: str) -> Player | None:
    wanted = folded(name)
    there = [*table.seats.owners(), *table.watchers]
    return next((player for player in there if folded(player.name) == wanted), None)


def dropped(table: Table, change: Change, player: Player) -> None:
    """Go on without somebody whose link is lost; `player.conn` is None already.

    In a match the seat is kept: the time of grace runs, then a stand-in comes. The clock of its
    turn runs on. Otherwise it is free at once. A computer of the house keeps its seat: its process
    will come again.
    """
    if player.level is not None:
        table.touch(change)
        return
    if player.seat is None or not table.in_match:
        leave(table, change, player, "lost")
        return
    table.seats[player.seat].went(table.time(change.now))
    table.note(change, "dropped", seat=player.seat, name=player.name)
    _after_departure(table, change)


def gone_since_restart(table: Table, change: Change, player: Player) -> None:
    """Count somebody in a match as gone from now on, unless the link was lost before already."""
    if player.seat is not None and table.seats[player.seat].gone_at is None:
        dropped(table, change, player)
    pauses.follow_presence(table, change)


def returned(table: Table, change: Change, player: Player, *, was_gone: bool) -> None:
    """Take somebody back who came with the token; the newest events are told again.

    `was_gone` is False if the link was not yet known to be lost: the new one has taken over.
    """
    if player.level is not None:
        table.touch(change)
    elif not was_gone:
        table.note(change, "took_over", seat=player.seat, name=player.name)
    elif player.seat is not None:
        crew.stand_down(table, change, player.seat)
        table.seats[player.seat].came_back(table.time(change.now))
        table.note(change, "returned", seat=player.seat, name=player.name)
        attendance.pass_host(table, change)
        pauses.follow_presence(table, change)
    table.resume(change, player)
