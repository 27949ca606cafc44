"""Text from elsewhere made harmless before it reaches a terminal or a log line.

Names, chat and every text of a server come from other people. A control or format character
in them could move the cursor, forge a second log line or turn the reading direction.
"""

import unicodedata

LONGEST = 1000
"""Characters kept of one text: more than a chat line may hold, less than a screen."""

MOST_MARKS = 2
"""Combining marks kept in a row: enough for every living script, too few to climb a line."""

JOINERS = frozenset("\u200c\u200d")
"""Left out rather than replaced: a family emoji falls apart into its people, a Persian word stays
one."""

_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def safe(text: str, longest: int = LONGEST) -> str:
    """Return `text` on one line, each harmful character replaced by `?`, cut at `longest`."""
    kept: list[str] = []
    marks = 0
    for char in text[:longest]:
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(_harmless(char, category))
    return "".join(kept)


def _harmless(char: str, category: str) -> str:
    if char in "\t\n\r":
        return " "
    if char in JOINERS:
        return ""
    return "?" if category in _HARMFUL else char
