"""Why an action is refused: which rule forbids it, in words fit to show a player.

The words tell nothing that the seat does not see anyway. Four different refusals: the text is no
notation, it leaves open what is meant, it is another seat's turn, or the rules forbid it now.
"""

from __future__ import annotations

from typing import Final

from .actions import CALL, CHALLENGE, DRAW, NAME, PASS, PLAY, TAKE, Action
from .cards import EIGHT, is_wild
from .hand import ANSWERING, NAMING, Hand

NO_CALLS: Final = "At this table nobody calls the last card."


class MoveRefusedError(Exception):
    """An action that was not carried out; nothing changed.

    `code` is a refusal code of docs/protocol.md, `rule` the id of the rule that forbids the action
    or None, and the text says it in words.
    """

    code = "illegal"

    def __init__(self, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class NotNotationRefusedError(MoveRefusedError):
    """The text names no action (K16)."""

    code = "not_notation"


class AmbiguousError(MoveRefusedError):
    """The text could mean several actions: a wild without the colour it names (K5)."""

    code = "ambiguous"


class NotYourTurnError(MoveRefusedError):
    """A turn action by a seat that is not on turn (K4)."""

    code = "not_your_turn"


class IllegalError(MoveRefusedError):
    """An action that the rules forbid now."""

    code = "illegal"


class HandOverError(MoveRefusedError):
    """An action while no hand is being played."""

    code = "hand_over"


def refusal(hand: Hand, seat: int, action: Action) -> MoveRefusedError:
    """Return why `seat` may not do `action` now: one that `hand.legal` does not list."""
    if hand.reason is not None:
        return HandOverError("The hand is over; wait for the next one.", "K10")
    return _late(hand, seat, action) if not action.turn_action else _turn(hand, seat, action)


def _turn(hand: Hand, seat: int, action: Action) -> MoveRefusedError:
    if seat != hand.mover:
        return NotYourTurnError(f"It is not your turn: seat {hand.mover} is to act.", "K4")
    if hand.phase == NAMING:
        return IllegalError("The starter is a wild: first name its colour.", "K5")
    if hand.phase == ANSWERING and not (hand.laws.stacks and action.verb == PLAY):
        text = f"Answer the Wild Draw Four: take {hand.pending} cards, or challenge."
        return IllegalError(text, "D7")
    return _play(hand, seat, action) if action.verb == PLAY else _other(hand, action)


def _late(hand: Hand, seat: int, action: Action) -> MoveRefusedError:
    if not hand.laws.call_penalty:
        return IllegalError(NO_CALLS, "D8")
    if action.verb == CALL:
        return IllegalError("There is no last card of yours to call now.", "D8")
    if seat == action.seat:
        return IllegalError("You cannot catch yourself; call instead.", "D8")
    return IllegalError(f"Seat {action.seat} cannot be caught now.", "D8")


def _play(hand: Hand, seat: int, action: Action) -> MoveRefusedError:
    card = action.card
    held = hand.hands[seat]
    if card not in held:
        return IllegalError(f"You do not hold {card}.", "K4")
    if action.to is not None:
        return IllegalError("No card of this game is played to a seat; leave `to` out.", "K16")
    if hand.draws and hand.laws.drawn_only and card != hand.drawn:
        return IllegalError(f"After drawing only the drawn card {hand.drawn} may be played.", "D4")
    if hand.pending and not any(card == way.card for way in hand.legal(seat)):
        return IllegalError(
            f"A penalty of {hand.pending} is waiting for you: add a card of the same kind as "
            f"{hand.top}, or take it.",
            "C6",
        )
    if card not in hand.follow and not hand.pending:
        return IllegalError(_mismatch(hand, action), "K3")
    return _how(hand, action, len(held))


def _mismatch(hand: Hand, action: Action) -> str:
    top = hand.top or ""
    if is_wild(top):
        return f"{action.card} does not match: after {top} only {hand.colour} or a wild follows."
    other = "rank" if action.card[0] == EIGHT or len(hand.laws.deck) == 52 else "symbol"
    return f"{action.card} does not match {top}: play its colour, its {other}, or a wild."


def _how(hand: Hand, action: Action, held: int) -> MoveRefusedError:
    """Explain a play of a playable card that is worded wrongly or comes at the wrong time."""
    if hand.laws.is_wild[action.card] and action.colour is None and held > 1:
        colours = " ".join(hand.laws.colours)
        return AmbiguousError(f"Say which colour {action.card} names: one of {colours}.", "K5")
    if action.call:
        if not hand.laws.call_penalty:
            return IllegalError(NO_CALLS, "D8")
        return IllegalError("Call only with the play that leaves you one card.", "D8")
    return IllegalError("A Wild Draw Four may be played only without a card of the colour.", "A10")


def _other(hand: Hand, action: Action) -> MoveRefusedError:
    if hand.pending:
        return IllegalError(f"A penalty of {hand.pending} is waiting: take it or add to it.", "C6")
    if action.verb == DRAW:
        return _draw(hand)
    if action.verb == PASS:
        return _pass(hand)
    texts = {
        TAKE: ("No penalty is waiting for you.", "K4"),
        CHALLENGE: ("There is no Wild Draw Four to challenge.", "D7"),
        NAME: ("A colour is named with the wild itself: play CARD COLOUR.", "K5"),
    }
    return IllegalError(*texts[action.verb])


def _draw(hand: Hand) -> MoveRefusedError:
    if not hand.stock:
        return IllegalError(
            "The stock is empty: play a card, or pass if you hold none that fits.", "K8"
        )
    return IllegalError("You have drawn already: play the drawn card or pass.", "D4")


def _pass(hand: Hand) -> MoveRefusedError:
    if hand.stock:
        return IllegalError("You may not pass: play a card or draw.", "K8")
    return IllegalError("You may not pass while you hold a card that can be played.", "K8")
