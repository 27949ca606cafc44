"""Fixtures of the server's tests."""

from collections.abc import Iterator

import pytest

from tests.server.kit import Rooms


@pytest.fixture
def rooms() -> Iterator[Rooms]:
    """A server without sockets, in which no fault of its own may happen."""
    rooms = Rooms()
    yield rooms
    assert not rooms.faults
