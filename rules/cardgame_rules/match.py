"""One match: hand after hand until somebody has won (rules A4, A15, B10, C3, C12, C13, D2, D10).

`Match` is what a table runs. It refuses what is not allowed, tells what happened as events, and
keeps the record from which `records.replay` rebuilds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import events
from .actions import PLAY, Action, NotNotationError, parse_action
from .cards import Card, in_order
from .chance import House, Witness
from .cutting import cut_for_dealer
from .deal import deal
from .defaults import default_action
from .events import Event
from .hand import Hand, Legal
from .laws import laws_of
from .moves import apply
from .refusals import HandOverError, NotNotationRefusedError
from .ruleset import RuleSet
from .scoring import lives_lost, points_of
from .standings import Standings


class HandSheet(NamedTuple):
    """What is known to all when a hand is over: every hand and who scored what (K12).

    `cards` and `points` are by seat; `winner` is None when nobody went out.
    """

    hand: int
    reason: str
    winner: int | None
    cards: list[list[Card]]
    points: list[int]
    lives_lost: list[int]


class Match:
    """A match of `rules` between seats, of which `humans` says which are persons' (C13).

    `turn` is the number of the open decision, `to_move` the seat that owes it (None between hands).
    Every change appends to `record`. Raises SeatCountError for a wrong number of seats (X20).
    """

    def __init__(
        self,
        rules: RuleSet,
        humans: Sequence[bool],
        house: House,
        names: Sequence[str] | None = None,
    ) -> None:
        rules.check_seats(len(humans))
        self.rules = rules
        self.humans = tuple(humans)
        self.names = list(names or [f"seat {seat}" for seat in range(len(humans))])
        self.record: list[str] = []
        self.house = Witness(house, self.record)
        self.standings = Standings(rules, self.humans)
        self.hand: Hand | None = None
        self.hand_number = 0
        self.last_sheet: HandSheet | None = None
        self._played: set[int] = set()

    @property
    def totals(self) -> list[int]:
        """Points of each seat so far."""
        return self.standings.totals

    @property
    def lives(self) -> list[int | None]:
        """Lives left of each seat; None for a seat without lives."""
        return self.standings.lives

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.standings.result is not None

    @property
    def hand_over(self) -> bool:
        """Whether no hand is being played: before the first, between two, or after the last."""
        # Asked a dozen times for each move: one look-up each, no property inside a property.
        hand = self.hand
        return hand is None or hand.reason is not None or self.standings.result is not None

    @property
    def to_move(self) -> int | None:
        """The seat that owes the turn decision, or None when no hand is being played."""
        return None if self.hand is None or self.hand_over else self.hand.mover

    @property
    def turn(self) -> int:
        """The number of the open turn decision; it rises only when a new one opens."""
        return 0 if self.hand is None else self.hand.turn

    @property
    def uncalled(self) -> tuple[int, ...]:
        """Seats whose last card may be called or caught now (D8)."""
        hand = self.hand
        return () if hand is None or self.hand_over or hand.uncalled < 0 else (hand.uncalled,)

    def has_played(self, seat: int) -> bool:
        """Tell whether `seat` has played a card of this hand already (B11)."""
        return seat in self._played

    def start_hand(self) -> list[Event]:
        """Deal the next hand and return what happened; raise HandOverError if that is not due."""
        if not self.hand_over or self.over:
            raise HandOverError(
                "No new hand starts now: the last one is not over, or the match is."
            )
        self.hand_number += 1
        self.record.append(f"hand {self.hand_number}")
        self._played.clear()
        seats = self.standings.seats
        log: list[Event] = []
        first = self._first_seat(log)
        dealer = seats[seats.index(first) - 1]
        log.append(events.hand_started(self.hand_number, dealer, first, seats))
        dealing: list[Event] = []
        self.hand = deal(
            laws_of(self.rules),
            seats,
            first,
            self.house,
            places=len(self.humans),
            turn=self.turn,
            log=dealing,
        )
        self.hand.log = None
        return log + dealing

    def _first_seat(self, log: list[Event]) -> int:
        """Return the nominal first seat F of the next hand (A4, B2, C3, D2)."""
        seats = self.standings.seats
        if self.hand is None:
            return self._very_first(log)
        last = self.hand
        if self.rules.next_starter == "winner":
            return last.first if last.winner is None else last.winner
        # Next clockwise still in the match: seats may have left since (K17).
        return min(seats, key=lambda seat: (seat - last.first - 1) % len(self.humans))

    def _very_first(self, log: list[Event]) -> int:
        way = self.rules.first_starter
        seats = self.standings.seats
        if way == "random":
            return seats[self.house.pick(len(seats))]
        if way == "human_first":
            return self.humans.index(True) if any(self.humans) else 0
        if way == "cut":
            dealer = cut_for_dealer(laws_of(self.rules).deck, seats, self.house, log)
            return seats[(seats.index(dealer) + 1) % len(seats)]
        return 0

    def legal(self, seat: int) -> Legal:
        """Return what `seat` may do now; the same list that `apply` checks."""
        return () if self.hand is None or self.hand_over else self.hand.legal(seat)

    def apply(self, seat: int, action: str | Action) -> list[Event]:
        """Carry out an action and return what happened, scores and the match's end included.

        Raises a MoveRefusedError, with nothing changed, for what is not allowed.
        """
        if self.hand is None or self.hand_over:
            raise HandOverError("No hand is being played; wait for the next one.", "K10")
        move = self._read(seat, action)
        hand = self.hand
        log = hand.log = []
        mark = len(self.record)
        try:
            apply(hand, seat, move)
        finally:
            hand.log = None
        self.record.insert(mark, f"{seat} {move}")
        if move.verb == PLAY:
            self._played.add(seat)
        if hand.reason is not None:
            log += self._score(hand)
        return log

    def _read(self, seat: int, action: str | Action) -> Action:
        """Return the action in its canonical form (K16): a last card names no colour."""
        try:
            move = action if isinstance(action, Action) else parse_action(action)
        except NotNotationError as error:
            raise NotNotationRefusedError(str(error), "K16") from None
        hand = self.hand
        last = hand is not None and seat == hand.mover and hand.hands[seat] == [move.card]
        if last and move.colour and move.verb == PLAY:
            return parse_action(move.text.replace(f" {move.colour}", "", 1))
        return move

    def default_action(self, seat: int) -> Action:
        """Return what is done for `seat` when somebody must act in its place (K18)."""
        hand = self.hand
        if hand is None or not self.legal(seat):
            raise HandOverError("There is nothing to decide for this seat now.")
        return default_action(self.legal(seat), hand.hands[seat])

    def agree_end(self) -> list[Event]:
        """End the match by consent, with the standings as they are."""
        if self.over:
            raise HandOverError("The match is over already.")
        self.record.append("end agreed")
        return self._close("agreed")

    def _score(self, hand: Hand) -> list[Event]:
        """Add up a hand that is over and end the match if it was the last."""
        sheet = self.last_sheet = HandSheet(
            self.hand_number,
            hand.reason or "",
            hand.winner,
            [list(cards) for cards in hand.hands],
            points_of(hand),
            lives_lost(hand, self.lives),
        )
        gone = self.standings.add(sheet.hand, sheet.points, sheet.lives_lost)
        log = [Event("hand_over", {**sheet_map(sheet), **self._score_map()})]
        log += [events.seat_out(seat) for seat in gone]
        reason = self.standings.why_over(self.hand_number)
        return log + (self._close(reason) if reason else [])

    def _close(self, reason: str) -> list[Event]:
        result = self.standings.close(reason)
        return [Event("match_over", result.as_map())]

    def _score_map(self) -> dict[str, Any]:
        return {"totals": list(self.totals), "lives": list(self.lives)}


def sheet_map(sheet: HandSheet) -> dict[str, Any]:
    """Return a sheet as the plain map of the wire (docs/protocol.md, HandSheet)."""
    # The order in which cards were drawn is nobody's business (public bug X-04).
    return {**sheet._asdict(), "cards": [in_order(list(cards)) for cards in sheet.cards]}
