"""Colours: the Okabe-Ito palette for cards, style names for everything else, colour depth.

Of the palettes measured for this project the Okabe-Ito colours keep the largest distance
between four suits for protan and deutan eyes. Colour never carries a meaning alone: each card
shows its letter and its symbol too, so all of this may be missing (NO_COLOR, one-bit terminals).
"""

from collections.abc import Mapping

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cardgame_client.settings import Colour

VERMILION = "#D55E00"
YELLOW = "#F0E442"
GREEN = "#009E73"
BLUE = "#0072B2"
PAPER = "#D8D8D8"
INK = "#000000"
WHITE = "#FFFFFF"

CARD_COLOURS: Mapping[str, tuple[str, str]] = {
    "R": (INK, VERMILION),
    "Y": (INK, YELLOW),
    "G": (INK, GREEN),
    "B": (WHITE, BLUE),
    "H": (INK, VERMILION),
    "S": (INK, PAPER),
    "C": (INK, GREEN),
    "D": (WHITE, BLUE),
}
"""(text, background) of a card by the letter of its colour or suit. Spades are paper, as
every four-colour deck has them dark on white, and paper is as far from the other three as
yellow is."""

_WILD = (WHITE, "#4A4A4A")
DARK = "#1A1A1A"
"""The table itself. It is always drawn, because nobody can tell what a terminal's own background
is: yellow and cyan would be lost on a light one."""

TEXTS: Mapping[str, str] = {
    "text": "#D8D8D8",
    "dim": "#A8ACB0",
    "off": "#8A8E94",
    "rule": "#6E7278",
    "alarm": "#FF8A78",
    "good": "#7FD88F",
    "notice": "#FFD75F",
    "you": "#7FD8E8",
}
"""Colours of text on the dark table, by style; a rule is a line and no text."""

SIXTEEN_TEXTS: Mapping[str, str] = {
    "text": "ansiwhite",
    "dim": "ansigray",
    "off": "ansigray",
    "rule": "ansigray",
    "alarm": "ansibrightred",
    "good": "ansibrightgreen",
    "notice": "ansibrightyellow",
    "you": "ansibrightcyan",
}
"""The same of sixteen; bright black is left out, many a theme makes it the background."""

_BOLD = frozenset({"alarm", "good", "notice", "you"})

_SKY = "#56B4E9"
"""The lighter blue of the same palette: text of the other one on dark is hard to read."""

OUTLINES: Mapping[str, tuple[str, str]] = {
    **{letter: (back, DARK) for letter, (_, back) in CARD_COLOURS.items()},
    **dict.fromkeys("BD", (_SKY, DARK)),
}
"""(text, background) of a card that cannot be played at one's own turn: the filled ones can."""


SIXTEEN: Mapping[str, tuple[str, str]] = {
    "R": ("ansiwhite", "ansired"),
    "Y": ("ansiblack", "ansibrightyellow"),
    "G": ("ansiblack", "ansigreen"),
    "B": ("ansiwhite", "ansiblue"),
    "H": ("ansiwhite", "ansired"),
    "S": ("ansiblack", "ansigray"),
    "C": ("ansiblack", "ansigreen"),
    "D": ("ansiwhite", "ansiblue"),
}
"""The same for a terminal of sixteen colours, where the nearest ones would make green and blue both
cyan."""

SIXTEEN_OUTLINES: Mapping[str, tuple[str, str]] = {
    **{letter: (back, "ansiblack") for letter, (_, back) in SIXTEEN.items()},
    **dict.fromkeys("RH", ("ansibrightred", "ansiblack")),
    **dict.fromkeys("BD", ("ansibrightcyan", "ansiblack")),
}
"""Bright red, and the lighter blue again: the plain ones are hard to read on black."""


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two `#RRGGBB` colours, 1 to 21, as WCAG 2.1 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def style(depth: ColorDepth = ColorDepth.DEPTH_24_BIT) -> Style:
    """Return the style sheet of all pages, by the class names the drawing code uses."""
    few = depth is ColorDepth.DEPTH_4_BIT
    fills, outlines = (SIXTEEN, SIXTEEN_OUTLINES) if few else (CARD_COLOURS, OUTLINES)
    sheet = {
        f"card.{letter.lower()}": f"fg:{text} bg:{back}" for letter, (text, back) in fills.items()
    }
    sheet |= {f"swatch.{letter.lower()}": f"fg:{back} bold" for letter, (_, back) in fills.items()}
    sheet |= {
        f"outline.{letter.lower()}": f"fg:{text} bg:{back}"
        for letter, (text, back) in outlines.items()
    }
    wild, held_back = (
        (("ansiwhite", "ansibrightblack"), ("ansigray", "ansiblack"))
        if few
        else (_WILD, (PAPER, DARK))
    )
    sheet |= {
        "card.wild": f"fg:{wild[0]} bg:{wild[1]}",
        "outline.wild": f"fg:{held_back[0]} bg:{held_back[1]}",
    }
    texts = SIXTEEN_TEXTS if few else TEXTS
    sheet["screen"] = f"fg:{texts['text']} bg:{'ansiblack' if few else DARK}"
    sheet |= {
        name: f"{'bold ' if name in _BOLD else ''}fg:{colour}" for name, colour in texts.items()
    }
    sheet |= {
        "chosen": "bold",
        "title": "bold",
        "mine": "bold reverse",
        "turn": "bold reverse",
        "key": "reverse",
        "flash": "bold reverse",
        "banner": "reverse bold",
        "row.chosen": "reverse",
        "prompt": "bold",
        "completion-menu.completion": "reverse",
        "completion-menu.completion.current": f"bold fg:{texts['notice']}",
    }
    return Style.from_dict(sheet)


def card_style(colour: str | None, *, outlined: bool = False) -> str:
    """Return the style of a card of this colour or suit; None is a wild card."""
    return f"class:{'outline' if outlined else 'card'}.{colour.lower() if colour else 'wild'}"


_DEPTHS: Mapping[Colour, ColorDepth] = {
    "none": ColorDepth.DEPTH_1_BIT,
    "16": ColorDepth.DEPTH_4_BIT,
    "256": ColorDepth.DEPTH_8_BIT,
    "true": ColorDepth.DEPTH_24_BIT,
}


def colour_depth(environ: Mapping[str, str], wanted: Colour = "auto") -> ColorDepth | None:
    """Return the colour depth the player wants, else the environment; None asks the terminal.

    prompt_toolkit itself knows NO_COLOR and TERM=dumb but not COLORTERM, so a terminal of
    true colour would get the nearest of 256.
    """
    if wanted != "auto":
        return _DEPTHS[wanted]
    if environ.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    if environ.get("PROMPT_TOOLKIT_COLOR_DEPTH"):
        return ColorDepth.from_env()
    if environ.get("TERM") == "dumb":
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return None
