"""Goes through the record of a match move by move, with the rules in the plainest words beside it.

The numbers are those of the properties of rules.md, section 3, that tell of a step, a hand's end or
a match's end; what holds in every single state is in `invariants`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cardgame_rules import Action, Event, HandSheet, Match, parse_action
from cardgame_rules.hand import Hand
from cardgame_rules.records import RecordError, moments
from tests.rules import model


class _Before(NamedTuple):
    """Of a hand, what a move changes: as it was before that move."""

    mover: int
    direction: int
    seats: tuple[int, ...]
    sizes: tuple[int, ...]
    held: tuple[str, ...]
    there: int
    top: str | None
    colour: str | None
    draws: int
    drawn: str | None
    pending: int


def _look(hand: Hand) -> _Before:
    return _Before(
        hand.mover, hand.direction, tuple(hand.seats), tuple(map(len, hand.hands)),
        tuple(hand.hands[hand.mover]), len(hand.stock) + len(hand.discard), hand.top,
        hand.colour, hand.draws, hand.drawn, hand.pending,
    )  # fmt: skip


@dataclass
class _Course:
    """What the referee remembers from hand to hand."""

    before: _Before | None = None
    hand: int = 0
    totals: tuple[int, ...] = ()
    first: int | None = None
    over: bool = False


def watch(record: str) -> Iterator[str]:
    """Yield what is wrong with a match, by its record (whole, or up to any of its lines)."""
    lines = record.split("\n")
    course = _Course()
    try:
        for moment in moments(record):
            match, hand = moment.match, moment.match.hand
            if hand is None:
                continue
            seat, _, text = lines[moment.line - 1].partition(" ")
            where = f"hand {match.hand_number}, line {moment.line}: "
            if course.over:
                yield f"P20: {where}the match was over before"
            if match.hand_number != course.hand:
                yield from (where + problem for problem in _dealt(match, hand, course))
            elif seat.isdigit() and course.before is not None:
                action = parse_action(text)
                step = _moved(match, hand, course.before, int(seat), action, moment.events)
                yield from (where + problem for problem in step)
            if match.hand_over and course.before is not None:
                ended = (_grown(match, hand, course.before), _ended(match, hand, course))
                yield from (where + problem for part in ended for problem in part)
            course.before = None if match.hand_over else _look(hand)
    except RecordError as error:
        yield f"E2: the record does not follow the rules: {error}"


def answers(record: str) -> Iterator[tuple[int, str]]:
    """Yield each move of a match, with the decision that was open then (1: the first of all)."""
    lines, turn = record.split("\n"), 0
    for moment in moments(record):
        line = lines[moment.line - 1]
        if line.partition(" ")[0].isdigit():
            yield turn, line
        turn = moment.match.turn


def _dealt(match: Match, hand: Hand, course: _Course) -> Iterator[str]:
    """Check a hand that begins."""
    course.hand = match.hand_number
    if hand.direction != 1 and not (hand.top or "").endswith("V"):
        yield f"P8: it begins in direction {hand.direction}"
    if course.first is not None and course.first in hand.seats and hand.first != course.first:
        yield f"P22: seat {hand.first} is first, and not seat {course.first}"


def _moved(
    match: Match, hand: Hand, before: _Before, seat: int, action: Action, events: list[Event]
) -> Iterator[str]:
    """Check one move."""
    kinds = [event.kind for event in events]
    if "reshuffled" in kinds and len(hand.discard) != 1:
        yield f"P3: {len(hand.discard)} discards are left after a reshuffle"
    yield from _allowed(match, before, seat, action, kinds)
    if not match.hand_over and action.verb != "catch":
        expected = _next(match, before, action, events)
        if (hand.mover, hand.direction) != expected:
            yield f"P7: {(hand.mover, hand.direction)} follows {action}, expected is {expected}"


def _allowed(
    match: Match, before: _Before, seat: int, action: Action, kinds: list[str]
) -> Iterator[str]:
    """Check that a move could be made at all."""
    if action.turn_action and seat != before.mover:
        yield f"E3: seat {seat} moved, and it was the turn of seat {before.mover}"
    if action.verb == "play":
        if not model.follows(action.card, before.top, before.colour):
            yield f"K3: {action.card} on {before.top}, {before.colour} in force"
        if before.draws and match.rules.after_draw == "drawn_only" and action.card != before.drawn:
            yield f"P12: {action.card} was played after drawing {before.drawn}"
        if action.card == "F" and match.rules.wd4_enforcement == "penalty":
            colours = [model.colour(card) for card in before.held if not model.wild(card)]
            if (before.colour in colours) != ("foul" in kinds):
                yield f"P11: a Wild Draw Four from {before.held}, {before.colour} in force"
    stuck = match.rules.after_draw == "any_card" or not before.draws
    if action.verb == "pass" and stuck:
        playable = [c for c in before.held if model.follows(c, before.top, before.colour)]
        if playable:
            yield f"P14: a pass with {playable}"


def _next(match: Match, before: _Before, action: Action, events: list[Event]) -> tuple[int, int]:
    """Return who should be to act after a move, and in which direction, by rules.md alone."""
    kinds, direction, seats, rules = (
        [event.kind for event in events], before.direction, before.seats, match.rules
    )  # fmt: skip
    coloured = rules.deck != "french52"
    stays = action.verb in ("call", "catch", "name")
    stays = stays or (action.verb == "draw" and rules.after_draw != "end_turn")
    guilty = any(event.public.get("guilty") for event in events)
    if stays or (action.verb == "challenge" and guilty):
        return before.mover, direction
    symbol = action.card[-1:] if action.verb == "play" and coloured else ""
    direction = -direction if symbol == "V" and "played" in kinds else direction
    answered = rules.stacking == "same" or rules.wd4_enforcement == "challenge"
    two = (
        symbol == "S"
        or (symbol == "V" and len(seats) == 2)
        or (symbol == "D" and rules.stacking == "none")
        or (symbol == "F" and not answered and "foul" not in kinds)
    )
    place = seats.index(before.mover) + direction * (2 if two else 1)
    return seats[place % len(seats)], direction


def _ended(match: Match, hand: Hand, course: _Course) -> Iterator[str]:
    """Check the end of a hand, and whether the match is over with it."""
    sheet, rules = match.last_sheet, match.rules
    course.over = match.over
    if sheet is None or sheet.hand != match.hand_number:
        return  # All have agreed to end the match within the hand: nobody scores.
    yield from _scored(hand, sheet, survival=rules.name == "survival")
    if sheet.reason == "blocked":
        yield from _blocked(match, hand)
    old = course.totals or (0,) * len(match.totals)
    if any(new < was for new, was in zip(match.totals, old, strict=True)):
        yield f"P20: totals fell from {old} to {match.totals}"
    course.totals = tuple(match.totals)
    if rules.name == "survival":
        course.first = hand.first if sheet.winner is None else sheet.winner
    else:
        course.first = hand.seats[(hand.seats.index(hand.first) + 1) % len(hand.seats)]
        last = max(match.totals) >= rules.target or match.hand_number == rules.hand_limit
        if match.over != last:
            yield f"P20: over is {match.over} with {match.totals}, the target is {rules.target}"


def _grown(match: Match, hand: Hand, before: _Before) -> Iterator[str]:
    """Check who has drawn because the last card of a hand was a draw card."""
    sheet = match.last_sheet
    if sheet is None or sheet.hand != match.hand_number or sheet.reason != "out":
        return
    resolved = match.rules.last_card_draw == "resolve" and match.rules.deck != "french52"
    owed = {"D": 2, "F": 4}.get((hand.top or "")[-1:], 0) if resolved else 0
    place = hand.seats.index(before.mover) + hand.direction
    expected = dict.fromkeys(hand.seats, 0) | {before.mover: -1}
    expected[hand.seats[place % len(hand.seats)]] += min(owed + before.pending, before.there)
    grown = {seat: len(hand.hands[seat]) - before.sizes[seat] for seat in hand.seats}
    if resolved and grown != expected:
        yield f"P18: the hands grew by {grown}, expected is {expected}"


def _scored(hand: Hand, sheet: HandSheet, *, survival: bool) -> Iterator[str]:
    """Check who went out, and what that brings."""
    worth = {seat: sum(map(model.value, sheet.cards[seat])) for seat in hand.seats}
    points = dict.fromkeys(hand.seats, 0)
    if sheet.winner is not None:
        points[sheet.winner] = sum(worth.values())
        if [seat for seat in hand.seats if not sheet.cards[seat]] != [sheet.winner]:
            yield f"P16: seat {sheet.winner} went out, left are {sheet.cards}"
    elif not survival:
        low = min(worth.values())
        lowest = [seat for seat in hand.seats if worth[seat] == low]
        if len(lowest) == 1:
            points[lowest[0]] = sum(value - low for value in worth.values())
    if {seat: sheet.points[seat] for seat in hand.seats} != points:
        yield f"P17: {sheet.points} points for {sheet.cards}, expected are {points}"


def _blocked(match: Match, hand: Hand) -> Iterator[str]:
    recyclable = match.rules.stock_empty == "reshuffle" and len(hand.discard) > 1
    held = [card for seat in hand.seats for card in hand.hands[seat]]
    playable = [card for card in held if model.follows(card, hand.top, hand.colour)]
    if hand.stock or recyclable or playable:
        yield f"P19: blocked with {len(hand.stock)} cards in stock, {playable} can be played"
