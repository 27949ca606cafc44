"""The whole screen for a size: which page, the line under it, and the key bar.

`draw` is a pure function of the model, the desk and the size; the terminal is not involved.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cardgame_client.guide import rules
from cardgame_client.model import Model, Retry
from cardgame_client.notation import card_words
from cardgame_client.reasons import why_not
from cardgame_client.screen.about import card_page
from cardgame_client.screen.aside import Page, with_talk
from cardgame_client.screen.cells import Fragment, Line, drawable, fit, shorten
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.help import key_page, text_page
from cardgame_client.screen.hints import hint
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.keybar import keybar
from cardgame_client.screen.lobby import form_page, lobby_page, tables_of
from cardgame_client.screen.sheet import sheet_page
from cardgame_client.screen.table import table_page
from cardgame_client.screen.waiting import waiting_page

SMALLEST = (40, 12)
"""Cells and rows of the smallest terminal that shows everything a turn needs."""


@dataclass(frozen=True)
class Drawn:
    """The screen in three parts: page, the line for a notice or for typing, the key bar."""

    body: list[Line]
    notice: Line
    keys: Line


def draw(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> Drawn:
    """Return the screen of `size` = (cells, rows); its last rows are notice and key bar."""
    cells, rows = size
    if cells < SMALLEST[0] or rows < SMALLEST[1]:
        return Drawn(_too_small(size), [], [])
    body = _banner(model, cells, glyphs)
    body += _page(model, desk, (cells, rows - 2 - len(body)), glyphs)
    body = (body + [[]] * rows)[: rows - 2]
    return Drawn(body, _notice(model, desk, cells, glyphs), keybar(model, desk, cells))


def _too_small(size: tuple[int, int]) -> list[Line]:
    """Return what is missing, in as many characters as there is room for."""
    cells, rows = size
    lacking = [
        f"{SMALLEST[0] - cells} columns" if cells < SMALLEST[0] else "",
        f"{SMALLEST[1] - rows} rows" if rows < SMALLEST[1] else "",
    ]
    text = f"Too small: {' and '.join(part for part in lacking if part)} missing"
    pieces = [text[at : at + cells] for at in range(0, len(text), max(1, cells))]
    return [[("", piece)] for piece in pieces[: max(1, rows)]]


def _banner(model: Model, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return a line across the top while there is no link; the page below stays as it was."""
    text = _link_words(model)
    if not text:
        return []
    shown = shorten(drawable(text, glyphs.encoding), cells - 2)
    return [fit([("class:banner", f" {shown} ".ljust(cells))], cells)]


def _link_words(model: Model) -> str:
    """Return what is to be said of the link; nothing while it is there."""
    if model.link == "lost" and model.retry:
        return _retry_words(model.retry)
    if model.link == "lost" and model.notice:
        return model.notice.text
    return {
        "connecting": "Connecting ...",
        "lost": "The link is lost: connecting again ...",
        "closed": "The link is closed.",
    }.get(model.link, "")


def _retry_words(retry: Retry) -> str:
    """Return the count-down, short enough to be whole in the smallest terminal."""
    if retry.seconds <= 0:
        return f"Connection lost: attempt {retry.attempt} ..."
    return f"Connection lost: attempt {retry.attempt} in {retry.seconds} s"


def _page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    if desk.sheet:
        return text_page(desk.sheet.topic, desk.sheet.lines, size, glyphs, desk.back)
    if desk.page:
        return _laid_over(model, desk, size, glyphs)
    if desk.form:
        return form_page(desk.form, size, glyphs)
    return _PAGES[place_of(model)](model, desk, size, glyphs)


def _laid_over(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    if desk.page == "rules":
        return text_page("rules", rules(_preset(model, desk), model), size, glyphs, desk.back)
    if desk.page == "card" and model.view:
        return card_page(model, desk.chosen, size, glyphs)
    return key_page(size, glyphs, desk.back)


def _preset(model: Model, desk: Desk) -> str:
    """Return the rule set that is looked at: of the table, the form, the chosen table."""
    if model.view:
        return model.view.rules.preset
    if desk.form:
        return desk.form.value("preset")
    tables = tables_of(model)
    return tables[min(desk.row, len(tables) - 1)].preset if tables else "classic"


_PAGES: dict[str, Page] = {
    "away": lambda _model, _desk, _size, _glyphs: [
        [],
        [("class:dim", "  Looking for the server ...")],
    ],
    "lobby": partial(with_talk, lobby_page),
    "waiting": partial(with_talk, waiting_page),
    "playing": table_page,
    "between": partial(with_talk, sheet_page),
    "over": partial(with_talk, sheet_page),
}


def _notice(model: Model, desk: Desk, cells: int, glyphs: Glyphs) -> Line:
    """Return the line above the key bar: a question, what just went wrong, or nothing."""
    style, text = next(_said(model, desk, cells), ("", ""))
    return fit([("", " "), (style, shorten(drawable(text, glyphs.encoding), cells - 2))], cells)


def _said(model: Model, desk: Desk, cells: int) -> Iterator[Fragment]:
    """Yield what there is to say, the most urgent first."""
    if desk.confirm:
        yield "class:alarm", desk.confirm.text
    if (desk.page or desk.sheet) and model.my_turn:
        yield "class:mine", "It is your turn: Esc goes back to the table."
    if desk.notice:
        yield "class:notice", desk.notice
    if model.question and model.question.turn == model.turn:
        yield "class:notice", model.question.text
    if desk.chooser and desk.chooser.turn == model.turn:
        what = "suit" if model.french else "colour"
        yield "class:notice", f"{card_words(desk.chooser.card)}: which {what}?"
    held = held_cards(model) if model.my_turn else []
    if desk.chosen < len(held) and held[desk.chosen].risky:
        yield "class:notice", why_not(held[desk.chosen].card, model)
    if model.notice and model.notice.kind == "refused":
        yield "class:notice", model.notice.text
    if model.replay:
        at = model.replay
        yield "class:dim", f"Hand {at.hand} of {at.hands}, move {at.step} of {at.steps}"
    if desk.hints:
        yield "class:dim", hint(model, cells)
