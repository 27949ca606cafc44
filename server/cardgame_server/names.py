"""What a name and a chat text may be. A name is a label: it proves nothing."""

import re
import unicodedata
from typing import Final

from cardgame_protocol import naming
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.errors import BadRequest
from cardgame_protocol.limits import ADDED_CHARS, CHAT_CHARS, NAME_CELLS, NAME_CHARS
from cardgame_protocol.naming import INVISIBLE, MARKS, printable
from cardgame_server.refusal import Refusal

# Zero-width joiner and non-joiner between two characters: Persian and Indic scripts are written
# with them, and many emoji are made of several.
_JOINER: Final = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")


def clean_name(text: str, *, most_cells: int = NAME_CELLS, most_chars: int = NAME_CHARS) -> str:
    """Return `text` as a name (`cardgame_protocol.naming`); refused as `name_invalid` if none."""
    try:
        return naming.clean_name(text, most_cells=most_cells, most_chars=most_chars)
    except BadRequest as error:
        raise Refusal(error.code, error.text) from None


def folded(name: str) -> str:
    """Return what two names share that count as the same: upper and lower case make no odds."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_added(text: str) -> str:
    """Return `text` as something that cards follow from; refused as `text_invalid` otherwise."""
    return clean_chat(text, most_chars=ADDED_CHARS)


def clean_chat(text: str, *, most_chars: int = CHAT_CHARS) -> str:
    """Return `text` as it is said to others; refused as `text_invalid` if it cannot be."""
    said = text.strip()
    if len(said) > most_chars:
        raise Refusal(
            RefusalCode.TEXT_INVALID,
            f"The text has {len(said)} code points, and {most_chars} are the most; shorten it.",
        )
    if not printable(_JOINER.sub("", said)):
        raise Refusal(
            RefusalCode.TEXT_INVALID,
            "The text holds a control or format character, or an unknown one; take it out.",
        )
    if not any(map(_shows, said)):
        raise Refusal(RefusalCode.TEXT_INVALID, "The text is blank; say something.")
    return said


def _shows(letter: str) -> bool:
    if letter.isspace() or letter in INVISIBLE:
        return False
    return unicodedata.category(letter) not in MARKS
