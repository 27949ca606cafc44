"""The hand as a pane: cards grouped by colour, in the largest form that fits, scrolled if none.

Forms, largest first: frames of 5 by 4 cells in as many rows as fit, coloured words with gaps
between the groups, and the same words scrolled so that the chosen card is in sight (public
bug U-15: with many cards some could not be seen or chosen).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from prompt_toolkit.utils import get_cwidth

from cardgame_client.screen import cards as drawing
from cardgame_client.screen.cells import Line, stack
from cardgame_client.screen.clicks import CARD, clickable
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.palette import card_style
from cardgame_rules.cards import colour_of

BIG_CELLS, BIG_ROWS = 100, 12
"""From this room on a hand that fits in one row is drawn in large frames."""

PLAYABLE = "*"
RISKY = "!"


@dataclass(frozen=True)
class Held:
    """One card of the hand and what may be done with it now.

    `risky` is a playable Wild Draw Four that a penalty or a lost challenge may follow; `outlined`
    cards are drawn without their fill, because others can be played and these cannot.
    """

    card: str
    playable: bool = False
    risky: bool = False
    outlined: bool = False

    @property
    def sign(self) -> str:
        """The sign that says so without colour: `*` playable, `!` at a risk, blank neither."""
        if not self.playable:
            return ""
        return RISKY if self.risky else PLAYABLE


def grouped(cards: Sequence[str]) -> list[str]:
    """Return the cards as they are shown: by colour as first held, those without one last."""
    order: list[str | None] = []
    for card in cards:
        colour = colour_of(card)
        if colour not in order:
            order.append(colour)
    order.sort(key=lambda colour: colour is None)
    return sorted(cards, key=lambda card: order.index(colour_of(card)))


def hand_pane(
    held: Sequence[Held], chosen: int | None, size: tuple[int, int], glyphs: Glyphs
) -> list[Line]:
    """Lines of the hand for `size` = (cells, rows); `chosen` is an index into `held`.

    Never more lines than `rows`. The cards must come grouped.
    """
    cells, rows = size
    if not held:
        return [[("class:dim", " no cards ")]][:rows]
    for shape in (drawing.BIG_FRAME, drawing.FRAME):
        frames = _rows_of(held, [shape[0]] * len(held), cells - 2)
        if len(frames) * shape[1] <= rows and (shape == drawing.FRAME or _airy(frames, size)):
            return [line for row in frames for line in _framed(held, row, (chosen, shape), glyphs)]
    widths = [get_cwidth(_word(card, glyphs)) for card in held]
    words = _rows_of(held, widths, cells - 1)
    return _window([_worded(held, row, chosen, glyphs) for row in words], words, chosen, rows)


def _airy(frames: Sequence[Sequence[int]], size: tuple[int, int]) -> bool:
    """Whether large frames take no more than one row, on a screen that has room for them."""
    return len(frames) == 1 and size[0] >= BIG_CELLS and size[1] >= BIG_ROWS


def _rows_of(held: Sequence[Held], widths: Sequence[int], cells: int) -> list[list[int]]:
    """Return indices of the cards in each row; a gap of one cell parts two colours."""
    rows: list[list[int]] = [[]]
    used = 0
    for index, width in enumerate(widths):
        gap = _gap(held, rows[-1], index)
        if rows[-1] and used + gap + width > cells:
            rows.append([])
            used = gap = 0
        rows[-1].append(index)
        used += gap + width
    return rows


def _gap(held: Sequence[Held], row: Sequence[int], index: int) -> int:
    if not row:
        return 0
    before = colour_of(held[row[-1]].card)
    return 0 if before == colour_of(held[index].card) else 1


def _framed(
    held: Sequence[Held],
    row: Sequence[int],
    look: tuple[int | None, drawing.Shape],
    glyphs: Glyphs,
) -> list[Line]:
    """Return one row of framed cards; `look` = (the chosen card, the shape of the frames)."""
    chosen, shape = look
    columns: list[tuple[int, Sequence[Line]]] = [(1, [])]
    for place, index in enumerate(row):
        columns.append((_gap(held, row[:place], index), []))
        box = glyphs.double if index == chosen else glyphs.thin
        style = _style(held[index], index == chosen)
        style = clickable(style, CARD, index)
        lines = drawing.frame(held[index].card, held[index].sign, box, glyphs, style, shape)
        columns.append((shape[0], lines))
    return stack(columns)


def _style(card: Held, chosen: bool) -> str:
    style = card_style(colour_of(card.card), outlined=card.outlined)
    return f"{style} class:chosen" if chosen else style


def _word(card: Held, glyphs: Glyphs) -> str:
    """Return a card as a word: room for the pointer, the notation, its sign."""
    return f" {drawing.token_text(card.card, glyphs)}{card.sign or ' '}"


def _worded(held: Sequence[Held], row: Sequence[int], chosen: int | None, glyphs: Glyphs) -> Line:
    line: Line = [("", " ")]
    for place, index in enumerate(row):
        if _gap(held, row[:place], index):
            line.append(("class:rule", glyphs.bar))
        text = _word(held[index], glyphs)
        style = clickable(_style(held[index], index == chosen), CARD, index)
        line.append((style, glyphs.pointer + text[1:] if index == chosen else text))
    return line


def _window(
    lines: list[Line], rows_of: list[list[int]], chosen: int | None, rows: int
) -> list[Line]:
    """At most `rows` of the lines, with the chosen card among them and the rest counted."""
    if len(lines) <= rows:
        return lines
    room = max(1, rows - 1) if rows > 1 else 1
    at = next((n for n, row in enumerate(rows_of) if chosen is not None and chosen in row), 0)
    first = max(0, min(at - room // 2, len(lines) - room))
    shown = lines[first : first + room]
    if rows == 1:
        return shown
    before = sum(map(len, rows_of[:first]))
    after = sum(map(len, rows_of[first + room :]))
    return [*shown, [("class:dim", f" {before} before, {after} after: arrows scroll")]]
