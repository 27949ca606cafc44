"""What `cardgame-bot play` is asked for, and what of it cannot be, as far as it is known here."""

import argparse
from collections.abc import Sequence

from cardgame_protocol import BadRequest, CreateRequest
from cardgame_protocol.limits import PASSWORD_CHARS
from cardgame_protocol.naming import clean_name
from cardgame_rules import RuleSet

from ..levels import LEVELS
from .seating import Wish

DEFAULT_OPPONENT = "simple"
"""Who sits on the other seats of a new table unless the command line says otherwise."""


def wish_of(options: argparse.Namespace, presets: Sequence[str]) -> Wish:
    """Return what the options ask for, for a bot that plays these games."""
    return Wish(
        table=options.table,
        create=_new_table(options),
        computers=_computers(options),
        password=options.password,
        presets=presets,
        matches=options.matches,
    )


def complaint(options: argparse.Namespace, rules: RuleSet | None) -> str:
    """Return what is wrong with the options, "" if nothing is; `rules` are those of --create."""
    if options.matches < 0:
        return f"--matches {options.matches}: write how many, or 0 for no end"
    if options.name is not None and (wrong := name_complaint(options.name)):
        return f"--name: {wrong}"
    if len(options.password or "") > PASSWORD_CHARS:
        return f"--password: a table's password has at most {PASSWORD_CHARS} characters"
    if rules is not None:
        return _table_complaint(options, rules)
    given = (options.against, options.seats, options.target)
    if any(option is not None for option in given):
        return "--against, --seats and --target belong to --create: add it"
    return ""


def name_complaint(name: str) -> str:
    """Return why no server takes this name, "" if it can be one."""
    try:
        clean_name(name)
    except BadRequest as error:
        return error.text
    return ""


def _table_complaint(options: argparse.Namespace, rules: RuleSet) -> str:
    """Say what is wrong with a new table; raises RuleSetError for a wrong number of seats."""
    computers = _computers(options)
    unknown = [level for level in computers if level not in LEVELS]
    if unknown:
        return f"--against: there is no level {unknown[0]!r}; there are {', '.join(LEVELS)}"
    seats = _seats(options)
    rules.check_seats(seats)
    if seats <= len(computers):
        return f"--seats {seats} is too few for {len(computers)} computers and the bot"
    return ""


def _new_table(options: argparse.Namespace) -> CreateRequest | None:
    if options.create is None:
        return None
    return CreateRequest(
        id=1,
        preset=options.create,
        seats=_seats(options),
        target=options.target,
        password=options.password,
    )


def _computers(options: argparse.Namespace) -> list[str]:
    """Return the levels of the computers at a new table."""
    if options.create is None:
        return []
    if options.against is not None:
        return list(options.against.split(","))
    return [DEFAULT_OPPONENT] if options.seats is None else []


def _seats(options: argparse.Namespace) -> int:
    own = len(_computers(options)) + 1
    return own if options.seats is None else int(options.seats)
