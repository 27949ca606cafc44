"""Bots that break one rule each: `python -m tests.end_to_end.broken_bot FAULT HOST:PORT PRESET`.

Made from the example, and kept so that `cardgame-bot check` is seen to find each of them.
"""

import itertools
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

from examples.python.bot import Bot, Message


class Deaf(Bot):
    """Answers no ping."""

    def _write(self, message: Message) -> None:
        if message["type"] != "pong":
            super()._write(message)


class Gone(Bot):
    """Ends with its first connection."""

    def play(self, sock: socket.socket) -> None:
        super().play(sock)
        self.over = True


class Stranger(Bot):
    """Comes back, but as somebody else."""

    def play(self, sock: socket.socket) -> None:
        self.token = None
        super().play(sock)


class Clinging(Bot):
    """Comes back whatever the server has said."""

    def play(self, sock: socket.socket) -> None:
        super().play(sock)
        self.over = False

    def _end(self, view: Message) -> None:
        self._answered = (-1, -1)


class Particular(Bot):
    """Knows every field there is, and no other."""

    def _update(self, turn: int, view: Message, you: Message | None) -> None:
        if "weather" in view:
            raise KeyError("weather")
        super()._update(turn, view, you)


class Stubborn(Bot):
    """Sends a refused move again and again."""

    def _refused(self, request: Message, refusal: Message) -> None:
        self._request(request.pop("type"), **request)


class Resigned(Bot):
    """Waits for the next decision when a move is refused."""

    def _refused(self, request: Message, refusal: Message) -> None:
        if request["type"] != "move":
            super()._refused(request, refusal)


class Waiting(Bot):
    """Tries again after anything but `rate_limited`."""

    def _refused(self, request: Message, refusal: Message) -> None:
        if refusal["code"] != "rate_limited":
            super()._refused(request, refusal)


class Hasty(Bot):
    """Names the turn after the open one."""

    def _move(self, legal: list[str]) -> None:
        self._answered = (self._answered[0], self._answered[1] + 1)
        super()._move(legal)


class Inventive(Bot):
    """Draws when it would have to take a penalty."""

    def _move(self, legal: list[str]) -> None:
        super()._move(["draw"] if "take" in legal else legal)


class Talkative(Bot):
    """Moves when it is not on turn."""

    def _update(self, turn: int, view: Message, you: Message | None) -> None:
        super()._update(turn, view, you)
        if you is not None and not you["legal"] and view["state"] == "playing":
            self._request("move", turn=turn, action="draw")


class Rushing(Bot):
    """Is back at once after a loss."""

    pause = 0.0


class Repeating(Bot):
    """Gives all its requests one id."""

    def _request(self, kind: str, **fields: Any) -> None:
        self._ids = itertools.count(1)
        super()._request(kind, **fields)


class Posing(Bot):
    """Passes for a person."""

    def _write(self, message: Message) -> None:
        super()._write({**message, "computer": False} if "computer" in message else message)


class Colourless(Bot):
    """Names no colour."""

    def _request(self, kind: str, **fields: Any) -> None:
        if fields.get("action", "").startswith(("play W", "play F")):
            fields["action"] = fields["action"][:6]
        super()._request(kind, **fields)


FAULTS: dict[str, Callable[[str, int], Bot]] = {
    "deaf": Deaf,
    "gone": Gone,
    "stranger": Stranger,
    "clinging": Clinging,
    "particular": Particular,
    "stubborn": Stubborn,
    "resigned": Resigned,
    "waiting": Waiting,
    "rushing": Rushing,
    "repeating": Repeating,
    "posing": Posing,
    "colourless": Colourless,
    "hasty": Hasty,
    "inventive": Inventive,
    "talkative": Talkative,
}

if __name__ == "__main__":
    fault, address, preset = sys.argv[1:4]
    host, _, port = address.rpartition(":")
    bot = FAULTS[fault](preset, 2)
    while not bot.over:
        with socket.create_connection((host, int(port))) as connection:
            bot.play(connection)
        time.sleep(getattr(bot, "pause", 0.3))
