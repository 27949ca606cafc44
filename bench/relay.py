"""A bare relay: what a table costs when nobody knows a rule. Run as ``python -m bench.relay``.

Prints its port and ends when its standard input closes. A client sends ``{"type": "join", "table",
"seat"}``, is told ``joined``, and sends ``{"type": "play", ...}``; each play goes to every client
of the table as one ``played`` event, encoded once. It is the cheapest shape that still is a trio
program: a stream to read from, and writes that go straight to the kernel from the task that made
the change; a writer task per client stands by for a socket that is full.
"""

import socket
import struct
import sys
import threading
from collections import defaultdict
from contextlib import suppress
from typing import Any

import msgpack
import trio

LENGTH = struct.Struct(">I")
READ = 16 * 1024  # bytes asked of the kernel at once; a frame here is about a hundred
BACKLOG = 256  # frames a slow client may be behind before it is cut off


def encode(message: dict[str, Any]) -> bytes:
    """Return the message as one frame."""
    payload = msgpack.packb(message)
    return LENGTH.pack(len(payload)) + payload


class Frames:
    """Turns chunks of a stream into messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[Any]:
        """Return the messages that `chunk` completes."""
        data = self._rest + chunk
        messages, at = [], 0
        while len(data) - at >= LENGTH.size:
            end = at + LENGTH.size + LENGTH.unpack_from(data, at)[0]
            if end > len(data):
                break
            messages.append(msgpack.unpackb(data[at + LENGTH.size : end]))
            at = end
        self._rest = data[at:]
        return messages


class Peer:
    """One client: where its frames go, at once or by way of its backlog."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        # A second handle on the same connection, because trio's own has no send that never waits.
        self.raw = socket.fromfd(stream.socket.fileno(), socket.AF_INET, socket.SOCK_STREAM)
        self.raw.setblocking(False)
        self.behind = 0
        self.later, self.backlog = trio.open_memory_channel[bytes](BACKLOG)

    def put(self, frame: bytes) -> None:
        """Send now what the socket takes now; leave the rest to `drain`."""
        if not self.behind:
            with suppress(BlockingIOError):  # nothing was taken: the whole frame has to wait
                frame = frame[self.raw.send(frame) :]
            if not frame:
                return
        self.behind += 1
        self.later.send_nowait(frame)

    async def drain(self) -> None:
        """Send what had to wait."""
        async for frame in self.backlog:
            await self.stream.send_all(frame)
            self.behind -= 1


class Relay:
    """The tables, each a list of peers and the number of its last event."""

    def __init__(self) -> None:
        self.tables: defaultdict[int, list[Peer]] = defaultdict(list)
        self.events: defaultdict[int, int] = defaultdict(int)

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one client until it goes."""
        peer, frames = Peer(stream), Frames()
        table = seat = 0
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(peer.drain)
                while chunk := await stream.receive_some(READ):
                    for message in frames.feed(chunk):
                        if message["type"] == "join":
                            table, seat = message["table"], message["seat"]
                            self.tables[table].append(peer)
                            peer.put(encode({"type": "joined"}))
                        else:
                            self.tell(table, seat, message)
                nursery.cancel_scope.cancel()
        except* (OSError, trio.BrokenResourceError, trio.WouldBlock):
            pass  # the measurement is over, or this client stopped reading
        finally:
            peer.raw.close()

    def tell(self, table: int, seat: int, play: dict[str, Any]) -> None:
        """Send one event about `play` to everyone at the table."""
        self.events[table] += 1
        event = {
            "type": "played",
            "seq": self.events[table],
            "seat": seat,
            "card": play["card"],
            "colour": play["colour"],
            "hand_sizes": [5, 7, 3, 2],
            "turn": (seat + 1) % 4,
        }
        frame = encode(event)
        for peer in self.tables[table]:
            peer.put(frame)


async def main() -> None:
    """Listen on a free loopback port until standard input closes."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1", backlog=4096)
    print(listeners[0].socket.getsockname()[1], flush=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, Relay().serve, listeners)
        # A plain thread, because a thread of trio's that sits in read() cannot be cancelled.
        token, scope = trio.lowlevel.current_trio_token(), nursery.cancel_scope

        def end_with_input() -> None:
            sys.stdin.buffer.read()
            token.run_sync_soon(scope.cancel)

        threading.Thread(target=end_with_input, daemon=True).start()


if __name__ == "__main__":
    trio.run(main)
