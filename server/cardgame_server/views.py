"""What a table looks like to its viewers, by naming what each may see (docs/protocol.md, View)."""

from typing import Any, Final

from cardgame_rules import Match, own_view, public_view
from cardgame_server.seats import Seat
from cardgame_server.table import Table

# The game's part of a view while there is no game yet.
_NO_MATCH: Final[dict[str, Any]] = {
    "hand": 0,
    "dealer": None,
    "first": None,
    "phase": None,
    "to_move": None,
    "direction": 1,
    "top": None,
    "colour": None,
    "pending": 0,
    "stock": 0,
    "discard": 0,
    "uncalled": [],
    "last_hand": None,
    "result": None,
}
_NO_GAME_AT_SEAT: Final[dict[str, Any]] = {
    "cards": 0, "total": 0, "lives": None, "in_match": False
}  # fmt: skip


def view_of(table: Table, now: float) -> dict[str, Any]:
    """Return the public view of a table: the same for every seat and spectator."""
    view = _table_part(table, now)
    if table.match is None:
        view.update(_NO_MATCH)
        view["seats"] = [{**_seat_part(seat), **_NO_GAME_AT_SEAT} for seat in table.seats]
        return view
    view.update(public_view(table.match))
    for seat, shown in zip(table.seats, view["seats"], strict=True):
        shown.update(_seat_part(seat))
    return view


def _table_part(table: Table, now: float) -> dict[str, Any]:
    settings = table.settings
    next_at = table.next_hand_at
    return {
        "table": table.number,
        "name": settings.name,
        "rules": settings.rules_shown,
        "changed": settings.changed,
        "state": table.state,
        "host": "" if table.host is None else table.host.name,
        "spectators": [watcher.name for watcher in table.watchers],
        "match": table.matches,
        "next_in": None if next_at is None else max(0.0, next_at - now),
    }


def _seat_part(seat: Seat) -> dict[str, Any]:
    owner = seat.owner
    return {
        "name": "" if owner is None else owner.name,
        "kind": seat.kind,
        "level": None if owner is None else owner.level,
        "here": owner is not None and owner.conn is not None,
        "stand_in": seat.stand_in is not None,
        "ready": seat.ready,
        "asked": seat.asked,
    }


def own_part(match: Match | None, seat: int) -> dict[str, Any]:
    """Return what only one seat may see: the `you` of its update."""
    if match is None:
        return {"seat": seat, "hand": [], "legal": [], "drawn": None, "shown": None}
    return own_view(match, seat)
