"""Who is at a table: sitting down, standing up, watching, and the host's role.

The host is a person wherever one is there: the role passes on when the host goes, first along the
seats, then to spectators, never to a computer (a bot from outside may host a table it made).
"""

from typing import Literal

from cardgame_protocol.answers import Removed
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.table import Table

Reason = Literal["left", "kicked", "lost", "idle", "removed"]


def sit(table: Table, change: Change, player: Player, number: int) -> None:
    """Put a player on an empty seat."""
    seat = table.seats[number]
    seat.clear()
    seat.owner = player
    player.table, player.seat = table.number, number
    table.note(change, "sat", seat=number, name=player.name, kind=seat.kind, level=player.level)


def stand(table: Table, change: Change, number: int, reason: Reason) -> None:
    """Empty a seat for good. A computer of the house that sat or stood in there is dismissed."""
    seat = table.seats[number]
    owner = seat.owner
    staff = table.premises.staff
    if seat.stand_in is not None:
        staff.dismiss(change, seat.stand_in)
    seat.clear()
    if owner is None:
        return
    table.note(change, "stood", seat=number, name=owner.name, reason=reason)
    if owner.level is not None:
        staff.dismiss(change, owner)
    else:
        release(table, owner)


def release(table: Table, player: Player) -> None:
    """Let a player go to the lobby; one without a connection is forgotten."""
    player.table = player.seat = None
    if player.conn is None:
        table.premises.players.forget(player)


def watch(table: Table, change: Change, player: Player) -> None:
    """Make a player a spectator."""
    table.watchers.append(player)
    player.table, player.seat = table.number, None
    table.note(change, "watching", name=player.name)


def unwatch(table: Table, change: Change, player: Player, reason: Reason = "left") -> None:
    """Let a spectator go to the lobby; a seat that was promised is not any more."""
    table.watchers.remove(player)
    for seat in table.seats:
        if seat.heir is player:
            seat.heir = None
    table.note(change, "unwatched", name=player.name, reason=reason)
    release(table, player)


def pass_host(table: Table, change: Change) -> None:
    """Give the host's role to the next person if the host is gone or has lost the connection."""
    host = table.host
    there = host is not None and host.table == table.number
    # After a restart all are gone alike: no host loses the role for coming back second.
    if host is not None and there and (host.conn is not None or table.host_expected):
        return
    heir = _heir(table)
    if heir is not None:
        table.host = heir
        table.note(change, "host", name=heir.name)
    elif host is not None and host.table != table.number:
        table.host = None
        table.touch(change)


def _heir(table: Table) -> Player | None:
    there = [*table.seats.owners(), *table.watchers]
    return next((player for player in there if player.person and player.conn is not None), None)


def forsaken(table: Table) -> bool:
    """Whether nobody is left for whom the table is kept: no person, and not its host."""
    if table.seats.people_hold_seats or any(watcher.person for watcher in table.watchers):
        return False
    return table.host is None or table.host.table != table.number


def close(table: Table, change: Change, *, idle: bool = False) -> None:
    """End the table: whoever is still there is in the lobby and told so.

    `idle` says that it ends because nobody did anything there.
    """
    table.closed = True
    change.touched.add(table.number)
    reason: Reason = "idle" if idle else "left"
    told = Removed(table=table.number, reason="idle" if idle else "table_ended")
    for watcher in list(table.watchers):
        unwatch(table, change, watcher, reason)
        _tell(change, watcher, told)
    for number, seat in enumerate(table.seats):
        owner = seat.owner
        stand(table, change, number, reason)
        if owner is not None and owner.level is None:
            _tell(change, owner, told)


def _tell(change: Change, player: Player, told: Removed) -> None:
    if player.conn is not None:
        change.send(player.conn, told)
