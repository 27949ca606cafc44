"""Records to look at: whole matches, played at random from a seed."""

import random
from collections.abc import Sequence
from pathlib import Path

from cardgame_rules import PRESETS, Match
from cardgame_rules.records import dumps

PLAYERS = {"duel": 2, "eights": 2, "survival": 3, "classic": 3}


class Dealer:
    """A house with a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        return self.random.sample(list(cards), len(cards))

    def pick(self, count: int) -> int:
        return self.random.randrange(count)


def played(preset: str, hands: int = 2, names: Sequence[str] = ("Ana", "Bea", "Cem")) -> str:
    """Return the record of a match of so many hands, ended by consent; seat 0 is a person's."""
    dealer, count = Dealer(7), PLAYERS[preset]
    people = [seat == 0 for seat in range(count)]
    match = Match(PRESETS[preset], people, dealer, list(names[:count]))
    while not match.over and match.hand_number < hands:
        match.start_hand()
        while not match.hand_over:
            seat = match.to_move
            assert seat is not None
            plays = [act for act in match.legal(seat) if act.text.startswith("play")]
            match.apply(seat, dealer.random.choice(plays or match.legal(seat)))
    if not match.over:
        match.agree_end()
    return dumps(match)


def record_file(folder: Path, text: str, name: str = "match.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
