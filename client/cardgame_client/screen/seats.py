"""The seats round the table: blocks where there is room, one word each where there is not.

They stand in the order of the table, beginning left of the viewer, so that a place never moves;
the arrow of the direction says in which order play goes along them.
"""

from collections.abc import Iterator, Sequence

from cardgame_client.screen.cells import Line, beside, drawable, pad, shorten, stack, whole_parts
from cardgame_client.screen.clicks import SEAT, all_clickable, clickable
from cardgame_client.screen.flash import NOWHERE, Spots, seat_spot
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
    lives = glyphs.life * min(seat.lives, 5) if seat.lives else f"0{glyphs.life}"
    return f"{lives} {seat.total}"


def label(seat: Seat, cells: int = 80) -> str:
    """Return what is to be said of who plays this seat: a computer, a stand-in, somebody away.

    Where it does not fit into `cells` its last parts are left out, and no part is cut.
    """
    if seat.kind == "computer":
        parts = ["computer", *([drawable(seat.level)] if seat.level else [])]
    else:
        parts = [] if seat.here else ["away"]
        if seat.stand_in:
            parts = ["away", "stand-in"]
    return whole_parts(parts, cells)


def seat_rows(
    view: View,
    own: int | None,
    size: tuple[int, int],
    glyphs: Glyphs,
    lit: Spots = NOWHERE,
) -> list[Line]:
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
                    view, numbers[start : start + across], (wide, height), glyphs, lit
                )
            ]
    return list(_words(view, numbers, size, glyphs, lit))[:rows]


def _band(
    view: View, numbers: Sequence[int], size: tuple[int, int], glyphs: Glyphs, lit: Spots
) -> list[Line]:
    return stack([(size[0], _block(view, number, size, glyphs, lit)) for number in numbers])


def seat_style(view: View, number: int, lit: Spots) -> str:
    """Return the style of a seat's name: on turn, lit for a moment, out of the match, or none."""
    if seat_spot(number) in lit:
        return "class:flash"
    if view.to_move == number:
        return "class:turn"
    return "" if view.seats[number].in_match else "class:off"


def _block(
    view: View, number: int, size: tuple[int, int], glyphs: Glyphs, lit: Spots
) -> list[Line]:
    cells, height = size[0] - 2, size[1]
    seat, moving = view.seats[number], view.to_move == number
    style = seat_style(view, number, lit)
    score = standing(seat, glyphs)
    name = name_of(seat, number, glyphs)
    if height < FULL_ROWS and seat.kind == "computer":
        name += COMPUTER_SIGN
    name = shorten(name, cells - len(score) - 3)
    head: Line = [
        ("class:alarm" if moving else "", f"{glyphs.pointer if moving else ' '} "),
        (f"{style} bold", name),
    ]
    lines = [
        beside(head, [("class:dim", score)], cells),
        [("", "  "), *card_line(view, number, glyphs), *_next(view, number)],
    ]
    if height >= FULL_ROWS:
        lines.append([("", "  "), ("class:dim", label(seat, cells - 2))])
    return all_clickable([[("", " "), *line] for line in lines], SEAT, number)


def card_line(view: View, number: int, glyphs: Glyphs) -> Line:
    """Return how many cards a seat holds, as backs and as a number, and what that means."""
    seat = view.seats[number]
    if not seat.in_match:
        return [("class:off", "out of the match")]
    line: Line = [
        ("class:dim", glyphs.back * min(seat.cards, BACKS_DRAWN)),
        ("bold", f" {seat.cards}"),
    ]
    if number in view.uncalled:
        line.append(("class:alarm", " NOT CALLED"))
    elif seat.cards == 1:
        line.append(("class:notice", " LAST CARD"))
    return line


def plays_next(view: View, number: int) -> bool:
    """Whether this seat follows the one that is on turn."""
    return view.to_move is not None and next_seat(view, view.to_move) == number


def _next(view: View, number: int) -> Line:
    return [("class:dim", " next")] if plays_next(view, number) else []


def _words(
    view: View, numbers: Sequence[int], size: tuple[int, int], glyphs: Glyphs, lit: Spots
) -> Iterator[Line]:
    """`>Bea 5 Cem 11~ Dot 1c!`: `~` away, `c` computer, `!` one card, `?` not called."""
    cells, rows = size
    share = max(6, cells // max(1, -(-len(numbers) // rows)) - 1)
    line: Line = []
    used = 0
    for number in numbers:
        text = _word(view, number, share, glyphs)
        style = seat_style(view, number, lit)
        if number in view.uncalled:
            style = "class:alarm"
        if line and used + share + 1 > cells:
            yield line
            line, used = [], 0
        line.append((clickable(style, SEAT, number), pad(text, share) + " "))
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
