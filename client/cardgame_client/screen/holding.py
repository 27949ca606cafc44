"""The player's own cards as they are shown: order, which may be played, which at a risk."""

from collections.abc import Iterator, Sequence

from cardgame_client.hand_pages import playable_cards, risky
from cardgame_client.model import Model
from cardgame_client.screen.hand import Held, grouped


def held_cards(model: Model) -> list[Held]:
    """Return the own hand in the order shown, each card with what may be done with it now."""
    playable = playable_cards(model.legal)
    return [
        Held(
            card,
            playable=card in playable,
            risky=_at_a_risk(card, model),
            outlined=model.my_turn and card not in playable,
        )
        for card in grouped(model.hand)
    ]


def plays_of(model: Model, card: str) -> list[str]:
    """Return the legal actions that play this card."""
    return [" ".join(words) for words in _plays(model.legal) if words[1] == card]


def colours_offered(model: Model, card: str) -> list[str]:
    """Return the colours that may be named with this card now; none where none is asked."""
    offered = [words[2] for words in _plays(model.legal) if words[1] == card and len(words) > 2]
    return sorted({colour for colour in offered if len(colour) == 1}, key=offered.index)


def may_call(model: Model) -> bool:
    """Whether some legal play leaves one card that can be called with it (D8)."""
    return any(words[-1] == "call" for words in _plays(model.legal))


def _plays(legal: Sequence[str]) -> Iterator[list[str]]:
    for action in legal:
        words = action.split()
        if words[0] == "play":
            yield words


def _at_a_risk(card: str, model: Model) -> bool:
    """Return whether this Wild Draw Four breaks its condition, at a price or as a bluff."""
    view = model.view
    if view is None or view.rules.options.get("wd4_enforcement") not in ("penalty", "challenge"):
        return False
    return risky(card, model.hand, view.colour)
