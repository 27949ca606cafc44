"""The table seen from above: the others round it in turn order, the piles in its middle.

Play that goes clockwise leaves the viewer (at the lower edge) to the left, goes up that side,
along the top and down on the right; the arrows on the table's edge say which way it goes now.
"""

from collections.abc import Sequence

from cardgame_client.screen.cells import Fragment, Line, beside, centred, fit, shorten, stack
from cardgame_client.screen.clicks import SEAT, all_clickable
from cardgame_client.screen.flash import NOWHERE, Spots
from cardgame_client.screen.glyphs import Box, Glyphs
from cardgame_client.screen.piles import has_direction, pile_block
from cardgame_client.screen.seats import (
    card_line,
    label,
    name_of,
    others,
    plays_next,
    seat_style,
    standing,
)
from cardgame_protocol.view import View

SEAT_ROWS = 4
"""Lines of a seat: an edge with name and score, its cards, a remark, an edge."""

NARROWEST, WIDEST = 20, 30
"""Cells of a seat: room for ten cells of a name beside four digits; more would tear them apart."""

TABLE_ROWS = 12
"""The least height of the table itself: the piles, what is in force, and an edge."""

EDGE, ARROW = "class:rule", "bold"
"""Styles of the table's edge and of the arrows on it."""

LARGEST_TABLE = (84, 30)
"""Cells and rows beyond which the table would be mostly empty."""


