"""The middle of the table: stock, discard pile, colour in force, pending penalty, direction."""

from cardgame_client.screen import cards
from cardgame_client.screen.cells import Line, beside, centred, stack
from cardgame_client.screen.clicks import KEY, all_clickable
from cardgame_client.screen.flash import NOWHERE, PENDING, TOP, Spots
from cardgame_client.screen.glyphs import Glyphs
from cardgame_protocol.view import View

PILE_ROWS = cards.LARGE[1]

HUGE_CELLS, HUGE_ROWS = 40, 14
"""From this room on the piles are drawn in their largest shape."""

DRAW_KEY = "P"
"""What a click on the stock stands for: the key that draws in every game."""


def direction_words(view: View, glyphs: Glyphs) -> str:
    """Return the arrow of play; no arrow between two, where there is only one direction."""
    if not has_direction(view):
        return ""
    arrow = glyphs.clockwise if view.direction == 1 else glyphs.counter
    return f"{arrow} {'clockwise' if view.direction == 1 else 'counter-clockwise'}"


def has_direction(view: View) -> bool:
    """Whether more than two play on, so that there are two ways round."""
    return len([seat for seat in view.seats if seat.in_match]) > 2


def pending_words(view: View) -> str:
    """Return the penalty that waits for whoever is on turn."""
    return f"{view.pending} cards pending" if view.pending else "nothing pending"


def _colour_line(view: View, glyphs: Glyphs) -> Line:
    style = f"class:swatch.{view.colour.lower()}" if view.colour else ""
    words = cards.in_force(view.colour, view.top, glyphs)
    return [(style, glyphs.swatch * 3), ("bold", f" {words}")]


def _pending_line(view: View, lit: Spots) -> Line:
    style = "class:alarm" if view.pending else "class:dim"
    return [(f"{style} class:flash" if PENDING in lit else style, pending_words(view))]


def pile_rows(view: View, cells: int, glyphs: Glyphs, lit: Spots = NOWHERE) -> list[Line]:
    """Return the piles as five lines: two large cards, and what is in force beside them."""
    facts: list[Line] = [
        [("class:dim", "in force")],
        _colour_line(view, glyphs),
        _pending_line(view, lit),
        [("", direction_words(view, glyphs))],
        [],
    ]
    stock: list[Line] = [[], [], [("class:dim", "stock ")]]
    beneath: list[Line] = [[], [], [("class:dim", " discard")], [("class:dim", f" {view.discard}")]]
    left = max(1, (cells - 58) // 2)
    back = all_clickable(cards.stock_pile(view.stock, glyphs), KEY, DRAW_KEY)
    return stack(
        [
            (left, []),
            (7, stock),
            (cards.LARGE[0] + 3, back),
            (cards.LARGE[0], cards.large(view.top, glyphs, lit=TOP in lit)),
            (12, beneath),
            (max(18, cells - left - 43), facts),
        ]
    )


def pile_block(
    view: View, size: tuple[int, int], glyphs: Glyphs, lit: Spots = NOWHERE
) -> list[Line]:
    """Return the piles in the middle of `size` = (cells, rows), what is in force beneath them."""
    cells, rows = size
    shape = cards.HUGE if cells >= HUGE_CELLS and rows >= HUGE_ROWS else cards.LARGE
    wide = shape[0]
    back = all_clickable(cards.stock_pile(view.stock, glyphs, shape), KEY, DRAW_KEY)
    top = cards.large(view.top, glyphs, shape, lit=TOP in lit)
    # One cell wider than the card above, so that three digits have room.
    under: Line = centred([("class:dim", "stock")], wide + 2)
    under += centred([("class:dim", f"discard {view.discard}")], wide + 2)
    lines = [*stack([(wide + 3, back), (wide, top)]), under, []]
    if rows > len(lines) + 4:
        lines.append([("class:dim", "in force")])
    lines += [_colour_line(view, glyphs), _pending_line(view, lit)]
    lines.append([("", direction_words(view, glyphs))])
    above = max(0, (rows - len(lines)) // 2)
    return ([[]] * above + [centred(line, cells) for line in lines])[:rows]


def pile_line(view: View, cells: int, glyphs: Glyphs, lit: Spots = NOWHERE) -> Line:
    """Return the same in one line, for a low or narrow terminal."""
    line: Line = [("class:flash" if TOP in lit else "", " top ")]
    line += cards.token(view.top, glyphs) if view.top else [("class:dim", "none")]
    style = f"class:swatch.{view.colour.lower()}" if view.colour else ""
    line += [("", " "), (f"{style} bold", cards.in_force(view.colour, view.top, glyphs))]
    if view.pending:
        line.append(("class:alarm", f" +{view.pending}"))
    arrow = direction_words(view, glyphs).split(" ")[0]
    return beside(line, [("class:dim", f"stock {view.stock} {arrow} ")], cells)
