"""What a table does when its alarm rings: whatever is due by then, and nothing else."""

from heapq import heappop

from cardgame_server import attendance, crew, deadlines, ending, pauses, play, rounds
from cardgame_server.deadlines import Deadline
from cardgame_server.effects import Change
from cardgame_server.table import Table


def ring(table: Table, change: Change) -> None:
    """Do what is due. The alarm carries nothing: the table's own state says what that is."""
    while table.alarms_set and table.alarms_set[0] <= change.now + deadlines.ROUNDING:
        heappop(table.alarms_set)
    change.touched.add(table.number)
    last = None
    while (deadline := deadlines.first(table)) and deadline.at <= change.now + deadlines.ROUNDING:
        if deadline == last:
            raise RuntimeError(f"table {table.number}: {deadline} changes nothing")
        meet(table, change, deadline)
        last = deadline
    if not table.closed and not table.in_match:
        # Somebody has done something that needed no update: what is shown of the time is old.
        table.stale_view = True


def meet(table: Table, change: Change, deadline: Deadline) -> None:
    """Do what a deadline is for, unless that is not due, or was for a hand or turn that is over."""
    if deadline.at > change.now + deadlines.ROUNDING or deadline not in deadlines.every(table):
        return
    if deadline.seat is not None:
        _of_seat(table, change, deadline, deadline.seat)
    elif deadline.what == "held":
        play.release_held(table, change)
    elif deadline.what == "next_hand":
        rounds.next_hand(table, change)
    else:
        _of_table(table, change, deadline)


def _of_seat(table: Table, change: Change, deadline: Deadline, seat: int) -> None:
    if deadline.what == "stand_in":
        crew.stand_in(table, change, seat)
    else:
        play.act_by_default(table, change, seat)


def _of_table(table: Table, change: Change, deadline: Deadline) -> None:
    match deadline.what:
        case "resumes":
            pauses.end(table, change, "limit")
        case "ends":
            pauses.give_up(table, change)
        case "lapses":
            ending.lapse(table, change)
        case "closes":
            attendance.close(table, change, idle=True)
