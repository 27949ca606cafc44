"""Fixtures of the server's tests."""

import logging
from collections.abc import Iterator

import pytest

from tests.server.kit import Rooms


@pytest.fixture(autouse=True)
def _untouched_log() -> Iterator[None]:
    """Put the log back as it was: the command sets it up for its process."""
    log = logging.getLogger("cardgame")
    handlers, propagate, level = log.handlers[:], log.propagate, log.level
    yield
    for handler in log.handlers:
        if handler not in handlers:
            handler.close()
    log.handlers[:], log.propagate = handlers, propagate
    log.setLevel(level)


@pytest.fixture
def rooms() -> Iterator[Rooms]:
    """A server without sockets, in which no fault of its own may happen."""
    rooms = Rooms()
    yield rooms
    assert not rooms.faults
