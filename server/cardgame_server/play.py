"""Moves: checked, held until a computer's time has come, carried out, and made in its place."""

from cardgame_protocol.answers import Ok, Refused
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.requests import MoveRequest
from cardgame_rules import Match, MoveRefusedError
from cardgame_server import rounds
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.limits import COMPUTER_PATIENCE, HELD_MOVES
from cardgame_server.refusal import Refusal
from cardgame_server.table import CATCH_SLOWER, HeldMove, Table

# A timer may fire a rounding error early; a move is never held for a nanosecond more.
_ROUNDING = 1e-6


def move(table: Table, change: Change, player: Player, request: MoveRequest) -> bool:
    """Carry out a move; return False if it is held and will be answered later.

    Raises Refusal in the order of docs/protocol.md: not seated, not playing or hand over, stale,
    then whatever the rules say.
    """
    seat = player.seat
    if seat is None:
        table.seat_of(player)
        return False
    _check_open(table, request.turn)
    if player.computer and table.paced and change.now < due(table) - _ROUNDING:
        _hold(table, change, player, request)
        return False
    _apply(table, change, seat, request.action)
    return True


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


def due(table: Table) -> float:
    """Return when a computer may act at the earliest, where people are to follow (D8)."""
    pace = table.settings.pace
    catch_open = table.match is not None and bool(table.match.uncalled)
    return table.opened_at + (pace * CATCH_SLOWER if catch_open else pace)


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
    while table.held and change.now >= due(table) - _ROUNDING:
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


def patience_ends(table: Table) -> float | None:
    """Return when the house acts for its computer on turn, if one is on turn (K18)."""
    match = table.match
    if table.state != "playing" or match is None or match.to_move is None:
        return None
    if table.seats[match.to_move].house_computer is None:
        return None
    return (due(table) if table.paced else table.opened_at) + COMPUTER_PATIENCE


def act_for_absent(table: Table, change: Change) -> None:
    """Play the default action for a computer of the house that does not answer (K18)."""
    match = table.match
    ends = patience_ends(table)
    if match is None or ends is None or change.now < ends - _ROUNDING:
        return
    seat = match.to_move
    while seat is not None and match.to_move == seat and table.state == "playing":
        # Until the decision passes on: a drawn card may have to be played or passed on as well.
        # (In a game of two a Skip brings the turn back: playing on until it does not is K18 too.)
        _apply(table, change, seat, str(match.default_action(seat)))
