"""Dealing a hand and turning up the starter (rules K13, K14, A5, B1, C2, D3)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events
from .cards import NUMBERS, RANKS, WILD_DRAW_FOUR, Card, is_wild
from .chance import House
from .events import Event
from .hand import NAMING, Hand
from .laws import DRAWS, MISS, PENALTY, TURN_AROUND, Laws
from .moves import draw, miss, open_turn, penalise, turn_around


def deal(
    laws: Laws,
    seats: Sequence[int],
    first: int,
    house: House,
    *,
    places: int = 0,
    turn: int = 0,
    log: list[Event] | None = None,
) -> Hand:
    """Deal a hand to `seats` with `first` as the nominal first seat and open its first turn.

    `places` is the number of seats of the match, where some are no longer in it; `turn` is the
    number of the last decision before this hand. Events go to `log` where given,
    which stays the log of the hand.
    """
    hand = Hand(laws, seats, first, house, places or max(seats) + 1)
    hand.turn = turn
    # The first decision is the turn after `turn`; the limit counts the actions that answer one.
    hand.last_turn = turn + laws.turn_limit
    while not _lay_out(hand, log):
        # K14: no card of the stock can start, so the whole deck is shuffled and dealt again.
        if log is not None:
            log.clear()
    hand.log = log
    _start(hand)
    return hand


def _lay_out(hand: Hand, log: list[Event] | None) -> bool:
    """Deal and turn up a starter; return False if the stock holds none."""
    order = hand.house.shuffle(hand.laws.deck)
    size = hand.laws.rules.hand_size
    count = len(hand.seats)
    seat = hand.first
    for place in range(count):
        hand.hands[seat] = order[place : size * count : count]
        if log is not None:
            log.append(events.dealt(seat, hand.hands[seat]))
        seat = hand.leftward[seat]
    hand.stock = order[: size * count - 1 : -1]
    hand.discard = []
    return _TURN_UP[hand.laws.rules.starter](hand, log)


def _turn_nothing(_hand: Hand, _log: list[Event] | None) -> bool:
    """Start without a card: the first player may play any (B1, B2)."""
    return True


def _turn_till_plain(hand: Hand, log: list[Event] | None) -> bool:
    """Flip cards until one is plain; those flipped stay under it (C2)."""
    if not any(_is_plain(card) for card in hand.stock):
        return False
    while not hand.discard or not _is_plain(hand.discard[-1]):
        _turn(hand, log, hand.stock.pop())
    return True


def _is_plain(card: Card) -> bool:
    return not is_wild(card) and (card[0] in RANKS or card[1] in NUMBERS)


def _turn_with_effect(hand: Hand, log: list[Event] | None) -> bool:
    """Turn a card up; a Wild Draw Four goes back, the stock is shuffled and another turned."""
    if all(card == WILD_DRAW_FOUR for card in hand.stock):
        return False
    while (card := hand.stock.pop()) == WILD_DRAW_FOUR:
        if log is not None:
            log.append(events.turned(card, returned=True))
        hand.stock = hand.house.shuffle([*hand.stock, card])[::-1]
    _turn(hand, log, card)
    return True


def _turn(hand: Hand, log: list[Event] | None, card: Card) -> None:
    hand.discard.append(card)
    if log is not None:
        log.append(events.turned(card, returned=False))


_TURN_UP = {"free": _turn_nothing, "plain": _turn_till_plain, "effects": _turn_with_effect}


def _start(hand: Hand) -> None:
    """Put the starter in force and open the first decision."""
    top = hand.top
    if top is None:
        open_turn(hand, hand.first)
        return
    laws = hand.laws
    if is_wild(top):
        # Until it is named no colour is in force (P5) and the first seat can do nothing else.
        hand.colour = None
        open_turn(hand, hand.first)
        hand.phase = NAMING
        return
    hand.colour = laws.colour[top]
    hand.follow = laws.follow[top]
    _apply_starter(hand, laws.effect[top])


def _apply_starter(hand: Hand, effect: int) -> None:
    """Apply what an action card does when it is turned up first (A5, D3)."""
    first = hand.first
    if effect == MISS:
        open_turn(hand, miss(hand, first))
    elif effect == TURN_AROUND:
        turn_around(hand)
        open_turn(hand, hand.dealer)
    elif effect == PENALTY:
        if hand.laws.stacks:
            penalise(hand, first, DRAWS[PENALTY])
        else:
            draw(hand, first, DRAWS[PENALTY], "starter")
            open_turn(hand, miss(hand, first))
    else:
        open_turn(hand, first)
