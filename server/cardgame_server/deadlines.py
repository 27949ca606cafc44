"""What ends by itself at a table, and when: for every state that waits there is something.

A deadline carries the match, hand and turn it was made for. It is made anew from the table's state
whenever one is asked for, and never kept, so none can act on a turn that is closed (T-08).
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from cardgame_protocol.limits import OVER_SECONDS, WAITING_SECONDS
from cardgame_server.decisions import Decision, due, owed
from cardgame_server.table import Table

What = Literal[
    "held", "next_hand", "default", "stand_in", "resumes", "ends", "lapses", "closes"
]  # fmt: skip
"""The entries of `then` in the view's `waits`; `held` moves are the server's own affair."""

ROUNDING: Final = 1e-6
"""A timer may fire a rounding error early; nothing waits for a nanosecond more."""


class Deadline(NamedTuple):
    """`what` happens at `at` (rooms' clock) to `seat`, in the match, hand and turn named."""

    at: float
    what: What
    seat: int | None
    match: int
    hand: int
    turn: int


def first(table: Table) -> Deadline | None:
    """Return what is due next, if anything is."""
    return min(every(table), key=lambda deadline: deadline.at, default=None)


def every(table: Table) -> Iterator[Deadline]:
    """Make all deadlines of the table as it is now."""
    hand = 0 if table.match is None else table.match.hand_number
    for at, what, seat in _ends(table, owed(table)):
        yield Deadline(at, what, seat, table.matches, hand, table.turn)


def next_at(table: Table, decision: Decision | None) -> float | None:
    """Return when something is due next, if anything is; asked after every change.

    `decision` is what is owed.
    """
    return min([end[0] for end in _ends(table, decision)], default=None)


def _ends(table: Table, decision: Decision | None) -> Iterable[tuple[float, What, int | None]]:
    if table.closed:
        return ()
    return _running(table, decision) if table.clock.stopped_at is None else _paused(table)


def _paused(table: Table) -> Iterator[tuple[float, What, int | None]]:
    clock = table.clock
    if clock.away_until is not None:
        yield clock.away_until, "ends", None
    elif clock.pause_until is not None:
        yield clock.pause_until, "resumes", None


def _running(table: Table, decision: Decision | None) -> Iterator[tuple[float, What, int | None]]:
    if not table.in_match:
        yield closes_at(table), "closes", None
        if table.vote_until is not None:
            yield table.vote_until, "lapses", None
        return
    real = table.clock.real
    if table.held:
        yield real(due(table)), "held", None
    if table.next_hand_at is not None:
        yield real(table.next_hand_at), "next_hand", None
    if decision is not None and decision.at is not None:
        yield real(decision.at), decision.then, decision.seat
    for number, seat in enumerate(table.seats):
        # Nearly always nobody is gone: one look at each seat, and no more.
        if seat.gone_at is not None and (grace := seat.grace_ends) is not None:
            yield real(grace), "stand_in", number


def closes_at(table: Table) -> float:
    """Return when a table without a match closes if nobody does anything (rooms' clock)."""
    return table.acted_at + (OVER_SECONDS if table.state == "over" else WAITING_SECONDS)
