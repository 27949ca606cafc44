"""Pauses: agreed to by the people who are there, or because none of them is."""

from cardgame_protocol.codes import RefusalCode
from cardgame_server import attendance, rounds
from cardgame_server.effects import Change
from cardgame_server.ending import decides_alone
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal
from cardgame_server.table import Table


def pause(table: Table, change: Change, player: Player, *, agree: bool) -> None:
    """Agree to a pause, or take that back. It begins when all people who are there agree."""
    seat = None if decides_alone(table, player) else table.seat_of(player)
    if not table.in_match:
        raise Refusal(RefusalCode.NOT_PLAYING, "No match is being played that could pause.")
    table.only_unpaused()
    if seat is None:
        if agree:
            _begin(table, change)
        return
    if seat.pause != agree:
        seat.pause = agree
        table.note(change, "asked_pause", seat=player.seat, agree=agree)
    reconsider(table, change)


def resume(table: Table, change: Change, player: Player) -> None:
    """Ask to go on. The pause ends when all people who are there have asked."""
    seat = None if decides_alone(table, player) else table.seat_of(player)
    if table.paused != "agreed":
        raise Refusal(RefusalCode.NOT_PAUSED, "There is no pause that could end.", turn=table.turn)
    if seat is None:
        end(table, change, "agreed")
        return
    if not seat.pause:
        seat.pause = True
        table.note(change, "asked_resume", seat=player.seat)
    reconsider(table, change)


def reconsider(table: Table, change: Change) -> None:
    """Pause, or go on, if all people who are there want to: after a vote, or when one has gone."""
    if table.paused == "agreed" and attendance.forsaken(table):
        # All have left for good, and nobody could ask to go on any more.
        end(table, change, "agreed")
        return
    people = table.seats.people_here()
    if not table.in_match or not people or not all(seat.pause for seat in people):
        return
    if table.paused == "agreed":
        end(table, change, "agreed")
    elif table.paused is None:
        _begin(table, change)


def _begin(table: Table, change: Change) -> None:
    table.clock.pause(change.now)
    _clean_slate(table)
    table.note(change, "paused", reason="agreed")


def end(table: Table, change: Change, reason: str) -> None:
    """End a pause that was agreed to; `reason` as in the event `resumed`."""
    table.clock.unpause(change.now)
    _clean_slate(table)
    table.note(change, "resumed", reason=reason)
    rounds.reconsider(table, change)


def _clean_slate(table: Table) -> None:
    for seat in table.seats:
        seat.pause = False


def follow_presence(table: Table, change: Change) -> None:
    """Stand still while all people are away, and go on when one of them is back."""
    clock, seats = table.clock, table.seats
    deserted = table.in_match and seats.people_hold_seats and not seats.people_here()
    if deserted and clock.away_until is None:
        clock.nobody_there(change.now)
        table.note(change, "paused", reason="away")
    elif not deserted and clock.away_until is not None:
        clock.somebody_there(change.now)
        if table.in_match:
            table.note(change, "resumed", reason="returned")


def give_up(table: Table, change: Change) -> None:
    """End the match of people who did not come back: with the standings as they are (K17)."""
    rounds.end_match(table, change)
