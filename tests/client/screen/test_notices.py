"""What goes wrong is told in one place, whole, and not for ever; nothing is cut inside a word."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgame_client.screen.cells import plain, whole_parts
from cardgame_client.screen.desk import NOTICE_SECONDS
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.hints import hint
from cardgame_client.screen.pages import Drawn, draw
from tests.client.screen.hands import Hands, HandsOn
from tests.client.screen.scenes import built

SHORT = "R3 does not match Y7."
LONG = (
    "You cannot play Red 3 now: it matches neither yellow nor 7, and that takes more than a line."
)


def drawn(hands: Hands, size: tuple[int, int] = (80, 24)) -> Drawn:
    return draw(hands.stage.model, hands.desk, size, UTF8)


def refused(hands: Hands, text: str) -> Hands:
    hands.stage.model.refuse(text)
    hands.follow()
    return hands


def test_a_refusal_that_fits_is_told_above_the_keys_and_not_in_the_log(hands: HandsOn) -> None:
    table = refused(hands("classic_turn"), SHORT)
    assert SHORT in plain([drawn(table).notice])
    assert SHORT not in plain(drawn(table).body)


def test_a_refusal_that_does_not_fit_is_told_in_the_log_and_nowhere_else(hands: HandsOn) -> None:
    table = refused(hands("classic_turn"), LONG)
    assert "~" not in plain([drawn(table).notice])
    assert "cannot play" not in plain([drawn(table).notice])
    assert LONG.rsplit(maxsplit=1)[-1] in plain(drawn(table).body)


SAVED = "Saved as classic-table1-match1.txt."


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
def test_where_a_record_is_saved_is_seen_however_far_the_log_is_scrolled(
    hands: HandsOn, size: tuple[int, int]
) -> None:
    page = hands("classic_over")
    for number in range(100):
        page.stage.model.add("event", f"Event {number}.")
    page.press("pageup")
    page.stage.model.note(SAVED)
    page.follow()
    seen = drawn(page, size)
    assert SAVED in plain([seen.notice])
    page.press("pagedown")
    seen = drawn(page, size)
    assert SAVED not in plain([seen.notice])
    assert SAVED in plain(seen.body)


@pytest.mark.parametrize("key", ["f1", "n"])
def test_what_a_command_is_answered_with_is_seen_whole_where_there_is_no_log(
    hands: HandsOn, key: str
) -> None:
    page = hands("lobby_empty")
    page.press(key)
    refused(page, LONG)
    seen = drawn(page, (40, 12))
    assert LONG in " ".join(plain([*seen.body, seen.notice]).split())


def test_a_note_is_told_in_the_log_alone_where_its_end_is_in_sight(hands: HandsOn) -> None:
    page = hands("classic_over")
    page.stage.model.note(SAVED)
    page.follow()
    seen = drawn(page, (40, 12))
    assert SAVED in plain(seen.body)
    assert SAVED not in plain([seen.notice])


def test_a_refusal_goes_with_the_next_key(hands: HandsOn) -> None:
    table = refused(hands("classic_turn"), SHORT)
    table.press("right")
    assert SHORT not in plain([drawn(table).notice])


def test_a_refusal_goes_after_some_seconds(hands: HandsOn) -> None:
    table = refused(hands("classic_turn"), SHORT)
    table.desk.now += NOTICE_SECONDS - 0.1
    assert SHORT in plain([drawn(table).notice])
    table.desk.now += 0.1
    assert SHORT not in plain([drawn(table).notice])


def test_a_remark_on_a_key_goes_after_some_seconds(hands: HandsOn) -> None:
    table = hands("classic_turn")
    table.press("k")
    assert "nobody to catch" in plain([drawn(table).notice])
    table.desk.now += NOTICE_SECONDS
    assert "nobody to catch" not in plain([drawn(table).notice])


def test_a_question_is_whole_in_the_smallest_terminal(hands: HandsOn) -> None:
    table = hands("classic_turn")
    table.press("q")
    seen = drawn(table, (40, 12))
    text = " ".join(plain([*seen.body, seen.notice]).split())
    assert "Really quit? A computer takes your seat for good. Y / N" in text
    assert len(seen.body) == 10


TOO_SMALL = ["Too", "small:", "0123456789", "columns", "and", "rows", "missing", "+"]


@given(cells=st.integers(min_value=1, max_value=39), rows=st.integers(min_value=1, max_value=30))
def test_a_terminal_that_is_too_small_is_told_so_in_whole_words(cells: int, rows: int) -> None:
    model = built("classic_turn").model
    lines = draw(model, Hands(built("classic_turn")).desk, (cells, rows), UTF8).body
    words = plain(lines).split()
    assert len(lines) <= rows
    assert all(len(line[0][1]) <= cells for line in lines if line)
    assert all(word.isdigit() or word in (*TOO_SMALL, "small", "column", "row") for word in words)


@pytest.mark.parametrize(
    ("cells", "text"), [(40, "computer, simple, you"), (16, "computer, simple"), (15, "computer")]
)
def test_a_line_of_parts_loses_whole_parts(cells: int, text: str) -> None:
    assert whole_parts(["computer", "simple", "you"], cells) == text


def test_only_the_host_is_told_how_computers_come(hands: HandsOn, build: Any) -> None:
    room = hands("waiting")
    assert "A adds a computer" in plain(drawn(room).body)
    seats = [build.seat("Ana"), build.seat("Bea"), build.seat("")]
    fields = {"state": "waiting", "host": "Bea", "phase": None, "to_move": None, "hand": 0}
    room.update(build.view("classic", seats, changed=["match_end"], **fields), build.you([], []))
    seen = plain([*drawn(room).body, drawn(room).keys])
    assert "A add" not in seen
    assert "the host adds computers" in seen
    assert "other than usual: to 500 points" in seen


def test_ten_seats_wait_in_the_smallest_terminal_with_the_cursor_in_sight(
    hands: HandsOn, build: Any
) -> None:
    room = hands("waiting")
    seats = [build.seat(f"Player {number}") for number in range(9)] + [build.seat("")]
    fields = {"state": "waiting", "phase": None, "to_move": None, "hand": 0}
    room.update(build.view("classic", seats, **fields), build.you([], []))
    for number in range(10):
        seen = plain(drawn(room, (40, 12)).body)
        assert f"▸ {number} " in seen
        assert "Waits for 1 more" in seen
        room.press("down")


def test_keys_that_were_pressed_already_are_not_offered_again(hands: HandsOn, build: Any) -> None:
    for name, key in (("classic_over", "rematch"), ("classic_between", "next hand")):
        page = hands(name)
        view = page.stage.model.view
        assert view is not None
        assert key in plain([drawn(page).keys])
        own = replace(view.seats[0], asked=True, ready=True)
        page.update(replace(view, seats=[own, *view.seats[1:]]), build.you([], []))
        assert key not in plain([drawn(page).keys])
        assert "others are waited for" in hint(page.stage.model, 80)


@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        ({}, ["Enter join", "W watch", "? details", "N new"]),
        ({"free": 0}, ["W watch", "? details", "N new"]),
        ({"state": "playing", "spectators": False}, ["? details", "N new"]),
        ({"state": "playing", "free": 0, "latecomers": "stand_in"}, ["Enter join", "W watch"]),
        ({"state": "between", "free": 0, "latecomers": "next_hand"}, ["Enter join", "W watch"]),
        ({"state": "playing", "computers": 0, "latecomers": "stand_in"}, ["W watch", "? details"]),
        ({"state": "over"}, ["Enter join", "W watch"]),
    ],
)
def test_the_lobby_offers_what_the_chosen_table_allows(
    hands: HandsOn, build: Any, fields: dict[str, Any], offered: list[str]
) -> None:
    lobby = hands("lobby_empty")
    lobby.stage.model.listed(build.lobby([build.table_line(1, "friday", **fields)]))
    lobby.follow()
    assert plain([drawn(lobby).keys]).split("  ")[: len(offered)] == [
        f" {offered[0]}",
        *offered[1:],
    ]


def test_cards_left_in_a_hand_are_shown_in_the_order_of_a_hand(hands: HandsOn) -> None:
    page = hands("classic_between")
    view = page.stage.model.view
    assert view is not None
    assert view.last_hand is not None
    view.last_hand.cards[1] = ["Y7", "B7", "Y1", "W", "R2"]
    assert "R2  Y1  Y7  B7  W" in plain(drawn(page).body)
