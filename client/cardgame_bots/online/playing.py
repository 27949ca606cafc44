"""`cardgame-bot play`: a bot at a server, told in short on the screen and in full in a log."""

import argparse
import logging
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractContextManager,
    asynccontextmanager,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import IO

import anyio

from cardgame_client import backoff
from cardgame_client.address import parse_address
from cardgame_client.admission import read_password
from cardgame_client.connection import GoodbyeError, Link, LinkError
from cardgame_client.exits import Exit
from cardgame_client.folders import state_folder
from cardgame_client.known_servers import FILE_NAME, KnownServers
from cardgame_client.safe import safe
from cardgame_protocol import GoodbyeCode
from cardgame_protocol.limits import NAME_CELLS
from cardgame_rules import RuleSet

from ..entrants import Entrant, enter, plays
from ..exits import UsageError
from ..isolation.bot_file import split_bot_file
from ..outputs import reason
from .ends import advice, exit_of
from .player import Mind
from .sitting import Visit
from .staying import Connect, stay
from .telling import Telling, complain
from .wishes import name_complaint, wish_of

log = logging.getLogger(__name__)

_DATE = re.compile(rb"\d{4}-\d\d-\d\d ")
"""How each line of a log begins."""


def play(options: argparse.Namespace, rules: RuleSet | None) -> int:
    """Play as the command line says; returns the exit code. `rules` are those of a new table."""
    connect = _way_to(options)
    password = read_password(options.password_file, os.environ)
    with _log(options) as output, closing(_entered(options, output)) as entrant:
        _check(entrant, options, rules)
        log_file = None if output is sys.stderr else output.name
        if log_file is not None:
            print(f"log: {safe(log_file)}", flush=True)
        telling = Telling(log_file, strict=options.strict)
        visit = _visit(options, entrant, password, telling)
        code = anyio.run(_visit_until_it_ends, visit, connect, telling, backend="trio")
        if code == Exit.INTERRUPTED:
            code = telling.left()
        telling.end()
        return Exit.FAILED if telling.faults and code == Exit.OK else code


def _way_to(options: argparse.Namespace) -> Connect:
    """Return how to connect to the server that was named; raises AddressError."""
    address = parse_address(options.server)
    if not (address.tls or options.tls):
        return partial(Link.open, address.host, address.port)
    known = KnownServers(state_folder(os.environ) / FILE_NAME)
    return partial(_sealed, address.host, address.port, known)


@asynccontextmanager
async def _sealed(host: str, port: int, known: KnownServers) -> AsyncIterator[Link]:
    """Open a link over TLS, and tell what is to be told of the server's certificate."""
    async with Link.open(host, port, known) as link:
        note = known.take_note()
        if note:
            complain(note)
        yield link


def _entered(options: argparse.Namespace, output: IO[str]) -> Entrant:
    return enter(
        options.bot,
        seconds=options.seconds,
        megabytes=options.memory,
        output=output,
        measured=False,
    )


def _log(options: argparse.Namespace) -> AbstractContextManager[IO[str]]:
    """Let everything of this kit go to the log; `-`: to standard error, in short.

    Raises UsageError for a file that cannot be written, or that holds something else.
    """
    if options.log == "-":
        _log_to(sys.stderr, logging.INFO, "%(message)s")
        return nullcontext(sys.stderr)
    path = Path(options.log or f"{split_bot_file(options.bot)[0].stem}.log")
    return _log_file(path, f"{options.bot} at {options.server}")


@contextmanager
def _log_file(path: Path, title: str) -> Iterator[IO[str]]:
    """Open a log with a first line of `title`; a new one with no other is taken away again."""
    try:
        begun = _is_begun(path)
        opened = path.open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise UsageError(
            f"the log {path} cannot be written ({error.strerror}): name another file by --log"
        ) from error
    first = 0
    try:
        _log_to(opened, logging.DEBUG, "%(asctime)s %(levelname)s %(message)s")
        # First of all: by it a log is known as one of these.
        log.info("%s", title)
        first = path.stat().st_size
        yield opened
    finally:
        with suppress(OSError):  # which was told at the first line that the disk did not take
            opened.close()
        if not begun and path.is_file() and path.stat().st_size == first:
            path.unlink()


def _is_begun(path: Path) -> bool:
    """Tell whether there is a log at `path` already; raise UsageError for what is none."""
    if path.is_fifo():  # which would be waited for until somebody reads it
        raise UsageError(f"{path} is a pipe, no file: name another file by --log")
    if not path.is_file():
        return False
    with path.open("rb") as file:
        line = file.readline(100)
    if line and not _DATE.match(line):
        raise UsageError(
            f"{path} is there already and is no log of `play`: name another file by --log"
        )
    return line != b""


class _LogHandler(logging.StreamHandler[IO[str]]):
    """Tells once, and not with each line, that the disk takes no more; the match goes on."""

    _has_told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging calls it so
        error = sys.exception()
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._has_told:
            self._has_told = True
            with suppress(OSError):  # nobody reads standard error either
                complain(f"the log cannot be written: {reason(error)}; lines of it are lost")


class _Harmless(logging.Formatter):
    """Keeps a bot's words from forging a line, or from moving the cursor of whoever reads."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        return safe(super().formatMessage(record))


def _log_to(output: IO[str], level: int, layout: str) -> None:
    handler = _LogHandler(output)
    handler.setFormatter(_Harmless(layout))
    logging.basicConfig(level=level, handlers=[handler])


def _check(entrant: Entrant, options: argparse.Namespace, rules: RuleSet | None) -> None:
    """Raise for what the bot itself says that it is not: RuleSetError, UsageError."""
    if rules is not None:
        plays(entrant, rules)
    wrong = "" if options.name is not None else name_complaint(entrant.name[:NAME_CELLS])
    if wrong:
        raise UsageError(f"{options.bot}: its `name`: {wrong} Or give it another one by --name.")


def _visit(
    options: argparse.Namespace, entrant: Entrant, password: str | None, telling: Telling
) -> Visit:
    return Visit(
        entrant.name if options.name is None else options.name,
        wish_of(options, entrant.presets),
        Mind(entrant.make, SystemRandom().getrandbits(64)),
        telling,
        own_name=options.name is not None,
        password=password,
    )


async def _visit_until_it_ends(visit: Visit, connect: Connect, telling: Telling) -> Exit:
    code = Exit.INTERRUPTED
    async with anyio.create_task_group() as group:
        group.start_soon(_leave_on_signal, visit, group.cancel_scope)
        end = await stay(
            visit.name,
            connect,
            visit.use,
            SystemRandom(),
            must_answer=True,
            patience=backoff.waits,
            lost=telling.lost,
        )
        code = _exit_code(end)
        group.cancel_scope.cancel()
    return code


async def _leave_on_signal(visit: Visit, scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            await visit.leave()
            scope.cancel()


def _exit_code(end: LinkError) -> Exit:
    if isinstance(end, GoodbyeError) and end.code == GoodbyeCode.QUIT:
        return Exit.OK
    log.error("the visit has ended: %s", end)
    complain(advice(end))
    return exit_of(end)
