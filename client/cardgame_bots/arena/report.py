"""The results of an arena as a table of text, as a picture, and as a page with both."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from cardgame_client.safe import safe
from cardgame_client.voice import counted
from cardgame_protocol.naming import cells

from ..outputs import write
from .intervals import FEWEST_DEALS, Estimate
from .tally import FAULT_KINDS, Line, Results

ROW = 36
"""Height of one bot's row in the picture, in its units (pixels of a page that is not zoomed)."""

NAMES, PLOT = 160, 480
"""Widths of the names and of the plot beside them."""

MOST_CELLS = 32
"""Of a name in the table, which then fits a terminal of 100; at a table of a server it has 20."""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font-family: sans-serif; max-width: 46em; margin: 2em auto; color: #111; background: #fff }}
pre {{ overflow-x: auto }}
</style>
<h1>{title}</h1>
{picture}
<pre>{table}</pre>
</html>
"""


def table(results: Results) -> list[str]:
    """Return the results as lines for a terminal, to which the bots' own words do no harm."""
    lines = [title(results), "", *_aligned([_COLUMNS, *map(_texts, results.lines)])]
    if any(estimate and estimate.margin is None for estimate in _estimates(results)):
        lines += [
            "",
            f"a number without interval: fewer than {FEWEST_DEALS} deals, or all of them alike",
        ]
    if results.elo is not None:
        lines += ["", f"Elo of {results.lines[0].name}: {_bounded(*results.elo)}"]
    if results.sprt is not None:
        test = results.sprt
        verdict = test.verdict or "no verdict yet"
        lines.append(
            f"{test.low:g} or {test.high:g} Elo better: {verdict}"
            f" (log-likelihood ratio {test.ratio:+z.2f} of {test.bound:.2f})"
        )
    if results.faults:
        lines += ["", "Faults (each ended its game and lost it)", *results.faults]
    return [safe(line) for line in lines]


def title(results: Results) -> str:
    """Return what was played in one line."""
    games = f"{results.games} matches" if results.matches else counted(results.games, "hand")
    deals = counted(results.deals, "deal")
    cards = "no deal twice" if results.strangers else f"{deals} from every seat"
    return f"{results.rules}: {games}, {cards}, seed {results.seed}"


_COLUMNS = ("bot", "games", "wins %", "points", "rating", *FAULT_KINDS)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of a table as lines: the first column to the left, the others to the right."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        filled = [first + " " * (widths[0] - cells(first))]
        filled += [
            " " * (w - cells(text)) + text for w, text in zip(widths[1:], others, strict=True)
        ]
        lines.append("  ".join(filled))
    return lines


def _texts(line: Line) -> Sequence[str]:
    return (
        _short(line.name),
        str(line.games),
        _written(line.wins, 100.0, 1),
        _written(line.points, 1.0, 1),
        _written(line.rating, 1.0, 0),
        *(str(line.faults[kind]) for kind in FAULT_KINDS),
    )


def _short(name: str) -> str:
    """Return a bot's name as it fits the table, cut where it is longer than that."""
    name = safe(name)
    if cells(name) <= MOST_CELLS:
        return name
    while cells(name) >= MOST_CELLS:
        name = name[:-1]
    return f"{name}…"


def _estimates(results: Results) -> Iterator[Estimate | None]:
    for line in results.lines:
        yield from (line.wins, line.points, line.rating)


def _written(estimate: Estimate | None, times: float, digits: int) -> str:
    """Return a value with its interval: half of it, or where that would not do both ends."""
    if estimate is None:
        return "-"
    value = f"{estimate.value * times:z.{digits}f}"
    if estimate.low is None or estimate.high is None or estimate.margin is None:
        return value
    lopsided = abs(estimate.high + estimate.low - 2.0 * estimate.value) * times
    if lopsided < 0.5 * 10**-digits:
        return f"{value} ±{estimate.margin * times:.{digits}f}"
    return f"{value} ({estimate.low * times:z.{digits}f} to {estimate.high * times:z.{digits}f})"


def _bounded(low: float | None, value: float | None, high: float | None) -> str:
    """Return an Elo difference and its interval; of one without bound, the end that it has."""
    if value is not None and low is not None and high is not None:
        return f"{value:+z.0f} ({low:+z.0f} to {high:+z.0f})"
    if low is not None:
        return f"{low:+z.0f} or more: it won every game"
    return "not known" if high is None else f"{high:+z.0f} or less: it won no game"


def report_complaint(path: Path) -> str:
    """Return why no report can have this name, "" if one can."""
    if path.suffix.lower() in _KINDS:
        return ""
    return f"--report {path}: write FILE.html for a page with a picture, FILE.svg for that alone"


def write_report(path: Path, results: Results) -> None:
    """Write what the name of the file asks for, whole in one file; raises NotWrittenError."""
    write(path, _KINDS[path.suffix.lower()](results))


def page(results: Results) -> str:
    """Return a page with the table and a picture of the wins."""
    return PAGE.format(
        title=escape(title(results)),
        picture=picture(results),
        table=escape("\n".join(table(results))),
    )


def picture(results: Results) -> str:
    """Return an SVG: for each bot its share of wins, with the 95 % interval, from 0 to 100 %."""
    height = ROW * (len(results.lines) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {NAMES + PLOT + 40} {height}"'
        ' role="img" font-family="sans-serif" font-size="14">',
        "<title>Share of games won, with 95 % intervals</title>",
        *(_grid(percent, height) for percent in range(0, 101, 25)),
        *(_row(number, line) for number, line in enumerate(results.lines)),
        "</svg>",
    ]
    return "\n".join(parts)


def _x(share: float) -> float:
    return NAMES + PLOT * min(1.0, max(0.0, share))


def _grid(percent: int, height: int) -> str:
    x = _x(percent / 100)
    return (
        f'<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height - ROW}" stroke="#ddd"/>'
        f'<text x="{x:.1f}" y="{height - ROW / 2:.1f}" text-anchor="middle">{percent} %</text>'
    )


def _row(number: int, line: Line) -> str:
    y = ROW * number + ROW / 2
    short = escape(_short(line.name))
    name = f'<text x="{NAMES - 10}" y="{y + 5:.1f}" text-anchor="end">{short}</text>'
    if line.wins is None:
        return name
    value = line.wins.value
    low, high = (value if end is None else end for end in (line.wins.low, line.wins.high))
    return (
        f'{name}<line x1="{_x(low):.1f}" y1="{y:.1f}" x2="{_x(high):.1f}"'
        f' y2="{y:.1f}" stroke="#0b6fa4" stroke-width="3"/>'
        f'<circle cx="{_x(value):.1f}" cy="{y:.1f}" r="5" fill="#0b6fa4"/>'
    )


_KINDS = {".html": page, ".htm": page, ".svg": picture}
"""What a report is, by the ending of its file's name."""
