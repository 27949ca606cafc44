"""Codes carry their own explanation, and the numbers agree with each other."""

import re

import pytest

from cardgame_protocol import GoodbyeCode, RefusalCode, limits

CODES = [*RefusalCode, *GoodbyeCode]


@pytest.mark.parametrize("code", CODES)
def test_a_code_says_when_it_comes_and_what_to_do(code: RefusalCode | GoodbyeCode) -> None:
    assert re.fullmatch(r"[a-z_]+", code)
    assert code == code.name.lower()
    assert code.when.endswith(".")
    assert code.advice.endswith(".")


def test_a_code_is_its_text() -> None:
    assert f"{RefusalCode.STALE}" == "stale"
    assert RefusalCode("stale") is RefusalCode.STALE


def test_the_numbers_named_in_the_codes_are_the_limits() -> None:
    assert str(limits.FRAME_MAX) in GoodbyeCode.TOO_LONG.when
    assert f"deeper than {limits.DEPTH_MAX}" in GoodbyeCode.PROTOCOL.when
    for seconds in (limits.HELLO_SECONDS, limits.FRAME_SECONDS, limits.SILENCE_SECONDS):
        assert f"{seconds:g} s" in GoodbyeCode.TIMEOUT.when
    assert str(limits.FLOOD_REFUSALS) in GoodbyeCode.FLOOD.when
    assert f"{limits.NAME_CELLS} terminal cells" in RefusalCode.NAME_INVALID.when
    assert f"{limits.NAME_CHARS} code points" in RefusalCode.NAME_INVALID.when
    assert f"(a table's: {2 * limits.NAME_CELLS})" in RefusalCode.NAME_INVALID.when
    assert f"(a table's: {2 * limits.NAME_CHARS})" in RefusalCode.NAME_INVALID.when
    assert f"{limits.SPECTATORS_MAX} spectators" in RefusalCode.TABLE_FULL.when


def test_a_page_of_a_record_fits_a_frame_in_any_script() -> None:
    assert 4 * limits.RECORD_PAGE_CHARS < limits.FRAME_MAX - 1_000


def test_a_dead_link_is_pinged_before_it_is_cut() -> None:
    assert 2 * limits.PING_SECONDS < limits.SILENCE_SECONDS
