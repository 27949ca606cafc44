"""Fixtures of the screen's tests; what they are made of is in the kits beside this file."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit.application import Application
from prompt_toolkit.key_binding.defaults import load_key_bindings

from tests.client.screen import tables
from tests.client.screen.emulator import open_terminal
from tests.client.screen.hands import Hands
from tests.client.screen.scenes import SCENES, built
from tests.client.screen.tables import Stage


@pytest.fixture(autouse=True, scope="session")
def library_keys() -> Iterator[None]:
    """The library's own bindings are made once: they are the same for each of 1,300 screens."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{Application.__module__}.load_key_bindings", cache(load_key_bindings))
        yield


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> tuple[str, Stage]:
    """Every scene in turn: its name and its stage."""
    return request.param, built(request.param)


@pytest.fixture
def scenes() -> dict[str, Callable[[], Stage]]:
    """The scenes by name, each built when it is called."""
    return {name: partial(built, name) for name in SCENES}


@pytest.fixture
def stage() -> Stage:
    return Stage().connected()


@pytest.fixture
def classic() -> Stage:
    return built("classic_turn")


@pytest.fixture
def build() -> Any:
    """The builders as one object: `build.seat`, `build.view`, `build.you`, `build.lobby`."""
    return SimpleNamespace(
        seat=tables.seat,
        view=tables.view,
        you=tables.you,
        table_line=tables.table_line,
        lobby=tables.lobby,
        classic_seats=tables.classic_seats,
    )


@pytest.fixture
def hands() -> Callable[[str], Hands]:
    """`hands("classic_turn")`: a player's hands on the keys in that scene."""
    return lambda name: Hands(built(name))


@pytest.fixture
def terminal() -> Any:
    """A context manager: `async with terminal(stage, (80, 24)) as seen: ...`."""
    return open_terminal
