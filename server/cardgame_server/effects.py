"""What the pure rooms ask of the edge: the only things that leave them.

A room is given the time and returns effects; it has no socket, no clock and no file. The edge
(server.py) carries effects out in their order.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from cardgame_protocol.answers import ServerMessage
from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.plain import Encoded
from cardgame_protocol.updates import encode_update_head, finish_update
from cardgame_server.writes import KeepRecord, Write


class Shown:
    """What a change at a table shows to all its viewers, or to those who see the same of it.

    `events` are plain data; `view` is encoded, and so is `head`: all of an update but its `you`.
    The parts are kept beside it, so that a slow reader's updates can be merged.
    """

    __slots__ = ("events", "head", "table", "turn", "view")

    def __init__(
        self, table: int, turn: int, events: Sequence[dict[str, Any]], view: Encoded
    ) -> None:
        self.table = table
        self.turn = turn
        self.events = events
        self.view = view
        self.head = encode_update_head(turn, events, view)


class TableUpdate:
    """An `update` for one viewer, or for several that see the same.

    `you` is encoded; `frame` are the bytes on the wire, header included.
    """

    __slots__ = ("frame", "shown", "you")

    def __init__(self, shown: Shown, you: Encoded) -> None:
        self.shown = shown
        self.you = you
        self.frame = finish_update(shown.head, you)


Outgoing = ServerMessage | TableUpdate
"""What a connection can be sent."""


class Send(Struct, frozen=True, gc=False):
    """Send `message` to connection `conn`. Of these a move makes the most: a Struct is quick."""

    conn: int
    message: Outgoing


class WakeAt(NamedTuple):
    """Call `Session.wake(table)` at time `when` (seconds of the rooms' clock)."""

    when: float
    table: int


class Record(NamedTuple):
    """Make the record of a finished match a file (docs/records.md); `match` counts at its table."""

    table: int
    match: int
    text: str


class Disconnect(NamedTuple):
    """Say goodbye to connection `conn` and close it."""

    conn: int
    code: GoodbyeCode
    text: str


class CheckPassword(NamedTuple):
    """Find out whether this is the server's password, and tell `Session.password_judged`."""

    conn: int
    address: str
    password: str


class Fault(NamedTuple):
    """Log a fault of our own with its traceback; nobody else is told."""

    where: str
    error: Exception


Effect = Send | WakeAt | Record | Disconnect | CheckPassword | Fault


class Change:
    """One change being made, by a message, a timer or a lost link: its time and its effects.

    `now` is in seconds of a clock that never goes back, not even when the server starts again;
    it stands while the disk fails. `real`, for what has nothing to do with tables, never stands.
    `writes` must be on disk before any of the effects is carried out. `touched` holds the numbers
    of the tables whose viewers must be told when the change is complete, `parting` the connections
    that are being closed: nothing they still send is looked at.
    """

    __slots__ = ("effects", "now", "parting", "real", "touched", "writes")

    def __init__(self, now: float, real: float | None = None) -> None:
        self.now = now
        self.real = now if real is None else real
        self.effects: list[Effect] = []
        self.writes: list[Write] = []
        self.touched: set[int] = set()
        self.parting: set[int] = set()

    def write(self, write: Write) -> None:
        """Have something kept on disk before anybody hears of this change."""
        self.writes.append(write)

    def send(self, conn: int, message: Outgoing) -> None:
        """Send a message to a connection."""
        self.effects.append(Send(conn, message))

    def disconnect(self, conn: int, code: GoodbyeCode, text: str) -> None:
        """Say goodbye to a connection and close it."""
        self.parting.add(conn)
        self.effects.append(Disconnect(conn, code, text))

    def check_password(self, conn: int, address: str, password: str) -> None:
        """Have the password of somebody's hello looked at."""
        self.effects.append(CheckPassword(conn, address, password))

    def wake_at(self, when: float, table: int) -> None:
        """Have a table woken at a time."""
        self.effects.append(WakeAt(when, table))

    def record(self, table: int, match: int, text: str) -> None:
        """Have a finished match's record kept: at once with all else, then in a file of its own."""
        self.write(KeepRecord(table, match, text))
        self.effects.append(Record(table, match, text))

    def fault(self, where: str, error: Exception) -> None:
        """Have a fault of our own logged."""
        self.effects.append(Fault(where, error))
