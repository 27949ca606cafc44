"""Random play for property tests: every preset and seat count, two styles, repeatable by seed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import hypothesis
import pytest
from hypothesis import strategies as st

from cardgame_rules import PRESETS, Action, Card, Event, Hand, Match
from cardgame_rules.cards import DECKS
from tests.rules import model

EXAMPLES = int(os.environ.get("CARDGAME_RULES_EXAMPLES", "5"))
"""Examples of each property at each table; a longer run asks for more."""

few = hypothesis.settings(max_examples=EXAMPLES, derandomize=True, deadline=None)
"""The same examples in every run: a red run must be repeatable."""

TABLES = [
    (preset, seats)
    for preset, rules in PRESETS.items()
    for seats in range(rules.players[0], rules.players[1] + 1)
]
at_every_table = pytest.mark.parametrize(
    ("preset", "seats"), TABLES, ids=[f"{preset}-{seats}" for preset, seats in TABLES]
)
seeds = st.integers(0, 2**32 - 1)
styles = st.sampled_from(["any", "play"])
"""`any` is uniform over all that is legal, `play` plays if it can without a foul."""


class SeededHouse:
    """A house whose chance comes from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        order = list(cards)
        self.random.shuffle(order)
        return order

    def pick(self, count: int) -> int:
        return self.random.randrange(count)


class Step(NamedTuple):
    """One accepted action and what came of it."""

    seat: int
    action: Action
    log: list[Event]


def new_match(preset: str, seats: int, seed: int, **changes: Any) -> Match:
    """Return a match with some persons and some computers, no hand dealt yet."""
    people = [random.Random(seed + seat).random() < 0.6 for seat in range(seats)]
    return Match(PRESETS[preset].changed(**changes), people, SeededHouse(seed))


def choices(match: Match) -> list[tuple[int, Action]]:
    """Return everything that anybody may do now."""
    return [(seat, a) for seat in range(len(match.humans)) for a in match.legal(seat)]


def choose(match: Match, style: str, chance: random.Random) -> tuple[int, Action]:
    """Return the next action: by `any` one of all that is legal, by `play` a play if there is."""
    legal = choices(match)
    if style == "any":
        return chance.choice(legal)
    late = [(seat, action) for seat, action in legal if not action.turn_action]
    if late and chance.random() < 0.3:
        return chance.choice(late)
    plays = [move for move in legal if move[1].verb == "play" and not is_foul(match, *move)]
    return chance.choice(plays or [move for move in legal if move not in late])


def is_foul(match: Match, seat: int, action: Action) -> bool:
    """Tell whether this is a Wild Draw Four with a card of the colour in hand (A10).

    Two players who foul for ever need not end a hand (T3), so whoever plays if he can does not.
    """
    hand = hand_of(match)
    colours = [model.colour(card) for card in hand.hands[seat] if not model.wild(card)]
    return action.card == "F" and match.rules.name == "duel" and hand.colour in colours


def steps(match: Match, style: str, seed: int, limit: int = 600) -> Iterator[Step]:
    """Play the open hand on, at most `limit` actions; yield after each."""
    chance = random.Random(seed)
    for _ in range(limit):
        if match.hand_over:
            return
        seat, action = choose(match, style, chance)
        yield Step(seat, action, match.apply(seat, action))


def hand_of(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def every_text(match: Match) -> list[str]:
    """Return every text that could mean an action in this game, and some that never can."""
    deck = DECKS[match.rules.deck]
    other = "8H" if deck.name != "french52" else "R7"
    plays = [f"play {card}" for card in [*dict.fromkeys(deck.cards), other]]
    colours = ["", *(f" {colour}" for colour in deck.colours)]
    tails = ["", " call", " to 1"]
    return [
        *(play + colour + tail for play in plays for colour in colours for tail in tails),
        *("draw", "take", "challenge", "pass", "call", "name", "name X", "play", "", "jump"),
        *(f"name {colour}" for colour in "RGYBCDHS"),
        *(f"catch {seat}" for seat in range(11)),
    ]


def canonical(match: Match, seat: int, text: str) -> str:
    """Return the text as K16 reads it: a last card names no colour."""
    words = text.split(" ")
    held = hand_of(match).hands[seat]
    if len(words) > 2 and words[0] == "play" and held == [words[1]] and len(words[2]) == 1:
        del words[2]
    return " ".join(words)
