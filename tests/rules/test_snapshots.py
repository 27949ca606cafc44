"""A match rebuilt from a snapshot and the moves since: equal state, equal future (E2, S-06)."""

import json
from collections.abc import Iterator

import hypothesis
import pytest

from cardgame_rules import HandOverError, Match, own_view, public_view
from cardgame_rules.snapshots import SnapshotError, dump, restore
from tests.rules.random_play import (
    SeededHouse,
    at_every_table,
    few,
    new_match,
    seeds,
    steps,
    styles,
)
from tests.rules.snapshot import match_state

HANDS = 3


class Saved:
    """What a server would have on disk: the snapshot as text, the lines before it and since."""

    def __init__(self, match: Match) -> None:
        self.text = json.dumps(dump(match))
        self.before = match.record[:]

    def rebuilt(self, match: Match, seed: int) -> Match:
        """Return the match anew, from text alone, asking a house of its own from now on."""
        lines = match.record[len(self.before) :]
        twin, _ = restore(json.loads(self.text), lines, SeededHouse(seed))
        twin.record[:0] = self.before
        return twin


def moments(match: Match, style: str, seed: int) -> Iterator[Saved]:
    """Play some hands; yield after each deal and each move."""
    for hand in range(HANDS):
        if match.over:
            return
        saved = Saved(match)
        match.start_hand()
        yield saved
        for _ in steps(match, style, seed + hand, limit=40 if style == "any" else 400):
            yield saved
        if not match.hand_over:
            return


@at_every_table
@few
@hypothesis.given(seed=seeds, style=styles)
def test_inv_E2_a_match_restored_at_any_step_is_the_same_for_all_who_see_it(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    for step, saved in enumerate(moments(match, style, seed)):
        if step % 9 and not match.hand_over:
            continue
        twin = saved.rebuilt(match, seed=1)
        assert match_state(twin) == match_state(match)
        assert public_view(twin) == public_view(match)
        assert [own_view(twin, s) for s in range(seats)] == [
            own_view(match, s) for s in range(seats)
        ]


@at_every_table
@few
@hypothesis.given(seed=seeds)
def test_bug_S06_a_restored_match_has_the_same_future(preset: str, seats: int, seed: int) -> None:
    match = new_match(preset, seats, seed)
    saved = Saved(match)
    match.start_hand()
    for _ in steps(match, "play", seed, limit=10):
        pass
    twin = saved.rebuilt(match, seed=99)
    match.house.ask(SeededHouse(99))
    for _ in range(2):
        ours, theirs = (list(steps(one, "play", seed)) for one in (match, twin))
        assert ours == theirs
        assert match_state(twin) == match_state(match)
        if match.hand_over and not match.over:
            assert match.start_hand() == twin.start_hand()


def test_no_snapshot_is_taken_in_the_middle_of_a_hand() -> None:
    match = new_match("classic", 3, 1)
    match.start_hand()
    with pytest.raises(HandOverError):
        dump(match)


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"format": 2}, []),
        ({"rules": "bridge"}, []),
        ({"humans": None}, []),
        ({"standings": {}}, []),
        ({}, ["hand 2"]),
        ({}, ["0 play R7"]),
        ({}, ["hand 1", "shuffle R7"]),
        ({}, ["hand 1"]),
    ],
)
def test_what_is_no_snapshot_or_does_not_follow_is_refused_with_a_reason(
    changes: dict[str, object], lines: list[str]
) -> None:
    data = {**dump(new_match("classic", 3, 1)), **changes}
    with pytest.raises(SnapshotError):
        restore(data, lines, SeededHouse(1))
