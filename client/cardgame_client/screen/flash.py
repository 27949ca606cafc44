"""The short highlight where something just happened: a card played, a penalty that landed.

It is found by comparing two views and is a function of them and of the time, nothing else. It
never blinks: it is there for `FLASH_SECONDS` and gone with the next drawing after that.
"""

from dataclasses import dataclass

from cardgame_protocol.view import View

FLASH_SECONDS = 0.5
"""Long enough for an eye that is elsewhere on the screen (it needs 0.2 s to get there), and over
before the next computer plays (0.8 s)."""

PENALTY_CARDS = 2
"""From so many cards at once on they are a penalty: a turn draws one at a time."""

TOP, PENDING = "top", "pending"

Spots = frozenset[str]
NOWHERE: Spots = frozenset()


def seat_spot(number: int) -> str:
    """Return the spot of a seat."""
    return f"seat:{number}"


@dataclass(frozen=True)
class Flash:
    """`spots` that are lit from the time `since` on, in seconds of the caller's clock."""

    spots: Spots = NOWHERE
    since: float = float("-inf")

    def lit(self, now: float) -> Spots:
        """Return what is lit at `now`."""
        return self.spots if now - self.since < FLASH_SECONDS else NOWHERE


DARK = Flash()
"""Nothing is lit, ever."""


def landed(before: View | None, after: View | None) -> Spots:
    """Return where something happened between two views of one hand; nowhere in any other case."""
    if before is None or after is None or _hand(before) != _hand(after):
        return NOWHERE
    spots = {
        seat_spot(number)
        for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=False))
        if now.cards - was.cards >= PENALTY_CARDS
    }
    if after.discard > before.discard:
        spots.add(TOP)
        if before.to_move is not None:
            spots.add(seat_spot(before.to_move))
    if after.pending > before.pending:
        spots.add(PENDING)
    return frozenset(spots)


def _hand(view: View) -> tuple[object, ...]:
    return (view.table, view.match, view.hand, view.state)
