"""Which games an arena plays: each deal from every seat, so that luck of the cards cancels out.

A *deal* is what chance gives (all shuffles of a game follow from its number); a *sitting* is who
sits where. Each deal is played once in every sitting: all rotations of a table, and where the game
seats fewer than take part, all tables of as many as it seats.
"""

from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec import Struct

from cardgame_rules import PRESETS, RuleSet


class Setup(Struct, frozen=True):
    """All that the results of an arena follow from; how many processes play is not in it.

    `strangers`: each game has cards of its own. Else those of one deal have the same, and a bot
    that keeps notes outside its process knows from one seat what it sees from another.
    """

    bots: tuple[str, ...]
    rules: str
    games: int
    seed: int
    matches: bool = False
    target: int | None = None
    seconds: float = 5.0
    memory: int = 2048
    strangers: bool = False

    def rule_set(self) -> RuleSet:
        """Return the rules, to the target if there is one."""
        rules = PRESETS[self.rules]
        if self.target is None:
            return rules
        return rules.changed(match_end=rules.ending_at(self.target))

    def at_most(self, deals: int) -> "Setup":
        """Return this setup with no more games than `deals` deals make."""
        return msgspec.structs.replace(self, games=min(self.games, deals * len(sittings(self))))


class Game(NamedTuple):
    """One game to be played: which deal, and which entrant (by number) on each seat."""

    number: int
    deal: int
    seats: tuple[int, ...]


def sittings(setup: Setup) -> list[tuple[int, ...]]:
    """Return who sits where in the games of one deal, by entrants' numbers."""
    count = len(setup.bots)
    at_table = min(count, PRESETS[setup.rules].players[1])
    tables = combinations(range(count), at_table)
    return [(*table[turn:], *table[:turn]) for table in tables for turn in range(at_table)]


def deals(setup: Setup) -> int:
    """Return how many deals make at least the games asked for, none of them played by halves."""
    return -(-setup.games // len(sittings(setup)))


def games_of(setup: Setup, deal: int) -> list[Game]:
    """Return the games of one deal."""
    seatings = sittings(setup)
    first = deal * len(seatings)
    return [Game(first + number, deal, seats) for number, seats in enumerate(seatings)]
