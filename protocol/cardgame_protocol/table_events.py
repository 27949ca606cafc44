"""What happens around the game: the entries of `events` in an update about people and seats."""

from typing import Annotated, Literal

from msgspec import Meta

from cardgame_protocol.events import Event
from cardgame_protocol.fields import Natural, SeatNumber


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
    reason: Annotated[str, Meta(description="`left`, `kicked`, or `removed` (a computer player).")]


class Dropped(Event, frozen=True, kw_only=True, tag="dropped"):
    """The connection of somebody at a seat was lost; a stand-in follows in a match."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
    name: Annotated[str, Meta(description="Who.")]


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    """Somebody is back at the own seat."""

    seat: Annotated[SeatNumber, Meta(description="Which.")]
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


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    """A match begins."""

    match: Annotated[Natural, Meta(description="Its number at this table, from 1.")]
    preset: Annotated[str, Meta(description="The rule set's name.")]
    changed: Annotated[
        list[str], Meta(description="Names of the options that differ from the preset.")
    ]


TABLE_EVENTS: tuple[type[Event], ...] = (
    Sat,
    Stood,
    Dropped,
    Returned,
    StandIn,
    LevelChanged,
    Watching,
    Unwatched,
    HostChanged,
    ReadyChanged,
    AskedEnd,
    AskedRematch,
    MatchStarted,
)
"""All events of the table, in the order of the documentation."""