def places(numbers: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Part the other seats, clockwise from the viewer's left, into left side, top and right side.

    The sides get a third each, one alone sits opposite, two face each other.
    """
    side = (len(numbers) + 1) // 3
    return (
        list(numbers[:side]),
        list(numbers[side : len(numbers) - side]),
        list(numbers[len(numbers) - side :]) if side else [],
    )


def least_rows(count: int) -> int:
    """Return the rows that so many other seats need at least."""
    left, top, _ = places(range(count))
    return (SEAT_ROWS if top else 0) + max(TABLE_ROWS, len(left) * SEAT_ROWS)


def ring(
    view: View,
    own: int | None,
    size: tuple[int, int],
    glyphs: Glyphs,
    lit: Spots = NOWHERE,
) -> list[Line]:
    """Return seats and table in exactly `size` = (cells, rows), at least `least_rows` high."""
    cells, rows = size
    left, top, right = places(others(view, own))
    above = max(0, rows - LARGEST_TABLE[1] - 2 * SEAT_ROWS) // 2
    rows -= 2 * above
    wide = min(WIDEST, max(NARROWEST, cells // 5))
    lines = _row(view, top, (cells, wide), glyphs, lit) if top else []
    below = rows - len(lines)
    columns: list[tuple[int, Sequence[Line]]] = []
    middle = cells - (wide if left else 0) - (wide if right else 0)
    if left:
        columns.append((wide, _column(view, left[::-1], (wide, below), glyphs, lit)))
    columns.append((middle, _table(view, (middle, below), glyphs, lit)))
    if right:
        columns.append((wide, _column(view, right, (wide, below), glyphs, lit)))
    seen = (lines + stack(columns))[:rows]
    return [fit(line, cells) for line in [*[[]] * above, *seen, *[[]] * above]]


def _row(
    view: View, numbers: Sequence[int], size: tuple[int, int], glyphs: Glyphs, lit: Spots
) -> list[Line]:
    """Return the seats along the top, each in the middle of its share of the width."""
    cells, wide = size
    share = cells // len(numbers)
    return stack(
        [
            (share, [centred(line, share) for line in _seat(view, number, wide, glyphs, lit)])
            for number in numbers
        ]
    )


def _column(
    view: View, numbers: Sequence[int], size: tuple[int, int], glyphs: Glyphs, lit: Spots
) -> list[Line]:
    """Return the seats of one side from the top down, each in the middle of its share."""
    wide, rows = size
    share = rows // len(numbers)
    lines: list[Line] = []
    for number in numbers:
        above = (share - SEAT_ROWS) // 2
        block = [*[[]] * above, *_seat(view, number, wide, glyphs, lit)]
        lines += block + [[]] * (share - len(block))
    return lines


def _seat(view: View, number: int, cells: int, glyphs: Glyphs, lit: Spots) -> list[Line]:
    """Return one seat as a frame of four lines; a double one while it is on turn."""
    seat, moving = view.seats[number], view.to_move == number
    box = glyphs.double if moving else glyphs.thin
    style = seat_style(view, number, lit)
    edge = "class:notice" if moving else (style or "class:rule")
    score = standing(seat, glyphs)
    pointer = f"{glyphs.pointer} " if moving else ""
    name = shorten(name_of(seat, number, glyphs), cells - len(score) - len(pointer) - 7)
    head: Line = [
        (edge, box.top_left + box.across),
        (f"{style} bold", f" {pointer}{name} "),
        (edge, box.across * cells),
    ]
    tail: Line = [("class:dim", f" {score} "), (edge, box.across + box.top_right)]
    remark = label(seat, cells - 4)
    inside: list[Line] = [card_line(view, number, glyphs), [("class:dim", remark)]]
    lines = [beside(head, tail, cells)]
    lines += [
        [(edge, box.down), *fit([("", " "), *line], cells - 2), (edge, box.down)] for line in inside
    ]
    lines.append(_lower_edge(box, cells, edge, " next " if plays_next(view, number) else ""))
    return all_clickable(lines, SEAT, number)


def _lower_edge(box: Box, cells: int, style: str, text: str) -> Line:
    """Return the lower edge with a text in its middle, which is more readable than the edge."""
    before = (cells - 2 - len(text)) // 2
    after = cells - 2 - len(text) - before
    return [
        (style, box.bottom_left + box.across * before),
        ("class:dim", text),
        (style, box.across * after + box.bottom_right),
    ]


def _table(view: View, size: tuple[int, int], glyphs: Glyphs, lit: Spots) -> list[Line]:
    """Return the table with the piles on it, in the middle of `size` = (cells, rows)."""
    cells = min(size[0] - 2, LARGEST_TABLE[0])
    rows = min(size[1], LARGEST_TABLE[1])
    inner = (cells - 2, rows - 2)
    piles = pile_block(view, inner, glyphs, lit)
    side, arrows = (EDGE, glyphs.thin.down), _side_arrows(view, glyphs)
    lines: list[Line] = [_edge(view, cells, glyphs, upper=True)]
    for row in range(inner[1]):
        left, right = arrows if row == inner[1] // 2 else (side, side)
        piece = fit(piles[row] if row < len(piles) else [], inner[0])
        lines.append([left, *piece, right])
    lines.append(_edge(view, cells, glyphs, upper=False))
    above = (size[1] - len(lines)) // 2
    return [[]] * above + [centred(line, size[0]) for line in lines]


def _side_arrows(view: View, glyphs: Glyphs) -> tuple[Fragment, Fragment]:
    """Return what stands halfway up the left and the right edge."""
    if not has_direction(view):
        return (EDGE, glyphs.thin.down), (EDGE, glyphs.thin.down)
    up, down = (ARROW, glyphs.rising), (ARROW, glyphs.falling)
    return (up, down) if view.direction == 1 else (down, up)


def _edge(view: View, cells: int, glyphs: Glyphs, *, upper: bool) -> Line:
    """Return the upper or the lower edge, with two arrows of the direction on it."""
    box = glyphs.thin
    first, last = (box.top_left, box.top_right) if upper else (box.bottom_left, box.bottom_right)
    if not has_direction(view):
        return [(EDGE, first + box.across * (cells - 2) + last)]
    clockwise = (view.direction == 1) == upper
    arrow = f" {glyphs.clockwise if clockwise else glyphs.counter} "
    third = (cells - 2 - 2 * len(arrow)) // 3
    middle = cells - 2 - 2 * len(arrow) - 2 * third
    return [
        (EDGE, first + box.across * third),
        (ARROW, arrow),
        (EDGE, box.across * middle),
        (ARROW, arrow),
        (EDGE, box.across * third + last),
    ]
