"""What is told of the results of an arena: no more than is known, and so that it can be read."""

import json

import msgspec
import pytest

from cardgame_bots.arena.intervals import Estimate, share
from cardgame_bots.arena.report import picture, table, title
from cardgame_bots.arena.tally import FAULT_KINDS, Line, Results
from cardgame_protocol.naming import cells


def a_line(name: str, **estimates: Estimate | None) -> Line:
    given = {"wins": None, "points": None, "rating": None} | estimates
    return Line(name, 2, faults=dict.fromkeys(FAULT_KINDS, 0), **given)


def results(*lines: Line, elo: tuple[float | None, float | None, float | None] | None) -> Results:
    return Results("duel", False, False, 1, 2, 1, list(lines), elo, None, [])


def row(line: Line) -> str:
    """Return what is told of a bot, without its name and its faults."""
    return " ".join(table(results(line, elo=None))[3].split()[2:-3])


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        (share([1.0] * 10), "100.0 (72.2 to 100.0)"),
        (share([0.0] * 10), "0.0 (0.0 to 27.8)"),
        (share([0.0, 1.0]), "50.0 ±40.5"),
        (share([0.0, 1.0] * 2000), "50.0 ±1.5"),
        (Estimate(0.543, 0.5294, 0.5568), "54.3 ±1.4"),
        (None, "-"),
    ],
)
def test_a_share_is_told_with_half_its_interval_or_where_that_lies_aside_with_both_ends(
    wins: Estimate | None, told: str
) -> None:
    assert row(a_line("a", wins=wins)) == f"{told} - -"


def test_nothing_is_minus_nought() -> None:
    line = a_line("a", points=Estimate(-0.01, -3.0, 2.98), rating=Estimate(-0.3))
    assert row(line) == "- 0.0 ±3.0 0"


def test_a_name_without_end_is_cut_in_table_and_picture() -> None:
    found = results(a_line("n" * 300), elo=None)
    assert max(map(len, table(found))) < 100
    assert "n" * 31 + "…" in table(found)[-1]
    assert "n" * 32 not in picture(found)


def test_what_has_no_interval_is_explained() -> None:
    told = table(results(a_line("a", points=Estimate(3.0)), elo=None))
    assert told[-1] == "a number without interval: fewer than 20 deals, or all of them alike"
    assert "interval" not in table(results(a_line("a", points=Estimate(3, 2, 4)), elo=None))[-1]


@pytest.mark.parametrize(
    ("elo", "told"),
    [
        ((-182.0, 191.0, 400.0), "Elo of a: +191 (-182 to +400)"),
        ((-30.0, -0.2, 30.0), "Elo of a: +0 (-30 to +30)"),
        ((166.2, None, None), "Elo of a: +166 or more: it won every game"),
        ((None, None, -166.2), "Elo of a: -166 or less: it won no game"),
    ],
)
def test_an_elo_without_a_bound_is_told_by_the_one_that_it_has(
    elo: tuple[float | None, float | None, float | None], told: str
) -> None:
    found = results(a_line("a"), a_line("b"), elo=elo)
    assert table(found)[-1] == told
    assert "Infinity" not in msgspec.json.encode(found).decode()
    assert json.loads(msgspec.json.encode(found))["elo"] == list(elo)


def test_wide_and_long_names_shift_nothing() -> None:
    lines = [a_line(name) for name in ("王小明", "e\u0301", "a name of twenty-seven cells")]
    head, *rows = table(results(*lines, elo=None))[2:]
    assert len({cells(text) for text in [head, *rows]}) == 1
    assert rows[2].startswith("a name of twenty-seven cells  ")


def test_one_of_a_thing_is_told_as_one() -> None:
    assert title(results(a_line("a"), elo=None)) == (
        "duel: 2 hands, 1 deal from every seat, seed 1"
    )


def test_the_picture_has_the_interval_that_the_table_has() -> None:
    drawn = picture(results(a_line("a", wins=Estimate(0.75, 0.25, 1.0)), elo=None))
    assert '<line x1="280.0" y1="18.0" x2="640.0" y2="18.0"' in drawn
    assert '<circle cx="520.0"' in drawn
