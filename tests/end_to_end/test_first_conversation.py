"""The first conversation of docs/protocol.md, word for word, with a real server.

Names, tokens, cards and texts differ; which messages come, in which order, with which fields of
which types, is what the document shows.
"""

import socket
import struct
from pathlib import Path
from typing import Any

import msgpack

from cardgame_protocol.reference import DOCS, vectors
from tests.end_to_end.running_server import running_server

VECTORS = vectors((DOCS / "protocol.md").read_text("utf-8"))
SAID = {v.message["type"]: v for v in VECTORS if v.sender == "client"}
ANSWERS = {v.message["id"]: v.message for v in VECTORS if v.message["type"] == "ok"}
UPDATES = [v.message for v in VECTORS if v.message["type"] == "update"]
# Before the deal nothing is left to chance, so a real server says the same with other names.
BEFORE_THE_DEAL = ("hello", "create", "add_computer", "start")


class Talk:
    """One connection as a bot author would write it; keeps the updates that come between."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.stream = sock.makefile("rb")
        self.updates: list[dict[str, Any]] = []

    def read(self) -> dict[str, Any]:
        (size,) = struct.unpack(">I", self.stream.read(4))
        message: dict[str, Any] = msgpack.unpackb(self.stream.read(size))
        return message

    def read_past_updates(self) -> dict[str, Any]:
        while (message := self.read())["type"] == "update":
            self.updates.append(message)
        return message


def shape(value: Any) -> Any:
    """Reduce a message to its fields in their order and the types of their values."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


def test_a_real_server_says_what_the_document_shows(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        host, _, port = address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=60) as sock:
            talk = Talk(sock)
            assert shape(talk.read()) == shape(VECTORS[0].message)
            for said in BEFORE_THE_DEAL:
                sock.sendall(SAID[said].frame)
                answer = talk.read_past_updates()
                assert shape(answer) == shape(ANSWERS[answer["id"]])
            assert shape(talk.updates[0]) == shape(UPDATES[0])
            dealt = talk.read()
            assert dealt.keys() == UPDATES[1].keys()
            assert dealt["view"].keys() == UPDATES[1]["view"].keys()
            assert dealt["you"].keys() == UPDATES[1]["you"].keys()
            sock.sendall(SAID["quit"].frame)
            assert talk.read_past_updates() == ANSWERS[SAID["quit"].message["id"]]
            assert talk.read() == VECTORS[-1].message
            assert talk.stream.read() == b""
            talk.stream.close()
