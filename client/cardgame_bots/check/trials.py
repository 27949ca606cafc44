"""What a bot must get through beside its decisions: networks, clocks, refusals, the end.

Each trial takes a seat whose bot is there, and a position with a decision to ask for.
"""

import time
from collections.abc import Callable, Sequence

import msgspec

from cardgame_protocol import (
    MatchResult,
    MoveRequest,
    Ping,
    Refused,
    Update,
    encode,
    to_plain,
)
from cardgame_protocol.table_events import TimeUp

from .positions import Position
from .seat import BotSeat, SilentError, check_move
from .steps import CheckFailedError

MOST_TRIES = 10
"""How often a bot may send one action that is refused: who chooses by lot may hit it twice or three
times, who has sent it more often would go on for ever."""

WAIT_SECONDS = 1.0
"""What the check asks a bot to wait when it is `rate_limited`."""

PIECE_BYTES = 7
"""Size of the pieces of an update: no header and no field is a multiple of it."""


def decide(seat: BotSeat, position: Position) -> None:
    """Ask for one decision. Off turn a bot may do nothing, or what is legal."""
    update = seat.ask(position)
    if position.view.to_move == 0:
        seat.accept(seat.move(update))
        return
    for move in seat.moves_while_quiet():
        check_move(move, update)
        seat.accept(move)


def _in_pieces(seat: BotSeat, position: Position) -> None:
    update = seat.next_update(position)
    data = encode(update)
    for start in range(0, len(data), PIECE_BYTES):
        seat.peer.write(data[start : start + PIECE_BYTES])
    seat.accept(seat.move(update))


def _unknown_fields(seat: BotSeat, position: Position) -> None:
    update = seat.next_update(position)
    plain = to_plain(update)
    plain["weather"] = "rain"
    for part in (plain["view"], plain["you"], plain["view"]["seats"][0], plain["view"]["rules"]):
        part["weather"] = {"rain": [1, 2.5, None, True]}
    seat.peer.say_plain(plain)
    seat.accept(seat.move(update))


def _unknown_events(seat: BotSeat, position: Position) -> None:
    seat.peer.say_plain({"type": "weather", "rain": True})
    update = seat.next_update(position)
    plain = to_plain(update)
    plain["events"] = [{"event": "sneezed", "seat": 0, "loud": 1.5}, *plain["events"]]
    seat.peer.say_plain(plain)
    seat.accept(seat.move(update))


def _ping(seat: BotSeat, position: Position) -> None:
    before = seat.pongs
    update = seat.ask(position)
    seat.peer.say(Ping())
    seat.accept(seat.move(update))
    end = time.monotonic() + seat.seconds
    while seat.pongs == before and time.monotonic() < end:
        _none(seat.moves_while_quiet())
    if seat.pongs == before:
        raise CheckFailedError("it did not answer `ping` with `pong`")


def _refusal(seat: BotSeat, position: Position) -> None:
    """Find one action illegal, as often as it is sent; any other legal one is accepted."""
    update = seat.ask(position)
    refused = move = seat.move(update)
    tries = 1
    while move.action == refused.action:
        if tries > MOST_TRIES:
            raise CheckFailedError(
                f"it sent {refused.action!r} {tries} times, and each time it was refused as"
                " illegal: send another of `legal`, for the same will be refused again"
            )
        _refuse(seat, move, "illegal", update.turn)
        move = _tries_again(seat, update, "illegal")
        tries += 1
    seat.accept(move)
    _goes_on(seat, position)


def _rate_limit(seat: BotSeat, position: Position) -> None:
    update = seat.ask(position)
    _refuse(seat, seat.move(update), "rate_limited", update.turn, WAIT_SECONDS)
    if seat.moves_while_quiet(WAIT_SECONDS / 2):
        raise CheckFailedError(f"it moved again at once; it was asked to wait {WAIT_SECONDS:g} s")
    seat.accept(_tries_again(seat, update, "rate_limited"))
    _goes_on(seat, position)


def _tries_again(seat: BotSeat, update: Update, code: str) -> MoveRequest:
    """Return the move that follows one that was refused; the decision is open as before."""
    try:
        return seat.move(update)
    except SilentError as error:
        raise CheckFailedError(
            f"after its move was refused as {code} it sent no other within {seat.seconds:g} s:"
            " a refused move changes nothing, and the table waits for this decision;"
            f" send one of `legal`{' when `wait` is over' if code == 'rate_limited' else ''}"
        ) from error


def _time_up(seat: BotSeat, position: Position) -> None:
    """Let the next turn begin before its move can have arrived; the move is `stale` then."""
    late = seat.ask(position)
    on = seat.next_update(position, same_match=True)
    view = msgspec.structs.replace(on.view, to_move=1)
    you = None if on.you is None else msgspec.structs.replace(on.you, legal=[])
    events = [to_plain(TimeUp(seat=0))]
    seat.peer.say(Update(turn=on.turn, events=events, view=view, you=you))
    for move in seat.moves_while_quiet():
        check_move(move, late)
        _refuse(seat, move, "stale", on.turn)
    _goes_on(seat, position)


def _cut_off(seat: BotSeat, position: Position) -> None:
    update = seat.ask(position)
    seat.move(update)  # never answered: nobody knows whether it was carried out
    seat.lose()
    seat.come_back(update)
    seat.accept(seat.move(update))


def _cut_in_a_frame(seat: BotSeat, position: Position) -> None:
    update = seat.next_update(position)
    data = encode(update)
    seat.peer.write(data[: len(data) // 2])
    seat.lose()
    seat.come_back(update)
    seat.accept(seat.move(update))


def _end(seat: BotSeat, position: Position) -> None:
    """End the match; the bot may ask for another, leave, quit or be silent."""
    update = seat.next_update(position, same_match=True)
    ranking = [[number] for number in range(len(update.view.seats))]
    totals = [number for number, _ in enumerate(ranking)]
    view = msgspec.structs.replace(
        update.view,
        state="over",
        phase=None,
        to_move=None,
        result=MatchResult(reason="agreed", winners=[0], ranking=ranking, totals=totals),
    )
    you = None if update.you is None else msgspec.structs.replace(update.you, hand=[], legal=[])
    seat.peer.say(Update(turn=update.turn, events=[], view=view, you=you))
    _none(seat.moves_while_quiet(may_leave=True))


def _none(moves: Sequence[MoveRequest]) -> None:
    if moves:
        raise CheckFailedError(f"it moved ({moves[0].action!r}) where there was nothing to move")


def _goes_on(seat: BotSeat, position: Position) -> None:
    """Ask for one more decision, which must be answered as ever."""
    update = seat.ask(position)
    seat.accept(seat.move(update))


def _refuse(
    seat: BotSeat, move: MoveRequest, code: str, turn: int, wait: float | None = None
) -> None:
    text = f"This check refuses the move as {code}."
    seat.peer.say(Refused(id=move.id, code=code, text=text, rule=None, turn=turn, wait=wait))


TRIALS: dict[str, Callable[[BotSeat, Position], None]] = {
    "read updates that come in pieces": _in_pieces,
    "pass over unknown fields": _unknown_fields,
    "pass over unknown events and messages": _unknown_events,
    "answer a ping": _ping,
    "go on after a refusal": _refusal,
    "wait when it is rate limited": _rate_limit,
    "go on when the time was up": _time_up,
    "come back in the middle of a turn": _cut_off,
    "come back when a frame was cut": _cut_in_a_frame,
    "make no move when the match is over": _end,
}
"""What is tried after the decisions, in this order."""
