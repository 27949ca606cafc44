"""What a name may be, of a player and of a table (docs/protocol.md, Names).

The server holds every name against it; a client may do so before it connects.
"""

import unicodedata
from typing import Final

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.errors import BadRequest
from cardgame_protocol.limits import NAME_CELLS, NAME_CHARS

# Marks that sit on the letter before them and take no cell of their own.
MARKS: Final = ("Mn", "Me")
# Control, format (zero-width joiners, changes of direction), surrogates, private use, unassigned,
# line and paragraph separators: what a terminal may act on, or cannot show.
_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Letters, symbols and marks that show nothing: Unicode's Default_Ignorable_Code_Point as far as
# they are no format characters, and the blanks of Braille, music, hieroglyphs and Khitan. Two names
# that differ in them alone look the same, and a name of them alone looks like none.
INVISIBLE: Final = frozenset(
    map(
        chr,
        (
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164,
            *range(0xFE00, 0xFE10), 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159,
            *range(0xE0100, 0xE01F0),
        ),
    )
)  # fmt: skip


def cells(text: str) -> int:
    """Return how many terminal cells `text` takes: wide letters two, combining marks none."""
    return sum(_cells_of(letter) for letter in text)


def _cells_of(letter: str) -> int:
    if unicodedata.category(letter) in MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def printable(text: str) -> bool:
    """Return whether every character of `text` can be shown in one line of a terminal."""
    # ASCII is nearly all there is, and `isprintable` looks at it without a call for each letter.
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(letter) in _UNPRINTABLE for letter in text)


def clean_name(text: str, *, most_cells: int = NAME_CELLS, most_chars: int = NAME_CHARS) -> str:
    """Return `text` as a name: NFC, inner spaces as one.

    Raises BadRequest `name_invalid` with the reason, fit to be shown, where it is none.
    """
    name = unicodedata.normalize("NFC", text) if len(text) <= most_chars * 4 else text
    if not name.strip():
        raise _invalid("it is blank")
    if len(name) > most_chars:
        raise _invalid(f"it has {len(name)} code points, and {most_chars} are the most")
    if cells(name) > most_cells:
        raise _invalid(f"it is {cells(name)} terminal cells wide, and {most_cells} are the most")
    if not printable(name):
        raise _invalid("it holds a control or format character, or an unknown one")
    if not INVISIBLE.isdisjoint(name):
        raise _invalid("it holds a character that shows nothing")
    if name != name.strip():
        raise _invalid("it begins or ends with a space")
    name = " ".join(name.split())
    if cells(name[0]) == 0:
        raise _invalid("it begins with a mark that has no letter")
    return name


def _invalid(why: str) -> BadRequest:
    # The name itself stays out of the text: it may be what cannot be printed.
    text = f"This name cannot be used: {why}. Choose another."
    return BadRequest(RefusalCode.NAME_INVALID, text, field="name")
