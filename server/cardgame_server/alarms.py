"""What a table does when its alarm rings: whatever is due by then, and nothing else."""

from cardgame_server import play, rounds
from cardgame_server.effects import Change
from cardgame_server.table import Table


def ring(table: Table, change: Change) -> None:
    """Do what is due. The alarm carries nothing: the table's own state says what that is."""
    table.woken_at = None
    change.touched.add(table.number)
    if table.closed:
        return
    if table.held:
        play.release_held(table, change)
    if table.next_hand_at is not None and change.now >= table.next_hand_at:
        rounds.next_hand(table, change)
    play.act_for_absent(table, change)
