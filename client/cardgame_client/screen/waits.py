"""What the table waits for, in one line: the question every card table is asked most often."""

from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, headed
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.seats import label, name_of, standing
from cardgame_protocol.view import View


def waits(model: Model, glyphs: Glyphs) -> str:
    """Return the sentence; empty outside a hand."""
    view = model.view
    if view is None or view.to_move is None:
        return ""
    if model.my_turn:
        return _mine(model, view)
    seat = view.seats[view.to_move]
    name = name_of(seat, view.to_move, glyphs)
    remark = f" ({label(seat)})" if label(seat) else ""
    doing = {"name": "names a colour", "answer": "takes four cards or challenges"}
    return f"{name}{remark} {doing.get(view.phase or '', 'is on turn')}"


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


def own_line(model: Model, cells: int, glyphs: Glyphs, armed: bool) -> Line:
    """Return the line above the hand: what is waited for, and on the right one's own standing."""
    view = model.view
    if view is None:
        return []
    style = "class:mine" if model.my_turn else "class:dim"
    left: Line = [
        ("", " "),
        (style, f" {waits(model, glyphs)} " if model.my_turn else waits(model, glyphs)),
    ]
    if armed:
        left.append(("class:notice", " call: on"))
    if model.seat is None:
        return headed(left, [("class:dim", "watching ")], cells)
    seat = view.seats[model.seat]
    mine = f" {name_of(seat, model.seat, glyphs)} {standing(seat, glyphs)} "
    if model.seat in view.uncalled:
        left.append(("class:alarm", " you have not called!"))
    return headed(left, [("class:you", mine)], cells)
