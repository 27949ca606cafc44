"""The command line of `cardgame-client`.

What draws and what connects is imported only when it is needed, so that `--help` and `--version`
answer at once.
"""

import argparse
from collections.abc import Sequence

from cardgame_client import exits
from cardgame_client.exits import Exit
from cardgame_protocol import __version__

EPILOG = f"""\
HOST may be a name, an IPv4 address or [IPV6], with :PORT behind it, or cardgame://HOST:PORT.
Without a terminal, and with TERM=dumb, the client is --plain by itself.

exit codes:
{exits.table()}
"""


def parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    description = "Play cards at a server, or alone against the computer."
    described = argparse.ArgumentParser(
        "cardgame-client",
        description=description,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = described.add_argument
    add(
        "address",
        nargs="?",
        metavar="HOST[:PORT]",
        help="the server, else the one on this computer",
    )
    add("--name", help="your name at the tables, else made from the login name")
    add("--plain", action="store_true", help="line by line, for screen readers and pipes")
    add(
        "--solo",
        nargs="?",
        const="",
        metavar="PRESET",
        help="play alone: duel, eights, survival or classic; asks for what is not given",
    )
    add("--players", type=int, metavar="N", help="seats of the solo game, you among them")
    add("--level", metavar="LEVEL", help="the computers in it: random or simple")
    add("--version", action="version", version=f"cardgame-client {__version__}")
    return described


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; returns the exit code."""
    described = parser()
    options = described.parse_args(arguments)
    if options.solo is not None and options.address:
        described.error("--solo starts its own server: leave HOST out, or leave --solo out")
    if options.solo is None and (options.players or options.level):
        described.error("--players and --level belong to --solo: add --solo, or leave them out")
    from cardgame_client.launch import launch  # noqa: PLC0415 - not for --help and --version

    try:
        return launch(options)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except EOFError:  # Ctrl-D where a question was asked
        return Exit.OK
