"""Types that several messages share. Bounds are checked on arrival, descriptions go to the docs."""

from typing import Annotated

from msgspec import Meta

from cardgame_protocol.limits import INT_MAX, SEAT_MAX

Natural = Annotated[int, Meta(ge=0, le=INT_MAX)]
"""An integer from 0 to 2147483647."""

Positive = Annotated[int, Meta(ge=1, le=INT_MAX)]
"""An integer from 1 to 2147483647."""

Integer = Annotated[int, Meta(ge=-INT_MAX, le=INT_MAX)]
"""An integer of either sign that fits 32 bits."""

SeatNumber = Annotated[int, Meta(ge=0, le=SEAT_MAX)]
"""A place at a table, counted clockwise from 0."""

RequestId = Annotated[
    int, Meta(ge=1, le=INT_MAX, description="Chosen by the client; the answer repeats it.")
]
"""What ties an answer to its request."""

TableNumber = Annotated[int, Meta(ge=1, le=INT_MAX)]
"""A table of this server, counted from 1 and never given twice."""

Seconds = Annotated[float, Meta(ge=0, le=INT_MAX)]
"""A length of time in seconds; an integer will do, NaN and infinity will not."""

CardText = str
"""A card in the notation of docs/protocol.md: `R7 RS RV RD W F`, `8H TC`."""

OptionValue = bool | int | str | list[int] | None
"""What a rule option can be; null: does not apply to this rule set."""
