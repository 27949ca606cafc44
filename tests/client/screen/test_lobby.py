"""The lobby's list goes on by itself; the form and the question for a password take typed text."""

from typing import Any

import anyio
import pytest
from prompt_toolkit.utils import get_cwidth

from cardgame_client.commands import Ask, parse
from cardgame_client.screen import app
from cardgame_client.screen.cells import plain
from cardgame_client.screen.desk import PAUSE, Desk
from cardgame_client.screen.form import CLOCKS, FORM_PAGE, LATE, NOBODY
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.pages import draw
from cardgame_protocol import CreateRequest, JoinRequest
from cardgame_protocol.limits import TABLE_NAME_CELLS
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.hands import Hands, HandsOn
from tests.client.screen.scenes import Scenes
from tests.client.screen.tables import Stage

UP, ESCAPE, F1, BACKSPACE = "\x1b[A", "\x1b", "\x1bOP", "\x7f"


def listed(hands: Hands, build: Any, *numbers: int, **fields: Any) -> None:
    """Let a list with these tables arrive."""
    tables = [build.table_line(number, f"table-{number}", **fields) for number in numbers]
    hands.stage.model.listed(build.lobby(tables))
    hands.follow()


@pytest.mark.anyio
async def test_the_list_is_asked_for_again_and_again_while_the_lobby_shows(
    terminal: OpenTerminal, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "LOBBY_SECONDS", 0.0)
    async with terminal(stage) as seen:
        with anyio.fail_after(5):
            while len(seen.player.submitted) < 3:
                await anyio.lowlevel.checkpoint()
        assert {command.split()[0] for command in seen.player.submitted} == {"list"}


def test_who_comes_back_to_the_lobby_gets_its_list_at_once(hands: HandsOn) -> None:
    table = hands("classic_over")
    table.stage.model.left_table()
    table.follow()
    assert table.desk.due(table.stage.model) == ["list"]
    assert table.desk.due(table.stage.model) == []


def test_a_new_table_takes_the_place_of_the_words_that_there_is_none(
    hands: HandsOn, build: Any
) -> None:
    lobby = hands("lobby_empty")
    assert "No table yet" in shown(lobby)
    listed(lobby, build, 7)
    assert "No table yet" not in shown(lobby)
    assert lobby.press("enter") == ["join 7"]


def test_the_choice_stays_on_its_table_wherever_the_list_moves_it(
    hands: HandsOn, build: Any
) -> None:
    lobby = hands("lobby_empty")
    listed(lobby, build, 1, 2, 3)
    lobby.press("down")
    listed(lobby, build, 2, 3)
    assert lobby.press("enter", after=0.0) == ["join 2"]


def test_bug_U09_enter_meant_for_a_table_that_goes_does_not_join_another(
    hands: HandsOn, build: Any
) -> None:
    lobby = hands("lobby_empty")
    listed(lobby, build, 1, 2)
    lobby.press("down")
    listed(lobby, build, 1)
    assert lobby.press("enter", after=PAUSE / 2) == []
    assert lobby.press("enter") == ["join 1"]


@pytest.mark.anyio
async def test_a_password_is_asked_for_and_not_shown(
    terminal: OpenTerminal, scenes: Scenes
) -> None:
    async with terminal(scenes["lobby"]()) as seen:
        await seen.send(UP)
        await seen.press("\r")
        await seen.sees("password of quiet:")
        await seen.press("my word")
        assert "my word" not in seen.text
        assert "*******" in seen.text
        await seen.press("\r")
        await seen.until(lambda: 'join 3 password "my word"' in seen.player.submitted)
        await seen.press(":")
        assert "my word" not in seen.text


@pytest.mark.anyio
async def test_the_question_for_a_password_goes_with_its_table(
    terminal: OpenTerminal, scenes: Scenes, build: Any
) -> None:
    async with terminal(scenes["lobby"]()) as seen:
        await seen.send(UP)
        await seen.press("\rse")
        seen.stage.model.listed(build.lobby([build.table_line(1, "friday")]))
        seen.player.on_change()
        await seen.sees("That table is not in the list any more.")
        assert "password" not in seen.text.splitlines()[-2]


def test_a_password_with_spaces_reaches_the_server_whole(hands: HandsOn) -> None:
    model = hands("lobby").stage.model
    command = parse('join 3 password "my word"', model)
    assert isinstance(command, Ask)
    assert isinstance(command.request, JoinRequest)
    assert command.request.password == "my word"


def test_name_and_password_of_a_new_table_are_typed(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "up", "up", *"Friday? q:", "backspace", "down", *"pass")
    (command,) = lobby.press("enter")
    assert command == 'create duel seats 2 name "Friday? q" password pass'
    made = parse(command, lobby.stage.model)
    assert isinstance(made, Ask)
    assert isinstance(made.request, CreateRequest)
    assert (made.request.name, made.request.password) == ("Friday? q", "pass")


def test_another_rule_set_keeps_what_was_typed(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "up", *"key", "down", "right")
    assert lobby.press("enter") == ["create eights seats 2 password key"]


@pytest.mark.anyio
async def test_the_form_takes_every_key_that_has_another_meaning_elsewhere(
    terminal: OpenTerminal, stage: Stage
) -> None:
    async with terminal(stage) as seen:
        await seen.press("n")
        await seen.send(UP)
        await seen.send(UP)
        await seen.press("q:/?")
        await seen.send("\x1b[200~pasted\x1b[201~")
        await seen.sees("q:/?pasted_")
        await seen.send(BACKSPACE)
        await seen.sees("q:/?paste_")


