"""What happens in the game: the entries of `events` in an update that the rules produce.

An event tells a viewer only what that viewer may see (cards drawn by others: their number).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cardgame_protocol.fields import CardText, Integer, Natural, SeatNumber


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of all events."""


class Cut(Event, frozen=True, kw_only=True, tag="cut"):
    """A seat drew a card for the deal: the highest number deals, equal ones draw again."""

    seat: Annotated[SeatNumber, Meta(description="Who drew.")]
    card: Annotated[CardText, Meta(description="What.")]


class HandStarted(Event, frozen=True, kw_only=True, tag="hand_started"):
    """A hand begins."""

    hand: Annotated[Natural, Meta(description="Number of the hand in its match, from 1.")]
    dealer: Annotated[SeatNumber | None, Meta(description="Who deals.")]
    first: Annotated[SeatNumber | None, Meta(description="Who is to begin.")]
    seats: Annotated[list[SeatNumber], Meta(description="The seats that take part.")]


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """A seat got its first cards."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    count: Annotated[Natural, Meta(description="How many.")]
    cards: Annotated[
        list[CardText] | None, Meta(description="Your own cards; missing for others.")
    ] = None


class Turned(Event, frozen=True, kw_only=True, tag="turned"):
    """A card of the stock was turned up as the starter."""

    card: Annotated[CardText, Meta(description="Which.")]
    returned: Annotated[
        bool,
        Meta(description="True: it cannot start a hand; another follows."),
    ]


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """A seat played a card."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    card: Annotated[CardText, Meta(description="Which.")]
    colour: Annotated[str | None, Meta(description="The colour named for a wild card, else null.")]
    left: Annotated[Natural, Meta(description="Cards it still holds.")]
    call: Annotated[bool, Meta(description="Whether it called with the play.")]


class Foul(Event, frozen=True, kw_only=True, tag="foul"):
    """A Wild Draw Four was tried against the rule (`duel`): it went back, a penalty follows."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    card: Annotated[CardText, Meta(description="The card tried.")]


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """A seat drew cards."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    count: Annotated[Natural, Meta(description="How many there were to draw.")]
    reason: Annotated[
        str,
        Meta(
            description="`turn`: by its own will. `penalty`: by a draw card. `starter`: by the "
            "starter. `foul`: for a foul. `challenge`: by a challenge. `caught`: for a forgotten "
            "call. `last`: by the last card of the hand."
        ),
    ]
    cards: Annotated[
        list[CardText] | None, Meta(description="The cards, if they are yours; missing for others.")
    ] = None


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A seat passed."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class Missed(Event, frozen=True, kw_only=True, tag="missed"):
    """A seat lost its turn."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class Reversed(Event, frozen=True, kw_only=True, tag="reversed"):
    """The direction of play changed."""

    direction: Annotated[Literal[1, -1], Meta(description="The new one; 1: seat numbers go up.")]


class Pending(Event, frozen=True, kw_only=True, tag="pending"):
    """A penalty is open and waits for a seat's decision."""

    seat: Annotated[SeatNumber, Meta(description="Who must take, stack or challenge.")]
    count: Annotated[Natural, Meta(description="Cards in all.")]


class Named(Event, frozen=True, kw_only=True, tag="named"):
    """A seat named the colour of a starting wild card."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    colour: Annotated[str, Meta(description="Which.")]


class Challenged(Event, frozen=True, kw_only=True, tag="challenged"):
    """A Wild Draw Four was challenged."""

    seat: Annotated[SeatNumber, Meta(description="Who challenged.")]
    of: Annotated[SeatNumber, Meta(description="Whose play it was.")]
    guilty: Annotated[bool, Meta(description="Whether that play broke the rule.")]
    shown: Annotated[
        list[CardText] | None,
        Meta(description="The hand that was judged; for the challenger only."),
    ] = None


class Called(Event, frozen=True, kw_only=True, tag="called"):
    """A seat called that it holds one card."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class Caught(Event, frozen=True, kw_only=True, tag="caught"):
    """A seat with one card had not called and was caught."""

    seat: Annotated[SeatNumber, Meta(description="Who was caught.")]
    by: Annotated[SeatNumber, Meta(description="Who caught it.")]


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    """The discard pile, all but its top, became the new stock."""

    count: Annotated[Natural, Meta(description="Cards in the new stock.")]


class HandOver(Event, frozen=True, kw_only=True, tag="hand_over"):
    """The hand is over."""

    hand: Annotated[Natural, Meta(description="Number of the hand in its match, from 1.")]
    reason: Annotated[str, Meta(description="`out`, `blocked` or `limit`, as in HandSheet.")]
    winner: Annotated[SeatNumber | None, Meta(description="The seat that won it, if any.")]
    cards: Annotated[
        list[list[CardText]], Meta(description="What each seat held at the end, by seat.")
    ]
    points: Annotated[list[Integer], Meta(description="What each seat scored in it, by seat.")]
    lives_lost: Annotated[list[SeatNumber], Meta(description="Seats that lost a life.")]
    totals: Annotated[list[Integer], Meta(description="Points in the match so far, by seat.")]
    lives: Annotated[
        list[Natural | None], Meta(description="Lives left, by seat; null: plays without lives.")
    ]


class SeatOut(Event, frozen=True, kw_only=True, tag="seat_out"):
    """A seat is out of the match."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class MatchOver(Event, frozen=True, kw_only=True, tag="match_over"):
    """The match is over."""

    reason: Annotated[
        str, Meta(description="`target`, `lives`, `limit` or `agreed`, as in MatchResult.")
    ]
    winners: Annotated[list[SeatNumber], Meta(description="Who won; several: together; or none.")]
    ranking: Annotated[
        list[list[SeatNumber]], Meta(description="All seats, best first; equal ones together.")
    ]
    totals: Annotated[list[Integer], Meta(description="Final points, by seat.")]


RULE_EVENTS: tuple[type[Event], ...] = (
    Cut,
    HandStarted,
    Dealt,
    Turned,
    Played,
    Foul,
    Drew,
    Passed,
    Missed,
    Reversed,
    Pending,
    Named,
    Challenged,
    Called,
    Caught,
    Reshuffled,
    HandOver,
    SeatOut,
    MatchOver,
)
"""All events of the game, in the order of the documentation."""
