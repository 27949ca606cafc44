"""What must be on disk before anybody hears of a change: small facts, each replacing or adding.

The rooms say what to keep and never how. Texts are JSON unless it is said otherwise; together with
the order of the writes they are everything a restart is made from (see saving and restoring).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple


class KeepPlayer(NamedTuple):
    """Somebody has come: `key` is the digest of the token, in hexadecimal."""

    key: str
    name: str
    computer: bool


class ForgetPlayer(NamedTuple):
    """Somebody is gone for good, name and token."""

    key: str


class KeepHead(NamedTuple):
    """All of a table but its match has become `head`, after its step `step`.

    `now` is the time of the rooms' clock.
    """

    table: int
    step: int
    now: float
    head: str


class KeepBase(NamedTuple):
    """A table's match as it was when its newest hand was dealt: a snapshot (`cardgame_rules`).

    `step` is the table's last step before it: it and those before are not needed any more. With
    `anew` it is another match, and the earlier one's hands are not needed either.
    """

    table: int
    step: int
    base: str
    anew: bool


class KeepHand(NamedTuple):
    """The lines that one hand has added to the record of a table's match, one a line."""

    table: int
    hand: int
    lines: str


class KeepLines(NamedTuple):
    """What a table's step `step` has added to the record, one a line, and its times after that.

    `now` is the time of the rooms' clock. The times are plain data: the line that is written for
    each move is made of this as a whole.
    """

    table: int
    step: int
    now: float
    times: Sequence[Any]
    lines: str


class DropTable(NamedTuple):
    """A table is closed. Its number is never given again."""

    table: int


class KeepRecord(NamedTuple):
    """The record of a finished match, until it is in a file of its own (docs/records.md)."""

    table: int
    match: int
    text: str


class DropRecord(NamedTuple):
    """That record has a file of its own now."""

    table: int
    match: int


class Beat(NamedTuple):
    """The rooms' clock shows `now`: a restart goes on from there, and no clock runs in between."""

    now: float


Write = (
    KeepPlayer
    | ForgetPlayer
    | KeepHead
    | KeepBase
    | KeepHand
    | KeepLines
    | DropTable
    | KeepRecord
    | DropRecord
    | Beat
)


class SavedTable(NamedTuple):
    """One table as it was kept. `hands` are the lines of earlier hands of the match, in order.

    `steps` are those since the snapshot, in order; `base` is "" before the first match.
    """

    number: int
    head: str
    head_step: int
    base: str
    base_step: int
    hands: list[str]
    steps: list[KeepLines]


class Loss(NamedTuple):
    """What damage has cost a table: `goes_on` from what could be read, or not at all, `why`.

    `head` is what is left of its head, "" if nothing is.
    """

    table: int
    head: str
    why: str
    goes_on: bool


class Saved(NamedTuple):
    """Everything that was kept. `now` is what the rooms' clock showed last.

    `last_number` is the highest number a table ever had. `losses` are what should have been kept.
    """

    players: list[KeepPlayer]
    tables: list[SavedTable]
    records: list[KeepRecord]
    now: float
    last_number: int
    losses: tuple[Loss, ...] = ()


NOTHING_SAVED = Saved([], [], [], 0.0, 0)
