"""What a key press means: from a key, the model and the desk to the commands to submit.

Keys have the names of this module's tables: single characters as typed, `enter`, `up`, `f1`.
They act while the command line is closed. Nothing here touches a terminal, and every command
that comes out is one that could have been typed (`commands.parse`).
"""

from cardgame_client.model import Model
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.lobby import tables_of
from cardgame_client.screen.lobby_keys import press_in_form, press_in_lobby
from cardgame_client.screen.questions import Confirm
from cardgame_client.screen.turn_keys import press_in_hand
from cardgame_client.screen.waiting_keys import press_between, press_in_waiting

PAGES = {"f1": "keys", "f4": "rules", "?": "card"}
SCROLL = 5


def press(desk: Desk, model: Model, key: str, now: float) -> list[str]:
    """Carry out one key press: the desk may change, the commands returned are to be submitted.

    `now` is in seconds of the clock that `Desk.follow` is given.
    """
    desk.pressed(now)
    if desk.confirm:
        return _answer(desk, desk.confirm, key)
    if desk.form and desk.form.takes(key) and not desk.page:
        return press_in_form(desk, model, key)
    if _turn_page(desk, model, key):
        return []
    if key in ("f3", "q", "Q"):
        return _go(desk, model, "leave" if key == "f3" else "quit")
    if desk.form:
        return press_in_form(desk, model, key)
    return _press_in_place(desk, model, key, now)


def _press_in_place(desk: Desk, model: Model, key: str, now: float) -> list[str]:
    place = place_of(model)
    if place == "lobby":
        return press_in_lobby(desk, model, key, now)
    if place == "waiting":
        return press_in_waiting(desk, model, key)
    if place == "playing":
        return press_in_hand(desk, model, key, now)
    if place in ("between", "over"):
        return press_between(desk, model, key, now)
    return []


def _answer(desk: Desk, confirm: Confirm, key: str) -> list[str]:
    """Only Y says yes; Enter does not, because Enter is what a player may be holding down."""
    desk.confirm = None
    if key in ("y", "Y"):
        return [confirm.command]
    desk.notice = "Nothing was done."
    return []


def _turn_page(desk: Desk, model: Model, key: str) -> bool:
    """Pages over the table and scrolling; true where the key meant one of them.

    While a page lies over the table every other key takes it away and does nothing else.
    """
    laid = bool(desk.page or desk.sheet)
    if key in ("pageup", "pagedown") or (laid and key in ("up", "down")):
        # A page scrolls down from its beginning, the log up from its end.
        down = key in ("pagedown", "down")
        step = SCROLL if key.startswith("page") else 1
        if model.replay and desk.scroll.overlong:  # there up and down are the hands
            desk.scroll.sink(step if down else -step)
            return True
        desk.scroll.move(step if down == laid else -step)
        return True
    page = PAGES.get(key)
    if desk.form and page in ("keys", "card"):
        page = "form"
    elif page == "card" and place_of(model) == "lobby":
        page = "table" if tables_of(model) else None
    elif page == "card" and model.seat is None:
        page = None
    if page is None and not laid:
        return False
    again = page == desk.page
    desk.close_page()
    desk.page = None if again else page
    return True


def _go(desk: Desk, model: Model, command: str) -> list[str]:
    """Leave the table or the program; a match that runs is not left by one key."""
    place = place_of(model)
    if desk.form:
        desk.form = None
        return []
    if model.replay:
        return [command] if command == "quit" else []
    if command == "leave" and place in ("lobby", "away"):
        return ["list"] if place == "lobby" else []
    if place in ("playing", "between") and model.seat is not None:
        what = "leave the table" if command == "leave" else "quit"
        desk.confirm = Confirm(
            f"Really {what}? A computer takes your seat for good. Y / N", command
        )
        return []
    return [command]
