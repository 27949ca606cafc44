"""Keys in the lobby, the waiting room, on the score sheet, on pages laid over them."""

from typing import Any

import pytest

from cardgame_client.model import Sheet
from cardgame_client.screen.desk import PAUSE
from cardgame_client.screen.questions import Wanted
from tests.client.screen.hands import HandsOn
from tests.client.screen.scenes import Scenes


def test_the_lobby_joins_and_watches_the_chosen_table(hands: HandsOn) -> None:
    assert hands("lobby").press("enter") == ["join 1"]
    assert hands("lobby").press("down", "w") == ["watch 2"]


def test_joining_a_full_table_is_answered_at_once(hands: HandsOn) -> None:
    lobby = hands("lobby")
    assert lobby.press("down", "enter") == []
    assert "W watches" in lobby.desk.notice


def test_a_table_with_a_password_is_asked_for_it(hands: HandsOn) -> None:
    lobby = hands("lobby")
    assert lobby.press("up", "enter") == []
    assert lobby.desk.wanted == Wanted("join 3", 3, "quiet")


def test_arrows_turn_the_pages_of_the_lobby(hands: HandsOn, build: Any) -> None:
    lobby = hands("lobby_empty")
    lobby.stage.model.listed(build.lobby([build.table_line(1, "a")], page=1, pages=2))
    assert lobby.press("left") == []
    assert lobby.press("right") == ["list 2"]


def test_the_form_makes_a_table_and_fills_it(hands: HandsOn, build: Any) -> None:
    lobby = hands("lobby_empty")
    assert lobby.press("n", "enter") == ["create duel seats 2"]
    assert lobby.desk.due(lobby.stage.model) == []  # not before the table is there
    seats = [build.seat("Ana"), build.seat("")]
    table = build.view("duel", seats, state="waiting", phase=None, to_move=None)
    lobby.stage.update(table, build.you([], []))
    assert lobby.desk.due(lobby.stage.model) == ["add simple", "ready"]
    assert lobby.desk.due(lobby.stage.model) == []


def test_the_form_steps_through_its_values(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "right", "right", "right")  # classic
    lobby.press("down", "right", "right", "down", "right", "down", "right")
    assert lobby.press("enter") == ["create classic seats 6 target 1"]
    assert lobby.desk.plan == []  # the level was stepped to none


def test_the_form_keeps_to_what_the_rule_set_allows(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "right", "right")
    assert lobby.desk.form is not None
    fields = {field.key: field.values for field in lobby.desk.form.fields}
    assert fields["seats"] == ("2", "3", "4")
    assert fields["target"][0] == "3 as usual"
    assert "call" not in fields


def test_escape_and_f3_leave_the_form(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "escape")
    assert lobby.desk.form is None
    assert lobby.press("n", "f3") == []
    assert lobby.desk.form is None


def test_the_waiting_room_is_set_up_by_keys(hands: HandsOn) -> None:
    room = hands("waiting")
    assert room.press("enter") == ["ready"]
    assert room.press("a") == ["add simple"]
    assert room.press("down", "down", "down", "a") == ["add simple seat 3"]
    assert room.press("up", "up", "l") == ["level 1 random"]
    assert room.press("-") == ["remove Bot"]
    assert room.press("s") == ["start"]


def test_only_the_host_sets_up_computers(hands: HandsOn, build: Any) -> None:
    room = hands("waiting")
    seats = [build.seat("Ana"), build.seat("")]
    table = build.view("duel", seats, state="waiting", host="Bea", phase=None, to_move=None)
    room.stage.update(table, build.you([], []))
    assert room.press("a", "-", "l") == []
    assert "Only the host" in room.desk.notice


def test_the_score_sheet_goes_on_and_the_end_asks_for_a_rematch(hands: HandsOn) -> None:
    assert hands("classic_between").press("enter") == ["ready"]
    assert hands("classic_over").press("enter") == ["rematch"]
    assert hands("classic_over").press("s") == ["save"]


def test_bug_U09_a_score_sheet_is_not_left_by_a_key_meant_for_the_hand(
    hands: HandsOn, build: Any, scenes: Scenes
) -> None:
    table = hands("classic_turn")
    table.now += 1
    between = scenes["classic_between"]().model
    assert between.view is not None
    table.stage.update(between.view, between.you)
    table.follow()
    assert table.press("enter", after=PAUSE / 2) == []
    assert table.press("enter") == ["ready"]


@pytest.mark.parametrize(("key", "command"), [("q", "quit"), ("f3", "leave")])
def test_a_running_match_is_left_only_after_yes(hands: HandsOn, key: str, command: str) -> None:
    table = hands("classic_turn")
    assert table.press(key) == []
    assert table.press("enter") == []  # Enter may be held down: it is no yes
    assert table.press(key, "n") == []
    assert table.press(key, "y") == [command]


@pytest.mark.parametrize("name", ["lobby", "waiting", "classic_over", "classic_watching"])
def test_elsewhere_q_quits_at_once(hands: HandsOn, name: str) -> None:
    assert hands(name).press("q") == ["quit"]


@pytest.mark.parametrize(("key", "page"), [("f1", "keys"), ("?", "card"), ("f4", "rules")])
def test_pages_lie_over_the_table_and_no_key_reaches_what_is_under_them(
    hands: HandsOn, key: str, page: str
) -> None:
    table = hands("classic_turn")
    table.press(key)
    assert table.desk.page == page
    assert table.press("p") == []
    assert table.desk.page is None
    assert table.press("p") == ["draw"]


def test_a_page_that_a_command_asked_for_is_laid_over_and_taken_away(hands: HandsOn) -> None:
    table = hands("classic_turn")
    table.stage.model.show(Sheet("state", ("Top card Yellow 7.",)))
    table.follow()
    assert table.desk.sheet is not None
    table.press("escape")
    assert table.desk.sheet is None
    table.follow()
    assert table.desk.sheet is None


def test_the_list_of_the_lobby_is_no_page(hands: HandsOn) -> None:
    lobby = hands("lobby")
    lobby.stage.model.show(Sheet("list", ("...",)))
    lobby.follow()
    assert lobby.desk.sheet is None


def test_page_keys_scroll_the_log_up_and_a_page_down(hands: HandsOn) -> None:
    table = hands("classic_turn")
    table.press("pageup")
    assert table.desk.scroll.back > 0
    table.press("pagedown", "pagedown")
    assert table.desk.scroll.back == 0
    table.press("f1", "down", "pagedown")
    assert table.desk.scroll.back == 6
