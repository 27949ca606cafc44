"""Named steps of a check, printed as they pass or fail, with the bytes behind a failure."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cardgame_client.safe import safe
from cardgame_protocol import FrameReader, ProtocolError, decode_value

MOST_FRAMES = 4
"""Frames shown of each direction at a failure: what came last is nearly always what matters."""

MOST_BYTES = 480
"""Bytes of a frame shown in hexadecimal: enough for any request; an update is shown as JSON."""


MOST_CHARACTERS = 4000
"""Of a line: the longest hand with its legal actions as JSON takes half."""


class CheckFailedError(Exception):
    """Something was not as docs/protocol.md has it; the text says what was and what should be."""


class Steps:
    """Runs steps and keeps count. `detail` returns lines that explain a failure further."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed: list[str] = []
        self.untried = 0
        self.whole_games_untried = False

    @contextmanager
    def step(self, name: str, detail: Callable[[], Sequence[str]] | None = None) -> Iterator[None]:
        """Run one step; what it raises as CheckFailedError is told and raised on."""
        try:
            yield
        except CheckFailedError as error:
            self.failed.append(name)
            self.say(f"FAIL  {name}: {error}")
            for line in detail() if detail is not None else ():
                self.say(f"      {line}")
            raise
        self.passed += 1
        self.say(f"ok    {name}")

    def not_tried(self, names: Sequence[str]) -> None:
        """Tell that these steps were not run: nobody knows how they would have gone."""
        self.untried += len(names)
        for name in names:
            self.say(f"--    {name}: not tried")

    def game_not_tried(self, name: str) -> None:
        """Tell that steps of a game were not run; which it has, and how many, is not known."""
        self.whole_games_untried = True
        self.say(f"--    {name}: not tried")

    def say(self, line: str) -> None:
        """Print a line, in which names and words can be those of a stranger's program."""
        print(safe(line, MOST_CHARACTERS), flush=True)

    def summary(self) -> str:
        """Return how it went in one line."""
        untried = "the others" if self.whole_games_untried else self.untried
        every = "" if self.failed or untried else "all "
        parts = [f"{every}{self.passed} steps passed"]
        parts += [f"{untried} not tried"] if untried else []
        parts += [f"failed: {'; '.join(self.failed)}"] if self.failed else []
        return ", ".join(parts)


class Transcript:
    """The last frames of both directions."""

    def __init__(self) -> None:
        self._frames: deque[tuple[str, bytes]] = deque(maxlen=2 * MOST_FRAMES)

    def note(self, direction: str, data: bytes) -> None:
        """Keep some bytes as they went over the wire; `direction` is `sent` or `got`."""
        self._frames.append((direction, data))

    def lines(self) -> list[str]:
        """Return what was kept, oldest first: bytes in hexadecimal, and the messages in them."""
        found = []
        for direction, data in self._frames:
            dots = "..." if len(data) > MOST_BYTES else ""
            found.append(f"{direction} {len(data)} bytes: {data[:MOST_BYTES].hex()}{dots}")
            found += [f"     {_short(message)}" for message in _messages(data)]
        return found


def _messages(data: bytes) -> list[dict[str, Any]]:
    reader = FrameReader()
    reader.feed(data)
    found = []
    try:
        while (payload := reader.next_payload()) is not None:
            found.append(decode_value(payload))
    except ProtocolError:
        return found  # bytes that are no message are shown in hexadecimal alone
    return found


def _short(message: dict[str, Any]) -> str:
    """Return a message as JSON; of an update what a move follows from."""
    if message.get("type") == "update":
        view, you = message["view"], message["you"]
        message = {
            **{"type": "update", "turn": message["turn"], "state": view["state"]},
            **{"to_move": view["to_move"], "top": view["top"], "you": you},
        }
    return json.dumps(message, ensure_ascii=False)
