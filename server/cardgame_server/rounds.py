"""From match to match and from hand to hand: what follows when something is over."""

from cardgame_protocol.answers import Refused
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import NEXT_HAND_SECONDS
from cardgame_rules import Match
from cardgame_server import attendance, decisions, latecomers
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.names import clean_added
from cardgame_server.refusal import Refusal
from cardgame_server.table import HeldMove, Table


def ready(table: Table, change: Change, player: Player, *, ready: bool) -> None:
    """Note that a seat is ready or not; the match or the next hand starts when all people are."""
    seat = table.seat_of(player)
    if table.state not in ("waiting", "between"):
        raise Refusal(RefusalCode.NOT_PLAYING, "There is nothing to be ready for now.")
    table.only_unpaused()
    if seat.ready != ready:
        seat.ready = ready
        table.note(change, "ready", seat=player.seat, ready=ready)
    reconsider(table, change)


def add_text(table: Table, change: Change, player: Player, text: str) -> None:
    """Add a seat's text to the chance of the match to come; an empty one takes it back."""
    seat = table.seat_of(player)
    if table.in_match:
        raise Refusal(
            RefusalCode.ALREADY_STARTED,
            "The cards of this match are decided; you can add a text before the next one.",
        )
    if table.settings.seed is not None:
        raise Refusal(
            RefusalCode.SEEDED, "This table's cards follow from its seed, and from nothing else."
        )
    added = clean_added(text) if text.strip() else ""
    if seat.text != added:
        seat.text = added
        table.note(change, "fair", seat=player.seat, text=added)


def start(table: Table, change: Change, player: Player) -> None:
    """Start the match (host only): all seats must be taken."""
    table.only_host(player)
    if table.state != "waiting":
        why = "it is over; ask for a rematch" if table.state == "over" else "it is being played"
        raise Refusal(RefusalCode.ALREADY_STARTED, f"The match has started already: {why}.")
    only_full(table)
    start_match(table, change)


def only_full(table: Table) -> None:
    """Refuse what needs every seat taken."""
    if not table.seats.full:
        raise Refusal(
            RefusalCode.SEATS_EMPTY, "A seat is empty: wait for somebody, or add a computer."
        )


def start_match(table: Table, change: Change) -> None:
    """Begin a new match with those who sit here, and its first hand."""
    table.new_match()
    table.history.clear()
    table.vote_until = None
    table.seats.new_match(table.settings.bank_seconds)
    table.note(
        change,
        "match_started",
        match=table.matches,
        preset=table.settings.rules.name,
        changed=table.settings.changed,
        commitment="" if table.fairness is None else table.fairness.commitment,
    )
    next_hand(table, change)


def next_hand(table: Table, change: Change) -> None:
    """Deal the next hand, to latecomers too."""
    latecomers.seat_heirs(table, change)
    table.state = "playing"
    table.next_hand_at = None
    for seat in table.seats:
        seat.ready = False
    table.touch(change)
    table.note_all(change, table.deal())
    settle(table, change)


def settle(table: Table, change: Change) -> None:
    """Find out what follows from the game's last step: a decision, a pause, or the end."""
    match = _match(table)
    while match.hand_over and not match.over and not table.seats.people_hold_seats:
        # Nobody needs the pause between two hands.
        table.note_all(change, table.deal())
    if table.opened_turn != table.turn:
        table.opened_turn = table.turn
        decisions.opened(table, change)
    if table.held:
        _answer_overtaken(table, change)
    if match.over:
        _finish(table, change)
    elif match.hand_over:
        table.state = "between"
        decisions.opened(table, change)
        table.next_hand_at = table.time(change.now) + NEXT_HAND_SECONDS


def _match(table: Table) -> Match:
    if table.match is None:
        raise RuntimeError(f"table {table.number} has no match in state {table.state}")
    return table.match


def _answer_overtaken(table: Table, change: Change) -> None:
    """Refuse the held moves that answer a decision which is closed."""
    over = _match(table).hand_over
    code = RefusalCode.HAND_OVER if over else RefusalCode.STALE
    text = "The table went on before this move's time had come."
    gone = [move for move in table.held if over or move.turn != table.turn]
    _refuse_held(table, change, gone, code, text)


def refuse_held_of(table: Table, change: Change, player: Player) -> None:
    """Refuse the held moves of somebody who has left: every request gets its answer."""
    gone = [move for move in table.held if move.player is player]
    _refuse_held(table, change, gone, RefusalCode.NOT_SEATED, "You have left the seat.")


def _refuse_held(
    table: Table, change: Change, gone: list[HeldMove], code: RefusalCode, text: str
) -> None:
    for move in gone:
        table.held.remove(move)
        refused = Refused(id=move.request, code=code, text=text, turn=table.turn)
        change.send(move.conn, refused)


def _finish(table: Table, change: Change) -> None:
    """Close a match: keep its record, free the seats of those who did not come back."""
    table.state = "over"
    table.next_hand_at = None
    table.acted_at = change.now
    decisions.opened(table, change)
    table.clock.unpause(change.now)
    table.clock.somebody_there(change.now)
    table.seats.reset_votes()
    table.touch(change)
    _reveal(table, change)
    change.record(table.number, table.matches, table.close_record())
    for number, seat in enumerate(table.seats):
        if seat.owner is not None and seat.owner.level is None and seat.owner.conn is None:
            attendance.stand(table, change, number, "lost")
    latecomers.seat_heirs(table, change)
    attendance.pass_host(table, change)
    if attendance.forsaken(table):
        attendance.close(table, change)


def _reveal(table: Table, change: Change) -> None:
    """Tell the secret from which the match's cards came; nobody could use it any more."""
    fairness = table.fairness
    if fairness is not None:
        secret = fairness.secret.hex()
        table.note(change, "revealed", commitment=fairness.commitment, secret=secret)


def reconsider(table: Table, change: Change) -> None:
    """Go on if all people who are there want to: after a vote, and when somebody has gone."""
    people = table.seats.people_here()
    all_ready = bool(people) and all(seat.ready for seat in people)
    all_asked = bool(people) and all(seat.asked for seat in people)
    people_left = table.seats.people_hold_seats
    if table.in_match and all_asked:
        end_match(table, change)
    elif table.state == "between" and not table.paused and (all_ready or not people_left):
        next_hand(table, change)
    elif table.seats.full and (
        (table.state == "waiting" and all_ready) or (table.state == "over" and all_asked)
    ):
        start_match(table, change)


def end_match(table: Table, change: Change) -> None:
    """End the match by consent, with the standings as they are."""
    table.note_all(change, _match(table).agree_end())
    settle(table, change)
