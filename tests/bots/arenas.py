"""Arenas for tests: what is played, and the command that plays it."""

from typing import Any

import pytest

from cardgame_bots.arena.plan import Setup
from cardgame_bots.cli import main


def a_setup(*bots: str, rules: str = "classic", games: int = 12, **more: Any) -> Setup:
    return Setup(bots=bots, rules=rules, games=games, seed=1, **more)


def arena(capfd: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(["arena", *arguments]) == code
    return capfd.readouterr().out
