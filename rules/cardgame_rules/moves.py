"""Playing a hand: check an action, then carry it out with everything that follows from it.

`apply` is the only way to change a hand. It checks first and changes then, so a refused action
leaves the hand untouched. The checks are the legal list itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import events
from .actions import CALL, CATCH, CHALLENGE, DRAW, NAME, PASS, PLAY, TAKE, Action
from .cards import Card
from .hand import ANSWERING, NOBODY, PLAYING, Hand
from .laws import DRAWS, MISS, PENALTY, TURN_AROUND, WILD_PENALTY, colour_in
from .refusals import refusal

INNOCENT_EXTRA: Final = 2
"""Cards a challenger draws beside the four when the challenged was innocent (D7)."""


def apply(hand: Hand, seat: int, action: Action) -> None:
    """Carry out `action` of `seat`, or raise a MoveRefusedError with nothing changed."""
    if action not in hand.legal(seat):
        raise refusal(hand, seat, action)
    _DO[action.verb](hand, seat, action)


def open_turn(hand: Hand, seat: int) -> None:
    """Give `seat` the next decision, or end the hand where its limit is reached (K15).

    Each turn action ends here. So this closes the call window (D8) and the sight of a shown hand,
    and the number of turns is the number of turn actions. What outlasts a turn is set after it.
    """
    hand.mover = seat
    hand.phase = PLAYING
    hand.draws = 0
    hand.drawn = None
    hand.passes = 0
    hand.uncalled = NOBODY
    hand.shown = None
    hand.legal_turn = None
    hand.turn += 1
    if hand.turn > hand.last_turn:
        end(hand, "limit", None)


def end(hand: Hand, reason: str, winner: int | None) -> None:
    """End the hand: `reason` is out, blocked or limit."""
    hand.reason = reason
    hand.winner = winner
    # What was pending is void: nobody is left to serve it (C10, K15).
    hand.pending = 0
    hand.uncalled = NOBODY
    hand.shown = None
    hand.legal_turn = ()


def draw(hand: Hand, seat: int, count: int, reason: str) -> list[Card]:
    """Move up to `count` cards from the stock to `seat`, refilling in between (K6, K7)."""
    stock = hand.stock
    got: list[Card] = []
    while len(got) < count and stock:
        got.append(stock.pop())
        if not stock:
            _refill(hand)
    hand.hands[seat] += got
    if hand.log is not None:
        hand.log.append(events.drew(seat, got, reason))
    return got


def _refill(hand: Hand) -> None:
    """Shuffle all discards but the top into the empty stock, where the rules recycle (K6)."""
    discard = hand.discard
    if hand.laws.reshuffles and len(discard) > 1:
        hand.stock += reversed(hand.house.shuffle(discard[:-1]))
        del discard[:-1]
        if hand.log is not None:
            hand.log.append(events.reshuffled(len(hand.stock)))


def _play(hand: Hand, seat: int, action: Action) -> None:
    card = action.card
    effect = hand.laws.effect[card]
    unlawful = effect == WILD_PENALTY and _breaks_condition(hand, seat)
    if unlawful and hand.laws.wd4_foul:
        _foul(hand, seat, card)
        return
    left = _lay_down(hand, seat, action)
    if not left:
        _go_out(hand, seat, effect)
        return
    if effect:
        hand.guilty = unlawful
        _FOLLOW_UP[effect](hand, seat)
    else:
        open_turn(hand, hand.next_seat[seat])
    if left == 1 and hand.laws.call_penalty and not action.call and hand.reason is None:
        hand.uncalled = seat


def _breaks_condition(hand: Hand, seat: int) -> bool:
    """Tell whether a Wild Draw Four of `seat` is against A10; a stacked one never is (I1)."""
    if hand.pending or hand.colour is None or not hand.laws.wd4_conditional:
        return False
    return colour_in(hand.colour, hand.hands[seat])


def _lay_down(hand: Hand, seat: int, action: Action) -> int:
    """Put the card on the discard pile; return how many cards `seat` has left."""
    laws = hand.laws
    card = action.card
    cards = hand.hands[seat]
    cards.remove(card)
    hand.discard.append(card)
    colour = action.colour
    if colour is not None:
        hand.colour = colour
        hand.follow = laws.follow_colour[colour]
    else:
        # A wild that is the last card names nothing (K5): the hand is over, no colour in force.
        hand.colour = laws.colour[card]
        hand.follow = laws.follow[card]
    if hand.log is not None:
        hand.log.append(events.played(seat, card, colour, len(cards), call=action.call))
    if not hand.stock:
        _refill(hand)
    return len(cards)


def _go_out(hand: Hand, seat: int, effect: int) -> None:
    """End the hand; under `resolve` the next seat still draws what the last card says (K10)."""
    if hand.laws.resolves_last and effect in DRAWS:
        draw(hand, hand.next_seat[seat], hand.pending + DRAWS[effect], "last")
    end(hand, "out", seat)


def _foul(hand: Hand, seat: int, card: Card) -> None:
    """Punish a Wild Draw Four against A10: four cards and the turn, nothing else changes (A12)."""
    if hand.log is not None:
        hand.log.append(events.foul(seat, card))
    draw(hand, seat, DRAWS[WILD_PENALTY], "foul")
    open_turn(hand, hand.next_seat[seat])


def _skip(hand: Hand, seat: int) -> None:
    """Let the next seat miss its turn (A8, C5, D5)."""
    open_turn(hand, miss(hand, hand.next_seat[seat]))


def miss(hand: Hand, seat: int) -> int:
    """Note that `seat` loses its turn; return the seat after it."""
    if hand.log is not None:
        hand.log.append(events.missed(seat))
    return hand.next_seat[seat]


def _reverse(hand: Hand, seat: int) -> None:
    """Turn the direction around; between two seats this skips the other one (C5, D5)."""
    turn_around(hand)
    if len(hand.seats) == 2:
        _skip(hand, seat)
    else:
        open_turn(hand, hand.next_seat[seat])


def turn_around(hand: Hand) -> None:
    """Change the direction of play."""
    leftward = hand.next_seat is hand.rightward
    hand.next_seat = hand.leftward if leftward else hand.rightward
    if hand.log is not None:
        hand.log.append(events.reversed_to(hand.direction))


def _draw_two(hand: Hand, seat: int) -> None:
    penalise(hand, hand.next_seat[seat], DRAWS[PENALTY])


def penalise(hand: Hand, victim: int, count: int) -> None:
    """Put `count` more cards on `victim`: pending where draw cards stack (C6), else at once."""
    if hand.laws.stacks:
        hand.pending += count
        _await_answer(hand, victim)
        return
    draw(hand, victim, count, "penalty")
    open_turn(hand, miss(hand, victim))


def _await_answer(hand: Hand, victim: int) -> None:
    if hand.log is not None:
        hand.log.append(events.pending(victim, hand.pending))
    open_turn(hand, victim)


def _wild_draw_four(hand: Hand, seat: int) -> None:
    victim = hand.next_seat[seat]
    if hand.pending or not hand.laws.wd4_challenge:
        # One that was added to another cannot be challenged, nor can that other any more (I1, I2).
        hand.accused = NOBODY
        hand.accused_hand = ()
        penalise(hand, victim, DRAWS[WILD_PENALTY])
        return
    hand.pending = DRAWS[WILD_PENALTY]
    hand.accused = seat
    hand.accused_hand = tuple(hand.hands[seat])
    _await_answer(hand, victim)
    hand.phase = ANSWERING


def _draw(hand: Hand, seat: int, _action: Action) -> None:
    # The commonest action of all: one card, without the loop of `draw`.
    stock = hand.stock
    card = stock.pop()
    if not stock:
        _refill(hand)
    hand.hands[seat].append(card)
    if hand.log is not None:
        hand.log.append(events.drew(seat, (card,), "turn"))
    if hand.laws.end_turn:
        open_turn(hand, hand.next_seat[seat])
        return
    draws = hand.draws + 1
    open_turn(hand, seat)
    hand.draws = draws
    hand.drawn = card


def _pass(hand: Hand, seat: int, _action: Action) -> None:
    passes = hand.passes + 1 if hand.is_stuck(seat) else 0
    if hand.log is not None:
        hand.log.append(events.passed(seat))
    if passes == len(hand.seats):
        end(hand, "blocked", None)
    else:
        open_turn(hand, hand.next_seat[seat])
        hand.passes = passes


def _take(hand: Hand, seat: int, _action: Action) -> None:
    _serve(hand, seat, hand.pending, "penalty")
    open_turn(hand, miss(hand, seat))


def _serve(hand: Hand, seat: int, count: int, reason: str) -> None:
    """Let `seat` draw a penalty that was pending, and close the question of a challenge."""
    hand.pending = 0
    hand.accused = NOBODY
    hand.accused_hand = ()
    draw(hand, seat, count, reason)


def _challenge(hand: Hand, seat: int, _action: Action) -> None:
    """Judge the Wild Draw Four on the hand at the moment of its play (D7)."""
    accused, held, guilty = hand.accused, hand.accused_hand, hand.guilty
    if hand.log is not None:
        hand.log.append(events.challenged(seat, accused, held, guilty=guilty))
    if guilty:
        _serve(hand, accused, hand.pending, "challenge")
        open_turn(hand, seat)
    else:
        _serve(hand, seat, hand.pending + INNOCENT_EXTRA, "challenge")
        open_turn(hand, miss(hand, seat))
    if hand.reason is None:
        hand.shown = (seat, accused, held)


def _name(hand: Hand, seat: int, action: Action) -> None:
    """Name the colour for a starting wild; the same seat then takes its turn (A5, D3)."""
    colour = action.colour or ""
    hand.colour = colour
    hand.follow = hand.laws.follow_colour[colour]
    if hand.log is not None:
        hand.log.append(events.named(seat, colour))
    open_turn(hand, seat)


def _call(hand: Hand, seat: int, _action: Action) -> None:
    hand.uncalled = NOBODY
    if hand.log is not None:
        hand.log.append(events.called(seat))


def _catch(hand: Hand, seat: int, action: Action) -> None:
    """Let the seat that did not call draw its penalty; whose turn it is does not change (D8)."""
    hand.uncalled = NOBODY
    # The cards drawn may be the last of the stock, which changes what the seat on turn may do.
    hand.legal_turn = None
    if hand.log is not None:
        hand.log.append(events.caught(action.seat, seat))
    draw(hand, action.seat, hand.laws.call_penalty, "caught")


_FOLLOW_UP: Final[dict[int, Callable[[Hand, int], None]]] = {
    MISS: _skip,
    TURN_AROUND: _reverse,
    PENALTY: _draw_two,
    WILD_PENALTY: _wild_draw_four,
}

_DO: Final[dict[str, Callable[[Hand, int, Action], None]]] = {
    PLAY: _play,
    DRAW: _draw,
    PASS: _pass,
    TAKE: _take,
    CHALLENGE: _challenge,
    NAME: _name,
    CALL: _call,
    CATCH: _catch,
}
