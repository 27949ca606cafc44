"""How far the things that can be longer than their place are scrolled.

Drawing says how much there is, so that scrolling ends where the text does and the first key the
other way moves again.
"""

from dataclasses import dataclass


@dataclass
class Scroll:
    """Lines scrolled, see the module.

    `back`: of the log, towards the past, or of a page laid over the table, downwards. `down`: of a
    page that is too long for its place at the table. `covered`: the last lines of the screen's
    page that a long notice lies over, so that log and chat end above it.
    """

    back: int = 0
    down: int = 0
    covered: int = 0
    _reach: int = 0
    _depth: int = 0

    def begin(self, covered: int) -> None:
        """Forget how much there was in the last drawing; `covered`, see the class."""
        self.covered = covered
        self._reach = self._depth = 0

    def end(self) -> None:
        """Take note that all is drawn: what was scrolled beyond an end is at that end."""
        self.back, self.down = min(self.back, self._reach), min(self.down, self._depth)

    def reached(self, most: int) -> int:
        """Return how far log or page is scrolled where `most` lines in all are out of sight.

        Log and chat are scrolled together, and the longer of them says how far.
        """
        self._reach = max(self._reach, most)
        return max(0, min(self.back, most))

    def sunk(self, most: int) -> int:
        """Return how far a page of which `most` lines are out of sight is scrolled."""
        self._depth = most
        return max(0, min(self.down, most))

    @property
    def is_page_longer(self) -> bool:
        """Whether the page laid over the table is longer than the screen."""
        return self._reach > 0

    @property
    def overlong(self) -> bool:
        """Whether the page drawn last was too long for its place."""
        return self._depth > 0

    def move(self, step: int) -> None:
        """Scroll log or page by `step` lines."""
        self.back = max(0, self.back + step)

    def sink(self, step: int) -> None:
        """Scroll a page that is too long for its place down by `step` lines."""
        self.down = max(0, min(self.down + step, self._depth))
