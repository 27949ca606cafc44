"""The computers at a table: hired by the host, standing in for the absent, heirs of leavers."""

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.requests import AddComputerRequest, RemoveComputerRequest, SetLevelRequest
from cardgame_server import attendance
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal
from cardgame_server.staff import LEVELS, STAND_IN_LEVEL
from cardgame_server.table import Table


def add(table: Table, change: Change, player: Player, request: AddComputerRequest) -> int:
    """Put a computer on a free seat and return the seat (host only, not in a match)."""
    table.only_host(player)
    table.only_before_match()
    _check_level(request.level)
    number = table.seats.free(request.seat)
    computer = table.premises.staff.hire(change, request.level)
    attendance.sit(table, change, computer, number)
    return number


def remove(table: Table, change: Change, player: Player, request: RemoveComputerRequest) -> None:
    """Take a computer off its seat (host only, not in a match)."""
    table.only_host(player)
    _computer_at(table, request.seat)
    table.only_before_match()
    attendance.stand(table, change, request.seat, "removed")


def set_level(table: Table, change: Change, player: Player, request: SetLevelRequest) -> None:
    """Change a computer's level (host only, before the host's first card of a hand: B11)."""
    table.only_host(player)
    computer = _computer_at(table, request.seat)
    _check_level(request.level)
    if _has_played(table, player):
        raise Refusal(
            RefusalCode.TOO_LATE,
            "You have played a card of this hand; change the level before your first card of one.",
        )
    if computer.level == request.level:
        return
    other = table.premises.staff.promote(change, computer, request.level)
    other.table, other.seat = table.number, request.seat
    table.seats[request.seat].owner = other
    decide_anew(table, change, request.seat)
    table.note(change, "level", seat=request.seat, level=request.level)


def _has_played(table: Table, player: Player) -> bool:
    if table.state != "playing" or table.match is None or player.seat is None:
        return False
    return table.match.has_played(player.seat)


def _computer_at(table: Table, number: int) -> Player:
    owner = table.seats.at(number).owner
    if owner is None or owner.level is None:
        raise Refusal(
            RefusalCode.NOT_COMPUTER,
            f"No computer player of this server sits on seat {number}; use kick for others.",
        )
    return owner


def _check_level(level: str) -> None:
    if level not in LEVELS:
        raise Refusal(
            RefusalCode.NO_SUCH_LEVEL,
            f"There is no level {level[:20]!a}; choose one of {', '.join(LEVELS)}.",
        )


def stand_in(table: Table, change: Change, number: int) -> None:
    """Have a computer play for a seat's owner until the owner is back (K17)."""
    seat = table.seats[number]
    if seat.owner is None or seat.stand_in is not None:
        return
    computer = table.premises.staff.hire(change, STAND_IN_LEVEL, plays_for=seat.owner.name)
    computer.table, computer.seat = table.number, number
    seat.stand_in = computer
    decide_anew(table, change, number)
    table.note(change, "stand_in", seat=number, level=STAND_IN_LEVEL)


def stand_down(table: Table, change: Change, number: int) -> None:
    """Send a seat's stand-in away: the owner is back."""
    seat = table.seats[number]
    if seat.stand_in is not None:
        table.premises.staff.dismiss(change, seat.stand_in)
        seat.stand_in = None


def take_over(table: Table, change: Change, number: int, reason: attendance.Reason) -> None:
    """Give the seat of somebody who left a match to a computer, to the match's end (K17)."""
    attendance.stand(table, change, number, reason)
    computer = table.premises.staff.hire(change, STAND_IN_LEVEL)
    attendance.sit(table, change, computer, number)
    decide_anew(table, change, number)


def decide_anew(table: Table, change: Change, number: int) -> None:
    """Somebody else decides for a seat now: a computer takes its time from here on.

    The clock of the turn goes on as it was: it is the seat's, whoever sits there.
    """
    if table.match is not None and table.match.to_move == number:
        table.opened_at = table.time(change.now)
