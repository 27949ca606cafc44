"""The table while a hand is played: seats, piles, own hand, log and chat, for every size.

Two plans: `roomy` with large cards and framed hand, `tight` from 40x10 up with words. Each gives
every part a fixed height and the rest to log and chat.
"""

from cardgame_client.model import Model
from cardgame_client.screen.cards import token
from cardgame_client.screen.cells import Line, drawable, fit, headed, stack
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.hand import hand_pane
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.piles import PILE_ROWS, pile_line, pile_rows
from cardgame_client.screen.seats import name_of, seat_rows
from cardgame_client.screen.talk import talk_rows
from cardgame_client.screen.waits import own_line
from cardgame_client.voice import counted
from cardgame_protocol.view import View

ROOMY_CELLS = 64
ROOMY_ROWS = 20
SIDE_CELLS = 112
"""From this width on log and chat stand beside the table, unless it is tall as well."""

TALL_ROWS = 32
"""From this height on there is room enough for log and chat below the table."""

TALK_KEPT = 2
"""Lines of the log that a growing hand may not take."""


def title(view: View, cells: int, glyphs: Glyphs) -> Line:
    """Return the first line: what is played and to which end, where, who watches."""
    goal = str(view.rules.options.get("match_end", "")).replace(":", " ")
    kind, _, number = goal.partition(" ")
    end = counted(int(number), "life") if kind == "lives" else f"to {number}"
    dot = f" {glyphs.dot} "
    left = dot.join([f"{view.rules.preset} {end}", *([f"hand {view.hand}"] if view.hand else [])])
    right = [drawable(view.name, glyphs.encoding)]
    if view.spectators:
        right.append(f"{len(view.spectators)} watching")
    return headed([("class:title", f" {left}")], [("class:dim", f"{dot.join(right)} ")], cells)


def rule(cells: int, glyphs: Glyphs) -> Line:
    """Return a line across."""
    return [("class:rule", glyphs.rule * cells)]


def table_page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the whole page, exactly `size` = (cells, rows)."""
    view = model.view
    if view is None:
        return []
    cells, rows = size
    if cells >= SIDE_CELLS and ROOMY_ROWS <= rows < TALL_ROWS:
        side = min(60, cells // 3)
        left = _roomy(model, view, desk, (cells - side - 1, rows), glyphs, talk=False)
        talk = talk_rows(model.log, (side, rows), glyphs, desk.back)
        bar: list[Line] = [[("class:rule", glyphs.bar)]] * rows
        return stack([(cells - side - 1, left), (1, bar), (side, talk)])
    if cells >= ROOMY_CELLS and rows >= ROOMY_ROWS:
        return _roomy(model, view, desk, size, glyphs, talk=True)
    return _tight(model, view, desk, size, glyphs)


def _roomy(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs, *, talk: bool
) -> list[Line]:
    cells, rows = size
    head = [title(view, cells, glyphs), rule(cells, glyphs)]
    head += seat_rows(view, model.seat, (cells, 6), glyphs)
    piles = pile_rows(view, cells, glyphs)
    own = [*_shown(model, glyphs), own_line(model, cells, glyphs, desk.call), rule(cells, glyphs)]
    spare = rows - len(head) - PILE_ROWS - len(own) - 1
    hand = _hand(model, desk, (cells, max(2, spare - (TALK_KEPT if talk else 0))), glyphs)
    left = spare - len(hand)
    if talk:
        airy = 1 if left >= TALK_KEPT + 4 else 0
        lines = [*head, *[[]] * airy, *piles, *own, *hand, rule(cells, glyphs)]
        lines += talk_rows(model.log, (cells, rows - len(lines)), glyphs, desk.back)
    else:
        gap: list[Line] = [[]] * max(0, left // 2)
        lines = [*head, *gap, *piles, *[[]] * max(0, left - len(gap)), *own, *hand]
    return [fit(line, cells) for line in lines[:rows]]


def _tight(
    model: Model, view: View, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    cells, rows = size
    lines = [title(view, cells, glyphs)]
    lines += seat_rows(view, model.seat, (cells, 2 if len(view.seats) > 5 else 1), glyphs)
    lines.append(pile_line(view, cells, glyphs))
    shown = _shown(model, glyphs)  # in the place of a rule: there is no line to spare here
    lines += [own_line(model, cells, glyphs, desk.call), *(shown or [rule(cells, glyphs)])]
    spare = rows - len(lines) - 1
    lines += _hand(model, desk, (cells, max(1, spare - 2)), glyphs)
    lines.append(rule(cells, glyphs))
    lines += talk_rows(model.log, (cells, max(0, rows - len(lines))), glyphs, desk.back)
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
