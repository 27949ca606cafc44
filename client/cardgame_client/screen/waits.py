"""What the table waits for, in one line: the question every card table is asked most often."""

from collections.abc import Iterator

from cardgame_client.countdown import left_of, returns, span, then_words
from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, drawable, headed, shorten, width
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.flash import seat_spot
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.piles import has_direction
from cardgame_client.screen.seats import label, name_of, next_seat, standing
from cardgame_client.voice import listed
from cardgame_client.waiting_words import asked_of, voice_of
from cardgame_protocol.view import View

WORTH_TELLING = 10
"""Seconds from which on a wait is counted aloud: most turns take less."""

NAMED = 2
"""People whose names are told where several are waited for; more are counted."""

NARROW_NAME = 10
"""Cells of a name where the line would be cut otherwise."""


def waits(model: Model, glyphs: Glyphs) -> list[str]:
    """Return what is waited for in ways of saying it, the longest first; none outside a hand."""
    view = model.view
    if view is not None and view.paused:
        return [pause(model, view, glyphs)]
    if view is None or view.to_move is None:
        return []
    if model.my_turn:
        return [f"Your turn: {_mine(model, view)}"]
    return list(_theirs(model, view, view.to_move, glyphs))


def pause(model: Model, view: View, glyphs: Glyphs) -> str:
    """Return why the match stands still and what ends that, in as few words as will do."""
    if view.paused == "away":
        return "Pause: all the people are away"
    slow = asked_of(view, "resume")
    spoken = voice_of(model)
    names = [drawable(spoken.whom(seat), glyphs.encoding) for seat in slow]
    if len(names) > NAMED:
        names = [*(["you"] if model.seat in slow else []), f"{len(slow)} people"][-1:]
    plural = len(slow) > 1 or model.seat in slow
    return f"Pause, until {listed(names) or 'the host'} {'resume' if plural else 'resumes'}"


def _theirs(model: Model, view: View, mover: int, glyphs: Glyphs) -> Iterator[str]:
    seat = view.seats[mover]
    name = name_of(seat, mover, glyphs)
    remark = f" ({label(seat)})" if label(seat) else ""
    doing = {"name": "names a colour", "answer": "takes or challenges"}.get(
        view.phase or "", "is on turn"
    )
    if has_direction(view) and next_seat(view, mover) == model.seat:
        yield f"{name}{remark} {doing}, then you"
    yield f"{name}{remark} {doing}"
    yield f"{name} {doing}"
    yield f"{shorten(name, NARROW_NAME)} {doing}"


def _mine(model: Model, view: View) -> str:
    if view.phase == "name":
        return "name a colour"
    if view.phase == "answer":
        return "take, or challenge"
    verbs = {action.split()[0] for action in model.legal}
    if view.pending:
        return f"take {view.pending}{', or stack' if 'play' in verbs else ''}"
    if "pass" in verbs:
        return "play it, or pass" if "play" in verbs else "pass"
    if "play" not in verbs:
        return "nothing fits, draw"
    return "play, or draw" if "draw" in verbs else "play a card"


def own_line(model: Model, desk: Desk, cells: int, glyphs: Glyphs, *, own: bool = True) -> Line:
    """Return the line above the hand: what is waited for and how long, and one's own standing.

    `own`: the standing has no other place, but still it gives way to the time.
    """
    view = model.view
    if view is None:
        return []
    texts, mine = waits(model, glyphs) or [""], own_standing(model, desk, view, glyphs)
    whole, brief, bare = _times(model, desk)
    ways = [(texts[0], whole, True), (texts[0], brief, True)]
    ways += [(text, time, False) for text in texts for time in (brief, bare)]
    for text, time, whole_line in ways:
        right = mine if own and whole_line else []
        left = _left(model, desk, text + time, short=not whole_line)
        if width(left) + width(right) < cells:
            return headed(left, right, cells)
    return headed(_left(model, desk, texts[-1] + bare), [], cells)


def own_standing(model: Model, desk: Desk, view: View, glyphs: Glyphs) -> Line:
    """Return one's own name and points, lit for a moment where something befell them."""
    if model.seat is None:
        return [("class:dim", "watching ")]
    seat = view.seats[model.seat]
    lit = seat_spot(model.seat) in desk.lit
    mine = f" {name_of(seat, model.seat, glyphs)} {standing(seat, glyphs)} "
    return [("class:flash" if lit else "class:you", mine)]


def _left(model: Model, desk: Desk, text: str, *, short: bool = True) -> Line:
    """Return what is waited for, and what the player must not forget."""
    mine = model.my_turn and model.view is not None and not model.view.paused
    line: Line = [("", " "), ("class:mine", f" {text} ") if mine else ("class:dim", text)]
    if desk.call:
        line.append(("class:notice", " call: on"))
    if model.view and model.seat in model.view.uncalled:
        line.append(("class:alarm", " Not called!" if short else " You have not called!"))
    return line


def _times(model: Model, desk: Desk) -> tuple[str, str, str]:
    """Return how long it is until something happens by itself, or how long it was till now.

    In three lengths: with what happens then, without, and as short as can be.
    """
    left = None if model.replay else desk.wait_left(model)
    if model.replay or model.view is None:
        return "", "", ""
    gone = _returning(model, desk, model.view)
    if left is None:
        return gone or _since(desk), gone or _since(desk), _since(desk)
    brief = f", {span(left)} left"
    return f"{brief}, then {then_words(model.view)}{gone}", brief, f", {span(left)}"


def _since(desk: Desk) -> str:
    """Return how long the table has waited, once that is worth a word."""
    waited = int(desk.waited)
    return f" ({span(waited)})" if waited >= WORTH_TELLING else ""


def _returning(model: Model, desk: Desk, view: View) -> str:
    """Return who is gone, and how long until a computer plays for them."""
    gone = [] if model.replay or view.paused else returns(view)
    told = [(drawable(wait.name), left_of(wait, desk.told_for)) for wait in gone]
    return "".join(
        f"; {name} is away, {span(left)} left" for name, left in told if left is not None
    )
