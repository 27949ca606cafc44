"""What stands beside the table on a large screen: the standings, the log and the chat."""

from collections.abc import Callable

from cardgame_client.model import Model
from cardgame_client.notation import card_words
from cardgame_client.screen.about import about
from cardgame_client.screen.cells import Line, beside, fit, shorten, stack, wrapped
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.scroll import Scroll
from cardgame_client.screen.seats import name_of, standing
from cardgame_client.screen.talk import (
    LEAST_TALK,
    chat_rows,
    event_rows,
    over_talk,
    talk_rows,
    uncovered,
)
from cardgame_client.screen.window import window
from cardgame_protocol.view import View

Page = Callable[[Model, Desk, tuple[int, int], Glyphs], list[Line]]
"""Draws a page for (cells, rows), in as few lines as it needs."""

CARD_LINES = 15
"""Lines for the chosen card, whatever is to be said of it, so that the log beneath stays in place:
the longest text, of a Wild Draw Four that may be challenged, with its heading."""

SIDE_CELLS, SIDE_ROWS = 112, 20
"""From this size on log and chat stand beside a page."""

SHARE, LEAST, WIDEST = 3, 38, 60
"""The side gets a third of the width, of a large screen rather less."""

WIDEST_PAGE = 110
"""A wider list or sheet tears apart what belongs on one line; the side gets what is left over."""

CHAT_SHARE = 3
"""Chat gets one line in so many of what log and chat share."""


CARD_ROWS = 50
"""From this height on the chosen card is explained all the time; lower, by the key `?`."""


def side_cells(cells: int) -> int:
    """Return the width of the side on a screen of this width."""
    return min(WIDEST, max(LEAST, cells // SHARE))


def with_talk(
    page: Page, model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Return a page with log and chat: beside it where there is room, else beneath it.

    A page too long for its place is scrolled.
    """
    cells, rows = size
    if cells < SIDE_CELLS or rows < SIDE_ROWS:
        room = rows - LEAST_TALK - 1
        lines = page(model, desk, (cells, room), glyphs)
        if len(lines) > room:  # the line that tells of scrolling takes the place of the rule
            lines = window(lines, model, desk, (cells, room + 1), glyphs)
            return lines + talk_rows(model.log, (cells, LEAST_TALK), glyphs, desk.scroll)
        return over_talk(lines, model.log, size, glyphs, desk.scroll)
    left = min(WIDEST_PAGE, cells - side_cells(cells) - 1)
    lines = page(model, desk, (left, rows), glyphs)
    if len(lines) > rows:
        lines = window(lines, model, desk, (left, rows), glyphs)
    bar: list[Line] = [[("class:rule", glyphs.bar)]] * rows
    side = (cells - left - 1, rows)
    return stack([(left, lines), (1, bar), (side[0], talk_aside(model, side, glyphs, desk.scroll))])


def talk_aside(model: Model, size: tuple[int, int], glyphs: Glyphs, scroll: Scroll) -> list[Line]:
    """Return exactly `size` = (cells, rows): the log, and the chat beneath it."""
    cells, rows = size
    chat = max(3, rows // CHAT_SHARE)
    lines = [heading("Log", cells, glyphs)]
    lines += event_rows(model.log, (cells, max(0, rows - chat - 2)), glyphs, scroll)
    lines.append(heading("Chat", cells, glyphs))
    room, left_free = uncovered((cells, chat), scroll)
    return [*lines, *chat_rows(model.log, room, glyphs, scroll), *left_free]


def aside(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return exactly `size` = (cells, rows)."""
    view = model.view
    cells, rows = size
    lines = _standings(view, model.seat, cells, glyphs) if view else []
    if rows >= CARD_ROWS:
        lines += _card(model, desk.chosen, cells, glyphs)
    lines += talk_aside(model, (cells, rows - len(lines)), glyphs, desk.scroll)
    return [fit(line, cells) for line in lines[:rows]]


def _card(model: Model, chosen: int, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return what the chosen card does and whether it can be played; nothing without a card."""
    held = held_cards(model)
    if chosen >= len(held):
        return []
    card = held[chosen].card
    lines = [heading(card_words(card), cells, glyphs)]
    for text in about(card, model):
        lines += wrapped(("", text), cells)
    return (lines + [[]] * CARD_LINES)[:CARD_LINES]


def heading(text: str, cells: int, glyphs: Glyphs) -> Line:
    """Return the line that begins a part of the side: its name on a rule."""
    left = glyphs.rule * 2
    rest = glyphs.rule * max(0, cells - len(text) - 4)
    return [("class:rule", f"{left} "), ("class:title", text), ("class:rule", f" {rest}")]


def _standings(view: View, own: int | None, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return everybody's points or lives, the best first."""
    order = sorted(
        range(len(view.seats)),
        key=lambda number: (-(view.seats[number].lives or 0), -view.seats[number].total),
    )
    lines = [heading("Standings", cells, glyphs)]
    for number in order:
        seat = view.seats[number]
        score = standing(seat, glyphs)
        style = "class:you" if number == own else ("" if seat.in_match else "class:off")
        name = shorten(name_of(seat, number, glyphs), cells - len(score) - 4)
        lines.append(beside([(style, f" {name}")], [("bold", f"{score} ")], cells))
    return [*lines, []]
