"""A table's own time, which stands still in a pause, and the clock of the open turn."""

from cardgame_protocol.limits import ALL_AWAY_SECONDS, PAUSE_SECONDS


class Clock:
    """All that a table knows of time; every number is in seconds.

    **Table time** is the rooms' clock less all pauses: what runs in it (turns, the time of grace,
    the next hand, a computer's pace) needs no care when a pause begins or ends. `stopped_at` is
    when the pause began (rooms' clock), `slept` the length of all earlier ones. `pause_until` and
    `away_until` (rooms' clock) say why time stands still and how long at most.

    The turn: `seat` owes it, `began` is its begin (table time), `turns` counts them so that one is
    told from the next. `turn_seconds` is None where there is no clock.
    """

    __slots__ = (
        "away_until", "bank_seconds", "began", "pause_until", "seat", "slept", "stopped_at",
        "turn_seconds", "turns",
    )  # fmt: skip

    def __init__(self, turn_seconds: float | None = None, bank_seconds: float = 0.0) -> None:
        self.turn_seconds = turn_seconds
        self.bank_seconds = bank_seconds
        self.stopped_at: float | None = None
        self.slept = 0.0
        self.pause_until: float | None = None
        self.away_until: float | None = None
        self.seat: int | None = None
        self.began = 0.0
        self.turns = 0

    def at(self, now: float) -> float:
        """Return the table time at `now` (rooms' clock)."""
        return (now if self.stopped_at is None else self.stopped_at) - self.slept

    def real(self, when: float) -> float:
        """Return when (rooms' clock) a table time will be if no pause comes between."""
        return when + self.slept

    def pause(self, now: float) -> None:
        """Stand still because the people agreed to."""
        self.pause_until = now + PAUSE_SECONDS
        self._stop(now)

    def nobody_there(self, now: float) -> None:
        """Stand still because all people are away."""
        self.away_until = now + ALL_AWAY_SECONDS
        self._stop(now)

    def unpause(self, now: float) -> None:
        """End the pause that was agreed to."""
        self.pause_until = None
        self._go_on(now)

    def somebody_there(self, now: float) -> None:
        """End the pause for want of people; one that was agreed to lasts on."""
        self.away_until = None
        self._go_on(now)

    def _stop(self, now: float) -> None:
        if self.stopped_at is None:
            self.stopped_at = now

    def _go_on(self, now: float) -> None:
        if self.stopped_at is not None and self.pause_until is None and self.away_until is None:
            self.slept += now - self.stopped_at
            self.stopped_at = None
