"""Moves: checked, held until a computer's time has come, carried out, and made in its place."""

from cardgame_protocol.answers import Ok, Refused
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.requests import MoveRequest
from cardgame_rules import Match, MoveRefusedError
from cardgame_server import rounds
from cardgame_server.deadlines import ROUNDING
from cardgame_server.decisions import due
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.limits import HELD_MOVES
from cardgame_server.refusal import Refusal
from cardgame_server.table import HeldMove, Table


def move(table: Table, change: Change, player: Player, request: MoveRequest) -> bool:
    """Carry out a move; return False if it is held and will be answered later.

    Raises Refusal in the order of docs/protocol.md: not seated, not playing or hand over, stale,
    paused, then whatever the rules say.
    """
    seat = player.seat
    if seat is None:
        table.seat_of(player)
        return False
    _check_open(table, request.turn)
    if player.computer and _too_early(table, change.now):
        _hold(table, change, player, request)
        return False
    table.only_unpaused()
    _apply(table, change, seat, request.action)
    if table.seats[seat].owner is player:
        table.seats[seat].acted()
    return True


def _too_early(table: Table, now: float) -> bool:
    """Whether a computer's move is to wait: for people to follow, or for the end of a pause."""
    if table.paused:
        return True
    return table.paced and table.time(now) < due(table) - ROUNDING


def _check_open(table: Table, turn: int) -> Match:
    match = table.match
    if match is None or table.state in ("waiting", "over"):
        raise Refusal(
            RefusalCode.NOT_PLAYING, "No match is being played at this table.", turn=table.turn
        )
    if table.state == "between":
        raise Refusal(
            RefusalCode.HAND_OVER, "The hand is over; wait for the next one.", turn=table.turn
        )
    if turn != table.turn:
        raise Refusal(
            RefusalCode.STALE,
            f"This answers decision {turn}, but decision {table.turn} is open now.",
            turn=table.turn,
        )
    return match


def _apply(table: Table, change: Change, seat: int, action: str) -> None:
    match = table.match
    assert match is not None  # noqa: S101 - tells the type checker what _check_open has found
    try:
        events = match.apply(seat, action)
    except MoveRefusedError as error:
        raise Refusal(
            RefusalCode(error.code), error.text, rule=error.rule, turn=table.turn
        ) from None
    table.note_all(change, events)
    rounds.settle(table, change)


def _hold(table: Table, change: Change, player: Player, request: MoveRequest) -> None:
    waiting = sum(held.player is player for held in table.held)
    if player.conn is None or waiting >= HELD_MOVES:
        raise Refusal(
            RefusalCode.RATE_LIMITED,
            f"{waiting} of your moves wait for their time already.",
            turn=table.turn,
            wait=table.settings.pace,
        )
    off_turn = request.action.startswith(("call", "catch"))
    table.held.append(
        HeldMove(player, player.conn, request.id, request.turn, request.action, off_turn)
    )
    # Nothing to tell anybody, but the table's alarm is to be set.
    change.touched.add(table.number)


def release_held(table: Table, change: Change) -> None:
    """Carry out the held moves whose time has come: calls and catches before turn moves."""
    while table.held and not _too_early(table, change.now):
        held = next((one for one in table.held if one.off_turn), table.held[0])
        table.held.remove(held)
        seat = held.player.seat
        # Whoever has lost the seat, or the link by which it asked, plays no card any more.
        if seat is None or held.player.conn != held.conn:
            continue
        if table.seats[seat].actor is held.player:
            _answer_held(table, change, held, seat)


def _answer_held(table: Table, change: Change, held: HeldMove, seat: int) -> None:
    try:
        _check_open(table, held.turn)
        _apply(table, change, seat, held.action)
    except Refusal as no:
        answer: Ok | Refused = Refused(
            id=held.request, code=no.code, text=no.text, rule=no.rule, turn=no.turn, wait=no.wait
        )
    else:
        answer = Ok(id=held.request)
    change.send(held.conn, answer)


def act_by_default(table: Table, change: Change, seat: int) -> None:
    """Play the default action (K18) for a seat whose time is used up, till the turn passes on.

    For a computer of the house also if the turn comes back at once (a Skip in a game of two): its
    process is gone, and each further decision would be waited for as well. People have missed one
    turn, and get the next.
    """
    match = table.match
    forsaken = table.seats[seat].house_computer is not None
    if not forsaken:
        table.note(change, "time_up", seat=seat)
    turn = table.clock.turns
    while match is not None and match.to_move == seat and table.state == "playing":
        if not forsaken and table.clock.turns != turn:
            return
        _apply(table, change, seat, str(match.default_action(seat)))
