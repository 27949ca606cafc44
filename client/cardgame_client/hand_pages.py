"""The pages about one's own cards: what is held, what can be done, and what that risks."""

from collections.abc import Iterable, Sequence

from cardgame_client.model import Model
from cardgame_client.notation import card_words, cards_words, colour_words, is_wild
from cardgame_client.pages import place_in_hand
from cardgame_client.voice import listed
from cardgame_client.waiting_words import NO_TABLE, voice_of, waiting_for


def hand(model: Model) -> list[str]:
    """Return the player's cards, and what can be done with them."""
    if model.you is None:
        return ["You hold no cards: you watch." if model.view else NO_TABLE]
    cards = model.you.hand
    held = f"You hold {len(cards)}: {cards_words(cards)}." if cards else "You hold no cards."
    return [held, *shown_hand(model), *choices(model)]


def shown_hand(model: Model) -> list[str]:
    """Return the hand that a challenge has shown to the player, while it may be seen."""
    shown = model.you.shown if model.you else None
    if shown is None:
        return []
    return [f"You have seen {voice_of(model).whose(shown.seat)} hand: {cards_words(shown.cards)}."]


def choices(model: Model) -> list[str]:
    """Return what the player may do now; nothing where there is nothing to do."""
    playable = playable_cards(model.legal)
    others = [words for action in model.legal if (words := _other_action(action, model))]
    lines = []
    if playable:
        lines.append(f"You can play: {', '.join(_with_risk(card, model) for card in playable)}.")
    if others:
        also = "also " if playable else ""
        lines.append(f"You can {also}{listed(others, 'or')}.")
    if any(action.startswith("play ") and action.endswith(" call") for action in model.legal):
        lines.append("Playing leaves you one card: add call to the play.")
    return lines


def playable_cards(legal: Iterable[str]) -> list[str]:
    """Return each kind of card that some `play` among `legal` plays, in the order of the hand."""
    plays = (action.split() for action in legal)
    return sorted({parts[1] for parts in plays if parts[0] == "play"}, key=place_in_hand)


def _with_risk(card: str, model: Model) -> str:
    view = model.view
    rule = view.rules.options.get("wd4_enforcement") if view else None
    if view is None or not risky(card, model.hand, view.colour) or rule not in _RISKS:
        return card_words(card)
    return f"{card_words(card)} (risky: you hold {colour_words(view.colour or '')}, {_RISKS[rule]})"


_RISKS: dict[object, str] = {
    "penalty": "it would come back and cost four cards and the turn",
    "challenge": "a challenge would cost you four cards",
}
"""What an unlawful Wild Draw Four costs, by the option `wd4_enforcement` (A12, D7)."""


def _other_action(action: str, model: Model) -> str:
    verb, _, rest = action.partition(" ")
    if verb == "play":
        return ""
    if verb == "catch":
        return f"catch {voice_of(model).plain_name(int(rest))}"
    if verb == "name":
        return f"name {colour_words(rest)}"
    return verb


def hint(model: Model) -> list[str]:
    """Return everything the player can do now, as commands to type."""
    if model.view is None:
        return [NO_TABLE]
    if not model.legal:
        return ["There is nothing for you to do now.", waiting_for(model)]
    return [f"You can type: {', '.join(typed_actions(model))}."]


def typed_actions(model: Model) -> list[str]:
    """Return the legal actions as commands; a seat to catch by its name."""
    spoken = voice_of(model)
    typed = []
    for action in model.legal:
        verb, _, rest = action.partition(" ")
        typed.append(f"catch {spoken.plain_name(int(rest))}" if verb == "catch" else action.lower())
    return typed


def risky(card: str, hand_cards: Sequence[str], colour: str | None) -> bool:
    """Tell whether a Wild Draw Four would be played while holding the colour in force (A10, D6)."""
    return card == "F" and any(held[0] == colour for held in hand_cards if not is_wild(held))
