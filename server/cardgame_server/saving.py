"""What of a table outlives the process: written down at the end of each change that touched it.

A move adds a short step: the lines it added to the record, and the clocks. Only when a hand is
dealt is the match written as a whole, so that a restart plays one hand again and no more. What is
around the match (the head) is written when it has become another.
"""

from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

import msgspec

from cardgame_rules.records import rules_text
from cardgame_server.effects import Change
from cardgame_server.seats import Seat
from cardgame_server.table import Settings, Table
from cardgame_server.writes import DropTable, KeepBase, KeepHand, KeepHead, KeepLines

FORMAT: Final = 1
"""Of the head; it rises when an older reader would misread it."""

SETTINGS: Final = tuple(
    field.name
    for field in fields(Settings)
    if field.name not in ("rules", "options", "changed", "rules_shown")
)
"""What is kept of the settings as it is; the other four follow from the rule set."""

TABLE_TIMES: Final = ("opened_at", "next_hand_at", "acted_at", "vote_until")
CLOCK_TIMES: Final = (
    "stopped_at", "slept", "pause_until", "away_until", "seat", "began", "turns",
)  # fmt: skip
SEAT_TIMES: Final = ("bank", "gone_at", "grace_left")
"""Attributes of a table, its clock and its seats that a move may change beside the match."""

SEAT_VOTES: Final = ("ready", "asked", "pause", "text")

_times_of_table: Final = attrgetter(*TABLE_TIMES)
_times_of_clock: Final = attrgetter(*CLOCK_TIMES)
_times_of_seat: Final = attrgetter(*SEAT_TIMES)
_encoder: Final = msgspec.json.Encoder()


def _encode(value: object) -> str:
    return _encoder.encode(value).decode()


def keep(table: Table, change: Change) -> None:
    """Have everything written that has become another since the last call."""
    if table.closed:
        if table.kept_head:
            change.write(DropTable(table.number))
        return
    match = table.match
    if match is not None and (table.dealt or len(match.record) > table.kept_lines):
        _keep_match(table, change)
    if table.unkept:
        table.unkept = False
        head = _encode(head_of(table))
        if head != table.kept_head:
            table.kept_head = head
            change.write(KeepHead(table.number, table.step, change.now, head))


def _keep_match(table: Table, change: Change) -> None:
    match = table.match
    if match is None:
        return
    number = table.number
    for hand, lines in table.hands_done:
        change.write(KeepHand(number, hand, lines))
    if table.dealt is not None:
        base = _encode(table.dealt)
        change.write(KeepBase(number, table.step, base, anew=table.dealt["hand"] == 0))
        table.kept_lines = table.dealt_at
    table.dealt = None
    table.hands_done.clear()
    table.step += 1
    lines = "\n".join(match.record[table.kept_lines :])
    table.kept_lines = len(match.record)
    change.write(KeepLines(number, table.step, change.now, times_of(table), lines))


def times_of(table: Table) -> list[Any]:
    """Return what `TABLE_TIMES`, `CLOCK_TIMES` and, for each seat, `SEAT_TIMES` name.

    In lists, not maps: this is written for every move.
    """
    seats = [_times_of_seat(seat) for seat in table.seats]
    return [_times_of_table(table), _times_of_clock(table.clock), seats]


def head_of(table: Table) -> dict[str, Any]:
    """Return all of a table but its match as plain data. People are named by their keys."""
    return {
        "format": FORMAT,
        "settings": {name: getattr(table.settings, name) for name in SETTINGS},
        "rules": rules_text(table.settings.rules),
        "maker": [table.maker.key.hex(), table.maker.name, table.maker.address],
        "host": None if table.host is None else table.host.key.hex(),
        "watchers": [watcher.key.hex() for watcher in table.watchers],
        "barred": [
            [
                mark if isinstance(mark, str) else None,
                mark.hex() if isinstance(mark, bytes) else None,
                until,
            ]
            for mark, until in table.barred.items()
        ],
        "matches": table.matches,
        "chance": _chance(table),
        "turns_before": table.turns_before,
        "seats": [_seat(seat) for seat in table.seats],
        "times": times_of(table),
    }


def _chance(table: Table) -> dict[str, Any]:
    """Return the secrets: a restart must go on with what was committed to."""
    now = table.fairness
    return {
        "next": table.next_secret.hex(),
        "match": None if now is None else [now.match, now.secret.hex(), list(now.texts)],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    owner = seat.owner
    return {
        "owner": None if owner is None or owner.level is not None else owner.key.hex(),
        "computer": None if owner is None or owner.level is None else [owner.name, owner.level],
        "heir": None if seat.heir is None else seat.heir.key.hex(),
        **{name: getattr(seat, name) for name in SEAT_VOTES},
    }
