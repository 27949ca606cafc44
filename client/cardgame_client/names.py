"""The name a player has when none is given: the login name, made valid."""

import getpass
import os
import unicodedata

from cardgame_protocol.limits import NAME_CELLS

FALLBACK = "Player"


def default_name() -> str:
    """Return a valid name made of the login name, `Player` where there is none."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no passwd entry, as in many containers
        login = os.environ.get("USERNAME", "")
    return made_valid(login)


def made_valid(text: str) -> str:
    """Return `text` as a valid name: printable, spaces collapsed, at most 20 cells."""
    printable = "".join(
        char for char in unicodedata.normalize("NFC", text) if char.isprintable() or char == " "
    )
    # A wide character takes two cells: half the length is always narrow enough.
    wide = not printable.isascii()
    name = " ".join(printable.split())[: NAME_CELLS // 2 if wide else NAME_CELLS].strip()
    return name[:1].upper() + name[1:] if name else FALLBACK


def variant(name: str, number: int) -> str:
    """Return `name` with ` number` at its end, shortened so that it stays valid."""
    tail = f" {number}"
    room = NAME_CELLS - len(tail)
    head = name[:room] if name.isascii() else name[: room // 2]
    return head.rstrip() + tail
