"""Styled text measured in terminal cells.

A line is a list of (style, text) pairs as prompt_toolkit draws them. Everything here is pure.
Widths are those prompt_toolkit itself uses when it draws (`get_cwidth`, one character at a
time), so what is measured is what appears, also for wide and combining characters.
"""

from collections.abc import Iterable, Iterator, Sequence

from prompt_toolkit.utils import get_cwidth

from cardgame_client.safe import safe

Fragment = tuple[str, str]
Line = list[Fragment]

_JOINING = frozenset({"\u200d", *map(chr, range(0xFE00, 0xFE10))})


def drawable(text: str, encoding: str = "utf-8") -> str:
    """Text from the network made fit to draw in a terminal of this encoding.

    Beyond `safe`, joiners and variation selectors go, because terminals disagree about the
    width of what they join (public bug U-03), and what `encoding` cannot express becomes `?`
    here and not in the output, so that widths hold.
    """
    joined = "".join(character for character in text if character not in _JOINING)
    return safe(joined).encode(encoding, "replace").decode(encoding)


def width(line: Iterable[Fragment]) -> int:
    """Cells a line takes."""
    return sum(get_cwidth(text) for _, text in line)


def cut(text: str, cells: int) -> str:
    """Return the longest beginning of `text` that takes at most `cells` cells."""
    used = 0
    for position, character in enumerate(text):
        used += get_cwidth(character)
        if used > cells:
            return text[:position]
    return text


def cut_before(text: str, cells: int) -> str:
    """Return the longest end of `text` that takes at most `cells` cells."""
    used = 0
    for position in range(len(text) - 1, -1, -1):
        used += get_cwidth(text[position])
        if used > cells:
            return text[position + 1 :]
    return text


def shorten(text: str, cells: int, sign: str = "~") -> str:
    """`text`, or where it is wider than `cells` its beginning with `sign` at the end."""
    if get_cwidth(text) <= cells:
        return text
    return cut(text, cells - get_cwidth(sign)) + sign if cells > 0 else ""


def whole_parts(parts: Sequence[str], cells: int) -> str:
    """Return as many of `parts` as fit with commas between them, the first ones; no part is cut."""
    for count in range(len(parts), 0, -1):
        text = ", ".join(parts[:count])
        if get_cwidth(text) <= cells:
            return text
    return ""


def pad(text: str, cells: int) -> str:
    """`text` cut or filled with spaces to exactly `cells` cells."""
    shown = cut(text, cells)
    return shown + " " * (cells - get_cwidth(shown))


def fit(line: Sequence[Fragment], cells: int) -> Line:
    """Return a line cut or filled with spaces to exactly `cells` cells."""
    fitted: Line = []
    left = cells
    for style, text in line:
        shown = cut(text, left)
        left -= get_cwidth(shown)
        fitted.append((style, shown))
        if shown != text:
            break
    if left > 0:
        fitted.append(("", " " * left))
    return fitted


def beside(left: Sequence[Fragment], right: Sequence[Fragment], cells: int) -> Line:
    """`left` at the left edge and `right` at the right edge of a line of `cells` cells.

    Where both do not fit, the left one is cut.
    """
    room = max(0, cells - width(right))
    return fit([*fit(left, room), *right], cells)


def headed(left: Sequence[Fragment], right: Sequence[Fragment], cells: int) -> Line:
    """Set `left` and `right` at the edges; where both do not fit the right one is left out."""
    if width(left) + width(right) >= cells:
        return fit(left, cells)
    return beside(left, right, cells)


def centred(line: Sequence[Fragment], cells: int) -> Line:
    """Return a line in the middle of `cells` cells, cut where it is longer."""
    before = max(0, (cells - width(line)) // 2)
    return fit([("", " " * before), *line], cells)


def stack(columns: Sequence[tuple[int, Sequence[Sequence[Fragment]]]]) -> list[Line]:
    """Columns of lines set side by side; each column is (its width in cells, its lines)."""
    height = max((len(lines) for _, lines in columns), default=0)
    return [
        [
            fragment
            for cells, lines in columns
            for fragment in fit(lines[row] if row < len(lines) else [], cells)
        ]
        for row in range(height)
    ]


def wrap(text: str, cells: int, hanging: int = 0) -> Iterator[str]:
    """`text` broken at spaces into lines of at most `cells` cells, long words cut through.

    All lines after the first are `hanging` cells shorter.
    """
    room = max(1, cells)
    later = max(1, cells - hanging)
    current = ""
    for word in text.split():
        rest = word
        if current and get_cwidth(current) + 1 + get_cwidth(rest) <= room:
            current += " " + rest
            continue
        if current:
            yield current
            room = later
        while get_cwidth(rest) > room:
            piece = cut(rest, room) or rest[0]
            yield piece
            room = later
            rest = rest[len(piece) :]
        current = rest
    if current:
        yield current


def wrapped(
    text: Fragment, cells: int, lead: Sequence[Fragment] = (("", " "),), hanging: int = 0
) -> list[Line]:
    """Return `text` behind `lead` as lines of at most `cells` cells, its last one left free.

    The lines after the first begin with as many spaces as `lead` has cells, and `hanging` more. A
    free last cell keeps the text apart from whatever stands beside it. Without text no line.
    """
    style, words = text
    indent = width(lead)
    begins: list[Line] = [[*lead], [("", " " * (indent + hanging))]]
    pieces = wrap(words, cells - indent - 1, hanging)
    return [[*begins[number > 0], (style, piece)] for number, piece in enumerate(pieces)]


def packed(parts: Sequence[str], style: str, cells: int) -> list[Line]:
    """Return `parts` with commas between them as lines of at most `cells` cells, none of them torn.

    As in `wrapped` a cell stays free at both ends; a part longer than a line is wrapped.
    """
    lines: list[str] = []
    for place, part in enumerate(parts):
        said = part if place == len(parts) - 1 else f"{part},"
        if lines and get_cwidth(lines[-1]) + 1 + get_cwidth(said) <= cells - 2:
            lines[-1] += f" {said}"
        else:
            lines.append(said)
    return [piece for line in lines for piece in wrapped((style, line), cells)]


def plain(lines: Iterable[Iterable[Fragment]]) -> str:
    """Return the text of lines without their styles, for tests and for a page shown as text."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)
