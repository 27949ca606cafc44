"""Why a card cannot be played now, in the words of the table's own rules.

The server judges; this only explains, from what the player can see.
"""

from cardgame_client.command_words import Typed
from cardgame_client.game_commands import card_of
from cardgame_client.hand_pages import playable_cards, risky
from cardgame_client.model import Model
from cardgame_client.notation import card_words, cards_words, colour_words, is_french, is_wild
from cardgame_client.pages import table_line
from cardgame_client.safe import safe
from cardgame_client.waiting_words import NO_TABLE, waiting_for
from cardgame_protocol import View, You
from cardgame_rules.cards import colour_of


def why(text: str, model: Model) -> list[str]:
    """Answer `why` (what the table waits for) and `why CARD` (why it cannot be played)."""
    if model.view is None:
        return [NO_TABLE]
    if not text:
        return [waiting_for(model)]
    card = card_of(Typed(tuple(text.split())), model)
    if card is None:
        return [f"{safe(text)!r} is no card. Type why, or why CARD."]
    return [why_not(card, model), table_line(model.view)]


def why_not(card: str, model: Model) -> str:
    """Return one sentence about playing `card` now."""
    said = card_words(card)
    if card in playable_cards(model.legal):
        return f"You can play {said} now{_risk(card, model)}."
    obstacle = _obstacle(card, model)
    return f"You cannot play {said} now: {obstacle}."


def risk_in_short(model: Model) -> str:
    """Return the risk of a Wild Draw Four that breaks its condition, in a line of 38 cells."""
    colour = model.view.colour if model.view else None
    return f"Unlawful, you hold {colour_words(colour or '')}: ? says why"


def _risk(card: str, model: Model) -> str:
    colour = model.view.colour if model.view else None
    if colour and risky(card, model.hand, colour):
        return f", but you hold {colour_words(colour)}, which makes it unlawful here"
    return ""


def _obstacle(card: str, model: Model) -> str:
    view, you = model.view, model.you
    if view is None or you is None:
        return "you hold no cards, you watch"
    if card not in you.hand:
        return f"you do not hold it; you hold {cards_words(you.hand) or 'no cards'}"
    if view.to_move != you.seat:
        return "it is not your turn"
    if view.phase in _FIRST:
        return _FIRST[view.phase]
    return _unfit(card, view, you)


_FIRST = {
    "name": "first you name the colour of the wild card turned up",
    "answer": "first you take the four cards or challenge",
}


def _unfit(card: str, view: View, you: You) -> str:
    if view.pending:
        return f"{view.pending} cards are pending on you; take them, or add a card of the same kind"
    if you.drawn is not None and view.rules.options.get("after_draw") == "drawn_only":
        return f"after drawing only the drawn card may be played, {card_words(you.drawn)}"
    return _no_match(card, view.top, view.colour)


def _no_match(card: str, top: str | None, colour: str | None) -> str:
    if is_wild(card) or top is None or colour is None or colour_of(card) == colour:
        return "the rules of this table forbid it; type rules"
    if is_wild(top):
        return f"{colour_words(colour)} was named, and only that colour or a wild card follows"
    return f"it matches neither {colour_words(colour)} nor {symbol_words(top)}"


def symbol_words(card: str) -> str:
    """Return what a card shows beside its colour, as in `7`, `Skip`, `Ten`."""
    words = card_words(card).split()
    return words[0] if is_french(card) else " ".join(words[1:])
