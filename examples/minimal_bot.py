"""A bot from docs/protocol.md alone: `python minimal_bot.py HOST:PORT [PRESET [SEATS]]`."""

import itertools
import socket
import struct
import sys
from typing import Any, BinaryIO

import msgpack


def read(stream: BinaryIO) -> dict[str, Any]:
    """Read one frame: four bytes of length, then a MessagePack map."""
    if len(header := stream.read(4)) < 4:
        sys.exit("the server has closed the connection")
    message: dict[str, Any] = msgpack.unpackb(stream.read(struct.unpack(">I", header)[0]))
    if message["type"] in ("refused", "goodbye"):
        sys.exit(f"{message['code']}: {message['text']}")
    return message


def choose(legal: list[str]) -> str:
    """Play a card if one can be played: with the call if one is due, a Wild Draw Four last."""
    plays = [action for action in legal if action.startswith("play")]
    return max(plays or legal, key=lambda action: (action.endswith("call"), action[5:6] != "F"))


def play(sock: socket.socket, preset: str = "classic", seats: str = "2") -> dict[str, Any]:
    """Make a table, fill it with computers, and play; return the last update."""
    ids = itertools.count(1)

    def send(kind: str, **fields: Any) -> None:
        payload = msgpack.packb({"type": kind, "id": next(ids), **fields})
        sock.sendall(struct.pack(">I", len(payload)) + payload)

    send("hello", versions=[1], name=f"Bot {sock.getsockname()[1]}", software="bot", computer=True)
    send("create", preset=preset, seats=int(seats))
    for _ in range(int(seats) - 1):
        send("add_computer", level="random")
    send("start")
    stream, answered = sock.makefile("rb"), 0
    while (message := read(stream))["type"] != "update" or message["view"]["state"] != "over":
        if message["type"] == "ping":
            send("pong")
        if message["type"] != "update" or message["view"]["to_move"] != message["you"]["seat"]:
            continue
        if message["turn"] > answered:
            answered = message["turn"]
            send("move", turn=answered, action=choose(message["you"]["legal"]))
    return message


if __name__ == "__main__":
    host, _, port = "".join(sys.argv[1:2]).rpartition(":")
    if not host or not port.isdecimal():
        sys.exit(f"usage: {sys.argv[0]} HOST:PORT [PRESET [SEATS]]")
    with socket.create_connection((host.strip("[]"), int(port))) as connection:
        view = play(connection, *sys.argv[2:])["view"]
    print("points:", *view["result"]["totals"])
    print("winners:", *(view["seats"][seat]["name"] for seat in view["result"]["winners"]))
