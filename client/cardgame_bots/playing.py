"""`cardgame-bot play`: a bot at a server, told in short on the screen and in full in a log."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import IO

import anyio

from cardgame_client.address import parse_address
from cardgame_client.admission import read_password
from cardgame_client.connection import (
    CannotConnectError,
    GoodbyeError,
    Link,
    LinkError,
    LinkLostError,
    NotACardServerError,
    RefusedError,
    ServerChangedError,
    VersionRefusedError,
)
from cardgame_client.exits import Exit
from cardgame_client.folders import state_folder
from cardgame_client.known_servers import FILE_NAME, KnownServers
from cardgame_protocol import CreateRequest, GoodbyeCode

from .bot_file import split_bot_file
from .entrants import Entrant, enter
from .player import Mind
from .sitting import Visit, Wish
from .staying import BotFailedError, Connect, SentAwayError, stay
from .telling import Telling, complain

log = logging.getLogger(__name__)

DEFAULT_OPPONENT = "simple"
"""Who sits on the other seats of a new table unless the command line says otherwise."""

_CODES: tuple[tuple[type[LinkError], Exit], ...] = (
    (ServerChangedError, Exit.SERVER_CHANGED),
    (VersionRefusedError, Exit.VERSION_REFUSED),
    (CannotConnectError, Exit.CANNOT_CONNECT),
    (NotACardServerError, Exit.CANNOT_CONNECT),
    (GoodbyeError, Exit.TURNED_AWAY),
    (RefusedError, Exit.TURNED_AWAY),
    (BotFailedError, Exit.FAILED),
    (SentAwayError, Exit.TURNED_AWAY),
    (LinkLostError, Exit.LINK_LOST),
)


def play(options: argparse.Namespace) -> int:
    """Play as the command line says; returns the exit code."""
    address = parse_address(options.server)
    tls = address.tls or options.tls
    known = KnownServers(state_folder(os.environ) / FILE_NAME) if tls else None
    connect = partial(Link.open, address.host, address.port, known)
    password = read_password(options.password_file, os.environ)
    with _log_file(options) as output:
        entrant = enter(
            options.bot,
            seconds=options.seconds,
            megabytes=options.memory,
            output=output,
            measured=False,
        )
        with closing(entrant):
            log_file = None if options.log == "-" else output.name
            telling = Telling(log_file, strict=options.strict)
            visit = _visit(options, entrant, password, telling)
            code = anyio.run(_visit_until_it_ends, visit, connect, backend="trio")
            telling.end()
            return Exit.FAILED if telling.faults and code == Exit.OK else code


@contextmanager
def _log_file(options: argparse.Namespace) -> Iterator[IO[str]]:
    """Open the log and let everything of this kit go there; `-` is standard error, in short."""
    if options.log == "-":
        logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
        yield sys.stderr
        return
    name = options.log or f"{split_bot_file(options.bot)[0].stem}.log"
    with Path(name).open("a", encoding="utf-8", buffering=1) as output:
        layout = "%(asctime)s %(levelname)s %(message)s"
        logging.basicConfig(stream=output, level=logging.DEBUG, format=layout)
        print(f"log: {name}", flush=True)
        yield output


def _visit(
    options: argparse.Namespace, entrant: Entrant, password: str | None, telling: Telling
) -> Visit:
    create, computers = _new_table(options)
    wish = Wish(
        table=options.table,
        create=create,
        computers=computers,
        password=options.password,
        presets=entrant.presets,
        matches=options.matches,
    )
    mind = Mind(entrant.make, SystemRandom().getrandbits(64))
    return Visit(
        options.name or entrant.name,
        wish,
        mind,
        telling,
        own_name=options.name is not None,
        password=password,
    )


def _new_table(options: argparse.Namespace) -> tuple[CreateRequest | None, list[str]]:
    """Return the request for a new table and the computers for it, if one is wished for."""
    if options.create is None:
        return None, []
    levels = [] if options.against is None else options.against.split(",")
    if not levels and options.seats is None:
        levels = [DEFAULT_OPPONENT]
    request = CreateRequest(
        id=1,
        preset=options.create,
        seats=options.seats or len(levels) + 1,
        target=options.target,
        password=options.password,
    )
    return request, levels


async def _visit_until_it_ends(visit: Visit, connect: Connect) -> Exit:
    code = Exit.INTERRUPTED
    async with anyio.create_task_group() as group:
        group.start_soon(_leave_on_signal, visit, group.cancel_scope)
        end = await stay(visit.name, connect, visit.use, SystemRandom(), must_answer=True)
        code = _exit_code(end)
        group.cancel_scope.cancel()
    return code


async def _leave_on_signal(visit: Visit, scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            await visit.leave()
            print("left", flush=True)
            scope.cancel()


def _exit_code(end: LinkError) -> Exit:
    if isinstance(end, GoodbyeError) and end.code == GoodbyeCode.QUIT:
        return Exit.OK
    log.error("the visit has ended: %s", end)
    complain(end.text)
    return next(code for kind, code in _CODES if isinstance(end, kind))
