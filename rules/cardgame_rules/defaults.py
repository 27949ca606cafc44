"""What is done for a seat whose player must act and does not (rule K18)."""

from __future__ import annotations

from collections.abc import Sequence

from .actions import DRAW, NAME, PASS, PLAY, TAKE, Action
from .cards import VALUE, Card, colour_of, is_wild
from .hand import Legal


def default_action(legal: Legal, cards: Sequence[Card]) -> Action:
    """Return the default among `legal` for a seat that holds `cards`.

    In this order: name the colour held most, take, play the drawn card, pass, play the card of
    lowest value, draw. A turn that may be passed has been drawn in, so what is playable then is the
    drawn card, or any card where the rules let one go on. `call` and `catch` are never a default.
    """
    by_verb: dict[str, list[Action]] = {}
    for action in legal:
        by_verb.setdefault(action.verb, []).append(action)
    if NAME in by_verb:
        return _by_colour(by_verb[NAME], cards)
    if TAKE in by_verb:
        return by_verb[TAKE][0]
    if PLAY in by_verb:
        lowest = min(by_verb[PLAY], key=lambda action: VALUE[action.card]).card
        return _by_colour([a for a in by_verb[PLAY] if a.card == lowest], cards)
    return by_verb[PASS][0] if PASS in by_verb else by_verb[DRAW][0]


def _by_colour(ways: Sequence[Action], cards: Sequence[Card]) -> Action:
    """Return the way that names the colour held most, the first of equals."""
    held = [colour_of(card) for card in cards if not is_wild(card)]
    return max(ways, key=lambda way: held.count(way.colour))
