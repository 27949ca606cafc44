"""How `cardgame-bot` ended, for scripts."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes; those from 2 on mean the same as with `cardgame-client`."""

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
    Exit.OK: "done: the match was played, every step passed",
    Exit.FAILED: "a bot failed, or a step of a check; what it was is on the screen",
    Exit.USAGE: "the command line was not understood, or a file is no bot",
    Exit.CANNOT_CONNECT: "nothing answers at that address, or it is not a card server",
    Exit.VERSION_REFUSED: "this kit and the server share no version of the protocol",
    Exit.LINK_LOST: "the link was lost for good",
    Exit.TURNED_AWAY: "the server or its host sent the bot away",
    Exit.SERVER_CHANGED: "the server's certificate is not the one that was seen before",
    Exit.INTERRUPTED: "Ctrl-C",
}
"""One line for each code, shown by `--help`."""


def table() -> str:
    """Return the codes as lines `  0  meaning`, for `--help`."""
    return "\n".join(f"  {int(code):3}  {meaning}" for code, meaning in MEANINGS.items())
