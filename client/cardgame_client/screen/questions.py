"""What the screen asks the player before something is done: a colour, a password, yes or no."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chooser:
    """A colour is asked for: `card` is played with it, under the decision `turn` only."""

    turn: int
    card: str
    call: bool


@dataclass(frozen=True)
class Wanted:
    """A table with a password was chosen: `command` (`join 3`) waits for the password to be typed.

    `name` is the table's.
    """

    command: str
    table: int
    name: str


@dataclass(frozen=True)
class Confirm:
    """A question before something that cannot be taken back; `command` is what yes does."""

    text: str
    command: str
