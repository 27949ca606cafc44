"""What the two faces of the client, full screen and plain, need of what they show."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from cardgame_client.exits import Exit
from cardgame_client.model import Model
from cardgame_client.settings import Settings

AskPassword = Callable[[str], Awaitable[str | None]]
"""Tells why the server's password is wanted and returns what was typed, None for nothing."""


class Faced(Protocol):
    """A player at a server (`player.Player`), or a viewer of a record (`viewing.Viewer`).

    The face sets `on_change` and reads `model`; keys and lines go to `submit`, and `run` goes on
    beside it. It sets `ask_password` where it can ask somebody. `last_words` say after the end why
    it ended, empty where the player knows.
    """

    model: Model
    settings: Settings
    on_change: Callable[[], None]
    ask_password: AskPassword | None
    last_words: str

    def submit(self, text: str) -> None:
        """Take one command as typed; what comes of it shows in the model."""

    def dismiss_hint(self) -> None:
        """Take the first-game hint away, now and in every later game."""

    async def settled(self) -> None:
        """Wait until every command taken so far has had its answer."""

    async def welcomed(self) -> None:
        """Wait until commands are of use."""

    async def run(self) -> Exit:
        """Go on until it is over; returns the exit code."""
        ...
