"""How `cardgame-bot` ended, for scripts: the codes of the client, in the words of a bot."""

from cardgame_client import exits
from cardgame_client.exits import Exit

MEANINGS: dict[Exit, str] = exits.MEANINGS | {
    Exit.OK: "done: the match was played, every step passed",
    Exit.FAILED: "a bot failed, or a step of a check; what it was is on the screen",
    Exit.USAGE: "the command line was not understood, or a file is no bot",
    Exit.VERSION_REFUSED: "this kit and the server share no version of the protocol",
    Exit.LINK_LOST: "the link was lost for good",
    Exit.TURNED_AWAY: "the server or its host sent the bot away",
}
"""One line for each code, shown by `--help`."""
