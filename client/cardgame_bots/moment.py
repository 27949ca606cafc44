"""What a bot is asked with, and what a bot is: the one seam between deciding and everything else.

A `Moment` holds what one seat may know and nothing behind it: no match, no connection, no other
hand. Levels, bots of strangers, local matches, the arena, the house of computers and the commands
all meet here.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol, runtime_checkable

from msgspec import Struct

from cardgame_protocol import Event, View, You


class Moment(Struct, frozen=True, kw_only=True):
    """The table as one seat sees it after a change, and what it may do now.

    `events` tell what happened since this bot's last moment, as this seat saw it: its own drawn
    cards are in it, those of others are counted. `rng` follows from the seed, the game, the turn
    and the seat, so that equal games repeat. `deadline`: seconds left for this decision, None
    without a clock. `round_trip`: seconds from the last move sent to its answer, None before that
    and where there is no wire.
    """

    view: View
    you: You
    events: Sequence[Event] = ()
    rng: Random
    deadline: float | None = None
    round_trip: float | None = None

    @property
    def legal(self) -> Sequence[str]:
        """What this seat may do now; off turn that can only be `call` and `catch`."""
        return self.you.legal

    @property
    def hand(self) -> Sequence[str]:
        """The cards of this seat, sorted."""
        return self.you.hand

    @property
    def on_turn(self) -> bool:
        """Whether this seat owes the turn decision."""
        return self.view.to_move == self.you.seat


@runtime_checkable
class Bot(Protocol):
    """Whoever decides for one seat of one match; made anew for each, its memory is its own.

    It is given every moment of its seat, also those without a legal action, in which it can only
    remember. An attribute `remembers = False` says that it needs none of them: then it is given
    only the moments with a legal action, and no events. `quick = True` says that it answers in
    well under a millisecond, so that nobody need do other work meanwhile.
    """

    def choose(self, moment: Moment) -> str | None:
        """Return one of `moment.legal`, or None to do nothing, which is right only off turn."""
        ...


def remembers(bot: Bot) -> bool:
    """Tell whether this bot needs the moments in which it can do nothing, and the events."""
    return bool(getattr(bot, "remembers", True))


def chance(seed: int | str, game: int, turn: int, seat: int, choice: int = 0) -> Random:
    """Return the generator of one moment: equal arguments, equal choices.

    `choice`: how many the seat has had in this turn before. Who draws in `eights` decides again in
    the same turn, and must not draw the same lot again.
    """
    return Random(f"{seed}/{game}/{turn}/{seat}/{choice}")


class Choices:
    """Counts the choices that one seat is offered in a turn."""

    def __init__(self) -> None:
        self._turn = (0, 0)
        self._offered = 0

    def next(self, game: int, turn: int, *, offered: bool) -> int:
        """Return the number of this moment's choice, from 0; a moment without one counts not."""
        if (game, turn) != self._turn:
            self._turn, self._offered = (game, turn), 0
        number = self._offered
        self._offered += offered
        return number
