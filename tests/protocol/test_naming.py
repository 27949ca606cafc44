"""What a name may be: its width in cells, and what can be shown at all."""

import pytest

from cardgame_protocol import BadRequest, RefusalCode
from cardgame_protocol.naming import cells, clean_name, printable


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("🃏", 2), ("ｱ", 1), ("", 0)]
)
def test_bug_U03_width_is_counted_in_cells(text: str, width: int) -> None:
    assert cells(text) == width


def test_printable_takes_marks_and_wide_letters_and_no_control() -> None:
    assert printable("a 日 e\u0301 🃏")
    assert not any(map(printable, ["\t", "\x7f", "\u200d", "\ud800", "\u2029", "\ufeff"]))


def test_a_name_is_brought_into_one_form() -> None:
    assert clean_name("Zoe\u0308  B") == "Zo\u00eb B"


def test_what_is_no_name_is_refused_with_its_code_its_field_and_a_text_without_it() -> None:
    with pytest.raises(BadRequest) as caught:
        clean_name("q\u0301\x07")
    assert (caught.value.code, caught.value.field) == (RefusalCode.NAME_INVALID, "name")
    assert caught.value.text == (
        "This name cannot be used: it holds a control or format character, or an unknown one. "
        "Choose another."
    )
