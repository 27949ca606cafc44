"""Properties of turns and of what is legal (P6 to P15)."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given

from cardgame_rules import Match, MoveRefusedError
from cardgame_rules.moves import apply
from tests.rules import model
from tests.rules.random_play import (
    EXAMPLES,
    SeededHouse,
    Step,
    at_every_table,
    canonical,
    every_text,
    few,
    hand_of,
    new_match,
    seeds,
    steps,
    styles,
)
from tests.rules.snapshot import match_state


@at_every_table
@few
@given(seeds, styles)
def test_inv_P6_exactly_one_seat_owes_the_turn_until_the_hand_is_over(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed):
        owing = [s for s in range(seats) if any(a.turn_action for a in match.legal(s))]
        assert owing == ([] if match.hand_over else [match.to_move])


def expected_next(match: Match, before: tuple[int, int, int], step: Step) -> tuple[int, int]:
    """Return who should be to act after `step`, and in which direction, by rules.md alone."""
    mover, direction, seats = before
    kinds = [event.kind for event in step.log]
    verb = step.action.verb
    symbol = step.action.card[-1:] if verb == "play" else ""
    stays = verb in ("call", "catch", "name") or (
        verb == "draw" and match.rules.after_draw != "end_turn"
    )
    if verb == "challenge":
        stays = any(event.public.get("guilty") for event in step.log)
    if stays:
        return mover, direction
    if symbol == "V" and "played" in kinds:
        direction = -direction
    answered = match.rules.stacking == "same" or match.rules.wd4_enforcement == "challenge"
    two = (
        (symbol == "S" and match.rules.deck != "french52")
        or (symbol == "V" and seats == 2)
        or (symbol == "D" and match.rules.deck != "french52" and match.rules.stacking == "none")
        or (symbol == "F" and not answered and "foul" not in kinds)
    )
    return (mover + direction * (2 if two else 1)) % seats, direction


@at_every_table
@few
@given(seeds, styles)
def test_inv_P7_and_P8_the_next_seat_and_the_direction_are_those_of_the_rules(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    if hand.top is None or hand.top[-1] != "V":
        assert hand.direction == 1
    before = (hand.mover, hand.direction, seats)
    for step in steps(match, style, seed):
        if match.hand_over:
            return
        assert (hand.mover, hand.direction) == expected_next(match, before, step)
        before = (hand.mover, hand.direction, seats)


@at_every_table
@few
@given(seeds, styles)
def test_inv_P9_what_is_pending_is_what_was_stacked_since_the_last_take(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    owed = 0
    for step in steps(match, style, seed):
        if step.action.verb == "play":
            worth = {"D": 2, "F": 4}.get(step.action.card[-1], 0)
            if preset == "survival":
                owed = owed + worth if worth else 0
            else:
                owed = 4 if hand.phase == "answer" and not match.hand_over else 0
        elif step.action.turn_action:
            owed = 0
        assert hand.pending == (0 if match.hand_over else owed)


def hold_that_listed_is_accepted(match: Match) -> int:
    """Try every text for every seat on the state as it is; return how many were tried."""
    hand = hand_of(match)
    before = match_state(match)
    texts = every_text(match)
    for seat in range(len(match.humans)):
        listed = {str(action): action for action in match.legal(seat)}
        assert set(listed) <= set(texts)
        for text in texts:
            action = listed.get(canonical(match, seat, text))
            if action is not None:
                apply(hand.copy(SeededHouse(0)), seat, action)
            else:
                with pytest.raises(MoveRefusedError):
                    match.apply(seat, text)
    assert match_state(match) == before
    return len(texts)


@at_every_table
@hypothesis.settings(max_examples=max(2, EXAMPLES // 2), derandomize=True, deadline=None)
@given(seeds, styles)
def test_inv_P10_what_is_listed_is_what_is_accepted_and_a_refusal_changes_nothing(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    assert hold_that_listed_is_accepted(match)
    seen: set[tuple[str, bool, bool, bool, int]] = set()
    for _ in steps(match, style, seed, limit=300):
        assert match.hand_over or match.legal(hand.mover)
        held = min(len(hand.hands[hand.mover]), 3)
        kind = (hand.phase, hand.pending > 0, hand.draws > 0, hand.uncalled >= 0, held)
        if kind not in seen and not match.hand_over and len(seen) < 6:
            seen.add(kind)
            hold_that_listed_is_accepted(match)


@few
@given(seeds, styles)
def test_inv_P10_each_single_refusal_changes_nothing(seed: int, style: str) -> None:
    match = new_match("classic", 3, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=seed % 40):
        pass
    if match.hand_over:
        return
    before = match_state(match)
    for text in every_text(match)[::7]:
        for seat in range(3):
            if canonical(match, seat, text) not in map(str, match.legal(seat)):
                with pytest.raises(MoveRefusedError):
                    match.apply(seat, text)
                assert match_state(match) == before


@few
@given(seeds, styles)
def test_inv_P11_a_wild_draw_four_is_always_listed_and_fouls_with_a_card_of_the_colour(
    seed: int, style: str
) -> None:
    match = new_match("duel", 2, seed)
    match.start_hand()
    hand = hand_of(match)
    for _ in range(400):
        if match.hand_over:
            return
        mover, top, colour = hand.mover, hand.top, hand.colour
        held = list(hand.hands[mover])
        permitted = [hand.drawn] if hand.draws else held
        listed = [action for action in match.legal(mover) if action.card == "F"]
        assert bool(listed) == ("F" in permitted and hand.phase == "play")
        if not listed:
            next(steps(match, style, seed + hand.turn, limit=1))
            continue
        others = [card for card in held if not model.wild(card) and model.colour(card) == colour]
        available = len(hand.stock) + len(hand.discard) - 1
        log = match.apply(mover, listed[0])
        fouled = any(event.kind == "foul" for event in log)
        assert fouled == bool(others)
        if fouled:
            assert len(hand.hands[mover]) == len(held) + min(4, available)
            assert (hand.top, hand.colour, hand.mover) == (top, colour, 1 - mover)


@pytest.mark.parametrize(("preset", "seats"), [("duel", 2), ("classic", 2), ("classic", 4)])
@few
@given(seeds)
def test_inv_P12_after_a_draw_only_the_card_drawn_may_be_played(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for step in steps(match, "any", seed):
        if step.action.verb == "draw" and not match.hand_over:
            legal = [action for action in match.legal(step.seat) if action.turn_action]
            drawn = hand_of(match).hands[step.seat][-1]
            assert {action.verb for action in legal} <= {"play", "pass"}
            assert {action.card for action in legal if action.verb == "play"} <= {drawn}


@pytest.mark.parametrize("seats", [2, 3, 4])
@few
@given(seeds)
def test_inv_P13_in_survival_a_draw_hands_the_turn_on(seats: int, seed: int) -> None:
    match = new_match("survival", seats, seed)
    match.start_hand()
    for step in steps(match, "any", seed):
        if step.action.verb == "draw" and not match.hand_over:
            assert match.to_move != step.seat


@at_every_table
@few
@given(seeds, styles)
def test_inv_P14_and_P15_a_pass_before_a_draw_needs_that_nothing_can_be_drawn_or_played(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    hand = hand_of(match)
    for _ in steps(match, style, seed):
        if match.hand_over or "pass" not in map(str, match.legal(hand.mover)):
            continue
        if preset == "eights" or not hand.draws:
            assert not hand.stock
            held = hand.hands[hand.mover]
            assert not any(model.follows(card, hand.top, hand.colour) for card in held)
