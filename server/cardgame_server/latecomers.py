"""Who comes while a match is played: to a computer's seat, at once or with the next hand.

The seat keeps its cards, score, lives and time (K17). A seat whose owner has only lost the link is
never given away: it is the owner's until the match ends.
"""

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import SPECTATORS_MAX
from cardgame_server import attendance, crew
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal
from cardgame_server.table import Table


def join(table: Table, change: Change, player: Player, wanted: int | None) -> tuple[int, bool]:
    """Give a latecomer a seat, or promise it; return the seat and whether it is promised only.

    Refused as `already_started`, `no_such_seat`, `seat_taken` or `table_full`.
    """
    if table.settings.latecomers == "none":
        table.only_before_match()
    number = _place(table, wanted)
    if table.settings.latecomers == "stand_in":
        _replace(table, change, number, player)
        return number, False
    if len(table.watchers) >= SPECTATORS_MAX:
        raise Refusal(RefusalCode.TABLE_FULL, f"{SPECTATORS_MAX} people watch this table already.")
    table.seats[number].heir = player
    attendance.watch(table, change, player)
    table.note(change, "queued", seat=number, name=player.name)
    return number, True


def _place(table: Table, wanted: int | None) -> int:
    if wanted is not None:
        table.seats.at(wanted)
        if not _vacant(table, wanted):
            raise Refusal(
                RefusalCode.SEAT_TAKEN, f"Seat {wanted} is not a computer's that plays on; ask "
                "for another.",
            )  # fmt: skip
        return wanted
    for number in range(len(table.seats)):
        if _vacant(table, number):
            return number
    raise Refusal(
        RefusalCode.TABLE_FULL, "No computer plays here whose seat you could take; you may watch."
    )


def _vacant(table: Table, number: int) -> bool:
    """Whether a computer of the house owns the seat, promised to nobody and still in the match."""
    seat = table.seats[number]
    in_match = table.match is not None and number in table.match.standings.seats
    computer = seat.owner is not None and seat.owner.level is not None
    return in_match and computer and seat.heir is None


def _replace(table: Table, change: Change, number: int, player: Player) -> None:
    attendance.stand(table, change, number, "removed")
    attendance.sit(table, change, player, number)
    crew.decide_anew(table, change, number)


def seat_heirs(table: Table, change: Change) -> None:
    """Seat those who were promised a seat: a hand begins, or the match is over."""
    for number, seat in enumerate(table.seats):
        heir = seat.heir
        if heir is not None:
            table.watchers.remove(heir)
            table.note(change, "unwatched", name=heir.name, reason="seated")
            _replace(table, change, number, heir)
