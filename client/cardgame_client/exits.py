"""How a program ended, for scripts: the exit codes of `cardgame-client` and `cardgame-bot`."""

from collections.abc import Mapping
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes; 0 to 2 and 130 are the shell's own conventions, the others are ours."""

    OK = 0
    FAILED = 1
    USAGE = 2
    CANNOT_CONNECT = 3
    VERSION_REFUSED = 4
    LINK_LOST = 5
    TURNED_AWAY = 6
    SERVER_CHANGED = 7
    INTERRUPTED = 130


MEANINGS: dict[Exit, str] = {
    Exit.OK: "left by yourself, or the input ended",
    Exit.FAILED: "something went wrong, the last line on standard error says what",
    Exit.USAGE: "the command line or a setting was not understood",
    Exit.CANNOT_CONNECT: "nothing answers at that address, or it is not a card server",
    Exit.VERSION_REFUSED: "client and server share no version of the protocol",
    Exit.LINK_LOST: "the link was lost and could not be restored; your seat is kept",
    Exit.TURNED_AWAY: "the server ended it: replaced by another client of yours, full, flooded",
    Exit.SERVER_CHANGED: "the server's certificate is not the one that was seen before",
    Exit.INTERRUPTED: "Ctrl-C",
}
"""One line for each code of `cardgame-client`, shown by `--help` and in the README."""


def table(meanings: Mapping[Exit, str]) -> str:
    """Return the codes as lines `  0  meaning`, for `--help`."""
    return "\n".join(f"  {int(code):3}  {meaning}" for code, meaning in meanings.items())
