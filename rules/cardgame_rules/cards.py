"""Cards, their notation and values, and the three decks (rules A2, B1, C1, D1, K11).

A card is its notation: two characters, or one for a card without a colour.

* Colour decks: colour letter, then the symbol: `R7`, `GS` (Skip), `YV` (Reverse), `BD` (Draw Two);
  `W` is a Wild and `F` a Wild Draw Four.
* French deck: rank, then suit: `8H`, `TC`.

A colour is one of `R G Y B`, or a suit, one of `C D H S`; both are called colour. The first
characters of the two notations never meet, so a card names its deck's family by itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Card: TypeAlias = str
Colour: TypeAlias = str

COLOURS: Final = ("R", "G", "Y", "B")
SUITS: Final = ("C", "D", "H", "S")
NUMBERS: Final = "0123456789"
RANKS: Final = "A23456789TJQK"
SKIP: Final = "S"
REVERSE: Final = "V"
DRAW_TWO: Final = "D"
WILD: Final = "W"
WILD_DRAW_FOUR: Final = "F"
EIGHT: Final = "8"


def colour_of(card: Card) -> Colour | None:
    """Return the colour printed on `card`; None for a Wild and a Wild Draw Four."""
    if card[0] in RANKS:
        return card[1]
    return card[0] if len(card) == 2 else None


def symbol_of(card: Card) -> str:
    """Return the number, action or rank of `card`: what K3 matches beside the colour."""
    return card[0] if card[0] in RANKS or len(card) == 1 else card[1]


def is_wild(card: Card) -> bool:
    """Tell whether `card` names a colour when played: Wild, Wild Draw Four, or an eight."""
    return len(card) == 1 or card[0] == EIGHT


def value_of(card: Card) -> int:
    """Return what `card` counts when left in a hand, in points (K11)."""
    symbol = symbol_of(card)
    if is_wild(card):
        return 50
    if card[0] in RANKS:
        return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(symbol) or int(symbol)
    return int(symbol) if symbol in NUMBERS else 20


class Deck(NamedTuple):
    """One pack: its name as in the option `deck`, every card of it, and its colours."""

    name: str
    cards: tuple[Card, ...]
    colours: tuple[Colour, ...]


def _coloured(symbols: str, copies: int) -> list[Card]:
    return [colour + symbol for colour in COLOURS for symbol in symbols for _ in range(copies)]


_NUMBER_CARDS = _coloured("0", 1) + _coloured("123456789", 2)
_WILDS = [WILD] * 4 + [WILD_DRAW_FOUR] * 4
_FRENCH_CARDS = [rank + suit for suit in SUITS for rank in RANKS]

DECKS: Final[dict[str, Deck]] = {
    deck.name: deck
    for deck in (
        Deck(
            "color108",
            tuple(_NUMBER_CARDS + _coloured(SKIP + REVERSE + DRAW_TWO, 2) + _WILDS),
            COLOURS,
        ),
        # A2: sixteen Skips stand where other packs have eight Skips and eight Reverses.
        Deck(
            "color108_noreverse",
            tuple(_NUMBER_CARDS + _coloured(SKIP, 4) + _coloured(DRAW_TWO, 2) + _WILDS),
            COLOURS,
        ),
        Deck("french52", tuple(_FRENCH_CARDS), SUITS),
    )
}

CARDS: Final = frozenset(card for deck in DECKS.values() for card in deck.cards)
"""Every card of every deck: the notation of a card is right exactly if it is in here."""

VALUE: Final[dict[Card, int]] = {card: value_of(card) for card in CARDS}

_COLOUR_ORDER = "RGYB"
_SYMBOL_ORDER = NUMBERS + SKIP + REVERSE + DRAW_TWO


def _place(card: Card) -> tuple[int, int]:
    if card[0] in RANKS:
        return SUITS.index(card[1]), RANKS.index(card[0])
    if len(card) == 1:
        return len(COLOURS), 0 if card == WILD else 1
    return _COLOUR_ORDER.index(card[0]), _SYMBOL_ORDER.index(card[1])


ORDER: Final[dict[Card, int]] = {card: i for i, card in enumerate(sorted(CARDS, key=_place))}
"""The order in which a hand is shown: by colour or suit, low to high, wilds last."""


def in_order(cards: list[Card]) -> list[Card]:
    """Return `cards` sorted for showing; the result tells nothing of when each was drawn."""
    return sorted(cards, key=ORDER.__getitem__)
