"""Keys while a hand is played: choose and play, draw, pass, take, challenge, call, catch."""

from collections.abc import Callable

from cardgame_client import notation
from cardgame_client.model import Model
from cardgame_client.screen.desk import Desk, in_pause
from cardgame_client.screen.holding import colours_offered, held_cards, may_call, plays_of
from cardgame_client.screen.levels import next_levels
from cardgame_client.screen.questions import Chooser
from cardgame_rules.cards import colour_of

RANKS = "A23456789TJQK"


def press_in_hand(desk: Desk, model: Model, key: str, now: float) -> list[str]:
    """One key during a hand; see `keys.press`. A spectator's keys do nothing here."""
    if model.seat is None:
        desk.notice = "You only watch here: F3 goes to the lobby."
        return []
    if key in _MOVES_CURSOR or key == "escape":
        desk.chooser = desk.rank = None
        _MOVES_CURSOR.get(key, _nothing)(desk, model)
        return []
    if model.link == "lost":
        # The choice stays open: it is the same one after the return, if the turn is.
        return _say(desk, "There is no connection now: what you choose must wait for it.")
    if in_pause(model):
        return (
            ["resume"] if key == "enter" else _say(desk, "The match is paused: Enter resumes it.")
        )
    return _choosing_key(desk, model, key.upper() if len(key) == 1 else key, now)


def _choosing_key(desk: Desk, model: Model, letter: str, now: float) -> list[str]:
    """Take a key that may name a card of `eights` or a colour, else one that acts."""
    if model.french and (desk.rank or letter in RANKS) and _wants_card(desk, model, letter):
        return _rank_or_suit(desk, model, letter, now)
    if letter in notation.colours_of(model.french):
        named = _colour_key(desk, model, letter, now)
        if named is not None:
            return named
    return _action_key(desk, model, letter, now)


def _action_key(desk: Desk, model: Model, letter: str, now: float) -> list[str]:
    desk.chooser = desk.rank = None
    if letter == "enter":
        return _play_chosen(desk, model, now)
    if letter in _VERBS:
        return _do(desk, model, _VERBS[letter](model), now)
    if letter == "C" and not model.french:
        return _challenge_or_call(desk, model, now)
    if letter == "K":
        return _catch(desk, model)
    if letter == "L":
        return next_levels(model) or _say(desk, "Only the host changes the level of computers.")
    return []


def _say(desk: Desk, text: str) -> list[str]:
    desk.notice = text
    return []


def _first_legal(*verbs: str) -> Callable[[Model], str]:
    """Return the first of these actions that is legal; the first of all where none is."""

    def choose(model: Model) -> str:
        return next((verb for verb in verbs if verb in model.legal), verbs[0])

    return choose


_VERBS: dict[str, Callable[[Model], str]] = {
    "P": _first_legal("draw", "take", "pass"),
    "D": _first_legal("draw", "take"),
    "X": _first_legal("pass"),
    "T": _first_legal("take"),
}


def _do(desk: Desk, model: Model, action: str, now: float) -> list[str]:
    """Submit an action unless it came too early; an illegal one is submitted to be explained."""
    if not model.my_turn:
        return _say(desk, "It is not your turn yet.")
    return [action] if desk.settled(action, now) else []


def _challenge_or_call(desk: Desk, model: Model, now: float) -> list[str]:
    if "challenge" in model.legal:
        return _do(desk, model, "challenge", now)
    if "call" in model.legal:
        return ["call"]
    if may_call(model):
        desk.call = not desk.call
        return _say(desk, "Your next play calls the last card." if desk.call else "No call.")
    return _say(desk, "There is nothing to call now: call when a play leaves you one card.")


def _catch(desk: Desk, model: Model) -> list[str]:
    catches = [action for action in model.legal if action.startswith("catch ")]
    return catches[:1] or _say(desk, "There is nobody to catch now.")


