"""The mouse: a click is the same as a key, the wheel scrolls, and neither plays by accident."""

import pytest

from cardgame_client.screen.clicks import clickable, target_at
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.keybar import hints
from cardgame_client.screen.mouse import click, keys_of, wheel
from cardgame_client.screen.pages import draw
from tests.client.screen.emulator import OpenTerminal, Terminal
from tests.client.screen.hands import Hands, HandsOn
from tests.client.screen.scenes import SCENES, Scene
from tests.client.screen.tables import Stage, classic_seats, view, you

WHEEL_UP, WHEEL_DOWN = 64, 65


def pointed(hands: Hands, kind: str, which: str) -> list[str]:
    hands.now += 1
    return click(hands.desk, hands.stage.model, (kind, which), hands.now)


def test_a_first_click_chooses_a_card_and_a_second_plays_it(hands: HandsOn) -> None:
    ana = hands("classic_turn")
    assert pointed(ana, "card", "5") == []
    assert ana.desk.chosen == 5
    assert pointed(ana, "card", "5") == ["play B7"]


def test_the_card_the_cursor_was_on_is_not_played_by_one_click(hands: HandsOn) -> None:
    ana = hands("classic_turn")
    assert pointed(ana, "card", str(ana.desk.chosen)) == []


def test_a_second_click_is_not_meant_for_another_card_that_moved_there(hands: HandsOn) -> None:
    ana = hands("classic_turn")
    pointed(ana, "card", "2")
    ana.update(view("classic", classic_seats()), you(["RS", "G7", "GV"], ["play GV"]))
    assert pointed(ana, "card", "2") == []


def test_a_click_on_the_colour_in_the_bar_answers_the_question(hands: HandsOn) -> None:
    ana = hands("classic_turn")
    pointed(ana, "card", "8")
    assert pointed(ana, "card", "8") == []
    assert pointed(ana, "key", "B") == ["play W B"]


def test_a_click_on_the_stock_draws(hands: HandsOn) -> None:
    assert pointed(hands("classic_turn"), "key", "P") == ["draw"]
    assert pointed(hands("eights_turn"), "key", "P") == ["draw"]


def test_a_click_on_a_seat_catches_who_has_not_called(hands: HandsOn) -> None:
    assert pointed(hands("classic_catch"), "seat", "3") == ["catch 3"]
    assert pointed(hands("classic_catch"), "seat", "1") == []


def test_a_click_too_soon_after_a_change_does_nothing(hands: HandsOn, classic: Stage) -> None:
    ana = Hands(classic)
    ana.desk.clicked = ana.desk.chosen
    target = ("card", str(ana.desk.chosen))
    assert click(ana.desk, classic.model, target, ana.now + 0.01) == []


def test_tables_are_chosen_and_joined_by_clicks(hands: HandsOn) -> None:
    ana = hands("lobby")
    assert pointed(ana, "row", "0") == ["join 1"]
    assert pointed(ana, "row", "1") == []
    assert ana.desk.row == 1
    assert pointed(ana, "key", "W") == ["watch 2"]


def test_fields_of_the_form_are_chosen_and_stepped_by_clicks(hands: HandsOn) -> None:
    ana = hands("lobby")
    pointed(ana, "key", "N")
    assert ana.desk.form is not None
    pointed(ana, "field", "0")
    assert ana.desk.form.value("preset") == "eights"
    pointed(ana, "field", "2")
    assert ana.desk.form.row == 2
    assert pointed(ana, "key", "Enter")[0].startswith("create eights")


@pytest.mark.parametrize("name", SCENES)
def test_every_button_of_the_bar_stands_for_keys_that_exist(name: str, hands: HandsOn) -> None:
    named = {"enter", "escape", "down", "right", "f1", "f2", "f3", "f4"}
    ana = hands(name)
    for label, _ in hints(ana.stage.model, ana.desk):
        assert all(len(key) == 1 or key in named for key in keys_of(label)), label


