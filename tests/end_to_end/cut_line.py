"""A line between client and server that can be cut and mended, as networks do."""

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """Passes bytes between whoever connects to `address` and a server, while it is mended."""

    def __init__(self, server: str) -> None:
        host, _, port = server.rpartition(":")
        self._server = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.1)
        self._mended = threading.Event()
        self._mended.set()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Break every connection, and let new ones end at once."""
        self._mended.clear()

    def mend(self) -> None:
        self._mended.set()

    def close(self) -> None:
        self._over.set()
        self._mended.clear()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                near, _ = self._listener.accept()
            except TimeoutError:
                continue
            if not self._mended.is_set():
                near.close()
                continue
            thread = threading.Thread(target=self._pass_on, args=(near,))
            self._threads.append(thread)
            thread.start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, socket.create_connection(self._server) as far:
            other = {near: far, far: near}
            while self._mended.is_set():
                for ready in select.select([near, far], [], [], 0.05)[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    other[ready].sendall(data)


@contextmanager
def line_to(server: str) -> Iterator[Line]:
    """Yield a line to the server at HOST:PORT for the block."""
    line = Line(server)
    try:
        yield line
    finally:
        line.close()
