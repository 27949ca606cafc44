"""The running server: rooms, edge, house process, signals and what is printed."""

import gc
import logging
import os
import resource
import secrets
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import trio

from cardgame_protocol import __version__
from cardgame_protocol.limits import DEFAULT_PORT
from cardgame_rules.fairness import SECRET_BYTES
from cardgame_server import computers
from cardgame_server.addresses import for_the_lan, for_this_computer, shown
from cardgame_server.certificates import Proof
from cardgame_server.folder import Folder
from cardgame_server.limits import exempt
from cardgame_server.logs import end_without_output
from cardgame_server.password import Guard
from cardgame_server.readiness import readiness
from cardgame_server.records import RecordStore, write_whole
from cardgame_server.server import Server
from cardgame_server.session import Session, greeting
from cardgame_server.writer import JournalWriter

LOG: Final = logging.getLogger("cardgame.server")

_GC_THRESHOLD: Final = 50_000
"""New objects between two looks for cyclic garbage: a move makes hundreds, none of them cyclic."""

_STDIN: Final = 0
_EOF_CHUNK: Final = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the command line asked for.

    `proof` encrypts all connections but the house process's; `guard` knows the server's password.
    """

    listeners: list[socket.socket]
    folder: Folder
    until_eof: bool = False
    proof: Proof | None = None
    guard: Guard | None = None


def run(setup: Setup) -> None:
    """Serve until told to end; prints the addresses first."""
    _raise_file_limit()
    trio.run(_main, setup)


def _announce(setup: Setup) -> None:
    listeners, proof = setup.listeners, setup.proof
    host, port = for_this_computer(listeners)
    client = "cardgame-client" if proof is None else "cardgame-client --tls"
    try:
        print(f"listening on {shown(host, port)}", flush=True)
        for guest in for_the_lan(listeners):
            print(f"on the LAN: {client} {shown(guest, port, default=DEFAULT_PORT)}", flush=True)
        if proof is not None:
            print(f"certificate: {proof.fingerprint}", flush=True)
    except OSError as error:
        end_without_output(error)
    if proof is None and not all(exempt(listener.getsockname()[0]) for listener in listeners):
        LOG.warning("nothing is encrypted: anybody on the way can read and change it; see --tls")


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


async def _main(setup: Setup) -> None:
    folder, guard = setup.folder, setup.guard
    data = folder.path
    secret = secrets.token_hex(32)
    session = Session(
        greeting(f"cardgame-server {__version__}", server_id(data)),
        partial(secrets.token_bytes, SECRET_BYTES),
        lambda: secrets.token_hex(32),
        secret,
        password=guard is not None,
    )
    watching = readiness()
    writer = JournalWriter(folder.journal, watching.hand_over)
    records = RecordStore(data / "records")
    is_password = None if guard is None else guard.check
    server = Server(session, records.keep, writer, is_password=is_password, watching=watching)
    # A thousand tables are millions of objects, none of them garbage.
    gc.disable()
    for number, why in server.restore(folder.saved).items():
        folder.set_aside(number, why)
    for problem in folder.problems:
        LOG.error("%s", problem)
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        # Whoever waits for the first line may send a signal at once: it is heard from here on.
        _announce(setup)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_on_signal, signals, server)
            if setup.until_eof:
                nursery.start_soon(_stop_at_eof, server)
            tls = None if setup.proof is None else setup.proof.context
            private = [] if tls is None else [_private_listener()]
            house = computers.command(*for_this_computer(private or setup.listeners))
            nursery.start_soon(computers.keep_house, house, secret)
            _calm_garbage_collector()
            await server.serve(setup.listeners, tls=tls, private=private)
            nursery.cancel_scope.cancel()
    await trio.to_thread.run_sync(writer.close)


def _private_listener() -> socket.socket:
    """Return a listener for the house process where the other ones are encrypted.

    Nobody on the network reaches it, and to encrypt what stays in this computer protects nothing.
    """
    return socket.create_server(("127.0.0.1", 0))


def _calm_garbage_collector() -> None:
    """Keep what is there for good out of the collector's sight, and have it look seldom."""
    gc.collect()
    gc.freeze()
    gc.enable()
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
