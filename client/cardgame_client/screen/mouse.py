"""What a click and the wheel mean: the same as some key, never something that no key can do.

A first click chooses (a card, a line, a field), a second one on the same thing acts, as Enter
does: a click that slips plays nothing. Pure like `keys`.
"""

from collections.abc import Callable

from cardgame_client.model import Model
from cardgame_client.screen import clicks
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.keys import press

WHEEL_LINES = 3
"""Lines that log or page move by one step of the wheel, as in most programs."""

LABELS = {
    "Enter": ("enter",),
    "Esc": ("escape",),
    "up/down": ("down",),
    "left/right": ("right",),
    "PgUp": ("pageup",),
    "Home": ("home",),
    "End": ("end",),
}
"""Keys whose label on the bar is not their name; a label of two words is two keys."""


def click(desk: Desk, model: Model, target: tuple[str, str], now: float) -> list[str]:
    """Carry out a click on a target; the commands returned are to be submitted."""
    kind, which = target
    if kind == clicks.KEY:
        return _press_label(desk, model, which, now)
    return _CLICKS[kind](desk, model, int(which), now)


def wheel(desk: Desk, model: Model, target: tuple[str, str] | None, step: int, now: float) -> None:
    """Turn the wheel by `step` (1 down, -1 up) over a target; nothing that it does is a command.

    Over the hand and over lists it moves the cursor, elsewhere it scrolls.
    """
    kind = target[0] if target else ""
    if kind == clicks.CARD:
        press(desk, model, "right" if step > 0 else "left", now)
    elif kind == clicks.SHEET:
        desk.scroll.sink(WHEEL_LINES * step)
    elif kind in (clicks.ROW, clicks.FIELD):
        press(desk, model, "down" if step > 0 else "up", now)
    else:
        laid = bool(desk.page or desk.sheet)
        desk.scroll.move(WHEEL_LINES * (step if laid else -step))


def keys_of(label: str) -> tuple[str, ...]:
    """Return the keys that a label on the key bar stands for."""
    if label in LABELS:
        return LABELS[label]
    return tuple(label.lower().split())


def _press_label(desk: Desk, model: Model, label: str, now: float) -> list[str]:
    return [command for key in keys_of(label) for command in press(desk, model, key, now)]


def _card(desk: Desk, model: Model, which: int, now: float) -> list[str]:
    if desk.chosen == which and desk.clicked == which:
        return press(desk, model, "enter", now)
    desk.notice = ""
    desk.chooser = desk.rank = None
    desk.chosen = desk.clicked = which
    return []


def _row(desk: Desk, model: Model, which: int, now: float) -> list[str]:
    if desk.row == which and place_of(model) == "lobby":
        return press(desk, model, "enter", now)
    desk.row = which
    return []


def _field(desk: Desk, model: Model, which: int, now: float) -> list[str]:
    if desk.form is None:
        return []
    if desk.form.row == which:
        return press(desk, model, "right", now)
    desk.form = desk.form.moved(which - desk.form.row)
    return []


def _seat(_desk: Desk, model: Model, which: int, _now: float) -> list[str]:
    """Catch who sits there, if that is to be done now; nothing else is done to a seat."""
    catch = f"catch {which}"
    return [catch] if catch in model.legal else []


def _sheet(_desk: Desk, _model: Model, _which: int, _now: float) -> list[str]:
    """Do nothing: a page is there to be read, and scrolled by the wheel."""
    return []


_CLICKS: dict[str, Callable[[Desk, Model, int, float], list[str]]] = {
    clicks.CARD: _card,
    clicks.ROW: _row,
    clicks.FIELD: _field,
    clicks.SEAT: _seat,
    clicks.SHEET: _sheet,
}
