"""What happened, as values that know who may see which part (docs/protocol.md, Events).

An event has a part that everybody sees and, for a few kinds, a part for one seat only: the cards
dealt or drawn, and the hand shown by a challenge. `event_for` is the only way out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .cards import Card, Colour, in_order


class Event(NamedTuple):
    """One thing that happened: `public` for everybody, `secret` for the seat `owner` alone."""

    kind: str
    public: dict[str, Any]
    secret: dict[str, Any] | None = None
    owner: int = -1


def event_for(event: Event, seat: int | None) -> dict[str, Any]:
    """Return the event as the plain map that `seat` may see; None is a spectator."""
    shown = {"event": event.kind, **event.public}
    if event.secret is not None and event.owner == seat:
        shown.update(event.secret)
    return shown


def cut(seat: int, card: Card) -> Event:
    """`seat` drew `card` to find the dealer (D2)."""
    return Event("cut", {"seat": seat, "card": card})


def hand_started(hand: int, dealer: int, first: int, seats: Sequence[int]) -> Event:
    """Hand number `hand` begins with these seats; `first` is F of K1."""
    return Event(
        "hand_started", {"hand": hand, "dealer": dealer, "first": first, "seats": list(seats)}
    )


def dealt(seat: int, cards: Sequence[Card]) -> Event:
    """`seat` was dealt cards; it alone sees which."""
    return Event(
        "dealt", {"seat": seat, "count": len(cards)}, {"cards": in_order(list(cards))}, seat
    )


def turned(card: Card, *, returned: bool) -> Event:
    """`card` was turned up as starter; `returned` means it went back and the stock was shuffled."""
    return Event("turned", {"card": card, "returned": returned})


def played(seat: int, card: Card, colour: Colour | None, left: int, *, call: bool) -> Event:
    """`seat` played `card`, naming `colour` if it is a wild, and has `left` cards."""
    return Event(
        "played", {"seat": seat, "card": card, "colour": colour, "left": left, "call": call}
    )


def foul(seat: int, card: Card) -> Event:
    """`seat` tried a Wild Draw Four against A10 and keeps it (A12)."""
    return Event("foul", {"seat": seat, "card": card})


def drew(seat: int, cards: Sequence[Card], reason: str) -> Event:
    """`seat` drew cards; it alone sees which. `reason` is one of the words in docs/protocol.md."""
    return Event(
        "drew",
        {"seat": seat, "count": len(cards), "reason": reason},
        {"cards": in_order(list(cards))},
        seat,
    )


def passed(seat: int) -> Event:
    """`seat` passed."""
    return Event("passed", {"seat": seat})


def missed(seat: int) -> Event:
    """`seat` loses its turn by a Skip or a penalty."""
    return Event("missed", {"seat": seat})


def reversed_to(direction: int) -> Event:
    """Play now goes in `direction`: 1 to the left, -1 to the right."""
    return Event("reversed", {"direction": direction})


def pending(seat: int, count: int) -> Event:
    """Say that a penalty of `count` cards is waiting for `seat`."""
    return Event("pending", {"seat": seat, "count": count})


def named(seat: int, colour: Colour) -> Event:
    """`seat` named the colour for a starting wild."""
    return Event("named", {"seat": seat, "colour": colour})


def challenged(seat: int, of: int, hand: Sequence[Card], *, guilty: bool) -> Event:
    """`seat` challenged `of`; it alone sees the hand (D7), the others only the verdict."""
    return Event(
        "challenged",
        {"seat": seat, "of": of, "guilty": guilty},
        {"shown": in_order(list(hand))},
        seat,
    )


def called(seat: int) -> Event:
    """`seat` called its last card after the play (D8)."""
    return Event("called", {"seat": seat})


def caught(seat: int, by: int) -> Event:
    """`seat` had not called and was caught by `by` (D8)."""
    return Event("caught", {"seat": seat, "by": by})


def reshuffled(count: int) -> Event:
    """Say that all discards but the top became a new stock of `count` cards (K6)."""
    return Event("reshuffled", {"count": count})


def seat_out(seat: int) -> Event:
    """`seat` lost its last life and leaves the match (C13)."""
    return Event("seat_out", {"seat": seat})
