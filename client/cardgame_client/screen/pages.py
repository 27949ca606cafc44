"""The whole screen for a size: which page, the line under it, and the key bar.

`draw` is a function of the model, the desk and the size; the terminal is not involved. It changes
nothing, but that what was scrolled beyond its end is at that end after it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from prompt_toolkit.utils import get_cwidth

from cardgame_client.guide import rules
from cardgame_client.model import Line as LogLine
from cardgame_client.model import Model, Retry
from cardgame_client.notation import card_words
from cardgame_client.reasons import risk_in_short, why_not
from cardgame_client.screen.about import card_page
from cardgame_client.screen.aside import Page, with_talk
from cardgame_client.screen.cells import Fragment, Line, drawable, fit, shorten, wrap, wrapped
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.form import FORM_PAGE
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.help import key_page, text_page
from cardgame_client.screen.hints import hint
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.keybar import keybar
from cardgame_client.screen.lobby import form_page, lobby_page, table_lines, tables_of
from cardgame_client.screen.sheet import sheet_page
from cardgame_client.screen.table import table_page
from cardgame_client.screen.waiting import waiting_page
from cardgame_client.voice import counted

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
    *above, notice = _notice(model, desk, cells, glyphs)
    over = 0 if desk.page or desk.sheet else len(above)  # the table stays where it is beneath them
    desk.scroll.begin(over)
    body = _banner(model, cells, glyphs)
    room = rows - 2 - len(body) - len(above) + over
    body += _page(_log_beside(model, cells), desk, (cells, room), glyphs)
    desk.scroll.end()
    body = [*(body + [[]] * rows)[: rows - 2 - len(above)], *above]
    return Drawn(body, notice, keybar(model, desk, cells))


def _log_beside(model: Model, cells: int) -> Model:
    """Return the model with a log without what the notice line tells whole."""
    if not any(line.kind == "refused" for line in model.log):
        return model
    kept = (line for line in model.log if line.kind != "refused" or not _fits(line.text, cells))
    return replace(model, log=deque(kept))


def _fits(text: str, cells: int) -> bool:
    """Whether a text stands whole on the notice line."""
    return get_cwidth(text) <= cells - 2


def _stands_here(answer: LogLine, desk: Desk, cells: int) -> bool:
    """Whether an answer stands above the keys: its place is the log, unless that is out of sight.

    A refusal that fits stands there always, and the log leaves it out.
    """
    return desk.log_is_away or (answer.kind == "refused" and _fits(answer.text, cells))


def _too_small(size: tuple[int, int]) -> list[Line]:
    """Return what is missing, in the longest text of which every word is whole."""
    cells, rows = size
    lacking = [
        counted(SMALLEST[0] - cells, "column") if cells < SMALLEST[0] else "",
        counted(SMALLEST[1] - rows, "row") if rows < SMALLEST[1] else "",
    ]
    missing = [part for part in lacking if part]
    texts = (f"Too small: {' and '.join(missing)} missing", "Too small", "small", "+")
    for text in texts:
        pieces = list(wrap(text, cells))
        whole = all(len(word) <= cells for word in text.split())
        if whole and len(pieces) <= rows:
            return [[("", piece)] for piece in pieces]
    return [[]]


def _banner(model: Model, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return a line across the top while there is no link; the page below stays as it was."""
    text = "" if model.locked else _link_words(model)
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
        return text_page(desk.sheet.topic, desk.sheet.lines, size, glyphs, desk.scroll)
    if desk.page:
        return _laid_over(model, desk, size, glyphs)
    if desk.form:
        return form_page(desk.form, size, glyphs)
    return _PAGES[place_of(model)](model, desk, size, glyphs)


def _laid_over(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    if desk.page == "rules":
        return text_page("rules", rules(_preset(model, desk), model), size, glyphs, desk.scroll)
    if desk.page == "card" and model.view:
        return card_page(model, desk.chosen, size, glyphs, desk.scroll)
    if desk.page == "table":
        return text_page("table", table_lines(model, desk.row), size, glyphs, desk.scroll)
    if desk.page == "form":
        return text_page("a new table", FORM_PAGE, size, glyphs, desk.scroll)
    return key_page(size, glyphs, desk.scroll, replay=model.replay is not None)


def _preset(model: Model, desk: Desk) -> str:
    """Return the rule set that is looked at: of the table, the form, the chosen table."""
    if model.view:
        return model.view.rules.preset
    if desk.form:
        return desk.form.value("preset")
    tables = tables_of(model)
    return tables[min(desk.row, len(tables) - 1)].preset if tables else "classic"


def _away(model: Model, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return what stands there before the first welcome."""
    if not model.locked:
        told = drawable(model.notice.text, glyphs.encoding) if model.notice else ""
        said = [("class:dim", "Looking for the server ..."), ("", told)]
        return [[], *(line for text in said for line in wrapped(text, cells, [("", "  ")]))]
    why = wrapped(("bold", drawable(model.locked, glyphs.encoding)), cells, [("", "  ")])
    return [[], *why, *wrapped(("class:dim", _ASKED), cells, [("", "  ")])]


_ASKED = "Type it below, and Enter. It is not shown and not kept. Esc ends the program."

_PAGES: dict[str, Page] = {
    "away": lambda model, _desk, size, glyphs: _away(model, size[0], glyphs),
    "lobby": partial(with_talk, lobby_page),
    "waiting": partial(with_talk, waiting_page),
    "playing": table_page,
    "between": partial(with_talk, sheet_page),
    "over": partial(with_talk, sheet_page),
}


def _notice(model: Model, desk: Desk, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return the lines above the key bar, mostly one: a question, what just went wrong, a hint."""
    style, text = next(_said(model, desk, cells), ("", ""))
    lines = wrapped((style, drawable(text, glyphs.encoding)), cells) or [[]]
    return [fit(line, cells) for line in lines]


def _said(model: Model, desk: Desk, cells: int) -> Iterator[Fragment]:
    """Yield what there is to say, the most urgent first."""
    if desk.confirm:
        yield "class:alarm", desk.confirm.text
    if (desk.page or desk.sheet) and model.my_turn and not model.replay:
        yield "class:mine", "Your turn: Esc goes back to the table."
    if desk.answer and _stands_here(desk.answer, desk, cells):
        yield "class:notice", desk.answer.text
    if desk.notice:
        yield "class:notice", desk.notice
    if model.question and model.question.turn == model.turn:
        yield "class:notice", model.question.text
    if desk.chooser and desk.chooser.turn == model.turn:
        what = "suit" if model.french else "colour"
        yield "class:notice", f"{card_words(desk.chooser.card)}: which {what}?"
    held = held_cards(model) if model.my_turn else []
    if desk.chosen < len(held) and held[desk.chosen].risky:
        whole = why_not(held[desk.chosen].card, model)
        yield "class:notice", whole if _fits(whole, cells) else risk_in_short(model)
    if model.replay:
        at = model.replay
        yield "class:dim", f"Hand {at.hand} of {at.hands}, move {at.step} of {at.steps}"
    if desk.hints and not desk.form:
        yield "class:dim", hint(model, cells)
