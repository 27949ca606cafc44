"""How `cardgame-bot` ended, for scripts: the codes of the client, in the words of a bot."""

from cardgame_client import exits
from cardgame_client.exits import Exit

MEANINGS: dict[Exit, str] = exits.MEANINGS | {
    Exit.OK: "done: the match was played, every step passed",
    Exit.FAILED: "a bot failed, or a step of a check, or writing a file; the screen says which",
    Exit.USAGE: "what the command line asks for cannot be, or a file is no bot of that game",
    Exit.VERSION_REFUSED: "this kit and the server share no version of the protocol",
    Exit.LINK_LOST: "the link was lost, and the server did not come back in three minutes",
    Exit.TURNED_AWAY: "the server sent the bot away, or has no place for it",
}
"""One line for each code, shown by `--help`."""


class UsageError(Exception):
    """What was asked for cannot be done; the text says why and what to do."""
