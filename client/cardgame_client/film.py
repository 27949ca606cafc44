"""A recorded match, wound out: what every viewer saw after each move.

The rules' engine plays the record once, when it is opened, which also finds what is wrong with it;
after that any step is at hand at once, backwards as quickly as forwards. What is shown is an
`Update` as a server would have sent it, made of the same views.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from cardgame_client.model import LOG_LINES
from cardgame_client.safe import safe
from cardgame_protocol import Update, View, You
from cardgame_rules import PRESETS, Event, Match, event_for, own_view, public_view
from cardgame_rules.records import Moment, RecordError, moments

LONGEST_RECORD = 8_000_000
"""Bytes of a record that are read: some twenty times the longest match that was ever seen, and a
bound on what a file that is none can cost."""

Point = int | Literal["all", "spectator"]
"""Whose eyes one looks through: a seat's, those of whoever is on turn, or a spectator's."""


class UnreadableError(Exception):
    """The file is no record that can be shown; the text says where it is wrong."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment; the views are kept as MessagePack, a fifth of the size of their objects."""

    turn: int
    hand: int
    mover: int | None
    events: tuple[Event, ...]
    table: bytes
    own: tuple[bytes, ...]


class Film:
    """The frames of one match, from the first deal on; steps are counted from 0."""

    def __init__(self, title: str, match: Match, frames: list[Frame]) -> None:
        self.frames = frames
        self.names = list(match.names)
        self.humans = match.humans
        self.hands = [
            step
            for step, frame in enumerate(frames)
            if step == 0 or frame.hand != frames[step - 1].hand
        ]
        self._fixed = _fixed_part(title, match)

    def update(self, step: int, point: Point) -> Update:
        """Return what a viewer at `point` gets to see at `step`."""
        frame = self.frames[step]
        table = msgspec.msgpack.decode(frame.table)
        for number, shown in enumerate(table["seats"]):
            shown.update(self._fixed["seats"][number])
        seat = self.seat(step, point)
        own = None if seat is None else frame.own[seat]
        return Update(
            turn=frame.turn,
            events=list(self._seen(frame, point)),
            view=msgspec.convert({**self._fixed, **table}, View),
            you=msgspec.msgpack.decode(own, type=You) if own else None,
        )

    def seat(self, step: int, point: Point) -> int | None:
        """Return the seat through whose eyes `point` looks at `step`, None for a spectator's."""
        if isinstance(point, int):
            return point
        return self.frames[step].mover if point == "all" else None

    def before(self, step: int, point: Point) -> list[dict[str, Any]]:
        """Return the events before `step`, as many as a log keeps."""
        backwards = (
            event
            for frame in reversed(self.frames[:step])
            for event in reversed(list(self._seen(frame, point)))
        )
        return list(islice(backwards, LOG_LINES))[::-1]

    @staticmethod
    def _seen(frame: Frame, point: Point) -> Iterator[dict[str, Any]]:
        for event in frame.events:
            viewer = point if isinstance(point, int) else None
            yield event_for(event, event.owner if point == "all" else viewer)


def read_film(path: Path) -> Film:
    """Read a record and play it. Raises UnreadableError."""
    text = _text(path)
    frames: list[Frame] = []
    match: Match | None = None
    try:
        for moment in moments(text):
            match = moment.match
            if match.hand is not None:
                frames.append(_frame(moment))
    except RecordError as error:
        raise _unreadable(path, str(error)) from error
    if match is None or not frames:
        raise _unreadable(path, f"line {text.count(chr(10)) + 1}: it ends before its first hand")
    return Film(path.name, match, frames)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_RECORD + 1)
    except OSError as error:
        raise _unreadable(path, (error.strerror or str(error)).lower()) from error
    if len(data) > LONGEST_RECORD:
        raise _unreadable(path, f"it is longer than {LONGEST_RECORD} bytes, so it is no record")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unreadable(path, f"line {line}: it is not UTF-8 there") from error


def _unreadable(path: Path, why: str) -> UnreadableError:
    return UnreadableError(f"cannot replay {safe(str(path))}: {safe(why)}")


def _frame(moment: Moment) -> Frame:
    match = moment.match
    state = "over" if match.over else "between" if match.hand_over else "playing"
    encode = msgspec.msgpack.encode
    return Frame(
        turn=match.turn,
        hand=match.hand_number,
        mover=match.to_move,
        events=tuple(moment.events),
        table=encode({**public_view(match), "state": state}),
        own=tuple(encode(own_view(match, seat)) for seat in range(len(match.names))),
    )


def _fixed_part(title: str, match: Match) -> dict[str, Any]:
    """Return what no move changes of a view; its `seats` are the part of each that stays."""
    options, usual = match.rules.options(), PRESETS[match.rules.name].options()
    return {
        "table": 0,
        "name": title,
        "rules": {"preset": match.rules.name, "options": options},
        "changed": [name for name, value in options.items() if value != usual[name]],
        "host": "",
        "spectators": [],
        "match": 1,
        "next_in": None,
        "seats": [
            {
                "name": name,
                "kind": "person" if human else "computer",
                "level": None,
                "here": True,
                "stand_in": False,
                "ready": False,
                "asked": False,
            }
            for name, human in zip(match.names, match.humans, strict=True)
        ],
    }
