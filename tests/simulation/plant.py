"""What a planted bug is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

Make = Callable[[Any], object]
"""Makes what takes a function's place out of that function."""


@dataclass(frozen=True)
class Plant:
    """A bug: `make` makes what takes the place of `attribute` of `where`.

    `found_as` is a pattern that the simulation's words must match: found by accident is not found.
    """

    name: str
    found_as: str
    where: object
    attribute: Any
    make: Make

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Have the bug for a while."""
        with patch.object(
            self.where, self.attribute, self.make(getattr(self.where, self.attribute))
        ):
            yield


@dataclass(frozen=True)
class EntryPlant(Plant):
    """A bug in a dictionary: `attribute` is the key."""

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Have the bug for a while."""
        entries: Any = self.where
        with patch.dict(entries, {self.attribute: self.make(entries[self.attribute])}):
            yield
