"""Lines from standard input, without ever holding up the network.

A terminal, a pipe and a file must all do, and no event loop can wait for all three. So a thread
reads; it is a daemon on the bare file descriptor, since a thread inside Python's buffered reader
would hold that reader's lock while the interpreter ends.
"""

import os
import threading
from asyncio import AbstractEventLoop, get_running_loop

import anyio

CHUNK_BYTES = 65536
LONGEST_LINE = 10_000
"""Bytes of a line that never ends, after which it is taken as it is."""


class LinesIn:
    """The lines of a file descriptor: `async for line in LinesIn(0)`; needs asyncio.

    Text that is not UTF-8 comes with replacement characters, so that no input can break the client.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: list[str] = []
        self._rest = b""
        self._ended = False
        self._news = anyio.Event()
        self._wanted = threading.Semaphore(0)
        self._thread: threading.Thread | None = None

    def __aiter__(self) -> "LinesIn":
        """Iterate over the lines, without their line ends."""
        return self

    async def __anext__(self) -> str:
        """Return the next line as soon as there is one."""
        while not self._lines:
            if self._ended:
                raise StopAsyncIteration
            self._news = anyio.Event()
            self._ask()
            await self._news.wait()
        return self._lines.pop(0)

    def _ask(self) -> None:
        """Let the thread read one chunk more."""
        if self._thread is None:
            loop = get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()
        self._wanted.release()

    def _read(self, loop: AbstractEventLoop) -> None:
        chunk = b"?"
        while chunk:
            self._wanted.acquire()
            try:
                chunk = os.read(self._descriptor, CHUNK_BYTES)
            except OSError:  # a terminal that hung up
                chunk = b""
            try:
                loop.call_soon_threadsafe(self._take, chunk)
            except RuntimeError:  # the program has ended meanwhile
                return

    def _take(self, chunk: bytes) -> None:
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if not chunk or len(self._rest) > LONGEST_LINE:
            whole += [self._rest] if self._rest else []
            self._rest = b""
        self._lines += [line.decode("utf-8", "replace") for line in whole]
        self._ended = not chunk
        self._news.set()
