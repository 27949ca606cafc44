"""The same bytes over real sockets, to a server on real time: what a memory stream cannot show."""

import logging
import socket

import trio

from cardgame_server.server import Server
from tests.fuzz.rooms import FoundError, bytes_of, read_strictly
from tests.server.wire_kit import new_session

PATIENCE = 10.0
"""Seconds for one connection; more, and the server hangs."""


class Errors(logging.Handler):
    """What the server logs as an error: nothing, whatever strangers send."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note one."""
        self.found.append(self.format(record))


async def run_cases(first: int, frames: int) -> tuple[int, int]:
    """Run cases from a seed on until so many frames were sent; return frames and messages."""
    errors = Errors()
    log = logging.getLogger("cardgame.server")
    log.addHandler(errors)
    listener = socket.create_server(("127.0.0.1", 0))
    sent, told, seed = 0, 0, first
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(Server(new_session()).serve, [listener])
            for seed in range(first, first + frames):
                data, count = bytes_of(seed)
                told += await _case(seed, data, listener.getsockname()[1])
                sent += count
                if sent >= frames or errors.found:
                    break
            nursery.cancel_scope.cancel()
    finally:
        log.removeHandler(errors)
    if errors.found:
        raise FoundError(f"seed {seed} over a socket: in the server's log is {errors.found[0]}")
    return sent, told


async def _case(seed: int, data: bytes, port: int) -> int:
    raw, whole = b"", True
    with trio.move_on_after(PATIENCE) as scope:
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        async with stream:
            try:
                await stream.send_all(data)
                await stream.send_eof()
            except trio.BrokenResourceError:
                whole = False  # It was sent away before it had said everything.
            try:
                while came := await stream.receive_some(65_536):
                    raw += came
            except trio.BrokenResourceError:
                whole = False
    if scope.cancelled_caught:
        raise FoundError(f"seed {seed} over a socket: no end within {PATIENCE} s")
    return read_strictly(raw, data, whole=whole)
