"""What a client sends: requests, each with an `id` and exactly one answer, and `pong`.

Fields with a default may be left out. Bounds that have a refusal code of their own (a name, a
preset, a number of seats) are checked by the server's rooms and not here.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cardgame_protocol.fields import Natural, Positive, RequestId, SeatNumber, TableNumber
from cardgame_protocol.limits import (
    BANK_SECONDS_MAX,
    FILTER_CHARS,
    MORE_SECONDS_MAX,
    PACE_MAX_SECONDS,
    PASSWORD_CHARS,
    SOFTWARE_CHARS,
    TURN_SECONDS_MAX,
    TURN_SECONDS_MIN,
    VERSIONS_LISTED,
)

Password = Annotated[str, Meta(max_length=PASSWORD_CHARS)]


class Request(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Base of the requests; `id` is the client's own number for it."""

    id: RequestId


class HelloRequest(Request, frozen=True, kw_only=True, tag="hello"):
    """Say who you are. Must be accepted before any other request, within 10 seconds."""

    versions: Annotated[
        list[Natural],
        Meta(max_length=VERSIONS_LISTED, description="All protocol versions the client speaks."),
    ]
    name: Annotated[
        str,
        Meta(
            description="The name to be shown, 1 to 20 terminal cells. With a token it must be "
            "sent, too, and is ignored: the name that goes with the token stays."
        ),
    ]
    software: Annotated[
        str,
        Meta(
            max_length=SOFTWARE_CHARS,
            description="Name and version of the program, for logs; always sent, may be empty.",
        ),
    ]
    computer: Annotated[
        bool, Meta(description="True for a program that decides by itself; shown to everybody.")
    ] = False
    token: Annotated[
        str | None, Meta(description="The token of an earlier hello, to be that player again.")
    ] = None
    password: Annotated[
        Password | None,
        Meta(description="The server's password, if it has one. With a token it is not needed."),
    ] = None
    house: Annotated[
        str | None,
        Meta(description="For the server's own process of computer players only; see Internal."),
    ] = None


class PingRequest(Request, frozen=True, kw_only=True, tag="ping"):
    """Ask for a sign of life."""


class QuitRequest(Request, frozen=True, kw_only=True, tag="quit"):
    """Leave the table and the server: name and token are given up, goodbye `quit` follows."""


class ListRequest(Request, frozen=True, kw_only=True, tag="list"):
    """Ask for the listed tables, newest first, 20 to a page."""

    page: Annotated[Positive, Meta(description="Page, counted from 1.")] = 1
    filter: Annotated[
        str,
        Meta(
            max_length=FILTER_CHARS,
            description="Keep tables with this text in their name, preset or people's names; "
            "case does not count. Empty: all.",
        ),
    ] = ""


class CreateRequest(Request, frozen=True, kw_only=True, tag="create"):
    """Make a table. You are its host."""

    preset: Annotated[str, Meta(description="One of `presets` of the greeting.")]
    seats: Annotated[Natural, Meta(description="Number of seats.")]
    name: Annotated[
        str | None,
        Meta(
            description="The table's name, 1 to 40 terminal cells (see Names), also one that "
            "another table has; null: made from yours."
        ),
    ] = None
    sit: Annotated[bool, Meta(description="True: sit down. False: watch as host.")] = True
    target: Annotated[
        Natural | None,
        Meta(
            description="Points that win the match, 1 to 100000 (in `survival`: lives, 1 to 100); "
            "null: the preset's."
        ),
    ] = None
    call_penalty: Annotated[
        Natural | None,
        Meta(
            description="Cards for a forgotten call, in any preset: 0 (no calls), 2 or 4; null: "
            "the preset's."
        ),
    ] = None
    turn_limit: Annotated[
        Natural | None,
        Meta(
            description="Actions after which a hand ends, at most 1000000; 0: never; null: the "
            "preset's."
        ),
    ] = None
    password: Annotated[
        Password | None,
        Meta(description="What others must know to join or watch; null or empty: nothing."),
    ] = None
    seed: Annotated[
        str | None,
        Meta(
            description="What all cards of this table are to follow from, 1 to 100 code points: "
            "whoever knows it knows them beforehand, and everybody is shown it. null: secrets."
        ),
    ] = None
    listed: Annotated[bool, Meta(description="Whether the table is in the lobby's list.")] = True
    spectators: Annotated[bool, Meta(description="Whether others may watch.")] = True
    pace: Annotated[
        Annotated[float, Meta(ge=0, le=PACE_MAX_SECONDS)] | None,
        Meta(
            description="Seconds a computer takes for a move where a person is seated; 0: none; "
            "null: 0.8."
        ),
    ] = None
    turn_seconds: Annotated[
        Annotated[float, Meta(ge=TURN_SECONDS_MIN, le=TURN_SECONDS_MAX)] | None,
        Meta(description="Seconds for a turn; null: no clock. See Time."),
    ] = None
    bank_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=BANK_SECONDS_MAX)] | None,
        Meta(
            description="Seconds of each seat's time bank for a whole match, used when the time "
            "of a turn is; needs `turn_seconds`. null: 0."
        ),
    ] = None
    latecomers: Annotated[
        Literal["none", "next_hand", "stand_in"],
        Meta(
            description="Who may `join` while a match is played. `none`: nobody. `next_hand`: "
            "whoever comes gets a computer's seat when the next hand begins. `stand_in`: at once."
        ),
    ] = "none"


