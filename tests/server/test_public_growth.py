"""What a match costs does not grow with its length (public bug M-06)."""

from collections.abc import Iterator

from cardgame_server.step_rows import row_of
from cardgame_server.writes import KeepLines, Write
from tests.server.kit import Client, Rooms, first_play, on_turn, started

HANDS = 150
EARLY, LATE = range(60, 75), range(HANDS - 15, HANDS)
DIGITS = 60
"""Bytes by which numbers that have a digit more may make a message longer."""


class Scales:
    """A disk that weighs what it is given: `weights` has the bytes of each change."""

    def __init__(self) -> None:
        self.weights: list[int] = []

    def keep(self, writes: list[Write]) -> None:
        """Weigh a change."""
        self.weights.append(sum(len(repr(write)) for write in writes))


def hands_of(people: list[Client]) -> Iterator[int]:
    """Play hands of one action each; yield the number of each that is over."""
    for hand in range(1, HANDS):
        mover = on_turn(people)
        assert mover.move(first_play(mover))["type"] == "ok"
        assert mover.view["state"] == "between"
        yield hand
        for client in people:
            client.ok("ready")


def test_bug_M06_updates_snapshots_and_writes_are_as_short_late_in_a_match_as_early() -> None:
    scales = Scales()
    rooms = Rooms(disk=scales)
    people = started(rooms, "Ann", "Bob", preset="classic", target=100_000, turn_limit=1)
    heaviest: dict[int, list[int]] = {}
    for hand in hands_of(people):
        sent = [len(client.raw) for client in people]
        scales.weights.clear()
        people[1].drop()
        people[1] = rooms.back(people[1])
        snapshot = len(people[1].raw)
        heaviest[hand] = [snapshot, len(people[0].raw) - sent[0], max(scales.weights)]
        for client in people:
            client.raw = b""
            client.inbox = client.inbox[-1:]
    for early, late in zip(
        zip(*(heaviest[hand] for hand in EARLY), strict=True),
        zip(*(heaviest[hand] for hand in LATE), strict=True),
        strict=True,
    ):
        assert max(late) <= max(early) + DIGITS


def test_bug_M06_a_move_late_in_a_match_is_one_short_row_on_disk() -> None:
    kept: list[list[Write]] = []

    class Notes:
        def keep(self, writes: list[Write]) -> None:
            kept.append(writes)

    people = started(Rooms(disk=Notes()), "Ann", "Bob", preset="eights", target=1000)
    for _ in range(60):
        if people[0].view["state"] != "playing":
            break
        mover = on_turn(people)
        mover.move("draw" if "draw" in mover.you["legal"] else first_play(mover))
        (row,) = kept[-1]
        assert isinstance(row, KeepLines)
        assert len(row_of(1, [row])[2]) < 350
