"""A match between levels in this process: no server, no sockets, the same views.

For measuring how strong a level is, and for tests. The levels see exactly what they would see at
a table, because their views come from the same two functions.
"""

from collections.abc import Sequence
from random import Random

from cardgame_protocol import Rules, Seat, View, You
from cardgame_rules import Card, Match, RuleSet, own_view, public_view

from .levels import LEVELS


class SeededHouse:
    """Chance from one generator: the same seed deals the same cards."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a random order."""
        return self._rng.sample(list(cards), len(cards))

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        return self._rng.randrange(count)


class LocalMatch:
    """One match of `rules` between the levels named in `levels`, one for each seat.

    `deal` decides the cards, `rng` the levels' own choices: two matches with equal deals and
    seats exchanged are a fair pair.
    """

    def __init__(self, rules: RuleSet, levels: Sequence[str], deal: Random, rng: Random) -> None:
        self.match = Match(rules, [False] * len(levels), SeededHouse(deal), names=levels)
        self._levels = levels
        self._rng = rng
        # On the wire a range is a list: MessagePack knows no other sequence.
        options = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.options().items()}
        self._rules = Rules(preset=rules.name, options=options)

    def play_hand(self) -> list[int]:
        """Play the next hand to its end and return what each seat scored in it."""
        match = self.match
        before = list(match.totals)
        match.start_hand()
        while not match.hand_over:
            match.apply(*self.next_action())
        return [now - then for now, then in zip(match.totals, before, strict=True)]

    def play(self) -> list[int]:
        """Play to the end of the match and return the seats that won it."""
        while not self.match.over:
            self.play_hand()
        return list(public_view(self.match)["result"]["winners"])

    def next_action(self) -> tuple[int, str]:
        """Return who acts next and how: whoever catches or calls, else the seat on turn."""
        match = self.match
        mover = match.to_move
        if mover is None:
            raise RuntimeError("no hand is being played: call play_hand first")
        view = self.view()
        shouting = range(len(self._levels)) if match.uncalled else ()
        for seat in (*(seat for seat in shouting if seat != mover), mover):
            action = LEVELS[self._levels[seat]](view, self.you(seat), self._rng)
            if action is not None:
                return seat, action
        raise RuntimeError(f"level {self._levels[mover]!r} did nothing on turn: {self.you(mover)}")

    def view(self) -> View:
        """Return the table as everybody sees it now."""
        public = public_view(self.match)
        seats = [
            Seat(
                name=f"seat {number}",
                kind="computer",
                level=level,
                here=True,
                stand_in=False,
                ready=True,
                asked=False,
                **seat,
            )
            for number, (level, seat) in enumerate(zip(self._levels, public["seats"], strict=True))
        ]
        return View(
            table=1,
            name="local match",
            rules=self._rules,
            changed=[],
            state="over" if self.match.over else "between" if self.match.hand_over else "playing",
            host="",
            spectators=[],
            match=1,
            next_in=None,
            **{**public, "seats": seats},
        )

    def you(self, seat: int) -> You:
        """Return what `seat` alone sees now."""
        return You(**own_view(self.match, seat))