class JoinRequest(Request, frozen=True, kw_only=True, tag="join"):
    """Sit down at a table; while a match is played, in a computer's place if the table allows."""

    table: Annotated[TableNumber, Meta(description="The table's number.")]
    password: Annotated[Password | None, Meta(description="Its password, if it has one.")] = None
    seat: Annotated[SeatNumber | None, Meta(description="The seat; null: the lowest free one.")] = (
        None
    )


class SpectateRequest(Request, frozen=True, kw_only=True, tag="spectate"):
    """Watch a table. Nobody's cards are shown."""

    table: Annotated[TableNumber, Meta(description="The table's number.")]
    password: Annotated[Password | None, Meta(description="Its password, if it has one.")] = None


class LeaveRequest(Request, frozen=True, kw_only=True, tag="leave"):
    """Leave the table, for the lobby. In a match a computer takes the seat over for good."""


class ChatRequest(Request, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody at your table, or in the lobby if you are at none."""

    text: Annotated[str, Meta(description="1 to 500 code points, printable; see Chat.")]


class ReadyRequest(Request, frozen=True, kw_only=True, tag="ready"):
    """Say that the match, or the next hand, may start. It does when all seated people are ready.

    A match needs all seats taken, too.
    """

    ready: Annotated[bool, Meta(description="False takes it back.")] = True


class FairRequest(Request, frozen=True, kw_only=True, tag="fair"):
    """Add to the chance of the match to come; whoever is seated, while no match is being played.

    All cards follow from the server's secret, to which it is committed already, and from what the
    seats have added (docs/fairness.md). Everybody sees it, and it is for one match.
    """

    text: Annotated[str, Meta(description="1 to 100 code points, printable; empty: take it back.")]


class StartRequest(Request, frozen=True, kw_only=True, tag="start"):
    """Start the match without waiting for anybody's `ready`; host only, all seats taken."""


class AddComputerRequest(Request, frozen=True, kw_only=True, tag="add_computer"):
    """Put a computer player on a free seat; host only, while no match is being played."""

    level: Annotated[str, Meta(description="One of `levels` of the greeting.")]
    seat: Annotated[SeatNumber | None, Meta(description="The seat; null: the lowest free one.")] = (
        None
    )


class RemoveComputerRequest(Request, frozen=True, kw_only=True, tag="remove_computer"):
    """Take a computer player off its seat; host only, while no match is being played."""

    seat: Annotated[SeatNumber, Meta(description="The computer's seat.")]


class SetLevelRequest(Request, frozen=True, kw_only=True, tag="set_level"):
    """Change a computer player's level; host only, before your own first card of a hand."""

    seat: Annotated[SeatNumber, Meta(description="The computer's seat.")]
    level: Annotated[str, Meta(description="One of `levels` of the greeting.")]


class KickRequest(Request, frozen=True, kw_only=True, tag="kick"):
    """Send somebody back to the lobby, for five minutes at least; host only.

    A host who only watches can kick spectators, and, if it made the table, those who are seated
    and there.
    """

    name: Annotated[str, Meta(description="Name of somebody seated or watching.")]


class EndRequest(Request, frozen=True, kw_only=True, tag="end"):
    """Agree to end the match now. It ends when all seated people who are there agree.

    Where only computers sit, the host decides alone.
    """

    agree: Annotated[bool, Meta(description="False takes it back.")] = True


class RematchRequest(Request, frozen=True, kw_only=True, tag="rematch"):
    """Ask for another match, same seats. It starts when all seated people who are there asked.

    Where only computers sit, the host decides alone. All seats must be taken.
    """


class PauseRequest(Request, frozen=True, kw_only=True, tag="pause"):
    """Agree to a pause of the match. It begins when all seated people who are there agree.

    All clocks stand still then, for 30 minutes at most. Where only computers sit, the host decides
    alone.
    """

    agree: Annotated[bool, Meta(description="False takes it back.")] = True


class ResumeRequest(Request, frozen=True, kw_only=True, tag="resume"):
    """Ask to go on after a pause. It ends when all seated people who are there have asked."""


class MoreTimeRequest(Request, frozen=True, kw_only=True, tag="more_time"):
    """Give a seat more time, into its bank; host only, in a match with a clock."""

    seat: Annotated[SeatNumber, Meta(description="Whose.")]
    seconds: Annotated[
        float, Meta(ge=1, le=MORE_SECONDS_MAX, description="How many; a bank holds 3600 at most.")
    ]


class MoveRequest(Request, frozen=True, kw_only=True, tag="move"):
    """Act in the game."""

    turn: Annotated[Natural, Meta(description="`turn` of the update you decided on.")]
    action: Annotated[str, Meta(description="An action's text, best one of `legal`.")]


class RecordRequest(Request, frozen=True, kw_only=True, tag="record"):
    """Ask for the record of the match that was played last at your table, once it is over.

    It is text in the form of docs/records.md, and shows all cards. While a match is going on it is
    refused as `match_not_over`, even if there was one before.
    """

    page: Annotated[Positive, Meta(description="Page, counted from 1.")] = 1


class Pong(Struct, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The answer to the server's `ping`. No request: no `id`, and nothing answers it."""


REQUESTS: tuple[type[Request], ...] = (
    HelloRequest,
    PingRequest,
    QuitRequest,
    ListRequest,
    CreateRequest,
    JoinRequest,
    SpectateRequest,
    LeaveRequest,
    ChatRequest,
    ReadyRequest,
    FairRequest,
    StartRequest,
    AddComputerRequest,
    RemoveComputerRequest,
    SetLevelRequest,
    KickRequest,
    EndRequest,
    RematchRequest,
    PauseRequest,
    ResumeRequest,
    MoreTimeRequest,
    MoveRequest,
    RecordRequest,
)
"""All requests, in the order of the documentation."""
