"""`cardgame-bot check`: which check runs against what, from the command line to the exit code."""

import argparse
import os
import shutil
import sys
from functools import partial
from pathlib import Path

from cardgame_client.address import parse_address
from cardgame_client.admission import read_password
from cardgame_client.exits import Exit
from cardgame_client.safe import safe
from cardgame_rules import PRESETS

from ..entrants import enter, plays
from .bot import AbsentError, BotCheck
from .program import PLACES, listening, own_bot, running, unknown_places
from .reach import UnreachableError, reach
from .server import ServerCheck
from .steps import CheckFailedError, Steps


def check(options: argparse.Namespace) -> int:
    """Run the check that the command line asks for; returns the exit code."""
    steps = Steps()
    try:
        if options.server is not None:
            _check_server(options, steps)
        else:
            _check_bots(options, steps)
    except UnreachableError as error:
        print(f"cardgame-bot check: {safe(str(error))}", file=sys.stderr)
        return error.code
    print(steps.summary())
    return Exit.FAILED if steps.failed else Exit.OK


def _check_server(options: argparse.Namespace, steps: Steps) -> None:
    address = parse_address(options.server)
    password = read_password(options.password_file, os.environ)
    tls = address.tls or options.tls
    ServerCheck(reach(address, options.seconds, password, tls=tls), steps).run()


def _check_bots(options: argparse.Namespace, steps: Steps) -> None:
    command = options.program or own_bot(options.bot, options.seconds, options.memory)
    presets = _presets(options)
    with listening(options.listen or 0) as listener:
        for number, preset in enumerate(presets):
            start = partial(running, command, listener, preset)
            # Twice: a bot of this kit counts its own seconds, and must be heard saying so.
            game = BotCheck(listener, preset, steps, 2 * options.seconds, start)
            try:
                game.run()
            except AbsentError:
                for left in presets[number + 1 :]:
                    steps.game_not_tried(f"{left}: all steps")
                return
            except CheckFailedError:
                pass  # it is told, and counted; another game may go well
            if preset is None:
                steps.say(
                    f"      only {game.game} was checked, the game that the bot asked for; with"
                    " {preset} in the command it is run once for each game"
                )


def _presets(options: argparse.Namespace) -> list[str | None]:
    """Return the games to check: those asked for, else those that the bot plays."""
    asked: list[str | None] = options.presets.split(",") if options.presets else []
    if options.program:
        told = any("{preset}" in part for part in options.program)
        # A program that is told no game asks for the one it plays.
        return asked or ([*PRESETS] if told else [None])
    entrant = enter(options.bot, seconds=options.seconds, megabytes=options.memory)
    try:
        for preset in filter(None, asked):
            plays(entrant, PRESETS[preset])
        return asked or [*entrant.presets]
    finally:
        entrant.close()


def complaint(options: argparse.Namespace) -> str:
    """Return what does not go together on the command line, "" if all does."""
    given = [options.bot is not None, bool(options.program), options.server is not None]
    if sum(given) != 1:
        return "name one thing to check: a FILE, --server HOST:PORT, or -- COMMAND"
    if options.server is not None and (options.presets or options.listen):
        return "--presets and --listen are for a bot: a server is asked for all its games"
    unknown = [p for p in (options.presets or "").split(",") if p and p not in PRESETS]
    if unknown:
        return f"there is no game {unknown[0]!r}; there are {', '.join(PRESETS)}"
    if options.program and shutil.which(options.program[0]) is None:
        return _unrunnable(options.program[0])
    places = unknown_places(options.program)
    if places:
        known = ", ".join(f"{{{name}}}" for name in PLACES)
        return f"nothing is put in for {{{places[0]}}}; there are {known}"
    return ""


def _unrunnable(program: str) -> str:
    if Path(program).is_file():
        return f"{program} cannot be run by itself: write before it what runs it, as `node`"
    return f"there is no program {program!r} to run"
