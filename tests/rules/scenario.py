"""Scenes for rule tests: a match dealt from named cards and played in the form of a record.

`dealt` builds the first shuffle from hands, starter and stock, so a scene is an ordinary record
and is replayed as one after every step. `placed` rearranges the cards of a dealt scene: for
positions late in a hand that no short record reaches.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

import pytest

from cardgame_rules import PRESETS, Card, Event, Hand, Match, MoveRefusedError, RuleSet, is_wild
from cardgame_rules.cards import DECKS
from cardgame_rules.records import dumps, replay
from tests.rules.snapshot import match_state


class ScriptedHouse:
    """A house whose shuffles and picks are given beforehand; what is not given keeps its order."""

    def __init__(self) -> None:
        self.orders: deque[list[Card]] = deque()
        self.picks: deque[int] = deque()

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        named = self.orders.popleft() if self.orders else []
        missing = Counter(named) - Counter(cards)
        assert not missing, f"the script shuffles cards that are not there: {missing}"
        return named + rest_of(cards, named)

    def pick(self, count: int) -> int:
        return self.picks.popleft() if self.picks else 0


def rest_of(cards: Sequence[Card], named: Sequence[Card]) -> list[Card]:
    """Return `cards` in their order without those named."""
    taken = Counter(named)
    rest = []
    for card in cards:
        if taken[card]:
            taken[card] -= 1
        else:
            rest.append(card)
    return rest


class Scene:
    """A match on the table of a test; lines are those of a record."""

    def __init__(self, match: Match, house: ScriptedHouse, *, replays: bool) -> None:
        self.match = match
        self.house = house
        self.replays = replays
        self.log: list[Event] = []

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def play(self, *lines: str) -> Scene:
        """Carry out `SEAT ACTION` and `hand N` lines; a `shuffle` line answers the line before."""
        for place, line in enumerate(lines):
            if not line.startswith("shuffle"):
                self._play_one(line, [s for s in _following(lines, place) if s.startswith("shuf")])
        self.check_replay()
        return self

    def _play_one(self, line: str, shuffles: list[str]) -> None:
        self.house.orders.extend(
            [card for card in shuffle.split()[1:] if card != "..."] for shuffle in shuffles
        )
        seat, _, action = line.partition(" ")
        if seat == "hand":
            self.log = self.match.start_hand()
        else:
            self.log = self.match.apply(int(seat), action)
        assert not self.house.orders, f"no shuffle happened after {line!r}"

    def check_replay(self) -> None:
        """Hold that the record so far leads to the very same state (E1, E2)."""
        if self.replays:
            assert match_state(replay(dumps(self.match))) == match_state(self.match)

    def options(self, seat: int) -> set[str]:
        return {str(action) for action in self.match.legal(seat)}

    def held(self, seat: int) -> list[Card]:
        return sorted(self.hand.hands[seat])

    def refused(self, seat: int, action: str) -> MoveRefusedError:
        """Hold that the action is refused and changes nothing; return the refusal."""
        before = match_state(self.match)
        with pytest.raises(MoveRefusedError) as caught:
            self.match.apply(seat, action)
        assert match_state(self.match) == before
        assert caught.value.text
        return caught.value

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return what the last line told everybody by events of this kind."""
        return [event.public for event in self.log if event.kind == kind]


def _following(lines: Sequence[str], place: int) -> list[str]:
    """Return the shuffle lines directly after this one."""
    found = []
    for line in lines[place + 1 :]:
        if not line.startswith("shuffle"):
            break
        found.append(line)
    return found


def cards(text: str) -> list[Card]:
    return text.split()


def dealt(
    preset: str,
    *hands: str,
    starter: str = "",
    stock: str = "",
    again: Sequence[str] = (),
    first: int = 0,
    seats: int = 0,
    people: Sequence[bool] = (),
    **changes: Any,
) -> Scene:
    """Deal these hands by seat, turn up `starter` and lay `stock` on top of the rest.

    As many cards are dealt as the longest hand has; hands not given get harmless cards. `starter`
    may be several cards where the rule set flips until a plain one. `again` tells what is on top
    each time the stock is shuffled because the starter went back.
    """
    count = max(len(hands), seats, 2)
    given = [cards(hand) for hand in hands] + [[] for _ in range(count - len(hands))]
    size = max(map(len, given)) or PRESETS[preset].hand_size
    rules = PRESETS[preset].changed(**{"hand_size": size, **changes})
    order = first_shuffle(rules, given, size, cards(starter), cards(stock), first)
    house = ScriptedHouse()
    if rules.first_starter == "cut":
        house.orders.append(cut_for((first - 1) % count, count))
    house.picks.append(first)
    house.orders.append(order)
    house.orders.extend(map(cards, again))
    match = Match(rules, list(people) or [True] * count, house)
    scene = Scene(match, house, replays=True)
    scene.log = match.start_hand()
    assert match.hand is not None
    assert match.hand.first == first, "this rule set starts with another seat"
    scene.check_replay()
    return scene


def cut_for(dealer: int, count: int) -> list[Card]:
    """Return the cards cut, seat by seat, so that `dealer` has the highest."""
    return ["B9" if seat == dealer else "R1" if seat % 2 else "G1" for seat in range(count)][:2] + [
        "B9" if seat == dealer else f"Y{seat % 9}" for seat in range(2, count)
    ]


def first_shuffle(
    rules: RuleSet,
    given: list[list[Card]],
    size: int,
    starter: list[Card],
    stock: list[Card],
    first: int,
) -> list[Card]:
    """Return the shuffle that deals, turns up and leaves what is wanted, top card first (K13)."""
    named = [card for hand in given for card in hand] + starter + stock
    spare = rest_of(DECKS[rules.deck].cards, named)
    spare.sort(key=lambda card: (is_wild(card), not card[-1].isdigit()))
    full = [hand + [spare.pop(0) for _ in range(size - len(hand))] for hand in given]
    count = len(full)
    in_turn = [full[(first + place) % count][lap] for lap in range(size) for place in range(count)]
    return in_turn + starter + stock


def placed(scene: Scene, *hands: str, stock: str = "", under: str = "") -> Scene:
    """Give the seats these cards, leave `stock` and put `under` below the top; no record then."""
    hand = scene.hand
    for seat, text in zip(hand.seats, hands, strict=True):
        hand.hands[seat] = cards(text)
    hand.stock = cards(stock)[::-1]
    hand.discard = cards(under) + hand.discard[-1:]
    hand.legal_turn = None
    scene.replays = False
    return scene
