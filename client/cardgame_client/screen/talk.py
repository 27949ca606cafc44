"""Log and chat: the last lines that fit, chat beside the log where the terminal is wide."""

from collections.abc import Iterable, Sequence

from cardgame_client.model import Line as LogLine
from cardgame_client.screen.cells import Line, drawable, fit, stack, wrapped
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.scroll import Scroll

BESIDE_CELLS = 70
"""From this width on chat stands beside the log instead of among its lines."""

LEAST_TALK = 2
"""Lines of talk that stay under any page."""

HANGING = 2
"""Cells by which the further lines of one entry stand in, so that each entry is seen to begin."""

STYLES = {"event": "", "chat": "class:you", "note": "class:dim", "refused": "class:notice"}


def talk_rows(
    log: Iterable[LogLine], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Exactly `size` = (cells, rows) of log and chat; scrolled as far as that says."""
    if size[1] <= 0:
        return []
    size, left_free = uncovered(size, scroll)
    return [*_talk(list(log), size, glyphs, scroll), *left_free]


def uncovered(size: tuple[int, int], scroll: Scroll) -> tuple[tuple[int, int], list[Line]]:
    """Return the size that a notice leaves at the foot of a page, and the lines that it covers."""
    cells, rows = size
    free = max(1, rows - scroll.covered)
    return (cells, free), [[]] * (rows - free)


def _talk(
    lines: Sequence[LogLine], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    cells, rows = size
    if cells < BESIDE_CELLS or not any(line.kind == "chat" for line in lines):
        return _pane(lines, size, glyphs, scroll)
    left = cells * 6 // 10
    bar: list[Line] = [[("class:rule", glyphs.bar)]] * rows
    return stack(
        [
            (left, event_rows(lines, (left, rows), glyphs, scroll)),
            (1, bar),
            (cells - left - 1, chat_rows(lines, (cells - left - 1, rows), glyphs, scroll)),
        ]
    )


def over_talk(
    lines: Sequence[Line],
    log: Iterable[LogLine],
    size: tuple[int, int],
    glyphs: Glyphs,
    scroll: Scroll,
) -> list[Line]:
    """Return exactly `size` = (cells, rows): the lines of a page, and the talk in what they leave.

    The talk keeps at least `LEAST_TALK` lines under a rule, whatever the page has.
    """
    cells, rows = size
    page: list[Line] = [fit(line, cells) for line in lines[: max(1, rows - LEAST_TALK - 1)]]
    page.append([("class:rule", glyphs.rule * cells)])
    return page + talk_rows(log, (cells, max(0, rows - len(page))), glyphs, scroll)


def event_rows(
    log: Iterable[LogLine], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Exactly `size` = (cells, rows) of everything but chat."""
    return _pane([line for line in log if line.kind != "chat"], size, glyphs, scroll)


def chat_rows(
    log: Iterable[LogLine], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Exactly `size` = (cells, rows) of chat."""
    return _pane([line for line in log if line.kind == "chat"], size, glyphs, scroll)


def _pane(
    lines: Sequence[LogLine], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    cells, rows = size
    wanted = rows + scroll.back
    shown: list[Line] = []
    # Backwards and only as far as needed: a log of 500 lines is not wrapped at every redraw.
    for line in reversed(lines):
        text = drawable(line.text, glyphs.encoding)
        shown[:0] = wrapped((STYLES[line.kind], text), cells, hanging=HANGING)
        if len(shown) >= wanted:
            break
    back = scroll.reached(len(shown) - rows)
    end = max(rows, len(shown) - back)
    return (shown[max(0, end - rows) : end] + [[]] * rows)[:rows]
