"""The signs the screen is drawn with, in a UTF-8 and an ASCII form.

The ASCII form serves terminals whose encoding is not UTF-8 (public bug U-17): suits came out
as question marks on consoles with another code page. The Linux console has UTF-8 but few
signs in its font, so it gets square corners and Latin letters.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Box:
    """The eight pieces of a frame."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str

    def top(self, cells: int) -> str:
        """Return the upper edge, `cells` wide over all."""
        return self.top_left + self.across * (cells - 2) + self.top_right

    def bottom(self, cells: int, sign: str = "") -> str:
        """Return the lower edge, `cells` wide over all, with `sign` set into its middle."""
        inner = cells - 2
        before = (inner - len(sign)) // 2
        after = inner - len(sign) - before
        middle = self.across * before + sign + self.across * after
        return self.bottom_left + middle + self.bottom_right


@dataclass(frozen=True)
class Glyphs:
    """One set of signs; `encoding` is what the terminal can be sent."""

    encoding: str
    suits: dict[str, str]
    symbols: dict[str, str]
    thin: Box
    double: Box
    rule: str
    bar: str
    back: str
    pointer: str
    here: str
    clockwise: str
    counter: str
    rising: str
    falling: str
    dot: str
    life: str
    more_left: str
    more_right: str
    up_down: str
    swatch: str


UTF8 = Glyphs(
    encoding="utf-8",
    suits={"C": "♣", "D": "♦", "H": "♥", "S": "♠"},
    symbols={"S": "⊘", "V": "⇄", "D": "+2", "W": "◆", "F": "+4"},
    thin=Box("╭", "╮", "╰", "╯", "─", "│"),
    double=Box("╔", "╗", "╚", "╝", "═", "║"),
    rule="─",
    bar="│",
    back="▒",
    pointer="▸",
    here="►",
    clockwise="→",
    counter="←",
    rising="↑",
    falling="↓",
    dot="·",
    life="♥",
    more_left="«",
    more_right="»",
    up_down="↑↓",
    swatch="█",
)

ASCII = Glyphs(
    encoding="ascii",
    suits={"C": "C", "D": "D", "H": "H", "S": "S"},
    symbols={"S": "(/)", "V": "<->", "D": "+2", "W": "*", "F": "+4"},
    thin=Box("+", "+", "+", "+", "-", "|"),
    double=Box("#", "#", "#", "#", "=", "#"),
    rule="-",
    bar="|",
    back="#",
    pointer=">",
    here=">",
    clockwise="->",
    counter="<-",
    rising="^",
    falling="v",
    dot="-",
    life="*",
    more_left="<",
    more_right=">",
    up_down="up/down",
    swatch="#",
)


LINUX_CONSOLE = replace(
    UTF8,
    symbols={"S": "ø", "V": "«»", "D": "+2", "W": "*", "F": "+4"},
    thin=Box("┌", "┐", "└", "┘", "─", "│"),
    pointer=">",
    here=">",
)


def glyphs_for(encoding: str | None, term: str | None = None) -> Glyphs:
    """Return the signs for a terminal of this encoding and TERM; unknown encodings get ASCII."""
    if (encoding or "").lower().replace("-", "").replace("_", "") != "utf8":
        return ASCII
    return LINUX_CONSOLE if term == "linux" else UTF8
