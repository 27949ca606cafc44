"""What happens around the game: the entries of `events` in an update about people and seats."""

from typing import Annotated, Literal

from msgspec import Meta

from cardgame_protocol.events import Event
from cardgame_protocol.fields import Natural, SeatNumber, Seconds


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """Somebody sat down."""

    seat: Annotated[SeatNumber, Meta(description="Where.")]
    name: Annotated[str, Meta(description="Who.")]
    kind: Annotated[Literal["person", "computer"], Meta(description="What.")]
    level: Annotated[
        str | None, Meta(description="Level of one of the server's computer players, else null.")
    ]


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """Somebody left a seat for good."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    name: Annotated[str, Meta(description="Who.")]
    reason: Annotated[
        str,
        Meta(
            description="`left`, `kicked`, `lost` (the connection, and is not waited for), `idle` "
            "(the table closes: nobody did anything), or `removed` (a computer player)."
        ),
    ]


class Dropped(Event, frozen=True, kw_only=True, tag="dropped"):
    """The connection of somebody at a seat was lost in a match; the time of grace runs."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    name: Annotated[str, Meta(description="Who.")]


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    """Somebody is back at the own seat."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    name: Annotated[str, Meta(description="Who.")]


class TookOver(Event, frozen=True, kw_only=True, tag="took_over"):
    """Somebody goes on from another connection; the one before is closed."""

    seat: Annotated[SeatNumber | None, Meta(description="Which; null: a spectator.")]
    name: Annotated[str, Meta(description="Who.")]


class StandIn(Event, frozen=True, kw_only=True, tag="stand_in"):
    """A stand-in plays for a seat until its holder is back."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    level: Annotated[str, Meta(description="How it plays.")]


class LevelChanged(Event, frozen=True, kw_only=True, tag="level"):
    """A computer player's level was changed."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    level: Annotated[str, Meta(description="The new level.")]


class Watching(Event, frozen=True, kw_only=True, tag="watching"):
    """Somebody watches from now on."""

    name: Annotated[str, Meta(description="Who.")]


class Unwatched(Event, frozen=True, kw_only=True, tag="unwatched"):
    """Somebody does not watch any more."""

    name: Annotated[str, Meta(description="Who.")]
    reason: Annotated[
        str,
        Meta(description="As in `stood`, or `seated`: a latecomer sits down."),
    ] = "left"


class HostChanged(Event, frozen=True, kw_only=True, tag="host"):
    """The table has another host."""

    name: Annotated[str, Meta(description="Who.")]


class ReadyChanged(Event, frozen=True, kw_only=True, tag="ready"):
    """Somebody is ready, or not any more."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    ready: Annotated[bool, Meta(description="Which of the two.")]


class AskedEnd(Event, frozen=True, kw_only=True, tag="asked_end"):
    """Somebody agreed to end the match, or does not any more."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    agree: Annotated[bool, Meta(description="Which of the two.")]


class AskedRematch(Event, frozen=True, kw_only=True, tag="asked_rematch"):
    """Somebody asked for a rematch."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class VoteLapsed(Event, frozen=True, kw_only=True, tag="vote_lapsed"):
    """Not all people asked for a rematch in time; they may ask anew."""


class AskedPause(Event, frozen=True, kw_only=True, tag="asked_pause"):
    """Somebody agreed to a pause, or does not any more."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    agree: Annotated[bool, Meta(description="Which of the two.")]


class AskedResume(Event, frozen=True, kw_only=True, tag="asked_resume"):
    """Somebody asked to go on."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]


class PauseBegan(Event, frozen=True, kw_only=True, tag="paused"):
    """The match stands still, and so do all its clocks."""

    reason: Annotated[
        str, Meta(description="`agreed`: by the people. `away`: all of them are gone.")
    ]


class PauseEnded(Event, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""

    reason: Annotated[
        str,
        Meta(
            description="`agreed`: by the people. `returned`: one of them is back. `limit`: the "
            "pause was as long as one may be."
        ),
    ]


class TimeUp(Event, frozen=True, kw_only=True, tag="time_up"):
    """A seat's time is used up; the server acts for it until the decision passes on."""

    seat: Annotated[SeatNumber, Meta(description="Whose.")]


class MoreTime(Event, frozen=True, kw_only=True, tag="more_time"):
    """The host has given a seat more time."""

    seat: Annotated[SeatNumber, Meta(description="Whose.")]
    seconds: Annotated[Seconds, Meta(description="How much.")]


class Queued(Event, frozen=True, kw_only=True, tag="queued"):
    """Somebody has come late and gets a computer's seat when the next hand begins."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    name: Annotated[str, Meta(description="Who; watches until then.")]


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    """A match begins."""

    match: Annotated[Natural, Meta(description="Its number at this table, from 1.")]
    preset: Annotated[str, Meta(description="The rule set's name.")]
    changed: Annotated[
        list[str], Meta(description="Names of the options that differ from the preset.")
    ]
    commitment: Annotated[
        str, Meta(description="The commitment to the secret of its cards; see Fair.")
    ] = ""


class FairText(Event, frozen=True, kw_only=True, tag="fair"):
    """Somebody has added to the chance of the match to come."""

    seat: Annotated[SeatNumber, Meta(description="Who.")]
    text: Annotated[str, Meta(description="What; empty: it was taken back.")]


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """A match is over, and the secret from which its cards came is no secret any more."""

    commitment: Annotated[str, Meta(description="The commitment to it, as it was shown before.")]
    secret: Annotated[str, Meta(description="The secret, 64 hexadecimal digits.")]


TABLE_EVENTS: tuple[type[Event], ...] = (
    Sat,
    Stood,
    Dropped,
    Returned,
    TookOver,
    StandIn,
    LevelChanged,
    Watching,
    Unwatched,
    HostChanged,
    ReadyChanged,
    AskedEnd,
    AskedRematch,
    VoteLapsed,
    AskedPause,
    AskedResume,
    PauseBegan,
    PauseEnded,
    TimeUp,
    MoreTime,
    Queued,
    MatchStarted,
    FairText,
    Revealed,
)
"""All events of the table, in the order of the documentation."""
