"""What `ok` carries in `result`, by request. Requests not in `RESULTS` get an empty map."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from cardgame_protocol.fields import (
    Natural,
    OptionValue,
    Positive,
    SeatNumber,
    Seconds,
    TableNumber,
)
from cardgame_protocol.limits import INT_MAX
from cardgame_protocol.requests import (
    AddComputerRequest,
    CreateRequest,
    HelloRequest,
    JoinRequest,
    ListRequest,
    RecordRequest,
    Request,
    SpectateRequest,
)


class Result(Struct, frozen=True, kw_only=True):
    """Base of the results."""


class HelloResult(Result, frozen=True, kw_only=True):
    """Result of `hello`."""

    version: Annotated[Natural, Meta(description="The protocol version in use from now on.")]
    name: Annotated[str, Meta(description="Your name as everybody sees it.")]
    token: Annotated[
        str, Meta(description="Your secret, 64 hexadecimal digits: it proves who you are.")
    ]
    table: Annotated[TableNumber | None, Meta(description="The table you are at, after a return.")]
    seat: Annotated[SeatNumber | None, Meta(description="Your seat there; null: none.")]


class TableLine(Struct, frozen=True, kw_only=True):
    """One table in the lobby's list."""

    table: Annotated[Annotated[int, Meta(ge=1, le=INT_MAX)], Meta(description="Its number.")]
    name: Annotated[str, Meta(description="Its name.")]
    preset: Annotated[str, Meta(description="The rule set's name.")]
    seats: Annotated[Natural, Meta(description="Number of seats.")]
    free: Annotated[Natural, Meta(description="Seats nobody sits on.")]
    people: Annotated[Natural, Meta(description="Seats held by people.")]
    computers: Annotated[Natural, Meta(description="Seats held by computers.")]
    watching: Annotated[Natural, Meta(description="Number of spectators.")]
    state: Annotated[str, Meta(description="As `state` in the view.")]
    host: Annotated[str, Meta(description="Name of the host.")]
    password: Annotated[bool, Meta(description="Whether it has a password.")]
    spectators: Annotated[bool, Meta(description="Whether it may be watched.")]
    options: Annotated[
        Mapping[str, OptionValue],
        Meta(description="The options that differ from the preset, with their values."),
    ]
    latecomers: Annotated[str, Meta(description="As at `create`: who may join late.")] = "none"
    turn_seconds: Annotated[
        Seconds | None, Meta(description="Seconds for a turn; null: there is no clock.")
    ] = None
    bank_seconds: Annotated[
        Seconds, Meta(description="Seconds in each seat's time bank when a match begins.")
    ] = 0.0
    seed: Annotated[
        str | None, Meta(description="Its seed, from which all its cards follow; null: none.")
    ] = None


class ListResult(Result, frozen=True, kw_only=True):
    """Result of `list`."""

    tables: Annotated[list[TableLine], Meta(description="Up to 20 tables; see TableLine.")]
    page: Annotated[Positive, Meta(description="The page this is, from 1.")]
    pages: Annotated[Positive, Meta(description="How many pages there are, at least 1.")]
    total: Annotated[Natural, Meta(description="How many tables there are on all pages.")]


class CreateResult(Result, frozen=True, kw_only=True):
    """Result of `create`."""

    table: Annotated[TableNumber, Meta(description="The new table's number.")]
    seat: Annotated[SeatNumber | None, Meta(description="Your seat; null: you watch.")]


class JoinResult(Result, frozen=True, kw_only=True):
    """Result of `join`."""

    table: Annotated[TableNumber, Meta(description="The table's number.")]
    seat: Annotated[SeatNumber, Meta(description="Your seat.")]
    queued: Annotated[
        bool,
        Meta(
            description="True: the seat is yours when the next hand begins (or the match ends); "
            "until then you watch."
        ),
    ] = False


class SpectateResult(Result, frozen=True, kw_only=True):
    """Result of `spectate`."""

    table: Annotated[TableNumber, Meta(description="The table's number.")]


class AddComputerResult(Result, frozen=True, kw_only=True):
    """Result of `add_computer`."""

    seat: Annotated[SeatNumber, Meta(description="The seat it sits on.")]


class RecordResult(Result, frozen=True, kw_only=True):
    """Result of `record`."""

    text: Annotated[
        str, Meta(description="This page of the record; the pages joined are the whole text.")
    ]
    page: Annotated[Positive, Meta(description="The page this is, from 1.")]
    pages: Annotated[Positive, Meta(description="How many pages there are.")]


RESULTS: dict[type[Request], type[Result]] = {
    HelloRequest: HelloResult,
    ListRequest: ListResult,
    CreateRequest: CreateResult,
    JoinRequest: JoinResult,
    SpectateRequest: SpectateResult,
    AddComputerRequest: AddComputerResult,
    RecordRequest: RecordResult,
}
"""The result of each request that has one."""
