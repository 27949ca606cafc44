"""The table while a hand is played: seats, piles, own hand, log and chat, for every size.

Three plans: `round` with the others round the table and log and chat beside it, `roomy` with large
cards and framed hand, `tight` from 40x10 up with words. Each gives every part a fixed height and
the rest to log and chat.
"""

from cardgame_client.model import Model
from cardgame_client.screen.aside import SIDE_CELLS, SIDE_ROWS, aside, side_cells
from cardgame_client.screen.cards import token
from cardgame_client.screen.cells import Line, fit, stack
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.hand import hand_pane
from cardgame_client.screen.heading import rule, title
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.piles import PILE_ROWS, pile_line, pile_rows
from cardgame_client.screen.ring import least_rows, ring
from cardgame_client.screen.seats import name_of, others, seat_rows
from cardgame_client.screen.talk import talk_rows
from cardgame_client.screen.waits import own_line, own_standing
from cardgame_protocol.view import View

ROOMY_CELLS = 64
ROOMY_ROWS = 20
ROUND_ROWS = 30
"""From this height on the others sit round the table, where hand and seats leave room for that."""

TALK_KEPT = 2
"""Lines of the log that a growing hand may not take."""


def table_page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the whole page, exactly `size` = (cells, rows)."""
    view = model.view
    if view is None:
        return []
    cells, rows = size
    if cells >= SIDE_CELLS and rows >= SIDE_ROWS:
        return _wide(model, view, desk, size, glyphs)
    if cells >= ROOMY_CELLS and rows >= ROOMY_ROWS:
        return _roomy(model, view, desk, size, glyphs, talk=True)
    return _tight(model, view, desk, size, glyphs)


def _wide(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Table and hand at the left, log and chat beside them."""
    cells, rows = size
    side = side_cells(cells)
    left = cells - side - 1
    bar: list[Line] = [[("class:rule", glyphs.bar)]] * rows
    round_table = _round(model, view, desk, (left, rows - 2), glyphs) if rows >= ROUND_ROWS else []
    if not round_table:
        plain = _roomy(model, view, desk, (left, rows), glyphs, talk=False)
        talk = talk_rows(model.log, (side, rows), glyphs, desk.scroll)
        return stack([(left, plain), (1, bar), (side, talk)])
    talk = aside(model, desk, (side, rows - 2), glyphs)
    head = [title(view, cells, glyphs), rule(cells, glyphs)]
    return head + stack([(left, round_table), (1, bar[2:]), (side, talk)])


def _round(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Seats round the table over the own hand; nothing where the hand leaves no room for them."""
    cells, rows = size
    own = [*_shown(model, glyphs), own_line(model, desk, cells, glyphs), rule(cells, glyphs)]
    least = least_rows(len(others(view, model.seat)))
    hand = _hand(model, desk, (cells, rows - len(own)), glyphs)
    room = rows - len(own) - len(hand)
    if room < least:
        return []
    seats = ring(view, model.seat, (cells - 1, room), glyphs, desk.lit)
    return [*seats, *[[]] * (room - len(seats)), *own, *hand]


def _roomy(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs, *, talk: bool
) -> list[Line]:
    cells, rows = size
    head = [title(view, cells, glyphs), rule(cells, glyphs)]
    head += seat_rows(view, model.seat, (cells, 6), glyphs, desk.lit)
    piles = pile_rows(view, cells, glyphs, desk.lit)
    own = [*_shown(model, glyphs), own_line(model, desk, cells, glyphs), rule(cells, glyphs)]
    spare = rows - len(head) - PILE_ROWS - len(own) - 1
    hand = _hand(model, desk, (cells, max(2, spare - (TALK_KEPT if talk else 0))), glyphs)
    left = spare - len(hand)
    if talk:
        airy = 1 if left >= TALK_KEPT + 4 else 0
        lines = [*head, *[[]] * airy, *piles, *own, *hand, rule(cells, glyphs)]
        lines += talk_rows(model.log, (cells, rows - len(lines)), glyphs, desk.scroll)
    else:
        gap: list[Line] = [[]] * max(0, left // 2)
        lines = [*head, *gap, *piles, *[[]] * max(0, left - len(gap)), *own, *hand]
    return [fit(line, cells) for line in lines[:rows]]


def _tight(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    cells, rows = size
    standing = own_standing(model, desk, view, glyphs)
    lines = [title(view, cells, glyphs, standing)]
    room = (cells, 2 if len(view.seats) > 5 else 1)
    lines += seat_rows(view, model.seat, room, glyphs, desk.lit)
    lines.append(pile_line(view, cells, glyphs, desk.lit))
    shown = _shown(model, glyphs)  # in the place of a rule: there is no line to spare here
    lines += [own_line(model, desk, cells, glyphs, own=False), *(shown or [rule(cells, glyphs)])]
    spare = rows - len(lines) - 1
    lines += _hand(model, desk, (cells, max(1, spare - 2)), glyphs)
    lines.append(rule(cells, glyphs))
    lines += talk_rows(model.log, (cells, max(0, rows - len(lines))), glyphs, desk.scroll)
    return [fit(line, cells) for line in lines[:rows]]


def _shown(model: Model, glyphs: Glyphs) -> list[Line]:
    """Return the hand that a challenge has shown to the player, as a line (D7)."""
    shown = model.you.shown if model.you else None
    if shown is None or model.view is None:
        return []
    name = name_of(model.view.seats[shown.seat], shown.seat, glyphs)
    line: Line = [("class:notice", f" {name} held: ")]
    for card in shown.cards:
        line += token(card, glyphs)
    return [line]


def _hand(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    if model.seat is None:
        return [[("class:dim", " You watch. Nobody's cards are shown.")]]
    return hand_pane(held_cards(model), desk.chosen, size, glyphs)
