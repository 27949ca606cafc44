"""Keys in the waiting room, on the score sheet and at the end of a match."""

from cardgame_client.model import Model
from cardgame_client.screen.desk import Desk, in_pause
from cardgame_client.screen.levels import next_levels
from cardgame_client.screen.waiting import is_host


def press_in_waiting(desk: Desk, model: Model, key: str) -> list[str]:
    """One key in the waiting room; see `keys.press`."""
    letter = key.upper() if len(key) == 1 else key
    seats = model.seats
    if letter in ("up", "down"):
        desk.row = (desk.row + (1 if letter == "down" else -1)) % max(1, len(seats))
        return []
    if letter == "enter":
        return _ready(desk, model)
    if letter == "S":
        return ["start"]
    if letter not in ("A", "-", "delete", "L"):
        return []
    if not is_host(model):
        desk.notice = "Only the host sets up computers."
        return []
    return _computers(desk, model, letter)


def _ready(desk: Desk, model: Model) -> list[str]:
    if model.seat is None:
        desk.notice = "You watch: the players say when they are ready."
        return []
    return ["ready no" if model.seats[model.seat].ready else "ready"]


def _computers(desk: Desk, model: Model, letter: str) -> list[str]:
    """Return a adds a computer on the chosen seat if it is free, else on the lowest free one."""
    row = min(desk.row, len(model.seats) - 1)
    seat = model.seats[row]
    if letter == "A":
        levels = model.greeting.levels if model.greeting else []
        level = "simple" if "simple" in levels or not levels else levels[0]
        return [f"add {level} seat {row}" if seat.kind == "empty" else f"add {level}"]
    if seat.kind != "computer":
        desk.notice = "Choose a computer's seat first: up and down."
        return []
    return next_levels(model, row) if letter == "L" else [f"remove {seat.name}"]


def press_between(desk: Desk, model: Model, key: str, now: float) -> list[str]:
    """One key on the score sheet: Enter is ready for the next hand, or asks for a rematch."""
    if key in ("up", "down"):
        desk.scroll.sink(1 if key == "down" else -1)
    if model.view is None or model.seat is None:
        return []
    letter = key.upper() if len(key) == 1 else key
    if in_pause(model) and letter == "enter":
        return ["resume"]
    wish = "rematch" if model.view.state == "over" else "ready"
    if letter in ("enter", "R"):
        return [wish] if desk.settled(wish, now) else []
    if letter == "S" and model.view.state == "over":
        return ["save"]
    return next_levels(model) if letter == "L" else []
