"""Telling a table's viewers what happened: one update each, the common part made once."""

from collections.abc import Sequence
from heapq import heappush
from typing import Any

from cardgame_protocol.plain import Encoded
from cardgame_rules import Event, event_for
from cardgame_server import deadlines
from cardgame_server.decisions import Decision, owed
from cardgame_server.effects import Change, Send, Shown, TableUpdate
from cardgame_server.identity import Player
from cardgame_server.table import Table
from cardgame_server.views import NO_SEAT, encoded_view, own_parts


def publish(table: Table, change: Change) -> None:
    """Send what has changed to all who may see it, and set the table's next alarm.

    Whoever has just come back gets the newest events again instead of the fresh ones.
    """
    fresh, back = table.fresh, table.resuming
    table.history.extend(fresh)
    decision = owed(table)
    if table.stale_view or back:
        view = encoded_view(table, change.now, decision)
        if table.stale_view:
            _send_all(table, change, view, fresh)
        for player in back:
            _send_history(table, change, view, player)
    table.fresh, table.resuming, table.stale_view = [], [], False
    _set_alarm(table, change, decision)


def _send_all(table: Table, change: Change, view: Encoded, fresh: Sequence[Event]) -> None:
    number, turn, back = table.number, table.turn, table.resuming
    send = change.effects.append
    everybody = Shown(number, turn, [event_for(event, None) for event in fresh], view)
    owners_of_secrets = {event.owner for event in fresh if event.secret is not None}
    for place, (seat, you) in enumerate(zip(table.seats, own_parts(table), strict=True)):
        player = seat.stand_in or seat.owner
        if player is None or player.conn is None or player in back:
            continue
        shown = everybody
        if place in owners_of_secrets:
            shown = Shown(number, turn, [event_for(event, place) for event in fresh], view)
        send(Send(player.conn, TableUpdate(shown, you)))
    if table.watchers:
        update = TableUpdate(everybody, NO_SEAT)
        for watcher in table.watchers:
            if watcher.conn is not None and watcher not in back:
                send(Send(watcher.conn, update))


def _send_history(table: Table, change: Change, view: Encoded, player: Player) -> None:
    if player.conn is None or player.table != table.number:
        return
    seen: list[dict[str, Any]] = [event_for(event, player.seat) for event in table.history]
    you = NO_SEAT if player.seat is None else own_parts(table)[player.seat]
    change.send(player.conn, TableUpdate(Shown(table.number, table.turn, seen, view), you))


def _set_alarm(table: Table, change: Change, decision: Decision | None) -> None:
    """Ask to be woken for the earliest thing that is due, unless an earlier alarm is set.

    One alarm a table is enough: when it rings, the table looks at itself and sets the next. So no
    timer can act for a decision that is closed, and a fast table sets one alarm for many moves.
    """
    when = deadlines.next_at(table, decision)
    alarms = table.alarms_set
    if when is not None and (not alarms or when < alarms[0]):
        heappush(alarms, when)
        change.wake_at(when, table.number)
