"""A bar on standard error with the games played, how fast, and the time left."""

import sys
import time

WIDTH = 30
"""Characters of the bar: with the numbers behind it, it fits a terminal of 80."""

SHOW_SECONDS = 0.2
"""Between two drawings: quick enough to look alive, slow enough to cost nothing."""


class Progress:
    """Shows how far `total` games have come, where standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._skipped = 0
        self._began = self._shown = time.monotonic()
        self._drawn = False

    def close(self) -> None:
        """Take the bar away."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def skip(self, games: int) -> None:
        """Note that so many were played before: they say nothing about speed."""
        self._skipped = games

    def show(self, games: int) -> None:
        """Show that `games` are played, if it is time to."""
        now = time.monotonic()
        if now - self._shown < SHOW_SECONDS or not sys.stderr.isatty():
            return
        self._shown, self._drawn = now, True
        sys.stderr.write(f"\r\x1b[K{self._line(games, now - self._began)}")
        sys.stderr.flush()

    def _line(self, games: int, seconds: float) -> str:
        full = WIDTH * games // self._total
        speed = max(games - self._skipped, 1) / max(seconds, SHOW_SECONDS)
        left = (self._total - games) / speed
        bar = "#" * full + "." * (WIDTH - full)
        return f"[{bar}] {games}/{self._total} games, {speed:.0f}/s, {_clock(left)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
