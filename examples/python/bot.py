"""A bot from docs/protocol.md alone, whole: `python bot.py HOST:PORT [PRESET [SEATS]]`.

It makes a table, fills it with the server's computers, comes back to its seat after every loss of
the connection, waits when it is asked to, and ends when the match is over. It needs `msgpack` and
nothing else; minimal_bot.py, one folder up, is what remains without all the care.
"""

import itertools
import random
import socket
import struct
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgpack

Message = dict[str, Any]

FINAL = ("version", "protocol", "too_long", "flood", "replaced", "quit")
"""Goodbyes after which one does not come again."""

MOST_TRIES = 3
"""Moves tried for one decision when the server refuses them."""


def choose(legal: list[str]) -> str:
    """Play a card if one can be played: with the call if one is due, a Wild Draw Four last."""
    plays = [action for action in legal if action.startswith("play")]
    return max(plays or legal, key=lambda action: (action.endswith("call"), action[5:6] != "F"))


def frames(stream: BinaryIO) -> Iterator[Message]:
    """Yield the messages of a stream until it ends; a frame that is cut off is no message."""
    while len(header := stream.read(4)) == 4:
        (length,) = struct.unpack(">I", header)
        if len(payload := stream.read(length)) < length:
            return
        yield msgpack.unpackb(payload)


class Bot:
    """One bot, over all its connections."""

    def __init__(self, preset: str, seats: int) -> None:
        self.preset, self.seats = preset, seats
        self.name = f"Py {random.randrange(10**6)}"
        self.token: str | None = None
        self.over = False
        self._answered = (-1, -1)
        self._ids = itertools.count(1)
        self._asked: dict[int, Message] = {}

    def play(self, sock: socket.socket) -> None:
        """Play on one connection until it ends."""
        self._sock, self._ids, self._asked = sock, itertools.count(1), {}
        self._answered = (-1, -1)  # nobody knows whether the last move has arrived
        for message in frames(sock.makefile("rb")):
            kind = message["type"]
            if kind == "greeting":
                self._say_hello()
            elif kind == "ping":
                self._write({"type": "pong"})
            elif kind == "ok":
                self._accepted(self._asked.pop(message["id"]), message["result"])
            elif kind == "refused":
                self._refused(self._asked.pop(message["id"]), message)
            elif kind == "update" and not self.over:
                self._update(message["turn"], message["view"], message["you"])
            elif kind == "goodbye":
                self.over = self.over or message["code"] in FINAL
            # Whatever else comes is of no use to this bot, or newer than it.

    def _write(self, message: Message) -> None:
        payload = msgpack.packb(message)
        self._sock.sendall(struct.pack(">I", len(payload)) + payload)

    def _request(self, kind: str, **fields: Any) -> None:
        number = next(self._ids)
        self._asked[number] = {"type": kind, **fields}
        self._write({"type": kind, "id": number, **fields})

    def _say_hello(self) -> None:
        who: Message = {} if self.token is None else {"token": self.token}
        software = "example bot"
        self._request(
            "hello", versions=[1], name=self.name, software=software, computer=True, **who
        )

    def _accepted(self, request: Message, result: Message) -> None:
        if request["type"] == "hello":
            self.token = result["token"]
            if result["table"] is None:
                self._request("create", preset=self.preset, seats=self.seats)
        elif request["type"] == "create":
            for _ in range(self.seats - 1):
                self._request("add_computer", level="simple")
            self._request("start")

    def _refused(self, request: Message, refusal: Message) -> None:
        if refusal["code"] == "rate_limited":
            time.sleep(refusal["wait"])
            self._request(request.pop("type"), **request)
        elif refusal["code"] == "bad_token":
            self.token = None  # the server does not know us any more: begin anew
            self._say_hello()
        elif request["type"] in ("hello", "create"):
            sys.exit(f"{refusal['code']}: {refusal['text']}")
        elif refusal["code"] == "illegal" and refusal["turn"] == self._answered[1]:
            self._move([text for text in self._legal if text != request["action"]])

    def _update(self, turn: int, view: Message, you: Message | None) -> None:
        if view["state"] == "over":
            self._end(view)
            return
        # Somebody may come or go after we have moved: the same decision is answered once.
        is_new = (view["match"], turn) != self._answered
        if you is not None and view["to_move"] == you["seat"] and is_new:
            self._answered, self._tries = (view["match"], turn), MOST_TRIES
            self._move(you["legal"])

    def _move(self, legal: list[str]) -> None:
        self._legal, self._tries = legal, self._tries - 1
        if legal and self._tries >= 0:
            self._request("move", turn=self._answered[1], action=choose(legal))

    def _end(self, view: Message) -> None:
        self.over = True
        names = [view["seats"][seat]["name"] for seat in view["result"]["winners"]]
        print("points:", *view["result"]["totals"])
        print("winners:", *names)
        self._request("quit")


def main(address: str, preset: str = "classic", seats: str = "2") -> None:
    """Connect, and again after each loss, with growing pauses, until it is over."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit(f"{address} is no address: write HOST:PORT, such as localhost:10108")
    bot, pause, first = Bot(preset, int(seats)), 0.5, True
    while not bot.over:
        began = time.monotonic()
        try:
            with socket.create_connection((host.strip("[]"), int(port))) as sock:
                first = False
                bot.play(sock)
        except OSError as error:
            if first:
                sys.exit(f"cannot connect to {address}: {error}")
        if not bot.over:
            pause = 0.5 if time.monotonic() - began > 10 else pause
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, 15.0)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(f"usage: {sys.argv[0]} HOST:PORT [PRESET [SEATS]]")
    main(*sys.argv[1:])
