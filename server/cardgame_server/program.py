"""The running server: rooms, edge, house process, signals and what is printed."""

import gc
import logging
import os
import resource
import secrets
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import trio

from cardgame_protocol import __version__
from cardgame_protocol.limits import DEFAULT_PORT
from cardgame_server import computers
from cardgame_server.addresses import for_the_lan, for_this_computer, shown
from cardgame_server.logs import end_without_output
from cardgame_server.records import RecordStore, write_whole
from cardgame_server.server import Server
from cardgame_server.session import Session, greeting
from cardgame_server.shuffle import EntropyHouse

LOG: Final = logging.getLogger("cardgame.server")

_GC_THRESHOLD: Final = 50_000
"""New objects between two looks for cyclic garbage: a move makes hundreds, none of them cyclic."""

_STDIN: Final = 0
_EOF_CHUNK: Final = 65_536


def run(listeners: list[socket.socket], *, data: Path, until_eof: bool) -> None:
    """Serve on the given sockets until told to end; prints the addresses first."""
    _raise_file_limit()
    trio.run(_main, listeners, data, until_eof)


def _announce(listeners: list[socket.socket]) -> None:
    host, port = for_this_computer(listeners)
    try:
        print(f"listening on {shown(host, port)}", flush=True)
        for guest in for_the_lan(listeners):
            where = shown(guest, port, default=DEFAULT_PORT)
            print(f"on the LAN: cardgame-client {where}", flush=True)
    except OSError as error:
        end_without_output(error)


def _raise_file_limit() -> None:
    """Allow as many connections as the system lets us: the soft limit is for users of `select`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def server_id(data: Path) -> str:
    """Return the id by which clients tell this server from others: the same after a restart."""
    file = data / "server_id"
    try:
        known = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        known = ""
    if known.isalnum():
        return known
    fresh = secrets.token_hex(8)
    try:
        write_whole(file, fresh + "\n")
    except OSError as error:
        LOG.warning("the server id cannot be kept, clients will not know it again: %s", error)
    return fresh


async def _main(listeners: list[socket.socket], data: Path, until_eof: bool) -> None:
    secret = secrets.token_hex(32)
    session = Session(
        greeting(f"cardgame-server {__version__}", server_id(data)),
        EntropyHouse(),
        lambda: secrets.token_hex(32),
        secret,
    )
    server = Server(session, RecordStore(data / "records").keep)
    host, port = for_this_computer(listeners)
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        # Whoever waits for the first line may send a signal at once: it is heard from here on.
        _announce(listeners)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_on_signal, signals, server)
            if until_eof:
                nursery.start_soon(_stop_at_eof, server)
            nursery.start_soon(computers.keep_house, computers.command(host, port), secret)
            _calm_garbage_collector()
            await server.serve(listeners)
            nursery.cancel_scope.cancel()


def _calm_garbage_collector() -> None:
    """Keep what is there for good out of the collector's sight, and have it look seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 20, 50)


async def _stop_on_signal(signals: AsyncIterator[int], server: Server) -> None:
    async for _ in signals:
        server.stop()


async def _stop_at_eof(server: Server) -> None:
    while await trio.to_thread.run_sync(_read_some, abandon_on_cancel=True):
        pass
    server.stop()


def _read_some() -> bytes:
    # Not by sys.stdin: a thread that waits in there at the end would trip the interpreter.
    try:
        return os.read(_STDIN, _EOF_CHUNK)
    except OSError:
        return b""  # Closed from the start: that is an end, too.
