"""The command line of `cardgame-client`.

What draws and what connects is imported only when it is needed, so that `--help` and `--version`
answer at once.
"""

import argparse
from collections.abc import Sequence

from cardgame_client import __version__, exits
from cardgame_client.exits import Exit
from cardgame_client.streams import open_closed_streams

USAGE = """\
%(prog)s [HOST[:PORT]] [OPTION ...]
       %(prog)s --solo [PRESET] [--players N] [--level LEVEL] [OPTION ...]
       %(prog)s replay FILE [--seat SEAT] [OPTION ...]
       %(prog)s verify FILE [--commitment DIGITS]"""

REPLAY = "replay"
"""In the place of HOST: look at a recorded match. A server of that name is `replay:10108`."""

VERIFY = "verify"
"""Likewise: check that no card of a recorded match was chosen after the fact."""

EPILOG = f"""\
HOST may be a name, an IPv4 address or [IPV6], with :PORT behind it, or
cardgame://HOST:PORT, or cardgames://HOST:PORT for --tls.
Without a terminal, and with TERM=dumb, the client is --plain by itself. Options with a --no- form
are settings: they may also stand in the settings file and the environment, see docs/client.md.

exit codes:
{exits.table(exits.MEANINGS)}
"""


def parser() -> argparse.ArgumentParser:
    """Return the description of the command line; a setting that is not given is None."""
    described = argparse.ArgumentParser(
        "cardgame-client",
        usage=USAGE,
        description="Play cards at a server, or alone against the computer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = described.add_argument
    add(
        "server",
        nargs="?",
        metavar="HOST[:PORT]",
        help="the server, else the one on this computer",
    )
    add(
        "record",
        nargs="?",
        metavar="FILE",
        help="after `replay` and `verify`: a match written by save",
    )
    add("--name", help="your name at the tables, else made from the login name")
    add(
        "--solo",
        nargs="?",
        const="",
        metavar="PRESET",
        help="play alone: duel, eights, survival or classic; asks for what is not given",
    )
    add("--players", type=int, metavar="N", help="seats of the solo game, you among them")
    add(
        "--level",
        metavar="LEVEL",
        help="the computers in it: random, simple, steady, sharp, master",
    )
    add("--seat", metavar="SEAT", help="who to look at a replay as: a seat, all or spectator")
    add(
        "--commitment",
        metavar="DIGITS",
        help="verify: what you noted before the deal, or its first 16 digits",
    )
    add(
        "--password-file",
        metavar="FILE",
        help="the server's password is the first line of FILE, else CARDGAME_PASSWORD",
    )
    _settings(described)
    add("--version", action="version", version=f"cardgame-client {__version__}")
    return described


def _settings(described: argparse.ArgumentParser) -> None:
    """Add what is on or off, and how many colours there are."""
    switches = {
        "tls": "encrypt the connection, and remember the server's certificate",
        "plain": "line by line, for screen readers and pipes",
        "guest": "keep no token on this computer and use none",
        "motion": "short flashes where something happened",
        "hints": "a line of help in the first game",
        "bell": "ring when your turn comes and you look elsewhere",
        "title": "tell your turn in the window's title",
        "notify": "tell your turn by a notification of the terminal (OSC 9)",
        "ascii": "draw with ASCII only",
        "mouse": "clicks and wheel act; without, the terminal selects text with the mouse",
    }
    for name, text in switches.items():
        described.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, help=text)
    described.add_argument(
        "--colour", metavar="HOW", help="colours used: auto, none, 16, 256 or true"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; returns the exit code."""
    open_closed_streams()
    described = parser()
    options = described.parse_args(arguments)
    complaint = _at_odds(options)
    if complaint:
        described.error(complaint)
    if options.server == VERIFY:
        from cardgame_client.fairness import verify  # noqa: PLC0415 - as below

        return verify(options.record, options.commitment)
    from cardgame_client.launch import launch  # noqa: PLC0415 - not for --help and --version

    try:
        return launch(options)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except EOFError:  # Ctrl-D where a question was asked
        return Exit.OK


def _at_odds(options: argparse.Namespace) -> str:
    """Return what does not go together on this command line, and what to do; empty if all does."""
    word, solo = options.server, options.solo is not None
    of_a_record = word in (REPLAY, VERIFY)
    complaints = (
        (of_a_record and options.record is None, f"{word} needs a record: write {word} FILE"),
        (
            options.record is not None and not of_a_record,
            "only one HOST can be given; to look at a recorded match write replay FILE",
        ),
        (
            options.seat is not None and word != REPLAY,
            "--seat belongs to replay: write replay FILE --seat SEAT, or leave it out",
        ),
        (
            options.commitment is not None and word != VERIFY,
            "--commitment belongs to verify: write verify FILE --commitment DIGITS",
        ),
        (solo and word, "--solo starts its own server: leave HOST out, or leave --solo out"),
        (
            not solo and (options.players or options.level),
            "--players and --level belong to --solo: add --solo, or leave them out",
        ),
    )
    return next((text for at_odds, text in complaints if at_odds), "")
