"""Properties of the cards and piles that hold in every game (P1 to P5, P16 to P19)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from cardgame_rules import Match, is_wild
from cardgame_rules.cards import DECKS
from tests.rules import model
from tests.rules.random_play import (
    at_every_table,
    few,
    hand_of,
    new_match,
    seeds,
    steps,
    styles,
)


def all_cards(match: Match) -> Counter[str]:
    hand = hand_of(match)
    return Counter(card for pile in (*hand.hands, hand.stock, hand.discard) for card in pile)


@at_every_table
@few
@given(seeds, styles)
def test_inv_P1_no_card_is_ever_lost_or_made(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    deck = Counter(DECKS[match.rules.deck].cards)
    assert all_cards(match) == deck
    for _ in steps(match, style, seed):
        assert all_cards(match) == deck


@at_every_table
@few
@given(seeds, styles)
def test_inv_P2_the_top_is_the_last_card_played(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    last = hand.top
    assert (last is None) == (preset == "eights")
    for step in steps(match, style, seed):
        for event in step.log:
            if event.kind == "played":
                last = event.public["card"]
        assert hand.top == last
        assert bool(hand.discard) == (last is not None)


@at_every_table
@few
@given(seeds, styles)
def test_inv_P3_and_P4_a_reshuffle_keeps_exactly_the_top_and_the_stock_is_empty_only_then(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    for step in steps(match, style, seed):
        recycles = match.rules.stock_empty == "reshuffle"
        shuffled = [event for event in step.log if event.kind == "reshuffled"]
        assert recycles or not shuffled
        if shuffled:
            assert len(hand.discard) == 1
        if recycles and not hand.stock:
            assert len(hand.discard) <= 1


@at_every_table
@few
@given(seeds, styles)
def test_inv_P5_a_colour_is_named_exactly_while_a_wild_is_on_top(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    for _ in steps(match, style, seed):
        if match.hand_over or hand.top is None:
            continue
        if is_wild(hand.top):
            assert (hand.colour is None) == (hand.phase == "name")
        else:
            assert hand.colour is not None
            assert hand.colour in hand.top


@at_every_table
@few
@given(seeds)
def test_inv_P16_and_P17_the_winner_alone_is_empty_handed_and_scores_the_others(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, "play", seed, limit=2000):
        pass
    sheet = match.last_sheet
    assert sheet is not None
    worth = [sum(map(model.value, held)) for held in sheet.cards]
    assert all(0 <= points <= 1240 for points in sheet.points)
    if sheet.reason == "out":
        assert [not held for held in sheet.cards] == [s == sheet.winner for s in range(seats)]
        assert sheet.points == [sum(worth) if s == sheet.winner else 0 for s in range(seats)]
    else:
        assert sheet.winner is None
        low = min(worth)
        expected = [sum(w - low for w in worth) if w == low else 0 for w in worth]
        void = preset == "survival" or worth.count(low) > 1
        assert sheet.points == ([0] * seats if void else expected)


@at_every_table
@few
@given(seeds)
def test_inv_P18_only_a_resolved_last_draw_card_makes_the_next_seat_draw(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    mover, direction, sizes, available = 0, 1, [0], 0
    step = None
    for one in steps(match, "play", seed, limit=2000):
        step = one
        if not match.hand_over:
            direction, sizes = hand.direction, [len(held) for held in hand.hands]
            available = len(hand.stock) + len(hand.discard)
    assert step is not None
    if hand.reason != "out":
        return
    mover = step.seat
    owed = {"D": 2, "F": 4}.get(step.action.card[-1], 0) if preset in ("duel", "classic") else 0
    victim = (mover + direction) % seats
    grown = [len(held) - size for held, size in zip(hand.hands, sizes, strict=True)]
    expected = [0] * seats
    expected[victim] = min(owed, available)
    expected[mover] = -1
    assert grown == expected


def nobody_can_move(match: Match) -> bool:
    """Look at every card of every hand: can it be played? Can a card be drawn?"""
    hand = hand_of(match)
    recyclable = match.rules.stock_empty == "reshuffle" and len(hand.discard) > 1
    held = [card for cards in hand.hands for card in cards]
    playable = any(model.follows(card, hand.top, hand.colour) for card in held)
    return not hand.stock and not recyclable and not playable


@pytest.mark.parametrize(("preset", "seats"), [("eights", 2), ("duel", 2), ("classic", 3)])
@few
@given(seeds)
def test_inv_P19_and_E4_a_hand_is_blocked_only_when_nobody_can_move(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed, stock_empty="none")
    match.start_hand()
    lap = 0
    for step in steps(match, "any", seed, limit=5000):
        if step.action.verb == "pass":
            lap = lap + 1 if nobody_can_move_of(match, step.seat) else 0
        elif step.action.turn_action:
            lap = 0
        blocked = match.last_sheet is not None and match.last_sheet.reason == "blocked"
        assert blocked == (lap == seats)
    if match.last_sheet is not None and match.last_sheet.reason == "blocked":
        assert nobody_can_move(match)


def nobody_can_move_of(match: Match, seat: int) -> bool:
    """Tell whether a pass of `seat` counts: nothing to draw and nothing of its hand to play."""
    hand = hand_of(match)
    return not hand.stock and not any(
        model.follows(card, hand.top, hand.colour) for card in hand.hands[seat]
    )


def test_inv_P19_is_met_often_enough_to_mean_something() -> None:
    blocked = 0
    for seed in range(20):
        match = new_match("eights", 2, seed)
        match.start_hand()
        for _ in steps(match, "any", seed, limit=5000):
            pass
        blocked += match.last_sheet is not None and match.last_sheet.reason == "blocked"
    assert blocked >= 4
