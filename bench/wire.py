"""The load's end of many connections: one epoll, frames in, ready-made frames out.

The load must cost little beside the server it measures, so nothing is decoded here.
"""

import select
import socket
from collections.abc import Iterator

import msgpack

LENGTH_BYTES = 4
READ = 64 * 1024
CONNECT_TIMEOUT = 10.0  # seconds; also for each answer while the tables are being set up


class LoadError(Exception):
    """The server did what no load expects: it closed, or it refused a legal move."""


def encode(message: dict[str, object]) -> bytes:
    """Return the message as one frame: 4-byte big-endian length, then MessagePack."""
    payload: bytes = msgpack.packb(message)
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


class Line:
    """One connection, blocking while it is set up and non-blocking under load."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=CONNECT_TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self.unread: list[bytes] = []  # payloads that came while an answer was awaited

    def send(self, frame: bytes) -> None:
        """Send one small frame; a full socket is an error here, the load never sends ahead."""
        if self.socket.send(frame) != len(frame):
            raise LoadError("the server stopped reading: a frame was cut short")

    def payloads(self) -> list[bytes]:
        """Read once and return the payloads that are complete now."""
        chunk = self.socket.recv(READ)
        if not chunk:
            raise LoadError("the server closed a connection")
        data, at, complete = self._rest + chunk, 0, []
        while len(data) - at >= LENGTH_BYTES:
            start = at + LENGTH_BYTES
            end = start + int.from_bytes(data[at:start], "big")
            if end > len(data):
                break
            complete.append(data[start:end])
            at = end
        self._rest = data[at:]
        return complete

    def first_message(self) -> None:
        """Wait for a message and drop it."""
        while not self.unread:
            self.unread += self.payloads()
        del self.unread[0]

    def request(self, message: dict[str, object]) -> dict[str, object]:
        """Send a request, wait for its answer, return the result; keep what else comes."""
        self.send(encode(message))
        while True:
            for payload in self.payloads():
                told = msgpack.unpackb(payload)
                if told.get("id") != message["id"]:
                    self.unread.append(payload)
                elif told["type"] == "ok":
                    result: dict[str, object] = told["result"]
                    return result
                else:
                    raise LoadError(f"{message} was refused: {told}")


class Lines:
    """All connections of a load, numbered."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._poll = select.epoll()
        self._number = {line.socket.fileno(): n for n, line in enumerate(lines)}
        for line in lines:
            line.socket.setblocking(False)
            self._poll.register(line.socket.fileno(), select.EPOLLIN)

    def send(self, number: int, frame: bytes) -> None:
        """Send a frame on the connection of that number."""
        self._lines[number].send(frame)

    def close(self) -> None:
        """Close all connections."""
        for line in self._lines:
            line.socket.close()

    def early(self) -> Iterator[tuple[int, bytes]]:
        """Yield (number, payload) for what came while the tables were set up."""
        for number, line in enumerate(self._lines):
            yield from ((number, payload) for payload in line.unread)
            line.unread.clear()

    def arrivals(self, patience: float = 1.0) -> Iterator[tuple[int, bytes]]:
        """Wait at most `patience` seconds and yield (number, payload) for what arrived."""
        for fd, _ in self._poll.poll(patience):
            number = self._number[fd]
            for payload in self._lines[number].payloads():
                yield number, payload
