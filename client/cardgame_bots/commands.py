"""The commands of `cardgame-bot`, each from its command line to its exit code."""

import argparse
import sys

from cardgame_client.address import AddressError
from cardgame_client.admission import PasswordError
from cardgame_client.exits import Exit
from cardgame_client.safe import safe
from cardgame_rules import PRESETS, RuleSet, RuleSetError

from .exits import UsageError
from .isolation.bot_file import BotFileError
from .outputs import NotWrittenError


def run(options: argparse.Namespace) -> int:
    """Carry out a command; raises UsageError for what cannot be done as it was asked."""
    command = {"match": _match, "play": _play, "arena": _arena, "check": _check}[options.command]
    try:
        return command(options)
    except (BotFileError, RuleSetError, AddressError, PasswordError) as error:
        raise UsageError(str(error)) from error
    except NotWrittenError as error:
        print(f"cardgame-bot {options.command}: {safe(str(error))}", file=sys.stderr)
        return Exit.FAILED


def _match(options: argparse.Namespace) -> int:
    from .showing import show_match  # noqa: PLC0415 - the other commands need none of it

    rules = rules_of(options.rules, options.target)
    return show_match(options, rules)


def _play(options: argparse.Namespace) -> int:
    from .online.playing import play  # noqa: PLC0415 - the others need no event loop
    from .online.wishes import complaint  # noqa: PLC0415 - likewise

    rules = None if options.create is None else rules_of(options.create, options.target)
    wrong = complaint(options, rules)
    if wrong:
        raise UsageError(wrong)
    return play(options, rules)


def _arena(options: argparse.Namespace) -> int:
    from .arena.command import run_arena  # noqa: PLC0415 - the others need no processes

    rules_of(options.rules, options.target)
    return run_arena(options)


def _check(options: argparse.Namespace) -> int:
    from .check.command import check, complaint  # noqa: PLC0415 - the others need none of it

    wrong = complaint(options)
    if wrong:
        raise UsageError(wrong)
    return check(options)


def rules_of(preset: str, target: int | None) -> RuleSet:
    """Return the rule set of a preset, to `target` points or lives if that is given."""
    if preset not in PRESETS:
        raise UsageError(f"there is no game {preset!r}; there are {', '.join(PRESETS)}")
    rules = PRESETS[preset]
    return rules if target is None else rules.changed(match_end=rules.ending_at(target))
