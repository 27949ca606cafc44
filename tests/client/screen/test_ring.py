"""The others round the table: in turn order, whole at every size that has room, never over it."""

import pytest
from prompt_toolkit.utils import get_cwidth

from cardgame_client.screen.cells import plain, width
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.flash import NOWHERE
from cardgame_client.screen.glyphs import ASCII, UTF8, Glyphs
from cardgame_client.screen.pages import draw
from cardgame_client.screen.ring import least_rows, places, ring
from cardgame_protocol.view import View
from tests.client.screen.tables import NAMES, Stage, seat, view, you


def table(count: int, **fields: object) -> View:
    return view("classic", [seat(name) for name in NAMES[:count]], **fields)


def at(text: str, name: str) -> tuple[int, int]:
    """Row and column of a name."""
    for row, line in enumerate(text.splitlines()):
        if name in line:
            return row, line.index(name)
    raise AssertionError(f"{name} is missing")


@pytest.mark.parametrize("count", range(1, 10))
def test_every_seat_has_a_place_in_turn_order(count: int) -> None:
    left, top, right = places(range(count))
    assert [*left, *top, *right] == list(range(count))
    assert len(left) == len(right) <= 3
    assert len(top) <= 4


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("glyphs", [UTF8, ASCII], ids=["utf-8", "ascii"])
def test_clockwise_goes_up_at_the_left_along_the_top_and_down_at_the_right(
    count: int, glyphs: Glyphs
) -> None:
    rows = least_rows(count - 1)
    lines = ring(table(count), 0, (80, rows), glyphs, NOWHERE)
    text = plain(lines)
    assert len(lines) == rows
    assert all(width(line) == 80 for line in lines)
    left, top, right = places(range(1, count))
    rising = [at(text, NAMES[number]) for number in left]
    assert rising == sorted(rising, reverse=True)
    along = [at(text, NAMES[number]) for number in top]
    assert along == sorted(along)
    falling = [at(text, NAMES[number]) for number in right]
    assert falling == sorted(falling)
    assert all(column < 20 for _, column in rising)
    assert all(column > 50 for _, column in falling)


def test_a_spectator_sees_all_seats_round_the_table() -> None:
    text = plain(ring(table(10), None, (80, least_rows(10)), UTF8))
    assert all(name in text for name in NAMES)


@pytest.mark.parametrize(("direction", "upper"), [(1, "→"), (-1, "←")])
def test_the_edge_of_the_table_shows_the_direction(direction: int, upper: str) -> None:
    text = plain(ring(table(4, direction=direction), 0, (80, 30), UTF8))
    edges = [line for line in text.splitlines() if f" {upper} " in line and "──" in line]
    assert len(edges) == 1
    assert at(text, f" {upper} ")[0] < at(text, "stock")[0]
    assert "↑" in text
    assert "↓" in text


def test_between_two_there_is_no_arrow() -> None:
    text = plain(ring(table(2), 0, (80, 30), UTF8))
    assert not any(arrow in text for arrow in "→←↑↓")


def test_on_turn_next_and_last_card_are_told_without_colour() -> None:
    seats = [seat("Ana"), seat("Bea"), seat("Cem", cards=1), seat("Dot")]
    text = plain(ring(view("classic", seats, to_move=1), 0, (80, 30), UTF8))
    assert "╔═ ▸ Bea" in text
    assert " next ═" in text or " next ─" in text
    assert "1 LAST CARD" in text


@pytest.mark.parametrize("cards", [1, 7, 30, 60, 101])
@pytest.mark.parametrize("count", [2, 4, 10])
@pytest.mark.parametrize("size", [(112, 32), (120, 40), (160, 50), (200, 60), (250, 70)])
def test_a_hand_of_any_size_leaves_the_whole_screen_in_shape(
    stage: Stage, size: tuple[int, int], count: int, cards: int
) -> None:
    hand = [f"{colour}{number % 10}" for colour in "RGYB" for number in range(26)][:cards]
    stage.update(table(count), you(hand, [f"play {hand[-1]}", "draw"]))
    desk = Desk()
    desk.follow(stage.model, 0.0)
    drawn = draw(stage.model, desk, size, UTF8)
    assert len(drawn.body) == size[1] - 2
    assert all(width(line) <= size[0] for line in drawn.body)
    text = plain(drawn.body)
    assert "stock" in text
    assert all(name in text for name in NAMES[:count])
    assert f"{hand[desk.chosen]}" in text


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(
    "name",
    ["日本語日本語日本語日", "e\u0301" * 20, "\u202e\x1b[2J", "W" * 20, "\U0001f468\u200d" * 9],
)
def test_bug_U03_any_name_leaves_every_frame_in_line(
    stage: Stage, size: tuple[int, int], name: str
) -> None:
    seats = [seat("Ana", cards=1), seat(name, total=1234), seat("Cem"), seat(name + "2", cards=1)]
    stage.update(view("classic", seats, to_move=1, uncalled=[3], host=name), you(["R7"], []))
    drawn = draw(stage.model, Desk(), size, UTF8)
    lines = [width(line) for line in drawn.body]
    assert max(lines) <= size[0]
    rows = plain(drawn.body).splitlines()
    if size[0] >= 120:  # the bar beside the table stands in one column of cells
        bars = {
            get_cwidth(row[: row.rindex("│")]) for row in rows if "│ Log" not in row and "│" in row
        }
        assert len(bars) == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 24), (111, 60)])
def test_without_room_round_the_table_the_others_stand_in_a_row(
    stage: Stage, size: tuple[int, int]
) -> None:
    stage.update(table(4), you(["R7"], ["play R7"]))
    text = plain(draw(stage.model, Desk(), size, UTF8).body)
    assert at(text, "Bea")[0] == at(text, "Cem")[0] == at(text, "Dot")[0]
