"""Keys while a recorded match is looked at: steps, hands, ends, and whose cards are seen."""

from typing import Protocol, runtime_checkable

STEPS = {"left": -1, "right": 1, "p": -1, "n": 1, " ": 1, "enter": 1}
"""Keys that go by moves; P and N as the commands of the same letters."""

HANDS = {"up": -1, "down": 1}
"""Keys that go by hands."""

ENDS = {"home": 0, "end": 1}
"""Keys that go to the beginning and to the end of the match."""

VIEWERS = {"v": 1, "tab": 1, "s-tab": -1}
"""Keys that change the seat whose cards are seen."""


@runtime_checkable
class Stepping(Protocol):
    """What a player that shows a record can do; each changes its model and calls `on_change`."""

    def step(self, moves: int) -> None:
        """Go so many moves on, back where negative; the ends of the match are not passed."""

    def step_hand(self, hands: int) -> None:
        """Go to the beginning of so many hands on, or back."""

    def jump(self, end: int) -> None:
        """Go to the beginning (0) or the end (1) of the match."""

    def look_from(self, seats: int) -> None:
        """Look from so many seats further round the table."""


def press_in_replay(stepping: Stepping, key: str) -> bool:
    """Carry out one key; false where the key means nothing to a replay."""
    key = key.lower() if len(key) == 1 else key
    for table, act in (
        (STEPS, stepping.step),
        (HANDS, stepping.step_hand),
        (ENDS, stepping.jump),
        (VIEWERS, stepping.look_from),
    ):
        if key in table:
            act(table[key])
            return True
    return False
