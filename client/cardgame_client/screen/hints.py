"""The line for somebody's first games: the one thing to know at this moment."""

from cardgame_client.model import Model
from cardgame_client.screen.desk import in_pause, place_of

HINTS = {
    "away": "The server is being looked for.",
    "lobby": "Arrows choose a table, Enter joins it.",
    "waiting": "Enter says that you are ready.",
    "between": "Enter goes on to the next hand.",
    "over": "Enter asks for a rematch.",
}
"""By place, short enough to stand whole beside the end of the line at 80 columns."""


DISMISS = "F5: no more hints."
"""How to be rid of the line for good."""


def hint(model: Model, cells: int) -> str:
    """Return the hint of the moment with the way to dismiss it, where both fit into the line."""
    text = _hint(model)
    whole = f"{text} {DISMISS}"
    return whole if len(whole) + 2 <= cells else f"F1 help. {DISMISS}"


def _has_answered(model: Model, place: str) -> bool:
    """Whether the player has said what is asked of everybody: ready, or another match."""
    if model.seat is None:
        return False
    seat = model.seats[model.seat]
    return seat.asked if place == "over" else seat.ready and place in ("waiting", "between")


def _hint(model: Model) -> str:
    """Return the hint of the moment."""
    place = place_of(model)
    if model.view is not None and model.seat is None:
        return "You watch; F2 talks to the table."
    if place == "lobby" and not (model.lobby and model.lobby.tables):
        return "N makes a new table."
    if _has_answered(model, place):
        return "Now the others are waited for."
    if place != "playing":
        return HINTS[place]
    return _in_hand(model)


def _in_hand(model: Model) -> str:
    if in_pause(model):
        return "Enter goes on, once everybody has pressed it."
    if not model.my_turn:
        return "? explains the chosen card while you wait."
    verbs = {action.split()[0] for action in model.legal}
    return _asked(verbs) or _turn(verbs, *(("D", "X") if model.french else ("P", "P")))


def _asked(verbs: set[str]) -> str:
    """Return the hint where something else than an ordinary turn is asked of the player."""
    if "challenge" in verbs:
        return "T takes the four cards, C challenges who played them."
    if "name" in verbs:
        return "R, G, Y or B names the colour."
    if "take" in verbs:
        return (
            "Enter adds one of the same kind, T takes all." if "play" in verbs else "T takes all."
        )
    return ""


def _turn(verbs: set[str], draw: str, leave: str) -> str:
    if "pass" in verbs:
        return f"Enter plays the card, {leave} passes." if "play" in verbs else f"{leave} passes."
    if "play" not in verbs:
        return f"No card fits: {draw} draws, ? says why."
    return f"Arrows choose a card, Enter plays it, {draw} draws, ? explains."
