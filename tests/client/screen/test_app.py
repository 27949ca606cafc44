"""The running program in a terminal emulator: keys in, screen out."""

import pytest

pytestmark = pytest.mark.anyio


async def test_a_turn_is_drawn_in_a_real_terminal(terminal, classic):
    async with terminal(classic) as seen:
        await seen.sees("Your turn: play, or draw")
        assert "│Y2 │" in seen.text
        assert "Enter play  P draw" in seen.text


async def test_enter_plays_the_chosen_card(terminal, classic):
    async with terminal(classic) as seen:
        await seen.press("\r")
        await seen.until(lambda: seen.player.submitted)
        assert seen.player.submitted == ["play G7"]
