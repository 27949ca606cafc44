"""K2, K3 and K11 once more in the plainest words, to hold the engine against."""

from __future__ import annotations

from cardgame_rules import Card

RANKS = "A23456789TJQK"
PICTURES = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}


def wild(card: Card) -> bool:
    return card in ("W", "F") or (card[0] == "8")


def colour(card: Card) -> str:
    """The colour or suit printed on a card that is no wild."""
    return card[1] if card[0] in RANKS else card[0]


def symbol(card: Card) -> str:
    """The rank, number or action of a card that is no wild."""
    return card[0] if card[0] in RANKS else card[1]


def follows(card: Card, top: Card | None, in_force: str | None) -> bool:
    """Tell whether `card` may be laid on `top` while `in_force` is the colour in force."""
    if top is None or wild(card):
        return True
    if colour(card) == in_force:
        return True
    return not wild(top) and symbol(card) == symbol(top)


def value(card: Card) -> int:
    if wild(card):
        return 50
    if card[0] in RANKS:
        return PICTURES.get(card[0]) or int(card[0])
    return int(card[1]) if card[1].isdigit() else 20
