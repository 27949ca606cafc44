"""Who owes the open decision, until when, and what happens then; time banks."""

from typing import Literal, NamedTuple

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import BANK_SECONDS_MAX, BOT_SECONDS
from cardgame_protocol.requests import MoreTimeRequest
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.limits import COMPUTER_PATIENCE
from cardgame_server.refusal import Refusal
from cardgame_server.seats import Seat
from cardgame_server.table import CATCH_SLOWER, Table


class Decision(NamedTuple):
    """The seat that owes the turn decision; `at` (table time, None: no limit) `then` happens."""

    seat: int
    at: float | None
    then: Literal["default", "stand_in"]


def opened(table: Table, change: Change) -> None:
    """Set the clock for a decision that has just opened, or for none.

    Whoever has drawn and decides what to do with the card is still in the same turn.
    """
    match, clock = table.match, table.clock
    seat = None if match is None else match.to_move
    hand = None if match is None else match.hand
    table.opened_at = now = table.time(change.now)
    if seat is not None and seat == clock.seat and hand is not None and hand.draws:
        return
    charge(table, now)
    clock.seat, clock.began = seat, now
    clock.turns += 1


def charge(table: Table, now: float) -> None:
    """Take what the turn needed beyond its time out of the bank of the seat that had it."""
    clock = table.clock
    if clock.turn_seconds is None or clock.seat is None:
        return
    seat = table.seats[clock.seat]
    overdrawn = now - clock.began - clock.turn_seconds
    if overdrawn > 0 and seat.bank > 0:
        seat.bank = max(0.0, seat.bank - overdrawn)
        table.people_view = None


def due(table: Table) -> float:
    """Return when a computer may act at the earliest (table time), so that people follow (D8)."""
    pace = table.settings.pace
    catch_open = table.match is not None and bool(table.match.uncalled)
    return table.opened_at + (pace * CATCH_SLOWER if catch_open else pace)


def owed(table: Table) -> Decision | None:
    """Return the decision the table waits for, if it waits for one."""
    match = table.match
    if table.state != "playing" or match is None or match.to_move is None:
        return None
    number = match.to_move
    seat = table.seats[number]
    if seat.house_computer is not None:
        opened_at = due(table) if table.paced else table.opened_at
        return Decision(number, opened_at + COMPUTER_PATIENCE, "default")
    at, grace = _time_up(table, seat), seat.grace_ends
    if grace is not None and (at is None or grace < at):
        return Decision(number, grace, "stand_in")
    return Decision(number, at, "default")


def _time_up(table: Table, seat: Seat) -> float | None:
    """Return when the time of the seat on turn is used up; whether its owner is there or not."""
    clock = table.clock
    if clock.turn_seconds is not None:
        return clock.began + clock.turn_seconds + seat.bank
    bot = seat.owner is not None and seat.owner.computer
    return table.opened_at + BOT_SECONDS if bot else None


def more_time(table: Table, change: Change, player: Player, request: MoreTimeRequest) -> None:
    """Put seconds into a seat's bank, on the host's word; those not used by the turn stay there."""
    table.only_host(player)
    seat = table.seats.at(request.seat)
    if not table.in_match:
        raise Refusal(RefusalCode.NOT_PLAYING, "No match is being played that needs time.")
    if table.clock.turn_seconds is None:
        raise Refusal(RefusalCode.NO_CLOCK, "This table has no clock: take all the time you want.")
    if seat.owner is None or seat.owner.level is not None:
        raise Refusal(RefusalCode.NO_SUCH_PLAYER, "A computer of this server needs no more time.")
    seat.bank = min(BANK_SECONDS_MAX, seat.bank + request.seconds)
    table.note(change, "more_time", seat=request.seat, seconds=request.seconds)
