"""The command line of `cardgame-bot`.

What plays, connects or measures is imported only when it is needed, so that `--help` answers at
once.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial

from cardgame_client.exits import Exit, table
from cardgame_client.streams import open_closed_streams

from . import limits
from .breaking_off import broken_off, one_interrupt
from .exits import MEANINGS, UsageError

A_BOT = "a level (random, simple, ...), or a Python file: FILE.py, or FILE.py:NAME"


def parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    described = argparse.ArgumentParser(
        "cardgame-bot",
        description="Write a bot, let it play, measure it, check it. docs/bots.md begins at zero.",
        epilog=f"exit codes:\n{table(MEANINGS)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    described.add_argument("--version", action="store_true", help="print the version and exit")
    commands = described.add_subparsers(dest="command", metavar="COMMAND")
    _match(commands.add_parser("match", help="one match here, without a server"))
    _play(commands.add_parser("play", help="play at a server"))
    _arena(commands.add_parser("arena", help="many games, and who is stronger"))
    _check(commands.add_parser("check", help="does a bot, or a server, keep to the protocol?"))
    return described


def _match(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    command.description = "Play one match between bots in this terminal, without a server."
    add("bots", nargs="+", metavar="BOT", help=A_BOT)
    add("--rules", default="classic", metavar="PRESET", help="the game (default: classic)")
    add("--target", type=int, metavar="N", help="points that win, or lives (default: the preset's)")
    add("--seed", type=limits.seed, help="the same seed deals the same cards (default: chance)")
    add("--record", metavar="FILE", help="write the match for `cardgame-client replay`")
    _limits(command)


def _play(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    command.description = "Join a table of a server, or make one, and play until the match is over."
    add("bot", metavar="BOT", help=A_BOT)
    add("server", metavar="HOST[:PORT]", help="the server; cardgames://HOST for --tls")
    where = command.add_mutually_exclusive_group()
    where.add_argument("--table", metavar="NAME", help="join this table, by its name or number")
    where.add_argument("--create", metavar="PRESET", help="make a table for this game")
    add(
        "--against",
        metavar="LEVEL,...",
        help="with --create: the server's computers on the other seats (default: simple)",
    )
    add("--seats", type=int, help="with --create: seats in all; the rest stays free for others")
    add("--target", type=int, metavar="N", help="with --create: points that win, or lives")
    add("--password", help="the password of the table")
    add("--name", help="the name at the table (default: the bot's own)")
    add("--matches", type=int, default=1, metavar="N", help="leave after so many (0: no end)")
    add(
        "--log", metavar="FILE", help="all that happens, and what the bot prints (default: BOT.log)"
    )
    add("--strict", action="store_true", help="end at the bot's first fault (code 1)")
    _reaching(command)
    _limits(command)


def _arena(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    command.description = (
        "Play many games between bots: each deal once from every seat, in several processes. The "
        "results follow from the bots, the rules and the seed alone. A bot that raises, chooses "
        "what is not legal or takes too long loses that game, and is counted."
    )
    add("bots", nargs="+", metavar="BOT", help=A_BOT)
    add("--rules", default="classic", metavar="PRESET", help="the game (default: classic)")
    add(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="at least so many games (default: 1000)",
    )
    add("--seed", type=limits.seed, help="the same seed deals the same cards (default: chance)")
    add(
        "--jobs",
        type=limits.jobs,
        metavar="J",
        help="processes (default: as many as there are cores)",
    )
    add("--strangers", action="store_true", help="no deal twice: none is known from another seat")
    add("--matches", action="store_true", help="a game is a whole match, not one hand")
    add(
        "--target",
        type=int,
        metavar="N",
        help="points that win a match, or lives; levels play for it in single hands, too",
    )
    add("--sprt", metavar="LOW,HIGH", help="of two: stop when one of these Elo gains is decided")
    add("--save", metavar="FILE", help="keep each game there; the same command goes on from it")
    add("--json", action="store_true", help="print the results as JSON")
    add("--report", metavar="FILE", help="write FILE.html, a page with a picture, or FILE.svg")
    _limits(command)


def _check(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    command.usage = (
        "%(prog)s [-h] FILE [OPTION ...]\n"
        "       %(prog)s [OPTION ...] [--listen PORT] -- COMMAND [ARGUMENT ...]\n"
        "       %(prog)s --server HOST[:PORT] [OPTION ...]"
    )
    command.description = (
        "Check a bot of this kit, a bot in any language, or a server, in named steps. COMMAND is "
        "run with {address}, {host}, {port} and {preset} put in, and with CARDGAME_SERVER set to "
        "the address; with {preset} in it, once for each game. A failure shows the bytes."
    )
    add("bot", nargs="?", metavar="FILE", help=A_BOT)
    add("--listen", type=int, metavar="PORT", help="where COMMAND finds the check (default: free)")
    add("--server", metavar="HOST[:PORT]", help="check a server instead; it needs a free table")
    add("--presets", metavar="PRESET,...", help="the games (default: all that the bot plays)")
    _reaching(command)
    command.set_defaults(program=[])
    _limits(command)


def _reaching(command: argparse.ArgumentParser) -> None:
    """Add what it may take to be let in at a server."""
    add = command.add_argument
    add("--tls", action="store_true", help="encrypt the connection to the server")
    add("--password-file", metavar="FILE", help="the server's password is the first line of FILE")


def _limits(command: argparse.ArgumentParser, seconds: float = 5.0) -> None:
    """Add what a bot may use up; the default of `seconds` is far above any sensible choice."""
    command.add_argument(
        "--seconds",
        type=limits.seconds,
        default=seconds,
        metavar="S",
        help=f"longest time for one choice (default: {seconds:g})",
    )
    command.add_argument(
        "--memory",
        type=limits.megabytes,
        default=2048,
        metavar="MB",
        help="address space of a bot's process (default: 2048; 0: unlimited)",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    open_closed_streams()
    return broken_off(partial(_main, sys.argv[1:] if arguments is None else arguments))


def _main(arguments: Sequence[str]) -> int:
    described = parser()
    own, program = _split(arguments)
    options, more = described.parse_known_args(own)
    if more and options.command == "check" and not more[0].startswith("-"):
        described.error(f"a program to check stands behind --: check -- {options.bot} {more[0]}")
    if more:
        described.error(f"unrecognized arguments: {' '.join(more)}")
    if program:
        options.program = program
    if options.version:
        from cardgame_protocol import __version__  # noqa: PLC0415 - as below

        print(f"cardgame-bot {__version__}")
        return Exit.OK
    if options.command is None:
        described.print_help(sys.stderr)
        return Exit.USAGE
    return _run(options)


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return what is before and behind `--`: our own arguments, and a program with its own."""
    if "--" not in arguments:
        return arguments, []
    place = list(arguments).index("--")
    return arguments[:place], arguments[place + 1 :]


def _run(options: argparse.Namespace) -> int:
    # Each imported when it is asked for: --help must not wait for an event loop to be loaded.
    from cardgame_client.safe import safe  # noqa: PLC0415 - see above

    from .commands import run  # noqa: PLC0415 - see above

    # `play` waits for Ctrl-C in its event loop, to take leave of the table.
    once = nullcontext() if options.command == "play" else one_interrupt()
    try:
        with once:
            return run(options)
    except UsageError as error:
        print(f"cardgame-bot {options.command}: {safe(str(error))}", file=sys.stderr)
        return Exit.USAGE


if __name__ == "__main__":
    sys.exit(main())
