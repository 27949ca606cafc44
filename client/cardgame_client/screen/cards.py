"""One card drawn: as a token of a few cells, as a small frame, as the large top card."""

from cardgame_client import notation
from cardgame_client.screen.cells import Line, pad
from cardgame_client.screen.glyphs import Box, Glyphs
from cardgame_client.screen.palette import card_style
from cardgame_rules.cards import colour_of

FRAME_CELLS = 5
FRAME_ROWS = 4
LARGE_CELLS = 9
LARGE_ROWS = 5


def symbol_of(card: str, glyphs: Glyphs) -> str:
    """Return the picture on a card: its number, suit or action sign."""
    if notation.is_french(card):
        return glyphs.suits[card[1]]
    mark = card[-1]
    return glyphs.symbols.get(mark, mark)


def in_force(colour: str | None, top: str | None, glyphs: Glyphs) -> str:
    """Return the colour in force as `YELLOW` or `HEARTS ♥`, or why there is none yet."""
    if colour is None:
        return "ANY CARD" if top is None else "TO BE NAMED"
    sign = glyphs.suits.get(colour, "")
    word = notation.colour_words(colour).upper()
    return f"{word} {sign}" if sign and sign != colour else word


def token_text(card: str, glyphs: Glyphs) -> str:
    """Return a card in a word: its notation, for French cards with the suit's symbol (`8H♥`)."""
    sign = symbol_of(card, glyphs)
    return card + sign if notation.is_french(card) and sign != card[1] else card


def token(card: str, glyphs: Glyphs) -> Line:
    """Return a card as one coloured word with a space on each side."""
    return [(card_style(colour_of(card)), f" {token_text(card, glyphs)} ")]


def frame(card: str, sign: str, box: Box, glyphs: Glyphs, style: str) -> list[Line]:
    """Return a card of the hand as 4 lines of 5 cells, `sign` set into the lower edge.

    The corner holds the notation that is typed, the middle the picture.
    """
    inner = FRAME_CELLS - 2
    return [
        [(style, box.top(FRAME_CELLS))],
        [(style, box.down + pad(card, inner) + box.down)],
        [(style, box.down + symbol_of(card, glyphs).rjust(inner) + box.down)],
        [(style, box.bottom(FRAME_CELLS, sign))],
    ]


def large(card: str | None, glyphs: Glyphs) -> list[Line]:
    """Return the top card: 5 lines of 9 cells; an empty frame before the first card."""
    box, inner = glyphs.thin, LARGE_CELLS - 2
    if card is None:
        blank = [("class:off", box.down + " " * inner + box.down)]
        top, bottom = box.top(LARGE_CELLS), box.bottom(LARGE_CELLS)
        return [[("class:off", top)], blank, blank, blank, [("class:off", bottom)]]
    style = f"{card_style(colour_of(card))} bold"
    sign = symbol_of(card, glyphs)
    rows = [f" {card}".ljust(inner), sign.center(inner), f"{card} ".rjust(inner)]
    return [
        [(style, box.top(LARGE_CELLS))],
        *[[(style, box.down + row + box.down)] for row in rows],
        [(style, box.bottom(LARGE_CELLS))],
    ]


def stock_pile(count: int, glyphs: Glyphs) -> list[Line]:
    """Return the face-down stock: a card's back with the number of cards on it, empty at zero."""
    box, inner = glyphs.thin, LARGE_CELLS - 2
    if count == 0:
        return large(None, glyphs)
    back = [("class:dim", box.down + glyphs.back * inner + box.down)]
    number = f" {count} ".center(inner, glyphs.back)
    return [
        [("class:dim", box.top(LARGE_CELLS))],
        back,
        [("class:dim", box.down), ("bold", number), ("class:dim", box.down)],
        back,
        [("class:dim", box.bottom(LARGE_CELLS))],
    ]