def test_the_wheel_moves_over_the_hand_and_scrolls_elsewhere(hands: HandsOn) -> None:
    ana = hands("classic_turn")
    model, before = ana.stage.model, ana.desk.chosen
    wheel(ana.desk, model, ("card", "0"), 1, ana.now)
    assert ana.desk.chosen == before + 1
    wheel(ana.desk, model, None, -1, ana.now)
    assert ana.desk.scroll.back == 3
    wheel(ana.desk, model, None, 1, ana.now)
    wheel(ana.desk, model, None, 1, ana.now)
    assert ana.desk.scroll.back == 0


def test_a_target_is_found_by_its_column_also_behind_wide_characters() -> None:
    line = [("", "日本 "), (clickable("bold", "key", "T H"), "T H"), ("", " x")]
    assert target_at(line, 2) is None
    assert target_at(line, 3) == target_at(line, 5) == ("key", "T H")
    assert target_at(line, 6) is None
    assert target_at(line, 99) is None


def test_everything_to_press_can_be_clicked_in_every_scene(scene: Scene, hands: HandsOn) -> None:
    name, _ = scene
    ana = hands(name)
    for size in ((40, 12), (80, 24), (200, 60)):
        drawn = draw(ana.stage.model, ana.desk, size, UTF8)
        words = " ".join(style for line in [*drawn.body, drawn.keys] for style, _ in line)
        for place in range(len(ana.stage.model.hand) if "turn" in name else 0):
            assert f"[card:{place}]" in words
        assert "[key:" in words


async def at(seen: Terminal, text: str, button: int = 0) -> None:
    """Click on the last line where this text stands, as a terminal reports it (SGR)."""
    for row, line in reversed(list(enumerate(seen.text.splitlines(), start=1))):
        if text in line:
            column = line.index(text) + 1
            kinds = "M" if button else "Mm"
            for kind in kinds:
                await seen.send(f"\x1b[<{button};{column};{row}{kind}")
            return
    raise AssertionError(f"{text} is not on the screen")


@pytest.mark.anyio
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_cards_and_buttons_are_clicked_in_a_terminal(
    terminal: OpenTerminal, classic: Stage, size: tuple[int, int]
) -> None:
    async with terminal(classic, size) as seen:
        await at(seen, "B7")
        await at(seen, "B7")
        await at(seen, "P draw")
        assert seen.player.submitted == ["play B7", "draw"]
        assert "B7" in seen.text  # nothing moved, nothing is hidden


@pytest.mark.anyio
async def test_chat_is_opened_by_a_click_and_the_wheel_scrolls_the_log(
    terminal: OpenTerminal, classic: Stage
) -> None:
    for number in range(100):
        classic.model.add("event", f"Event number {number}.")
    async with terminal(classic) as seen:
        await at(seen, "number 99.", WHEEL_UP)
        await seen.until(lambda: "number 99." not in seen.text)
        await at(seen, "number", WHEEL_DOWN)
        await seen.sees("number 99.")
        await at(seen, "F2 chat")
        await seen.sees(" say:")
        await seen.press("hi\r")
        assert seen.player.submitted == ["say hi"]


@pytest.mark.anyio
async def test_while_a_line_is_typed_the_bar_shows_its_keys_and_a_click_presses_them(
    terminal: OpenTerminal, classic: Stage
) -> None:
    async with terminal(classic) as seen:
        await seen.press(":")
        await seen.sees("Enter send  Tab complete  Esc close")
        assert "P draw" not in seen.text
        await at(seen, "Tab complete")
        await seen.sees("play Yellow 2")
        await seen.send("\x1b")
        await seen.sees("P draw")
        await seen.press("/zz")
        await at(seen, "Enter send")
        assert seen.player.submitted == ["zz"]
        await seen.press("/zzz")
        await at(seen, "Esc close")
        await seen.sees("P draw")
        assert seen.player.submitted == ["zz"]
