"""The middle of the table: stock, discard pile, colour in force, pending penalty, direction."""

from cardgame_client.screen import cards
from cardgame_client.screen.cells import Line, beside, stack
from cardgame_client.screen.glyphs import Glyphs
from cardgame_protocol.view import View

PILE_ROWS = cards.LARGE_ROWS


def direction_words(view: View, glyphs: Glyphs) -> str:
    """Return the arrow of play; no arrow between two, where there is only one direction."""
    if len([seat for seat in view.seats if seat.in_match]) < 3:
        return ""
    arrow = glyphs.clockwise if view.direction == 1 else glyphs.counter
    return f"{arrow} {'clockwise' if view.direction == 1 else 'counter-clockwise'}"


def pending_words(view: View) -> str:
    """Return the penalty that waits for whoever is on turn."""
    return f"{view.pending} cards pending" if view.pending else "nothing pending"


def pile_rows(view: View, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return the piles as five lines: two large cards, and what is in force beside them."""
    colour = view.colour
    style = f"class:swatch.{colour.lower()}" if colour else ""
    facts: list[Line] = [
        [("class:dim", "in force")],
        [(style, glyphs.swatch * 3), ("bold", f" {cards.in_force(colour, view.top, glyphs)}")],
        [("class:alarm" if view.pending else "class:dim", pending_words(view))],
        [("", direction_words(view, glyphs))],
        [],
    ]
    stock: list[Line] = [[], [], [("class:dim", "stock ")]]
    beneath: list[Line] = [[], [], [("class:dim", " discard")], [("class:dim", f" {view.discard}")]]
    left = max(1, (cells - 58) // 2)
    return stack(
        [
            (left, []),
            (7, stock),
            (cards.LARGE_CELLS + 3, cards.stock_pile(view.stock, glyphs)),
            (cards.LARGE_CELLS, cards.large(view.top, glyphs)),
            (12, beneath),
            (max(18, cells - left - 43), facts),
        ]
    )


def pile_line(view: View, cells: int, glyphs: Glyphs) -> Line:
    """Return the same in one line, for a low or narrow terminal."""
    line: Line = [("", " top ")]
    line += cards.token(view.top, glyphs) if view.top else [("class:dim", "none")]
    style = f"class:swatch.{view.colour.lower()}" if view.colour else ""
    line += [("", " "), (f"{style} bold", cards.in_force(view.colour, view.top, glyphs))]
    if view.pending:
        line.append(("class:alarm", f" +{view.pending}"))
    arrow = direction_words(view, glyphs).split(" ")[0]
    return beside(line, [("class:dim", f"stock {view.stock} {arrow} ")], cells)
