"""What goes wrong in a seed, how often, and how often it did."""

from collections import Counter
from dataclasses import dataclass
from random import Random

Tally = Counter[str]
"""Faults injected and things done, by kind; kinds of faults begin with `!`."""


@dataclass(slots=True)
class Weather:
    """What a link is like: delays in seconds, the bytes it holds (`window`), and where it ends.

    What is sent at once is cut up to `cuts` times after 1 to `piece` bytes; after `cut_after` bytes
    (of both directions) the link ends, and `half_open` says that the server is not told of it. A
    `lazy` client now and then reads nothing for a while.
    """

    delay: float = 0.0
    hiccup: float = 0.0
    cuts: int = 0
    piece: int = 1
    window: int = 200_000
    cut_after: int | None = None
    half_open: bool = False
    lazy: bool = False


class Faults:
    """A seed's plan. `calm` is set when the world is to come to rest: nothing fails any more."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.tally: Tally = Counter()
        self.calm = False
        # Seeds differ in how bad it gets, so that some matches end and others never begin.
        self._cuts = chance.choice((0.0, 0.1, 0.3, 0.6))
        self._rough = chance.choice((0.0, 0.2, 0.5))
        self._commit_crashes = chance.choice((0.0, 0.0, 0.004, 0.015, 0.04))
        self._disk_failures = chance.choice((0.0, 0.0, 0.003, 0.01))
        self.crash_every = chance.choice((None, 25.0, 8.0))
        self.jump_every = chance.choice((None, None, 20.0))
        self.repeats = chance.choice((0.0, 0.05))
        self.late = chance.choice((0.0, 0.05))
        self._record_failures = chance.choice((0.0, 0.3, 0.6))
        self._record_crashes = chance.choice((0.0, 0.4, 0.7))
        # What the server was told on its command line.
        self.tls = chance.random() < 0.3
        self.password = chance.random() < 0.4

    def count(self, kind: str) -> None:
        """Note that something was done to the server."""
        self.tally[f"!{kind}"] += 1

    def count_done(self, kind: str) -> None:
        """Note that something was done that is no fault."""
        self.tally[kind] += 1

    def weather(self) -> Weather:
        """Return what the next link is like."""
        chance, weather = self.chance, Weather(delay=0.02)
        if self.calm:
            return weather
        if chance.random() < self._cuts:
            weather.half_open = chance.random() < 0.3
            # Many ends in the handshake, some in the middle of play.
            weather.cut_after = int(10 ** chance.uniform(0.5, 5.0))
        if chance.random() < self._rough:
            self.count("slow link")
            weather.delay, weather.hiccup = chance.choice(((0.2, 0.0), (0.02, 0.05)))
        if chance.random() < self._rough:
            self.count("link in pieces")
            weather.cuts, weather.piece = chance.choice(((6, 1), (4, 3), (2, 17), (2, 300)))
        if chance.random() < self._rough / 2:
            self.count("slow reader")
            weather.lazy, weather.window = True, chance.choice((500, 5_000))
        return weather

    def fate_of_commit(self) -> str:
        """Return what becomes of a commit: "" (it is done), or how the process ends in it."""
        if self.calm or self.chance.random() >= self._commit_crashes:
            return ""
        return self.chance.choice(("lost", "torn", "unheard"))

    def record_fails(self) -> bool:
        """Return whether a record cannot be made a file now."""
        return not self.calm and self.chance.random() < self._record_failures

    def fate_of_record(self) -> int | None:
        """Return after how many calls of `fsync` the process ends; None: it does not."""
        if self.calm or self.chance.random() >= self._record_crashes:
            return None
        return self.chance.randrange(3)

    def disk_fails(self) -> float:
        """Return for how many seconds the disk fails from now on; mostly 0."""
        if self.calm or self.chance.random() >= self._disk_failures:
            return 0.0
        return self.chance.choice((0.5, 3.0, 12.0))
