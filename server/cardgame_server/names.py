"""What a name and a chat text may be. A name is a label: it proves nothing."""

import unicodedata
from typing import Final

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import CHAT_CHARS, NAME_CELLS, NAME_CHARS
from cardgame_server.refusal import Refusal

# Marks that sit on the letter before them and take no cell of their own.
_MARKS: Final = ("Mn", "Me")
# Control, format (zero-width joiners, changes of direction), surrogates, private use, unassigned,
# line and paragraph separators: what a terminal may act on, or cannot show.
_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def cells(text: str) -> int:
    """Return how many terminal cells `text` takes: wide letters two, combining marks none."""
    return sum(_cells_of(letter) for letter in text)


def _cells_of(letter: str) -> int:
    if unicodedata.category(letter) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def printable(text: str) -> bool:
    """Return whether every character of `text` can be shown in one line of a terminal."""
    # ASCII is nearly all there is, and `isprintable` looks at it without a call for each letter.
    if text.isascii():
        return text.isprintable()
    return not any(unicodedata.category(letter) in _UNPRINTABLE for letter in text)


def clean_name(text: str, *, most_cells: int = NAME_CELLS, most_chars: int = NAME_CHARS) -> str:
    """Return `text` as a name: NFC, inner spaces as one. Refused as `name_invalid` otherwise."""
    name = unicodedata.normalize("NFC", text) if len(text) <= most_chars * 4 else text
    if len(name) > most_chars or cells(name) > most_cells:
        raise _invalid(f"it is longer than {most_cells} cells of a terminal")
    if not printable(name):
        raise _invalid("it holds a character that cannot be printed")
    if name != name.strip():
        raise _invalid("it begins or ends with a space")
    name = " ".join(name.split())
    if not name:
        raise _invalid("it is empty")
    if cells(name[0]) == 0:
        raise _invalid("it begins with a mark that has no letter")
    return name


def _invalid(why: str) -> Refusal:
    # The name itself stays out of the text: it may be what cannot be printed.
    return Refusal(RefusalCode.NAME_INVALID, f"This name cannot be used: {why}. Choose another.")


def folded(name: str) -> str:
    """Return what two names share that count as the same: upper and lower case make no odds."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_chat(text: str) -> str:
    """Return `text` as it is said to others; refused as `text_invalid` if it cannot be."""
    said = text.strip()
    if not said or len(said) > CHAT_CHARS:
        raise Refusal(
            RefusalCode.TEXT_INVALID,
            f"A text has 1 to {CHAT_CHARS} characters, this one has {len(said)}.",
        )
    if not printable(said):
        raise Refusal(
            RefusalCode.TEXT_INVALID,
            "The text holds a character that cannot be printed in one line; take it out.",
        )
    return said
