"""What the table waits for, why, how long, and what happens then, in sentences.

For `state` and `why`, for plain mode and screen readers; the screen's own line is `screen.waits`.
"""

from collections.abc import Callable, Iterator

from cardgame_client.countdown import (
    countdown_sentence,
    left_of,
    next_hand_in,
    returns,
    span_words,
)
from cardgame_client.model import Model, Replay, Retry
from cardgame_client.safe import safe
from cardgame_client.voice import Voice, counted, listed
from cardgame_protocol import Seat, View

NO_TABLE = "You are in the lobby. Type list for the tables, create for a new one."

DECISIONS = {"name": "to name a colour", "answer": "to take four cards or challenge"}
"""What the phases of a hand other than an ordinary turn wait for somebody to do."""


def voice_of(model: Model) -> Voice:
    """Return the voice that speaks to the player of this model."""
    return Voice(model.seats, model.addressed)


def waiting_for(model: Model) -> str:
    """Return what the table waits for, and what happens then: it never just waits."""
    if model.retry is not None:
        return retry_line(model.retry)
    if model.replay is not None:
        return replay_line(model.replay)
    return NO_TABLE if model.view is None else _waiting_at(model, model.view)


def whose_turn(model: Model, view: View) -> str:
    """Return whose decision is open, in the shortest sentence, as in `Dot's turn`."""
    if view.to_move is None:
        return ""
    doing = DECISIONS.get(view.phase or "")
    whose = f"{voice_of(model).plain_name(view.to_move)}'s turn"
    return f"{whose} {doing}." if doing else f"{whose}."


def own_decision(model: Model, view: View) -> str:
    """Return what the player is to decide."""
    return {
        "name": "Name the colour of the wild card turned up: type name COLOUR.",
        "answer": "Take the four cards, or challenge: type take or challenge.",
    }.get(view.phase or "", f"Your turn, {safe(model.name)}.")


def pause_words(model: Model) -> str:
    """Return why the match stands still and who has to end that; empty if it does not."""
    view = model.view
    if view is None or view.paused is None:
        return ""
    if view.paused == "away":
        return "Pause: all the people are away."
    spoken = voice_of(model)
    slow = listed(spoken.whom(n) for n in asked_of(view, "resume")) or "the host"
    return f"Pause. Waiting for {slow} to type resume."


def asked_of(view: View, why: str) -> list[int]:
    """Return the seats that are waited for because of `why`."""
    seats = (wait.seat for wait in view.waits if wait.why == why)
    return [seat for seat in seats if seat is not None and seat < len(view.seats)]


def retry_line(retry: Retry) -> str:
    """Return how long it is until the next attempt to get a lost link back, and which it is."""
    when = f"in {counted(retry.seconds, 'second')}" if retry.seconds else "under way"
    return f"The connection is lost: attempt {retry.attempt} to get it back is {when}."


def replay_line(replay: Replay) -> str:
    """Return where in a recorded match one is."""
    return f"Step {replay.step} of {replay.steps}, hand {replay.hand} of {replay.hands}."


def _waiting_at(model: Model, view: View) -> str:
    first = pause_words(model) or _waiting_for_what(model, view)
    beside = "" if view.paused else "".join(f" {text}" for text in _beside(model, view))
    return first + countdown_sentence(view, model.passed) + beside


def _waiting_for_what(model: Model, view: View) -> str:
    if view.state == "waiting":
        return _to_start(model, view)
    if view.state == "between":
        return _to_go_on(model, view)
    if view.state == "over":
        return _after_match(model, view)
    return own_decision(model, view) if model.my_turn else _for_seat(view)


def _to_start(model: Model, view: View) -> str:
    free = sum(seat.kind == "empty" for seat in view.seats)
    hosting = view.host == model.name
    if free:
        fill = " Type add for a computer player." if hosting else ""
        return f"Waiting for players: {counted(free, 'seat')} free.{fill}"
    late = _late(view, lambda seat: seat.ready)
    if late == [model.seat]:
        return f"All seats are taken. Waiting for you: type ready{', or start' if hosting else ''}."
    start = "type start" if hosting else f"{safe(view.host) or 'the host'} to start"
    if not late:
        ask = "you: type start" if hosting else start
        return f"All seats are taken. Waiting for {ask}."
    names = listed(voice_of(model).whom(number) for number in late)
    return f"All seats are taken. Waiting for {names} to be ready, or {start}."


def _to_go_on(model: Model, view: View) -> str:
    left = next_hand_in(view, model.passed)
    soon = "" if left is None else f"in {span_words(left)}, or "
    late = _late(view, lambda seat: seat.ready)
    names = listed(voice_of(model).whom(number) for number in late) or "all people"
    are = "is" if len(late) == 1 and late[0] != model.seat else "are"
    ask = ": type ready." if model.seat in late else "."
    return f"The next hand begins {soon}when {names} {are} ready{ask}"


def _after_match(model: Model, view: View) -> str:
    if model.seat is None:
        return "The match is over. Type save for the record, or leave."
    late = _late(view, lambda seat: seat.asked)
    others = [number for number in late if number != model.seat]
    if view.seats[model.seat].asked and others:
        names = listed(voice_of(model).whom(number) for number in others)
        return (
            f"The match is over. Waiting for {names} to ask for a rematch, too. Type save for the "
            "record, or leave."
        )
    return "The match is over. Type rematch, save for the record, or leave."


def _late(view: View, done: Callable[[Seat], bool]) -> list[int]:
    """Return the seats of people who are there and have not done what is waited for."""
    return [
        number
        for number, seat in enumerate(view.seats)
        if seat.kind == "person" and seat.here and not seat.stand_in and not done(seat)
    ]


def _for_seat(view: View) -> str:
    if view.to_move is None or view.to_move >= len(view.seats):
        return "The table goes on by itself in a moment."
    seat = view.seats[view.to_move]
    name = safe(seat.name)
    if seat.stand_in:
        return f"{name} is away; a computer plays that turn in a moment."
    if seat.kind == "computer":
        return f"Waiting for {name}, a computer: it plays in a moment."
    doing = DECISIONS.get(view.phase or "")
    away = "" if seat.here else ", whose connection is lost"
    return f"Waiting for {name}{away}{f' {doing}' if doing else ''}."


def _beside(model: Model, view: View) -> Iterator[str]:
    """Yield what else runs out: the time to call or catch, the time for somebody to come back."""
    spoken = voice_of(model)
    for number in asked_of(view, "call") if view.state == "playing" else []:
        yield _to_call(model, view, number, spoken)
    for wait in returns(view):
        left = left_of(wait, model.passed)
        if left is not None:
            yield f"{safe(wait.name)} is away: in {span_words(left)} a computer plays that seat."


def _to_call(model: Model, view: View, number: int, spoken: Voice) -> str:
    mover = "the next move" if view.to_move is None else f"{spoken.whose(view.to_move)} move"
    if number == model.seat:
        return f"You have one card and have not called: type call before {mover}."
    catch = f": type catch {spoken.plain_name(number)}" if f"catch {number}" in model.legal else ""
    return f"{spoken.plain_name(number)} has not called and can be caught until {mover}{catch}."
