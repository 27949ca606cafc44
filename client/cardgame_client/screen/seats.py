"""The seats round the table: blocks where there is room, one word each where there is not.

They stand in the order of the table, beginning left of the viewer, so that a place never moves;
the arrow of the direction says in which order play goes along them.
"""

from collections.abc import Iterator, Sequence

from cardgame_client.screen.cells import Line, beside, drawable, shorten, stack
from cardgame_client.screen.glyphs import Glyphs
from cardgame_protocol.view import Seat, View

BLOCK_CELLS = 18
"""The narrowest block that still shows ten cells of a name beside a score of four digits."""

WIDEST_CELLS = 40
"""A wider block would tear name and score apart."""

FULL_ROWS = 3
"""Lines of a block with a remark on who plays; without it computers carry a sign."""

COMPUTER_SIGN = " (c)"

BACKS_DRAWN = 8
"""Card backs drawn at most; the number beside them tells the rest."""


def others(view: View, own: int | None) -> list[int]:
    """Seats to draw, clockwise from the viewer's left; all of them for a spectator."""
    count = len(view.seats)
    if own is None:
        return list(range(count))
    return [(own + step) % count for step in range(1, count)]


def next_seat(view: View, after: int) -> int | None:
    """Return the seat that follows `after` in the direction of play, among those in the match."""
    count = len(view.seats)
    for step in range(1, count):
        seat = (after + view.direction * step) % count
        if view.seats[seat].in_match:
            return seat
    return None


def name_of(seat: Seat, number: int, glyphs: Glyphs) -> str:
    """Return the holder's name fit to draw; `Seat 3` for an empty one."""
    return drawable(seat.name, glyphs.encoding) or f"Seat {number}"


def standing(seat: Seat, glyphs: Glyphs) -> str:
    """Points, or lives and points where the match is one of lives."""
    if seat.lives is None:
        return str(seat.total)
    return f"{glyphs.life * min(seat.lives, 5)}{' ' if seat.lives else 'out '}{seat.total}"


def label(seat: Seat) -> str:
    """Return what is to be said of who plays this seat: a computer, a stand-in, somebody away."""
    if seat.kind == "computer":
        return f"computer, {seat.level}" if seat.level else "computer"
    if seat.stand_in:
        return "away, stand-in"
    return "" if seat.here else "away"


def seat_rows(view: View, own: int | None, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Draw the other seats for `size` = (cells, rows): as blocks, or as words in a row or two."""
    cells, rows = size
    numbers = others(view, own)
    across = max(1, min(len(numbers), cells // BLOCK_CELLS, 5))
    bands = -(-len(numbers) // across)
    wide = min(cells // across, WIDEST_CELLS)
    for height in (FULL_ROWS, FULL_ROWS - 1):
        if bands * height <= rows:
            return [
                line
                for start in range(0, len(numbers), across)
                for line in _band(
                    view, own, numbers[start : start + across], (wide, height), glyphs
                )
            ]
    return list(_words(view, numbers, cells, glyphs))[:rows]


def _band(
    view: View, own: int | None, numbers: Sequence[int], size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    return stack([(size[0], _block(view, own, number, size, glyphs)) for number in numbers])


def _block(
    view: View, own: int | None, number: int, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    cells, height = size[0] - 2, size[1]
    seat, moving = view.seats[number], view.to_move == number
    style = "class:turn" if moving else ("" if seat.in_match else "class:off")
    score = standing(seat, glyphs)
    name = name_of(seat, number, glyphs)
    if height < FULL_ROWS and seat.kind == "computer":
        name += COMPUTER_SIGN
    name = shorten(name, cells - len(score) - 3)
    head: Line = [
        ("class:alarm" if moving else "", f"{glyphs.pointer if moving else ' '} "),
        (f"{style} bold", name),
    ]
    lines = [beside(head, [("class:dim", score)], cells), _cards(view, own, number, glyphs)]
    if height >= FULL_ROWS:
        lines.append([("", "  "), ("class:dim", shorten(label(seat), cells - 2))])
    return [[("", " "), *line] for line in lines]


def _cards(view: View, own: int | None, number: int, glyphs: Glyphs) -> Line:
    seat = view.seats[number]
    if not seat.in_match:
        return [("class:off", "  out of the match")]
    line: Line = [
        ("", "  "),
        ("class:dim", glyphs.back * min(seat.cards, BACKS_DRAWN)),
        ("bold", f" {seat.cards}"),
    ]
    if number in view.uncalled:
        line.append(("class:alarm", " NOT CALLED"))
    elif seat.cards == 1:
        line.append(("class:notice", " LAST CARD"))
    if own is not None and view.to_move == own and next_seat(view, own) == number:
        line.append(("class:dim", " next"))
    return line


def _words(view: View, numbers: Sequence[int], cells: int, glyphs: Glyphs) -> Iterator[Line]:
    """`>Bea 5 Cem 11~ Dot 1c!`: `~` away, `c` computer, `!` one card, `?` not called."""
    share = max(6, cells // max(1, len(numbers)) - 1)
    line: Line = []
    used = 0
    for number in numbers:
        text = _word(view, number, share, glyphs)
        style = "class:turn" if view.to_move == number else ""
        if number in view.uncalled:
            style = "class:alarm"
        if line and used + share + 1 > cells:
            yield line
            line, used = [], 0
        line.append((style, text.ljust(share) + " "))
        used += share + 1
    if line:
        yield line


def _word(view: View, number: int, cells: int, glyphs: Glyphs) -> str:
    seat = view.seats[number]
    signs = "c" if seat.kind == "computer" else ""
    signs += "" if seat.here and not seat.stand_in else "~"
    signs += "!" if seat.cards == 1 else ""
    if number in view.uncalled:
        signs += "?"
    count = f"{seat.cards}{signs}"
    pointer = glyphs.pointer if view.to_move == number else " "
    name = shorten(name_of(seat, number, glyphs), cells - len(count) - 2)
    return f"{pointer}{name} {count}"
