"""The traces that other seats leave: cards that come and go, and choices between them."""

from __future__ import annotations

from typing import NamedTuple

from cardgame_protocol import View
from cardgame_rules import Card, Colour
from cardgame_rules.laws import Laws

from .habits import NEAR
from .memory import Memory


class Step(NamedTuple):
    """A card came to `seat` at `time`, or, where `card` is set, was played by it.

    `just_drawn` says that the card played is the one that came last.
    """

    seat: int
    time: int
    card: Card | None
    just_drawn: bool = False


class Choice(NamedTuple):
    """What a seat has done at one moment, and what everybody could know then.

    `verb` is play, draw or pass; `card` and `named` belong to a play. `drawn`: only the card just
    drawn could be played. `colour`, `follow`: in force, and what may follow. `pending`: a penalty
    was to be answered. `near`: the next seat was close to its end; `unknown`, `seen` and `dry` are
    what the habits ask for (see Habits.colour_worths).
    """

    time: int
    seat: int
    colour: Colour | None
    follow: frozenset[Card]
    pending: bool
    near: bool
    unknown: int
    seen: dict[Colour, int]
    dry: dict[Colour, float]
    verb: str = ""
    card: Card = ""
    named: Colour | None = None
    drawn: bool = False


def choice_at(view: View, laws: Laws, memory: Memory, time: int) -> Choice:
    """Return what the seat on turn in `view` chooses from, before it is known what it chose."""
    seat = view.to_move or 0
    after = next_seat(view, seat)
    left = view.seats[after].cards
    return Choice(
        time=time,
        seat=seat,
        colour=view.colour,
        follow=follow_of(view, laws),
        pending=view.pending > 0,
        near=left <= NEAR,
        unknown=view.stock + left + 1,
        seen=memory.seen.copy(),
        dry=memory.dry[after].copy(),
    )


def next_seat(view: View, seat: int) -> int:
    """Return the seat that follows `seat` in the direction of play."""
    count = len(view.seats)
    places = ((seat + view.direction * step) % count for step in range(1, count + 1))
    return next(place for place in places if view.seats[place].in_match)


def follow_of(view: View, laws: Laws) -> frozenset[Card]:
    """Return the cards that may follow what lies on top."""
    if view.top is None or view.colour is None:
        return laws.any_card
    if laws.is_wild[view.top]:
        return laws.follow_colour[view.colour]
    return laws.follow[view.top]
