"""What a table looks like: the whole of it, in every update. Any one view rebuilds the table."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cardgame_protocol.fields import CardText, Integer, Natural, OptionValue, SeatNumber, Seconds


class Rules(Struct, frozen=True, kw_only=True):
    """The rule set of a table."""

    preset: Annotated[str, Meta(description="Name of the preset it was made from.")]
    options: Annotated[
        Mapping[str, OptionValue],
        Meta(
            description="Every rule option with its value (boolean, integer, text or array of "
            "integers); null: does not apply to this rule set."
        ),
    ]


class Seat(Struct, frozen=True, kw_only=True):
    """One seat, as everybody sees it."""

    name: Annotated[str, Meta(description="Who holds it; empty for an empty seat.")]
    kind: Annotated[
        Literal["person", "computer", "empty"],
        Meta(description="A seated bot that said `computer` in its hello is a computer."),
    ]
    level: Annotated[
        str | None, Meta(description="Level of one of the server's computer players, else null.")
    ]
    here: Annotated[bool, Meta(description="Whether its holder is connected.")]
    stand_in: Annotated[bool, Meta(description="Whether a stand-in plays for its holder now.")]
    ready: Annotated[bool, Meta(description="Ready for the match or the next hand.")]
    asked: Annotated[
        bool, Meta(description="Agreed to end the match; after it: asked for a rematch.")
    ]
    cards: Annotated[Natural, Meta(description="How many cards it holds.")]
    total: Annotated[Integer, Meta(description="Points in the match so far.")]
    lives: Annotated[Natural | None, Meta(description="Lives left; null: plays without lives.")]
    in_match: Annotated[bool, Meta(description="False once it is out of the match.")]
    pause: Annotated[bool, Meta(description="Agreed to a pause; in one: asked to go on.")] = False
    bank: Annotated[
        Seconds | None,
        Meta(description="Seconds in its time bank before this turn; null: there is no clock."),
    ] = None
    next: Annotated[
        str, Meta(description="Who gets this computer's seat when the next hand begins.")
    ] = ""


class HandSheet(Struct, frozen=True, kw_only=True):
    """How a hand ended."""

    hand: Annotated[Natural, Meta(description="Number of the hand in its match, from 1.")]
    reason: Annotated[
        str,
        Meta(
            description="`out`: somebody played the last card. `blocked`: nobody could move. "
            "`limit`: the turn limit was reached."
        ),
    ]
    winner: Annotated[SeatNumber | None, Meta(description="The seat that won it, if any.")]
    cards: Annotated[
        list[list[CardText]], Meta(description="What each seat held at the end, by seat.")
    ]
    points: Annotated[list[Integer], Meta(description="What each seat scored in it, by seat.")]
    lives_lost: Annotated[list[SeatNumber], Meta(description="Seats that lost a life.")]


class MatchResult(Struct, frozen=True, kw_only=True):
    """How a match ended."""

    reason: Annotated[
        str,
        Meta(
            description="`target`: the points were reached. `lives`: the lives ran out. `limit`: "
            "the hand limit was reached. `agreed`: the people agreed to end it."
        ),
    ]
    winners: Annotated[list[SeatNumber], Meta(description="Who won; several: together; or none.")]
    ranking: Annotated[
        list[list[SeatNumber]], Meta(description="All seats, best first; equal ones together.")
    ]
    totals: Annotated[list[Integer], Meta(description="Final points, by seat.")]


class Wait(Struct, frozen=True, kw_only=True):
    """Somebody the table waits for, why, for how long, and what happens then."""

    seat: Annotated[SeatNumber | None, Meta(description="Whom; null: nobody in particular.")]
    name: Annotated[str, Meta(description="The name; empty: an empty seat, or nobody.")]
    why: Annotated[
        str,
        Meta(
            description="`players`: to sit down. `start`: to start. `ready`: to be ready. `turn`, "
            "`name`, `answer`: the decision of that phase. `call`: to call, or be caught. "
            "`return`: to come back. `resume`: to go on after a pause. `rematch`: to ask for one."
        ),
    ]
    left: Annotated[
        Seconds | None, Meta(description="Seconds from this update; null: as long as it takes.")
    ]
    then: Annotated[
        str | None,
        Meta(
            description="What happens by itself then. `default`: the server acts (rule K18). "
            "`stand_in`: a computer plays. `next_hand`: it begins. `passes`: nobody can be caught "
            "any more. `resumes`: play goes on. `ends`: the match ends as if agreed. `lapses`: the "
            "vote fails. `closes`: the table closes. null: nothing, there is no limit."
        ),
    ]


class Fair(Struct, frozen=True, kw_only=True):
    """From what the cards of a match follow (docs/fairness.md)."""

    match: Annotated[Natural, Meta(description="The number of the match.")]
    commitment: Annotated[
        str, Meta(description="The server's commitment to its secret, 64 hexadecimal digits.")
    ]
    texts: Annotated[
        list[str], Meta(description="What the seats have added, by seat; empty: nothing.")
    ]
    secret: Annotated[
        str | None, Meta(description="The secret, 64 hexadecimal digits, once the match is over.")
    ] = None


class View(Struct, frozen=True, kw_only=True):
    """The table, as everybody at it sees it. The same for all seats and spectators."""

    table: Annotated[Natural, Meta(description="The table's number.")]
    name: Annotated[str, Meta(description="The table's name.")]
    rules: Annotated[Rules, Meta(description="What is played.")]
    changed: Annotated[
        list[str], Meta(description="Names of the options that differ from the preset.")
    ]
    state: Annotated[
        Literal["waiting", "playing", "between", "over"],
        Meta(
            description="`waiting`: no match yet. `playing`: a hand is on. `between`: a hand is "
            "over, the match is not. `over`: the match is over."
        ),
    ]
    host: Annotated[str, Meta(description="Name of the host; empty: nobody.")]
    spectators: Annotated[list[str], Meta(description="Names of those who watch.")]
    match: Annotated[Natural, Meta(description="How many matches began here; 0: none yet.")]
    next_in: Annotated[
        Seconds | None,
        Meta(description="Seconds until the next hand starts by itself; null: none will."),
    ]
    hand: Annotated[Natural, Meta(description="Number of the hand in its match; 0: none yet.")]
    dealer: Annotated[SeatNumber | None, Meta(description="Who dealt this hand.")]
    first: Annotated[SeatNumber | None, Meta(description="Who was to begin this hand.")]
    phase: Annotated[
        Literal["play", "name", "answer"] | None,
        Meta(
            description="What `to_move` decides. `play`: an ordinary turn. `name`: the colour of "
            "a starting wild card. `answer`: take the four cards or challenge. null: nothing."
        ),
    ]
    to_move: Annotated[
        SeatNumber | None, Meta(description="The seat that owes the turn decision; null: none.")
    ]
    direction: Annotated[
        Literal[1, -1], Meta(description="1: seat numbers go up, -1: they go down.")
    ]
    top: Annotated[CardText | None, Meta(description="Top of the discard pile; null: none yet.")]
    colour: Annotated[
        str | None, Meta(description="Colour (or suit) in force; null: any card may be played.")
    ]
    pending: Annotated[
        Natural, Meta(description="Cards that `to_move` must take or pass on by stacking.")
    ]
    stock: Annotated[Natural, Meta(description="Cards in the stock.")]
    discard: Annotated[Natural, Meta(description="Cards in the discard pile.")]
    uncalled: Annotated[
        list[SeatNumber],
        Meta(description="Seats down to one card that have not called and can be caught."),
    ]
    last_hand: Annotated[
        HandSheet | None,
        Meta(description="The hand that ended last; null while one is being played."),
    ]
    result: Annotated[MatchResult | None, Meta(description="Set when `state` is `over`.")]
    seats: Annotated[list[Seat], Meta(description="The seats, from number 0.")]
    waits: Annotated[
        list[Wait], Meta(description="Whom the table waits for; who owes the decision is first.")
    ] = []
    paused: Annotated[
        Literal["agreed", "away"] | None,
        Meta(description="`agreed`: by the people. `away`: all of them are gone. null: no pause."),
    ] = None
    turn_seconds: Annotated[
        Seconds | None, Meta(description="Seconds for a turn; null: there is no clock.")
    ] = None
    bank_seconds: Annotated[
        Seconds, Meta(description="Seconds in each seat's time bank when a match begins.")
    ] = 0.0
    latecomers: Annotated[
        Literal["none", "next_hand", "stand_in"],
        Meta(description="Who may join while a match is played, as at `create`."),
    ] = "none"
    seed: Annotated[
        str | None,
        Meta(
            description="The seed from which all cards of this table follow, for everybody who "
            "knows it; null: none, nobody can know a card beforehand."
        ),
    ] = None
    fair: Annotated[
        Fair | None,
        Meta(description="From what the cards follow: of this match, else of the next one."),
    ] = None
    revealed: Annotated[
        Fair | None, Meta(description="After a match, with the secret: the same of that match.")
    ] = None


class ShownHand(Struct, frozen=True, kw_only=True):
    """A hand that a challenge has shown you."""

    seat: Annotated[SeatNumber, Meta(description="Whose cards they are.")]
    cards: Annotated[list[CardText], Meta(description="The cards as they were.")]


class You(Struct, frozen=True, kw_only=True):
    """What only your seat sees."""

    seat: Annotated[SeatNumber, Meta(description="Your seat.")]
    hand: Annotated[list[CardText], Meta(description="Your cards, sorted.")]
    legal: Annotated[
        list[str],
        Meta(
            description="All actions you may take now, as texts for `move`. Empty: none. Off "
            "turn it can hold `call` and `catch`."
        ),
    ]
    drawn: Annotated[
        CardText | None, Meta(description="The card drawn in this turn decision, if any.")
    ]
    shown: Annotated[
        ShownHand | None,
        Meta(description="What a challenge showed you; until the next turn decision."),
    ]
