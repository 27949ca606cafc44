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
    and the seat, so that equal games repeat. `deadline`: seconds for this decision, None for
    a level where nobody counts them. `round_trip`: seconds from the last move sent to its answer,
    None before that and where there is no wire.
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
    remember. What else it may have, all optional:

    - `remembers = False` says that it needs none of those: then it is given only the moments with
      a legal action, and no events.
    - `quick = True` says that it answers in well under a millisecond, so that nobody need do other
      work meanwhile.
    - `ended(moment)` is called when its match is over; `moment.view.result` says how.
    """

    def choose(self, moment: Moment) -> str | None:
        """Return one of `moment.legal`, or None to do nothing, which is right only off turn."""
        ...


def remembers(bot: Bot) -> bool:
    """Tell whether this bot needs the moments in which it can do nothing, and the events."""
    return bool(getattr(bot, "remembers", True))


def chance(seed: int | str, game: int, turn: int, seat: int) -> Random:
    """Return the generator of one moment: equal arguments, equal choices."""
    return Random(f"{seed}/{game}/{turn}/{seat}")


def tell_the_end(bot: Bot, moment: Moment) -> None:
    """Tell a bot that wants to know it that its match is over."""
    ended = getattr(bot, "ended", None)
    if ended is not None:
        ended(moment)
