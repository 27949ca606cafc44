"""A match as plain data between two hands, and back: what a server keeps to survive its own end.

A snapshot is taken just before a hand is dealt and holds what the next hands depend on: the rules,
the seats, the score, and how the last hand began and ended. Together with the lines of
`Match.record` since then it is the whole state: `restore` plays them again, and what follows is the
same as if nothing had happened in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .chance import House
from .events import Event
from .hand import Hand
from .laws import laws_of
from .match import HandSheet, Match
from .records import RecordError, Script, read_rules, rules_text
from .refusals import HandOverError
from .standings import Standings

FORMAT: Final = 1
"""Of the data; it rises when an older reader would misread it."""


class SnapshotError(ValueError):
    """Data that is no snapshot, or of a newer format, or lines that do not follow from it."""


def dump(match: Match) -> dict[str, Any]:
    """Return a match between two hands as plain data that JSON can hold.

    Raises HandOverError while a hand is being played and after the match.
    """
    if not match.hand_over or match.over:
        raise HandOverError("A snapshot is taken between two hands.")
    hand = match.hand
    sheet = match.last_sheet
    return {
        "format": FORMAT,
        "rules": rules_text(match.rules),
        "humans": list(match.humans),
        "names": list(match.names),
        "standings": match.standings.dump(),
        "hand": match.hand_number,
        "turn": match.turn,
        "last": None if hand is None else [list(hand.seats), hand.first, hand.winner],
        "sheet": None if sheet is None else list(sheet),
    }


def restore(
    data: dict[str, Any], lines: Sequence[str], house: House
) -> tuple[Match, list[list[Event]]]:
    """Return the match of a snapshot after `lines` of its record, and what each move led to.

    `lines` begin with that of the next hand and go up to the last move. From then on chance is
    asked of `house`. The record of the match begins with these lines: what was recorded before the
    snapshot is the caller's to put in front. Raises SnapshotError.
    """
    script = Script(lines)
    try:
        match = _bare(data, script)
        told = list(script.carry_out(match))
    except RecordError as error:
        raise SnapshotError(f"the moves do not follow from the snapshot: {error}") from error
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SnapshotError(f"this is no snapshot of a match: {error!r}") from error
    match.house.ask(house)
    return match, told


def _bare(data: dict[str, Any], house: House) -> Match:
    """Return the match as it was between the hands."""
    if data["format"] != FORMAT:
        raise SnapshotError(f"snapshots of format {data['format']!r} are not known, only {FORMAT}")
    rules = read_rules(data["rules"])
    match = Match(rules, data["humans"], house, data["names"])
    match.standings = Standings.restored(rules, match.humans, data["standings"])
    match.hand_number = data["hand"]
    if data["sheet"] is not None:
        match.last_sheet = HandSheet(*data["sheet"])
    if data["last"] is not None:
        match.hand = _played_out(match, *data["last"], turn=data["turn"])
    return match


def _played_out(
    match: Match, seats: list[int], first: int, winner: int | None, *, turn: int
) -> Hand:
    """Return the last hand as far as the next one depends on it: it was dealt to `seats`."""
    hand = Hand(laws_of(match.rules), seats, first, match.house, len(match.humans))
    hand.winner, hand.turn = winner, turn
    hand.reason = "" if match.last_sheet is None else match.last_sheet.reason
    return hand
