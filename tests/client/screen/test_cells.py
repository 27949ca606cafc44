"""Text measured in terminal cells, and made fit to draw."""

import pytest

from cardgame_client.screen.cells import beside, cut, drawable, fit, headed, pad, stack, width, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "?[31mred"),
        ("a\x07b\x9bc", "a?b?c"),
        ("\u202eevil", "?evil"),
        ("one\nline", "one line"),
    ],
)
def test_no_escape_sequence_or_control_character_is_drawn(text: str, shown: str) -> None:
    assert drawable(text) == shown


def test_bug_U03_joined_characters_are_drawn_as_what_their_width_says() -> None:
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    heart = "\u2764\ufe0f"
    assert drawable(family) == "\N{MAN}\N{WOMAN}\N{GIRL}"
    assert width([("", drawable(heart))]) == 1


@pytest.mark.parametrize("name", ["日本語", "e\u0301lan", "x" * 40, "\N{PARTY POPPER}" * 9, ""])
@pytest.mark.parametrize("cells", [0, 1, 5, 12])
def test_bug_U03_cut_and_filled_text_has_exactly_its_cells(name: str, cells: int) -> None:
    assert width([("", pad(name, cells))]) == cells
    assert width(fit([("", name), ("bold", name)], cells)) == cells


def test_bug_U17_what_the_encoding_lacks_becomes_a_question_mark() -> None:
    assert drawable("Zoë ♥", "ascii") == "Zo? ?"


def test_a_wide_character_is_not_cut_in_half() -> None:
    assert cut("日本語", 3) == "日"


def test_the_right_edge_is_kept_or_left_out_as_asked() -> None:
    left, right = [("", "a long left side")], [("", "right")]
    assert "".join(text for _, text in beside(left, right, 10)) == "a lonright"
    assert "".join(text for _, text in headed(left, right, 18)) == "a long left side  "


def test_columns_of_different_height_stand_side_by_side() -> None:
    rows = stack([(3, [[("", "abc")], [("", "def")]]), (2, [[("", "x")]])])
    assert ["".join(text for _, text in row) for row in rows] == ["abcx ", "def  "]


@pytest.mark.parametrize("cells", [1, 4, 10, 80])
def test_wrapped_lines_fit_and_lose_nothing(cells: int) -> None:
    text = "Dot plays Yellow 7, 日本語 one card left; called."
    lines = list(wrap(text, cells)) if cells > 1 else list(wrap("plain text", cells))
    assert all(width([("", line)]) <= cells for line in lines)
    assert "".join(lines).replace(" ", "") == (text if cells > 1 else "plaintext").replace(" ", "")
