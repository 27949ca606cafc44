"""Every number of the protocol, with its unit and its reason (docs/protocol.md, Limits).

The server enforces them; clients may rely on them. Changing one that a client can notice is a
change of the protocol and belongs into the change log.
"""

from typing import Final

VERSION: Final = 1
"""The protocol version spoken by this package."""

VERSIONS: Final = (VERSION,)
"""All versions this package can speak, best last."""

DEFAULT_PORT: Final = 10108
"""TCP port of a server that was not told another: 108 is the number of cards in the deck."""

HEADER_BYTES: Final = 4
"""Length header of a frame: four bytes announce more than any frame may hold."""

FRAME_MAX: Final = 65_536
"""Bytes of one payload. The longest message, an update with 50 events for ten seats, takes about
half; a stranger's header can never make a peer reserve more than this."""

DEPTH_MAX: Final = 8
"""Maps and arrays inside each other, the message itself counted. The deepest message uses five
(update, view, last_hand, cards, one seat's cards); the rest is room for new fields."""

INT_MAX: Final = 2**31 - 1
"""Largest integer in any field, so that a 32-bit signed integer holds each of them."""

SEAT_MAX: Final = 9
"""Highest seat number: the largest table (classic) has ten seats, counted from 0."""

NAME_CELLS: Final = 20
"""Width of a name in terminal cells: ten names must fit beside each other's card counts."""

NAME_CHARS: Final = 40
"""Code points of a name: combining marks have no width, so cells alone would not bound it."""

TABLE_NAME_CELLS: Final = 40
"""Width of a table's name in terminal cells: `NAME's table` must fit for every name."""

CHAT_CHARS: Final = 500
"""Code points of one chat text: some lines of a terminal, not a page."""

PASSWORD_CHARS: Final = 100
"""Code points of a table's password."""

ADDED_CHARS: Final = 100
"""Code points of a seed, or of what a seat adds to the chance of a match: 64 hexadecimal digits,
the most that a program could want to add, fit."""

FILTER_CHARS: Final = 40
"""Code points of the lobby's filter: as long as a name."""

SOFTWARE_CHARS: Final = 80
"""Code points of the name a program gives itself in its hello."""

VERSIONS_LISTED: Final = 32
"""Versions one hello may name."""

PAGE_LINES: Final = 20
"""Tables in one page of the lobby: what fits on a terminal of 24 lines."""

RECORD_PAGE_CHARS: Final = 12_000
"""Code points in one page of a record: even at four bytes each it fits a frame."""

SPECTATORS_MAX: Final = 50
"""Spectators of one table: their names are in every view, and a view must fit a frame."""

RESUME_EVENTS: Final = 50
"""Newest events repeated to a player who comes back: a round of a full table."""

HELLO_SECONDS: Final = 10.0
"""From the connection to an accepted hello: a silent stranger holds a slot no longer than that."""

FRAME_SECONDS: Final = 20.0
"""From the first byte of a frame to its last: a frame is one packet or a few, so a slower one is
a broken link or somebody who holds slots by sending a byte a minute."""

PING_SECONDS: Final = 20.0
"""Silence from a peer after which it is sent a ping."""

SILENCE_SECONDS: Final = 60.0
"""Silence from a peer after which the link counts as dead: three pings were not answered."""

BACKLOG_BYTES: Final = 1_048_576
"""Unsent bytes the server keeps for one slow reader. Superseded updates are dropped before;
beyond this it is disconnected."""

RATE_BURST: Final = 40
"""Lobby requests, chat texts and refusals one connection may cause at once (a filled bucket)."""

RATE_PER_SECOND: Final = 5.0
"""How fast that bucket fills again. A first answer to one's own open decision is never counted."""

FLOOD_REFUSALS: Final = 200
"""`rate_limited` refusals in a row after which the server says goodbye `flood`."""

NEXT_HAND_SECONDS: Final = 10.0
"""Between two hands, until the next one starts by itself."""

PACE_SECONDS: Final = 0.8
"""What a computer player takes for a move where a person is seated, so that people can follow."""

CATCH_SECONDS: Final = 1.5
"""The same while somebody can be caught: without it no person could ever catch anybody."""

PACE_MAX_SECONDS: Final = 10.0
"""Longest pace a table may set."""

GRACE_SECONDS: Final = 15.0
"""From a lost link to the stand-in, in a match: a router that starts again or a lid closed by
mistake is over by then, and nobody waits longer. It is not filled up again by dropping once more,
only by a move of one's own."""

TURN_SECONDS_MIN: Final = 5.0
"""Shortest time for a turn a table may set: less is a test of the network."""

TURN_SECONDS_MAX: Final = 600.0
"""Longest time for a turn a table may set; whoever wants more sets none."""

BANK_SECONDS_MAX: Final = 3_600.0
"""Most seconds a seat's time bank holds, however they came there."""

MORE_SECONDS_MAX: Final = 600.0
"""Most seconds the host gives a seat at once."""

BOT_SECONDS: Final = 120.0
"""For a decision of a bot from outside at a table without a clock: its link can be alive while
its program hangs. Whoever debugs one can set a longer time for a turn."""

PAUSE_SECONDS: Final = 1_800.0
"""Longest pause by consent; then play goes on by itself. Pizza takes less."""

ALL_AWAY_SECONDS: Final = 1_800.0
"""How long a match stands still while all its people are away; then it ends as if agreed. Long
enough for a switch, a server or a laptop to come back, and a lunch."""

WAITING_SECONDS: Final = 1_800.0
"""A table whose match has not begun closes when nobody has done anything there for so long."""

OVER_SECONDS: Final = 900.0
"""The same after a match: people talk about it, but do not come back to it."""

REMATCH_SECONDS: Final = 60.0
"""From the first who asks for a rematch; then the vote has failed and may be taken again."""
