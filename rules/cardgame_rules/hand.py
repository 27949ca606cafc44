"""One hand: who holds what, who is to act, and what that seat may do (rules K1 to K9, D8).

`Hand` is a flat, mutable value. It is what bots search with, so copying is cheap and a list of
legal actions is computed once a decision. `moves.apply` is the only thing that changes it after
the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .actions import Action, parse_action
from .cards import WILD_DRAW_FOUR, Card, Colour
from .chance import House
from .events import Event
from .laws import Laws, colour_in

PLAYING: Final = "play"
NAMING: Final = "name"
ANSWERING: Final = "answer"
"""The phases of a hand: an ordinary turn, a starting wild to be named, a Wild Draw Four to be
answered by `take` or `challenge` (D7). A hand that is over has `reason` set."""

NOBODY: Final = -1

DRAW_ACTION: Final = parse_action("draw")
TAKE_ACTION: Final = parse_action("take")
PASS_ACTION: Final = parse_action("pass")
CALL_ACTION: Final = parse_action("call")
CHALLENGE_ACTION: Final = parse_action("challenge")
_PASS_ONLY: Final = (PASS_ACTION,)
_DRAW_ONLY: Final = (DRAW_ACTION,)
_DRAW_OR_PASS: Final = (DRAW_ACTION, PASS_ACTION)
_ANSWERS: Final = (TAKE_ACTION, CHALLENGE_ACTION)
_CATCHES: Final = tuple(parse_action(f"catch {seat}") for seat in range(10))

Legal = Sequence[Action]


class Hand:
    """The whole state of one hand. Seats are numbers of the match; `seats` are those dealt in.

    `stock` is drawn from its end; `discard[-1]` is the top. `hands` has a list for every seat of
    the match (`places` of them), empty for those out of it. `uncalled` is the seat whose last card
    may be called or caught (D8), `accused` the one whose Wild Draw Four is to be answered (D7);
    NOBODY if none. `turn` numbers decisions and rises when a new one opens; `last_turn` is the
    last that the limit of actions allows (K15). `log`, where not None, collects events.
    """

    __slots__ = (
        "accused",
        "accused_hand",
        "colour",
        "discard",
        "drawn",
        "draws",
        "first",
        "follow",
        "guilty",
        "hands",
        "house",
        "last_turn",
        "laws",
        "leftward",
        "legal_turn",
        "log",
        "mover",
        "next_seat",
        "passes",
        "pending",
        "phase",
        "reason",
        "rightward",
        "seats",
        "shown",
        "stock",
        "turn",
        "uncalled",
        "winner",
    )

    def __init__(
        self, laws: Laws, seats: Sequence[int], first: int, house: House, places: int
    ) -> None:
        self.laws = laws
        self.house = house
        self.seats = tuple(seats)
        self.first = first
        self.hands: list[list[Card]] = [[] for _ in range(places)]
        self.stock: list[Card] = []
        self.discard: list[Card] = []
        self.leftward = _ring(self.seats, places, 1)
        self.rightward = _ring(self.seats, places, -1)
        self.next_seat = self.leftward
        self.colour: Colour | None = None
        self.follow = laws.any_card
        self.mover = first
        self.phase = PLAYING
        self.draws = 0
        self.drawn: Card | None = None
        self.pending = 0
        self.passes = 0
        self.uncalled = NOBODY
        self.accused = NOBODY
        self.accused_hand: tuple[Card, ...] = ()
        self.guilty = False
        self.shown: tuple[int, int, tuple[Card, ...]] | None = None
        self.turn = 0
        self.last_turn = laws.turn_limit
        self.reason: str | None = None
        self.winner: int | None = None
        self.legal_turn: Legal | None = None
        self.log: list[Event] | None = None

    def copy(self, house: House) -> Hand:
        """Return an independent copy that asks `house` for chance and keeps no log."""
        twin = Hand.__new__(Hand)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        twin.house = house
        twin.hands = [cards[:] for cards in self.hands]
        twin.stock = self.stock[:]
        twin.discard = self.discard[:]
        twin.log = None
        return twin

    @property
    def direction(self) -> int:
        """1 while play goes to the left, -1 while it goes to the right (K1)."""
        return 1 if self.next_seat is self.leftward else -1

    @property
    def top(self) -> Card | None:
        """The top of the discard pile; None before the first card of a game without starter."""
        return self.discard[-1] if self.discard else None

    @property
    def dealer(self) -> int:
        """The seat to the right of the nominal first seat (K1)."""
        return self.rightward[self.first]

    def legal(self, seat: int) -> Legal:
        """Return what `seat` may do now: the one source of legality, empty if nothing.

        The list is shared: do not change it.
        """
        turn: Legal = ()
        if seat == self.mover:
            turn = self.legal_turn if self.legal_turn is not None else self._list_turn()
        if self.uncalled == NOBODY:
            return turn
        late = CALL_ACTION if seat == self.uncalled else _CATCHES[self.uncalled]
        return [*turn, late] if seat in self.seats else turn

    def _list_turn(self) -> Legal:
        if self.phase == PLAYING:
            listed: Legal = self._list_penalty() if self.pending else self._list_plays()
        elif self.phase == ANSWERING:
            # Where draw cards stack, adding another forfeits the challenge (I2).
            listed = [*self._list_penalty(), CHALLENGE_ACTION] if self.laws.stacks else _ANSWERS
        else:
            listed = [parse_action(f"name {colour}") for colour in self.laws.colours]
        self.legal_turn = listed
        return listed

    def _list_penalty(self) -> Legal:
        """List the answers to a stacked penalty: a card of the same kind, or take (C6, C7)."""
        same = self.laws.same_kind[self.discard[-1]]
        cards = [card for card in self.hands[self.mover] if card in same]
        return [*self._ways(cards), TAKE_ACTION]

    def _list_plays(self) -> Legal:
        laws = self.laws
        if self.draws and laws.drawn_only:
            return self._list_drawn()
        follow = self.follow
        hand = self.hands[self.mover]
        cards = [card for card in hand if card in follow]
        if laws.wd4_refused and self.colour and colour_in(self.colour, hand):
            cards = [card for card in cards if card != WILD_DRAW_FOUR]
        listed = self._ways(cards)
        if self.stock:
            if self.draws < laws.draw_max:
                listed.append(DRAW_ACTION)
            if self.draws >= laws.pass_after:
                listed.append(PASS_ACTION)
        elif self.draws >= laws.pass_after or not cards:
            listed.append(PASS_ACTION)
        return listed

    def _list_drawn(self) -> Legal:
        """List what may follow a draw where only the drawn card may be played (A7, D4)."""
        laws = self.laws
        card = self.drawn
        may_pass = self.draws >= laws.pass_after
        if card is not None and card in self.follow:
            ways = laws.ways_by_count.get(len(self.hands[self.mover]), laws.plays)[card]
            return ways + _PASS_ONLY if may_pass else ways
        if not self.stock or self.draws >= laws.draw_max:
            return _PASS_ONLY
        return _DRAW_OR_PASS if may_pass else _DRAW_ONLY

    def _ways(self, cards: list[Card]) -> list[Action]:
        """Return every way to play one of `cards`, twins once."""
        ways = self.laws.ways_by_count.get(len(self.hands[self.mover]), self.laws.plays)
        return [way for card in dict.fromkeys(cards) for way in ways[card]]

    def is_stuck(self, seat: int) -> bool:
        """Tell whether nothing can be drawn and no card of `seat` follows: its pass counts (K9)."""
        follow = self.follow
        return not self.stock and not any(card in follow for card in self.hands[seat])


_SHARED: Final = tuple(
    name for name in Hand.__slots__ if name not in ("house", "hands", "stock", "discard", "log")
)


def _ring(seats: tuple[int, ...], places: int, step: int) -> tuple[int, ...]:
    """Return for each seat the one that follows it among `seats` in the direction of `step`."""
    ring = [NOBODY] * places
    for place, seat in enumerate(seats):
        ring[seat] = seats[(place + step) % len(seats)]
    return tuple(ring)
