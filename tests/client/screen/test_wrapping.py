"""Whatever wraps loses nothing: every word of every text is on the page, at every width."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgame_client.model import Line as LogLine
from cardgame_client.screen.cells import Line, plain, width, wrapped
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.help import KEYS, key_page, text_page
from cardgame_client.screen.scroll import Scroll
from cardgame_client.screen.sheet import sheet_page
from cardgame_client.screen.talk import chat_rows, event_rows, talk_rows
from cardgame_client.screen.waiting import waiting_page
from tests.client.screen.scenes import built
from tests.client.screen.tables import Stage, match_result, seat, view, you

ROWS = 400
"""More than any of these texts takes."""

WORDS = st.lists(st.text("abcxyz.,:7日本é", min_size=1, max_size=30), min_size=1, max_size=40)
CELLS = st.integers(min_value=12, max_value=210)


def squeezed(text: str) -> str:
    return "".join(text.split())


def logged(kind: str) -> Callable[[str, int], list[Line]]:
    def page(text: str, cells: int) -> list[Line]:
        line = LogLine(1, "chat" if kind == "chat" else "event", text)
        rows = {"chat": chat_rows, "event": event_rows}.get(kind, talk_rows)
        return rows([line], (cells, ROWS), UTF8, Scroll())

    return page


PAGES: dict[str, Callable[[str, int], Sequence[Line]]] = {
    "log": logged("event"),
    "chat": logged("chat"),
    "talk": logged("talk"),
    "text": lambda text, cells: text_page("rules", [text], (cells, ROWS), UTF8, Scroll())[2:],
    "hanging": lambda text, cells: wrapped(("", text), cells, [("bold", "  * ")], 3),
}


@pytest.mark.parametrize("page", PAGES)
@given(words=WORDS, cells=CELLS)
def test_every_word_of_a_wrapped_text_is_on_the_page(
    page: str, words: list[str], cells: int
) -> None:
    lines = PAGES[page](" ".join(words), cells)
    assert all(width(line) <= cells for line in lines)
    assert squeezed(plain(lines).replace("*", "")) == "".join(words)


@given(cells=st.integers(min_value=40, max_value=210))
def test_every_key_is_explained_to_its_last_letter(cells: int) -> None:
    shown = squeezed(plain(key_page((cells, ROWS), UTF8, Scroll())))
    assert [text for _key, text in KEYS if squeezed(text) not in shown] == []


@given(cells=st.integers(min_value=40, max_value=210), rows=st.sampled_from([13, 40]))
def test_long_names_are_whole_in_the_last_line_of_a_sheet(cells: int, rows: int) -> None:
    names = [f"Somebody {number} of Ten" for number in range(10)]
    result = match_result()
    seats = [seat(name, asked=number > 3) for number, name in enumerate(names)]
    table = view("classic", seats, state="over", phase=None, to_move=None, result=result)
    model = Stage().connected().update(table, you([], [])).model
    shown = squeezed(plain(sheet_page(model, Desk(), (cells, rows), UTF8)))
    assert all(
        squeezed(f"{name} {'yes' if n > 3 else 'not yet'}") in shown for n, name in enumerate(names)
    )


@given(cells=st.integers(min_value=40, max_value=210))
def test_what_the_start_waits_for_is_whole(cells: int) -> None:
    shown = squeezed(plain(waiting_page(built("waiting").model, Desk(), (cells, 40), UTF8)))
    assert "Thematchwaitsfor1more:friendsjoin" in shown
    assert shown.endswith("callpenalty2") or shown.endswith("call_penalty2")