def _play_chosen(desk: Desk, model: Model, now: float) -> list[str]:
    held = held_cards(model)
    if desk.chosen >= len(held):
        return []
    return play_card(desk, model, held[desk.chosen].card, now)


def play_card(desk: Desk, model: Model, card: str, now: float) -> list[str]:
    """Play a card, or ask for its colour first; an illegal play is submitted to be explained."""
    plays = plays_of(model, card)
    action = plays[0] if plays else f"play {card}"
    if not model.my_turn:
        return _say(desk, "It is not your turn yet.")
    if not desk.settled(action, now):
        return []
    if colours_offered(model, card):
        desk.chooser = Chooser(model.turn, card, desk.call)
        return []
    return _with_call(desk, model, f"play {card}")


def _with_call(desk: Desk, model: Model, action: str) -> list[str]:
    called = f"{action} call"
    action = called if desk.call and called in model.legal else action
    desk.call = False
    return [action]


def _colour_key(desk: Desk, model: Model, letter: str, now: float) -> list[str] | None:
    """Answer with a colour where one is asked, else jump to it; None if it means neither."""
    if desk.chooser and desk.chooser.turn == model.turn:
        card, desk.chooser = desk.chooser.card, None
        return _with_call(desk, model, f"play {card} {letter}")
    if model.question and model.question.turn == model.turn:
        return [letter]
    if model.my_turn and model.view is not None and model.view.phase == "name":
        return _do(desk, model, f"name {letter}", now)
    if model.french:
        return None
    _jump(desk, model, letter)
    return []


def _jump(desk: Desk, model: Model, letter: str) -> None:
    """Move the cursor to the next card of this colour, going round."""
    held = held_cards(model)
    order = [*range(desk.chosen + 1, len(held)), *range(desk.chosen + 1)]
    desk.chosen = next(
        (place for place in order if place < len(held) and colour_of(held[place].card) == letter),
        desk.chosen,
    )


def _wants_card(desk: Desk, model: Model, letter: str) -> bool:
    """Whether a key of `eights` belongs to a card that is being typed, not to a question."""
    asked = desk.chooser or (model.question and model.question.turn == model.turn)
    return not asked and (letter in RANKS or letter in notation.SUITS)


def _rank_or_suit(desk: Desk, model: Model, letter: str, now: float) -> list[str]:
    """Return the two keys of a French card: rank, then suit, both under the same decision (B12)."""
    if letter in RANKS:
        desk.rank = (model.turn, letter)
        return []
    if desk.rank is None:
        return []
    (turn, rank), desk.rank = desk.rank, None
    if turn != model.turn:
        return _say(desk, "The table went on meanwhile: type the card again.")
    card = rank + letter
    held = [one.card for one in held_cards(model)]
    if card not in held:
        return _say(desk, f"You do not hold {notation.card_words(card)}.")
    desk.chosen = held.index(card)
    return play_card(desk, model, card, now)


def _nothing(_desk: Desk, _model: Model) -> None:
    """Move nothing."""


def _step(step: int) -> Callable[[Desk, Model], None]:
    return lambda desk, model: desk.move(step, len(model.hand))


def _to(end: int) -> Callable[[Desk, Model], None]:
    def jump(desk: Desk, model: Model) -> None:
        desk.chosen = max(0, len(model.hand) - 1) if end else 0

    return jump


def _playable(step: int) -> Callable[[Desk, Model], None]:
    """Move to the next card that may be played, or one card where none may."""

    def move(desk: Desk, model: Model) -> None:
        held = held_cards(model)
        for _ in held:
            desk.move(step, len(held))
            if held[desk.chosen].playable:
                return
        desk.move(step, len(held))

    return move


_MOVES_CURSOR: dict[str, Callable[[Desk, Model], None]] = {
    "left": _step(-1),
    "right": _step(1),
    "home": _to(0),
    "end": _to(1),
    "up": _playable(-1),
    "down": _playable(1),
    "tab": _playable(1),
    "s-tab": _playable(-1),
}
