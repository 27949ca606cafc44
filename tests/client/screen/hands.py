"""A player's hands on the keys, without a terminal."""

from collections.abc import Callable
from typing import Any

from cardgame_client.commands import parse
from cardgame_client.model import Model
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.keys import press
from tests.client.screen.tables import Stage


class Hands:
    """A player's hands on the keys: every press comes long after the table changed."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.desk, self.now = stage, Desk(), 0.0
        self.follow()

    def follow(self) -> None:
        self.desk.follow(self.stage.model, self.now)

    def press(self, *keys: str, after: float = 1.0) -> list[str]:
        """Press keys, `after` seconds before each; returns the commands that came of them."""
        done = []
        for key in keys:
            self.now += after
            done += press(self.desk, self.stage.model, key, self.now)
        for command in done:
            understood(command, self.stage.model)
        return done

    def update(self, *args: Any, **fields: Any) -> None:
        self.stage.update(*args, **fields)
        self.follow()


def understood(command: str, model: Model) -> None:
    """Whatever keys say could have been typed: `parse` raises where that is not so."""
    parse(command, model)


HandsOn = Callable[[str], Hands]
"""The fixture `hands`: from the name of a scene to hands on its keys."""
