"""Taking a seat: which table a bot wishes for, and the requests that lead to it.

What the server refuses for now is asked again after the time it names.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import anyio

from cardgame_client.connection import Link, RefusedError
from cardgame_protocol import (
    AddComputerRequest,
    CreateRequest,
    CreateResult,
    JoinRequest,
    ListRequest,
    ListResult,
    Request,
    Result,
    TableLine,
)

from .staying import SentAwayError

log = logging.getLogger(__name__)

R = TypeVar("R", bound=Result)


@dataclass(frozen=True)
class Wish:
    """What to sit down at: a table by name or number, a new one, or the first that has a seat.

    `create` is the request for a new table, `computers` the levels of the computers there.
    """

    table: str | None = None
    create: CreateRequest | None = None
    computers: Sequence[str] = ()
    password: str | None = None
    presets: Sequence[str] = field(default_factory=list)
    matches: int = 1


class WrongGameError(SentAwayError):
    """The table that was named plays a game that the bot does not play."""


async def take_a_seat(link: Link, wish: Wish, bot: str) -> None:
    """Sit down at the table that `bot` wishes for. Raises SentAwayError if there is none."""
    if wish.create is not None:
        made = await ask(link, wish.create, CreateResult)
        log.info("made table %d", made.table)
        await hire(link, wish.computers)
        return
    line = await _find(link, wish)
    _look_at(line, wish, bot)
    await patiently(link, JoinRequest(id=1, table=line.table, password=wish.password))
    log.info("sat down at table %d, %s", line.table, line.name)


async def hire(link: Link, levels: Sequence[str]) -> None:
    """Have computers of these levels sit down at one's own table."""
    for level in levels:
        await patiently(link, AddComputerRequest(id=1, level=level))


def _look_at(line: TableLine, wish: Wish, bot: str) -> None:
    """Raise SentAwayError for a table at which there is no use in sitting down."""
    if line.preset not in wish.presets:
        games = ", ".join(wish.presets)
        raise WrongGameError(
            f"table {line.name!r} plays {line.preset}, which {bot} does not:"
            f" its `presets` are {games}"
        )
    if line.password and wish.password is None:
        raise SentAwayError(f"table {line.name!r} has a password: give it by --password")


async def _find(link: Link, wish: Wish) -> TableLine:
    """Return the line of the table that is wished for; raise SentAwayError if there is none."""
    tables = await _tables(link)
    name = wish.table
    if name is not None:
        named = [t for t in tables if t.name.casefold() == name.casefold()]
        named += [t for t in tables if str(t.table) == name]
        if named:
            return named[0]
        there = ", ".join(repr(t.name) for t in tables) or "none"
        raise SentAwayError(f"there is no table {name!r}; tables: {there}")
    fit = [t for t in tables if t.free and not t.password and t.state == "waiting"]
    fit = [t for t in fit if t.preset in wish.presets]
    if not fit:
        raise SentAwayError(
            "no table has a free seat for this bot: name one (--table) or make one (--create)"
        )
    return fit[-1]


async def _tables(link: Link) -> list[TableLine]:
    """Return the lines of all pages of the lobby's list, newest table first."""
    first = await ask(link, ListRequest(id=1), ListResult)
    lines = list(first.tables)
    for page in range(2, first.pages + 1):
        lines += (await ask(link, ListRequest(id=1, page=page), ListResult)).tables
    return lines


async def ask(link: Link, request: Request, result: type[R]) -> R:
    """Send a request, again after each `rate_limited`, and return its result."""
    while True:
        try:
            return await link.ask(request, result)
        except RefusedError as refused:
            await _wait_or_raise(refused)


async def patiently(link: Link, request: Request) -> None:
    """Send a request whose result is of no use, again after each `rate_limited`."""
    while True:
        try:
            await link.request(request)
        except RefusedError as refused:
            await _wait_or_raise(refused)
        else:
            return


async def attempt(link: Link, request: Request) -> None:
    """Send a request that may be too late already, and is of no use then."""
    try:
        await patiently(link, request)
    except RefusedError as refused:
        log.info("%s was refused: %s", type(request).__name__, refused.text)


async def _wait_or_raise(refused: RefusedError) -> None:
    if refused.wait is None:
        raise refused
    log.info("the server asks to wait %.1f s: %s", refused.wait, refused.text)
    await anyio.sleep(refused.wait)
