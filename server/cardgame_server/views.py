"""What a table looks like to its viewers, by naming what each may see (docs/protocol.md, View)."""

from typing import Any, Final

from cardgame_protocol.plain import Encoded, encode_value, join_maps
from cardgame_rules import NO_HAND, idle_hands, own_view, public_view
from cardgame_rules.fairness import Fairness
from cardgame_server.decisions import Decision
from cardgame_server.seats import Seat
from cardgame_server.table import Table
from cardgame_server.waits import waits

# The game's part of a view while there is no game yet.
_NO_MATCH: Final[dict[str, Any]] = {"hand": 0, **NO_HAND, "last_hand": None, "result": None}
_NO_GAME_AT_SEAT: Final[dict[str, Any]] = {
    "cards": 0, "total": 0, "lives": None, "in_match": False
}  # fmt: skip


def encoded_view(table: Table, now: float, decision: Decision | None) -> Encoded:
    """Return the public view of a table, encoded: the same for every seat and spectator.

    `decision` is what is owed. What a move cannot change (the rules alone are half of all
    bytes) is kept from view to view.
    """
    if table.people_view is None:
        table.people_view = encode_value(_people_part(table))
        clocked = table.clock.turn_seconds is not None
        table.people_at_seats = [_seat_part(seat, clocked=clocked) for seat in table.seats]
    return join_maps(table.people_view, encode_value(_game_part(table, now, decision)))


def _people_part(table: Table) -> dict[str, Any]:
    settings = table.settings
    return {
        "table": table.number,
        "name": settings.name,
        "rules": settings.rules_shown,
        "changed": settings.changed,
        "host": "" if table.host is None else table.host.name,
        "spectators": [watcher.name for watcher in table.watchers],
        "match": table.matches,
        "paused": table.paused,
        "turn_seconds": settings.turn_seconds,
        "bank_seconds": settings.bank_seconds,
        "latecomers": settings.latecomers,
        "seed": settings.seed,
        **_chance(table),
    }


def _chance(table: Table) -> dict[str, Any]:
    """Return what is known of where the cards come from: a secret only when its match is over."""
    now = table.fairness
    if table.in_match and now is not None:
        return {"fair": _committed(now), "revealed": None}
    revealed = None if now is None else _committed(now) | {"secret": now.secret.hex()}
    return {"fair": _committed(table.next_fairness(table.matches + 1)), "revealed": revealed}


def _committed(fairness: Fairness) -> dict[str, Any]:
    return {
        "match": fairness.match,
        "commitment": fairness.commitment,
        "texts": list(fairness.texts),
        "secret": None,
    }


def _game_part(table: Table, now: float, decision: Decision | None) -> dict[str, Any]:
    next_at = table.next_hand_at
    people = table.people_at_seats
    if table.match is None:
        view = {**_NO_MATCH, "seats": [{**who, **_NO_GAME_AT_SEAT} for who in people]}
    else:
        view = public_view(table.match)
        for shown, who in zip(view["seats"], people, strict=True):
            shown.update(who)
    view["state"] = table.state
    view["next_in"] = None if next_at is None else max(0.0, next_at - table.time(now))
    view["waits"] = waits(table, now, view["phase"], decision)
    return view


def _seat_part(seat: Seat, *, clocked: bool) -> dict[str, Any]:
    owner = seat.owner
    return {
        "name": "" if owner is None else owner.name,
        "kind": seat.kind,
        "level": None if owner is None else owner.level,
        "here": owner is not None and owner.conn is not None,
        "stand_in": seat.stand_in is not None,
        "ready": seat.ready,
        "asked": seat.asked,
        "pause": seat.pause,
        "bank": seat.bank if clocked else None,
        "next": "" if seat.heir is None else seat.heir.name,
    }


NO_SEAT: Final = encode_value(None)
"""The `you` of a spectator's update."""


def own_parts(table: Table) -> list[Encoded]:
    """Return for each seat what only it may see, encoded: the `you` of its update.

    That of a seat which can do nothing now depends on its cards alone, and mostly they are the same
    as one move before.
    """
    match, kept = table.match, table.idle_parts
    if match is None:
        return [encode_value(_nothing_at(place)) for place in range(len(table.seats))]
    parts = []
    for place, cards in enumerate(idle_hands(match)):
        if cards is None:
            parts.append(encode_value(own_view(match, place)))
        elif place in kept and kept[place][0] == cards:
            parts.append(kept[place][1])
        else:
            kept[place] = (cards[:], encode_value(own_view(match, place)))
            parts.append(kept[place][1])
    return parts


def _nothing_at(place: int) -> dict[str, Any]:
    return {"seat": place, "hand": [], "legal": [], "drawn": None, "shown": None}
