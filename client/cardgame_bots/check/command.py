"""`cardgame-bot check`: which check runs against what, from the command line to the exit code."""

import argparse
import shutil

from cardgame_client.exits import Exit
from cardgame_rules import PRESETS

from ..entrants import enter
from .bot import check_bot
from .program import listening, own_bot, running
from .steps import CheckFailedError, Steps


def check(options: argparse.Namespace) -> int:
    """Run the check that the command line asks for; returns the exit code."""
    steps = Steps()
    try:
        if options.server is not None:
            from .server import check_server  # noqa: PLC0415 - needs no bot

            check_server(options.server, steps, options.seconds)
        else:
            _check_bots(options, steps)
    except CheckFailedError:
        pass  # it is told, and counted
    print(steps.summary())
    return Exit.FAILED if steps.failed else Exit.OK


def _check_bots(options: argparse.Namespace, steps: Steps) -> None:
    command = options.program or own_bot(options.bot, options.seconds)
    with listening(options.listen or 0) as listener:
        for preset in _presets(options):
            with running(command, listener, preset) as program:
                # Twice: a bot of this kit counts its own seconds, and must be heard saying so.
                check_bot(listener, preset, steps, 2 * options.seconds, program)


def _presets(options: argparse.Namespace) -> list[str | None]:
    """Return the games to check: those asked for, else those that the bot plays."""
    if options.presets:
        return [*options.presets.split(",")]
    if options.program:
        # A program that is told no game asks for the one it plays.
        return [*PRESETS] if any("{preset}" in part for part in options.program) else [None]
    entrant = enter(options.bot, seconds=options.seconds, megabytes=options.memory)
    try:
        return [*entrant.presets]
    finally:
        entrant.close()


def complaint(options: argparse.Namespace) -> str:
    """Return what does not go together on the command line, "" if all does."""
    given = [options.bot is not None, bool(options.program), options.server is not None]
    if sum(given) != 1:
        return "name one thing to check: a FILE, --server HOST:PORT, or -- COMMAND"
    unknown = [p for p in (options.presets or "").split(",") if p and p not in PRESETS]
    if unknown:
        return f"there is no game {unknown[0]!r}; there are {', '.join(PRESETS)}"
    if options.program and shutil.which(options.program[0]) is None:
        return f"there is no program {options.program[0]!r} to run"
    return ""