@pytest.mark.parametrize("key", ["f1", "?"])
def test_the_form_is_explained(hands: HandsOn, key: str) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", key)
    assert FORM_PAGE[2] in shown(lobby)
    lobby.press("escape")
    assert "A new table" in shown(lobby)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_the_field_under_the_cursor_is_seen_in_the_form(
    hands: HandsOn, size: tuple[int, int]
) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n")
    assert lobby.desk.form is not None
    for field in lobby.desk.form.fields:
        assert field.label in shown(lobby, size)
        lobby.press("down")


def test_the_form_says_whether_computers_take_the_seats_or_friends_may(hands: HandsOn) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n")
    assert "Computers take the other seats" in shown(lobby, (80, 24))
    lobby.press("down", "down")
    assert lobby.desk.form is not None
    while lobby.desk.form.value("level") != NOBODY:
        lobby.press("right")
    assert "The other seats stay free" in shown(lobby, (80, 24))


CLOCK_MADE: dict[str, tuple[object, ...]] = {
    "no limit": (None, None),
    "15 s": (15.0, None),
    "30 s": (30.0, None),
    "60 s": (60.0, None),
    "120 s": (120.0, None),
    "15 s, bank 60 s": (15.0, 60.0),
    "30 s, bank 120 s": (30.0, 120.0),
    "60 s, bank 300 s": (60.0, 300.0),
}
LATE_MADE: dict[str, tuple[object, ...]] = {
    "nobody": ("none",),
    "with next hand": ("next_hand",),
    "at once": ("stand_in",),
}
FORMS = [
    *(
        ("clock", wanted, ("turn_seconds", "bank_seconds"), made)
        for wanted, made in CLOCK_MADE.items()
    ),
    *(("late", wanted, ("latecomers",), made) for wanted, made in LATE_MADE.items()),
]


@pytest.mark.parametrize(("field", "wanted", "names", "made"), FORMS)
def test_clock_and_latecomers_are_chosen_in_the_form(
    hands: HandsOn, field: str, wanted: str, names: tuple[str, ...], made: tuple[object, ...]
) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n")
    assert lobby.desk.form is not None
    while lobby.desk.form.chosen.key != field:
        lobby.press("down")
    while lobby.desk.form.chosen.value != wanted:
        lobby.press("right")
    for size in ((40, 12), (80, 24)):
        assert f" {wanted} " in shown(lobby, size)
    (command,) = lobby.press("enter")
    asked = parse(command, lobby.stage.model)
    assert isinstance(asked, Ask)
    assert tuple(getattr(asked.request, name) for name in names) == made


def test_every_choice_of_the_clock_is_one_that_a_test_has_seen() -> None:
    assert list(CLOCK_MADE) == list(CLOCKS)
    assert list(LATE_MADE) == list(LATE)


@pytest.mark.parametrize("text", ["x" * 60, "\N{CJK UNIFIED IDEOGRAPH-65E5}" * 30])
def test_a_table_s_name_may_be_as_wide_as_the_server_takes(hands: HandsOn, text: str) -> None:
    lobby = hands("lobby_empty")
    lobby.press("n", "up", "up", *text)
    assert lobby.desk.form is not None
    name = lobby.desk.form.value("name")
    assert get_cwidth(name) == TABLE_NAME_CELLS == 40
    assert f"{name}_" in shown(lobby).replace("  ", "")
    low = shown(lobby, (40, 12))
    assert f"{name[-8:]}_" in low
    assert all(get_cwidth(line) <= 40 for line in low.splitlines())


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
def test_all_about_the_chosen_table_is_a_key_away(
    hands: HandsOn, build: Any, size: tuple[int, int]
) -> None:
    lobby = hands("lobby_empty")
    terms = {"turn_seconds": 30.0, "bank_seconds": 60.0, "latecomers": "stand_in"}
    listed(lobby, build, 1, 2, password=True, options={"call_penalty": 4}, **terms)
    lobby.press("down", "?")
    seen = []
    for _ in range(20):
        seen.append(shown(lobby, size))
        lobby.press("down")
    text = " ".join("\n".join(seen).split())
    for fact in (
        "table-2",
        "classic, call penalty 4",
        "1 of 4 seats free",
        "2 people",
        "1 computer",
        "30 s a turn",
        "bank of 60 s",
        "latecomers at once",
        "needs a password",
        "Host: Bea.",
        "You can sit down.",
    ):
        assert fact in text, fact
    lobby.press("escape")
    assert "table-1" in shown(lobby, size)


def test_in_a_narrow_list_a_cut_name_and_a_password_show(hands: HandsOn, build: Any) -> None:
    lobby = hands("lobby_empty")
    tables = [
        build.table_line(1, "Maximilian's table", password=True),
        build.table_line(2, "open"),
    ]
    lobby.stage.model.listed(build.lobby(tables))
    lobby.follow()
    long, short = [line for line in shown(lobby, (40, 12)).splitlines() if "classic" in line]
    assert "Maximilian'~" in long
    assert long.endswith("waiting pw")
    assert short.endswith("waiting")


def test_what_is_told_of_a_table_that_goes_is_that_it_is_gone(hands: HandsOn, build: Any) -> None:
    lobby = hands("lobby_empty")
    listed(lobby, build, 1)
    lobby.press("?")
    listed(lobby, build)
    assert "There is no table any more." in shown(lobby)


def shown(hands: Hands, size: tuple[int, int] = (80, 24)) -> str:
    desk: Desk = hands.desk
    return plain(draw(hands.stage.model, desk, size, UTF8).body)
