"""What the table waits for, in one line: the question every card table is asked most often."""

from cardgame_client.countdown import pause_sentence, span, then_words
from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, headed, width
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.flash import seat_spot
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.piles import has_direction
from cardgame_client.screen.seats import label, name_of, next_seat, standing
from cardgame_protocol.view import View

WORTH_TELLING = 10
"""Seconds from which on a wait is counted aloud: most turns take less."""


def waits(model: Model, glyphs: Glyphs) -> str:
    """Return the sentence; empty outside a hand."""
    view = model.view
    if view is not None and view.paused:
        return pause_sentence(view).rstrip(".")
    if view is None or view.to_move is None:
        return ""
    if model.my_turn:
        return _mine(model, view)
    seat = view.seats[view.to_move]
    name = name_of(seat, view.to_move, glyphs)
    remark = f" ({label(seat)})" if label(seat) else ""
    doing = {"name": "names a colour", "answer": "takes four cards or challenges"}
    soon = has_direction(view) and next_seat(view, view.to_move) == model.seat
    then = ", then you" if soon else ""
    return f"{name}{remark} {doing.get(view.phase or '', 'is on turn')}{then}"


def _mine(model: Model, view: View) -> str:
    if view.phase == "name":
        return "Your turn: name the first colour"
    if view.phase == "answer":
        return "Your turn: take four, or challenge"
    if view.pending:
        return f"Your turn: take {view.pending}, or stack the same"
    verbs = {action.split()[0] for action in model.legal}
    if "pass" in verbs:
        return "Your turn: play what you drew, or pass" if "play" in verbs else "Your turn: pass"
    if "play" not in verbs:
        return "Your turn: nothing can be played, draw"
    return "Your turn: play, or draw" if "draw" in verbs else "Your turn: play a card"


def own_line(model: Model, desk: Desk, cells: int, glyphs: Glyphs) -> Line:
    """Return the line above the hand: what is waited for and how long, and one's own standing."""
    view = model.view
    if view is None:
        return []
    own = _standing(model, desk, view, glyphs)
    for waited in ("" if model.replay else _time(model, desk), ""):
        left = _left(model, desk, waits(model, glyphs) + waited)
        if width(left) + width(own) < cells:  # the seconds give way to one's own name
            break
    return headed(left, own, cells)


def _left(model: Model, desk: Desk, text: str) -> Line:
    """Return what is waited for, and what the player must not forget."""
    line: Line = [("", " "), ("class:mine", f" {text} ") if model.my_turn else ("class:dim", text)]
    if desk.call:
        line.append(("class:notice", " call: on"))
    if model.view and model.seat in model.view.uncalled:
        line.append(("class:alarm", " you have not called!"))
    return line


def _standing(model: Model, desk: Desk, view: View, glyphs: Glyphs) -> Line:
    """Return one's own name and points, lit for a moment where something befell them."""
    if model.seat is None:
        return [("class:dim", "watching ")]
    seat = view.seats[model.seat]
    lit = seat_spot(model.seat) in desk.lit
    mine = f" {name_of(seat, model.seat, glyphs)} {standing(seat, glyphs)} "
    return [("class:flash" if lit else "class:you", mine)]


def _time(model: Model, desk: Desk) -> str:
    """Return how long it is until something happens by itself, or how long it was till now."""
    left = desk.wait_left(model)
    if left is None or model.view is None:
        return _since(desk)
    return f", {span(left)}, then {then_words(model.view)}"


def _since(desk: Desk) -> str:
    """Return how long the table has waited, once that is worth a word."""
    waited = int(desk.waited)
    return f", {waited} s" if waited >= WORTH_TELLING else ""
