"""One card drawn: as a token of a few cells, as a small frame, as the large top card."""

from cardgame_client import notation
from cardgame_client.screen.cells import Line, pad
from cardgame_client.screen.glyphs import Box, Glyphs
from cardgame_client.screen.palette import card_style
from cardgame_rules.cards import colour_of

FRAME = (5, 4)
"""Cells and rows of a card of the hand: its notation, its picture and a frame round them."""

BIG_FRAME = (7, 5)
"""The same where there is room: a blank line more, and air at the sides."""

LARGE = (9, 5)
"""Cells and rows of the top card and of the stock."""

HUGE = (13, 7)
"""The same on the largest screens."""

Shape = tuple[int, int]
"""Cells and rows."""


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


def frame(
    card: str, sign: str, box: Box, glyphs: Glyphs, style: str, shape: Shape = FRAME
) -> list[Line]:
    """Return a card of the hand in a frame of this shape, `sign` set into the lower edge.

    The corner holds the notation that is typed, the middle the picture.
    """
    cells, rows = shape
    inner = cells - 2
    picture = symbol_of(card, glyphs)
    middle = picture.rjust(inner) if shape == FRAME else picture.center(inner)
    corner = pad(card if shape == FRAME else f" {card}", inner)
    blank = [" " * inner] * (rows - 4)
    return [
        [(style, box.top(cells))],
        *[[(style, box.down + row + box.down)] for row in (corner, *blank, middle)],
        [(style, box.bottom(cells, sign))],
    ]


def large(
    card: str | None, glyphs: Glyphs, shape: Shape = LARGE, *, lit: bool = False
) -> list[Line]:
    """Return the top card in this shape; an empty frame before the first card.

    `lit` is the moment after it was played: a double frame in the colours of a highlight.
    """
    cells, rows = shape
    box, inner = glyphs.double if lit else glyphs.thin, cells - 2
    if card is None:
        return _framed([" " * inner] * (rows - 2), cells, box, "class:off")
    style = f"{card_style(colour_of(card))} bold{' class:flash' if lit else ''}"
    blank = [" " * inner] * ((rows - 5) // 2)
    sign = symbol_of(card, glyphs).center(inner)
    return _framed(
        [f" {card}".ljust(inner), *blank, sign, *blank, f"{card} ".rjust(inner)], cells, box, style
    )


def _framed(texts: list[str], cells: int, box: Box, style: str) -> list[Line]:
    return [
        [(style, box.top(cells))],
        *[[(style, box.down + text + box.down)] for text in texts],
        [(style, box.bottom(cells))],
    ]


def stock_pile(count: int, glyphs: Glyphs, shape: Shape = LARGE) -> list[Line]:
    """Return the face-down stock: a card's back with the number of cards on it, empty at zero."""
    cells, rows = shape
    box, inner = glyphs.thin, cells - 2
    if count == 0:
        return large(None, glyphs, shape)
    lines = _framed([glyphs.back * inner] * (rows - 2), cells, box, "class:dim")
    number = f" {count} ".center(inner, glyphs.back)
    lines[rows // 2] = [("class:dim", box.down), ("bold", number), ("class:dim", box.down)]
    return lines
