"""Whom the table waits for, why, how long, and what happens then: the view's `waits`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cardgame_server.deadlines import closes_at
from cardgame_server.decisions import Decision
from cardgame_server.seats import Seat
from cardgame_server.table import Table

_PHASES: Final = {"name": "name", "answer": "answer"}


_Wait = tuple[int | None, str, float | None, str | None]
"""Seat (None for a host who does not sit), why, until when by the rooms' clock, what then."""


def waits(
    table: Table, now: float, phase: str | None, decision: Decision | None
) -> list[dict[str, Any]]:
    """Return all that the table waits for; whoever owes the decision comes first.

    `phase` is the view's, `decision` what is `owed`. There is always at least one entry, except at
    a table that is closed.
    """
    return [_shown(table, now, *wait) for wait in _of_state(table, phase, decision)]


def _shown(
    table: Table, now: float, seat: int | None, why: str, at: float | None, then: str | None
) -> dict[str, Any]:
    holder = table.host if seat is None else table.seats[seat].owner
    return {
        "seat": seat,
        "name": "" if holder is None else holder.name,
        "why": why,
        "left": None if at is None else max(0.0, round(at - now, 3)),
        "then": then,
    }


def _of_state(table: Table, phase: str | None, decision: Decision | None) -> Iterable[_Wait]:
    if table.closed:
        return ()
    if table.paused:
        return _in_pause(table)
    if table.state == "playing":
        return _playing(table, _PHASES.get(phase or "", "turn"), decision)
    if table.state == "between":
        return _between(table)
    return _before_match(table) if table.seats.full else _for_players(table)


def _people(table: Table, wanted: Callable[[Seat], bool]) -> list[int | None]:
    """Return the seats of people who are there and of whom something is true; or nobody's."""
    there = [n for n, seat in enumerate(table.seats) if seat.person_here and wanted(seat)]
    return [*there] or [None]


def _playing(table: Table, why: str, decision: Decision | None) -> Iterator[_Wait]:
    real = table.clock.real
    at = None
    if decision is not None:
        at = None if decision.at is None else real(decision.at)
        yield decision.seat, why, at, None if at is None else decision.then
    for seat in () if table.match is None else table.match.uncalled:
        yield seat, "call", at, "passes"
    for number, place in enumerate(table.seats):
        if place.gone_at is not None and (grace := place.grace_ends) is not None:
            yield number, "return", real(grace), "stand_in"


def _between(table: Table) -> Iterator[_Wait]:
    at = None if table.next_hand_at is None else table.clock.real(table.next_hand_at)
    for number in _people(table, lambda seat: not seat.ready):
        yield number, "ready", at, "next_hand"


def _in_pause(table: Table) -> Iterator[_Wait]:
    clock = table.clock
    if clock.away_until is None:
        for number in _people(table, lambda seat: not seat.pause):
            yield number, "resume", clock.pause_until, "resumes"
        return
    for number, seat in enumerate(table.seats):
        if seat.kind == "person":
            yield number, "return", clock.away_until, "ends"


def _for_players(table: Table) -> Iterator[_Wait]:
    for number, seat in enumerate(table.seats):
        if seat.owner is None:
            yield number, "players", closes_at(table), "closes"


def _before_match(table: Table) -> Iterator[_Wait]:
    """All seats are taken: the people must be ready or ask; where none sit, the host starts."""
    over = table.state == "over"
    at, then = closes_at(table), "closes"
    if table.vote_until is not None:
        at, then = table.vote_until, "lapses"
    people = table.seats.people_hold_seats
    why = "rematch" if over else "ready" if people else "start"
    for number in _people(table, lambda seat: not (seat.asked if over else seat.ready)):
        yield number, why, at, then
