"""Properties of whole matches, of termination and of the engine (P20 to P22, T1 to T3, E1, E2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given

from cardgame_rules import Action, Hand, Match
from cardgame_rules.moves import apply
from cardgame_rules.records import dumps, replay
from tests.rules.random_play import (
    SeededHouse,
    Step,
    at_every_table,
    few,
    hand_of,
    new_match,
    seeds,
    steps,
    styles,
)
from tests.rules.snapshot import hand_state, match_state


def hands(match: Match, seed: int, most: int = 60) -> Iterator[list[Step]]:
    """Play hand after hand by the style that plays if it can; yield the steps of each."""
    while not match.over and match.hand_number < most:
        match.start_hand()
        yield list(steps(match, "play", seed + match.hand_number, limit=2000))


@at_every_table
@few
@given(seeds)
def test_inv_P20_totals_never_fall_and_the_match_ends_with_the_first_hand_that_ends_it(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    before = [0] * seats
    for _ in hands(match, seed):
        assert all(new >= old for new, old in zip(match.totals, before, strict=True))
        before = list(match.totals)
        if preset == "survival":
            people = sum(match.humans)
            holders = [life for life in match.lives if life]
            over = len(holders) <= (0 if people == 1 else 1) or len(match.standings.seats) < 2
        else:
            over = max(before) >= (100 if preset == "eights" else 500)
        assert match.over == over


@pytest.mark.parametrize("seats", [2, 3, 4])
@few
@given(seeds)
def test_inv_P21_lives_fall_one_by_one_and_never_for_the_winner_or_without_a_winner(
    seats: int, seed: int
) -> None:
    match = new_match("survival", seats, seed)
    before = list(match.lives)
    for _ in hands(match, seed):
        sheet = match.last_sheet
        assert sheet is not None
        for seat, (old, new) in enumerate(zip(before, match.lives, strict=True)):
            loses = bool(old) and sheet.reason == "out" and seat != sheet.winner
            assert new == (old if old is None else old - loses)
        before = list(match.lives)


@at_every_table
@few
@given(seeds)
def test_inv_P22_first_seats_rotate_or_follow_the_winner(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    expected: int | None = None
    for _ in hands(match, seed):
        hand, sheet = hand_of(match), match.last_sheet
        assert sheet is not None
        assert expected is None or hand.first == expected
        if preset == "survival":
            expected = hand.first if sheet.winner is None else sheet.winner
        else:
            expected = (hand.first + 1) % seats


@few
@given(seeds, styles)
def test_inv_T1_a_hand_of_eights_takes_at_most_142_actions(seed: int, style: str) -> None:
    match = new_match("eights", 2, seed)
    match.start_hand()
    verbs = Counter(step.action.verb for step in steps(match, style, seed, limit=143))
    assert match.hand_over
    assert verbs["draw"] <= 38
    assert verbs["play"] <= 51
    assert verbs["pass"] <= verbs["play"] + 2


@at_every_table
@few
@given(seeds)
def test_inv_T2_the_limit_of_actions_fires_exactly_when_it_is_reached(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed, turn_limit=9)
    match.start_hand()
    played = [step for step in steps(match, "any", seed) if step.action.turn_action]
    sheet = match.last_sheet
    assert sheet is not None
    assert len(played) == 9 or sheet.reason == "out"
    assert (sheet.reason == "limit") == (sheet.winner is None)


@at_every_table
@few
@given(seeds)
def test_inv_T3_a_hand_ends_if_the_players_play_whenever_they_can(
    preset: str, seats: int, seed: int
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    assert len(list(steps(match, "play", seed, limit=2000))) < 2000
    assert match.hand_over


@at_every_table
@few
@given(seeds, styles)
def test_inv_E1_the_same_chance_and_the_same_actions_tell_the_same_story(
    preset: str, seats: int, seed: int, style: str
) -> None:
    one, other = (new_match(preset, seats, seed) for _ in range(2))
    assert one.start_hand() == other.start_hand()
    for step in steps(one, style, seed, limit=200):
        assert other.apply(step.seat, str(step.action)) == step.log
    assert match_state(one) == match_state(other)


@at_every_table
@few
@given(seeds, styles)
def test_inv_E2_a_record_leads_back_to_the_same_state_wherever_it_is_cut(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=seed % 150):
        pass
    again = replay(dumps(match))
    assert match_state(again) == match_state(match)
    assert dumps(again) == dumps(match)


@few
@given(seeds)
def test_inv_E2_the_record_of_a_whole_match_leads_to_the_same_result(seed: int) -> None:
    for preset, seats in (("duel", 2), ("eights", 2), ("survival", 4), ("classic", 5)):
        match = new_match(preset, seats, seed, hand_limit=12)
        for _ in hands(match, seed):
            pass
        assert match.over
        assert match_state(replay(dumps(match))) == match_state(match)


@at_every_table
@few
@given(seeds, styles)
def test_inv_E2_a_copy_of_a_hand_is_equal_and_independent(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=seed % 60):
        pass
    hand = hand_of(match)
    twin = hand.copy(SeededHouse(seed))
    before = hand_state(hand)
    assert hand_state(twin) == before
    follow(twin, seed)
    assert hand_state(hand) == before
    third = hand.copy(SeededHouse(seed))
    assert follow(third, seed) == follow(hand.copy(SeededHouse(seed)), seed)
    assert hand_state(third) == hand_state(twin)


def follow(hand: Hand, seed: int) -> list[Action]:
    """Play a hand on by chance for a while; return what was done."""
    chance = random.Random(seed)
    done: list[Action] = []
    while hand.reason is None and len(done) < 80:
        action = chance.choice(list(hand.legal(hand.mover)))
        apply(hand, hand.mover, action)
        done.append(action)
    return done
