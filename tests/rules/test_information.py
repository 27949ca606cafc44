"""Nobody is shown what is hidden (P24 to P29, R-23): unseen cards are permuted and nothing changes.

A second match is brought to the same point and the cards that a viewer does not see (the stock and
the hands of the others) are dealt out anew there. Everything the viewer gets must stay the same,
byte for byte, over a stretch in which none of these cards is shown to it.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given

from cardgame_rules import Event, Match, MoveRefusedError, event_for, own_view, public_view
from tests.rules.random_play import (
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


def two_with_other_unseen_cards(
    preset: str, seats: int, seed: int, style: str, viewer: int | None
) -> tuple[Match, Match]:
    """Return a match under way and its twin with other cards where `viewer` cannot look."""
    pair = [new_match(preset, seats, seed) for _ in range(2)]
    for match in pair:
        match.start_hand()
        for _ in steps(match, style, seed, limit=seed % 37):
            pass
    for match in pair:
        # A card just drawn must stay where it is, so the twins part when nobody has drawn.
        while not match.hand_over and hand_of(match).draws and match.to_move != viewer:
            next(steps(match, style, seed, limit=1))
    permute(pair[1], viewer, random.Random(seed))
    return pair[0], pair[1]


def permute(match: Match, viewer: int | None, chance: random.Random) -> None:
    hand = hand_of(match)
    hidden = [seat for seat in hand.seats if seat != viewer]
    unseen = [*hand.stock, *(card for seat in hidden for card in hand.hands[seat])]
    chance.shuffle(unseen)
    hand.stock = [unseen.pop() for _ in hand.stock]
    for seat in hidden:
        hand.hands[seat] = [unseen.pop() for _ in hand.hands[seat]]
    hand.legal_turn = None


def seen(match: Match, viewer: int | None) -> str:
    """Return everything a viewer is sent as text: views, and each answer to what it may try."""
    told: list[Any] = [public_view(match)]
    if viewer is not None:
        told.append(own_view(match, viewer))
        # All that can be tried takes long, so it is tried at every sixth decision.
        told.append(refusals(match, viewer) if match.turn % 6 == 0 else None)
    return json.dumps(told, sort_keys=True)


def refusals(match: Match, viewer: int) -> list[str]:
    """Try what the viewer may not do now; return the words of each refusal."""
    legal = set(map(str, match.legal(viewer)))
    answers = []
    for text in every_text(match):
        if canonical(match, viewer, text) not in legal:
            with pytest.raises(MoveRefusedError) as caught:
                match.apply(viewer, text)
            answers.append(f"{caught.value.code} {caught.value.rule} {caught.value.text}")
    return answers


def next_unseen(match: Match, viewer: int | None) -> tuple[int, str] | None:
    """Return an action that shows the viewer no hidden card; None where there is none."""
    mover = match.to_move
    if mover is None:
        return None
    legal = [str(action) for action in match.legal(mover)]
    if mover == viewer:
        own = [text for text in legal if text.startswith("play")]
        return (mover, own[0]) if own else None
    for wanted in ("draw", "pass", "take", "name R"):
        if wanted in legal:
            return mover, wanted
    return None


def told(log: list[Event], viewer: int | None) -> str:
    return json.dumps([event_for(event, viewer) for event in log])


@at_every_table
@few
@given(seeds, styles)
def test_inv_P24_other_unseen_cards_change_nothing_for_a_seat(
    preset: str, seats: int, seed: int, style: str
) -> None:
    viewer = seed % seats
    hold_alike(*two_with_other_unseen_cards(preset, seats, seed, style, viewer), viewer)


@at_every_table
@few
@given(seeds, styles)
def test_inv_P24_and_P28_other_unseen_cards_change_nothing_for_a_spectator(
    preset: str, seats: int, seed: int, style: str
) -> None:
    hold_alike(*two_with_other_unseen_cards(preset, seats, seed, style, None), None)


def hold_alike(one: Match, twin: Match, viewer: int | None) -> None:
    if one.hand_over:
        return
    assert seen(one, viewer) == seen(twin, viewer)
    if viewer is not None:
        assert refusals(one, viewer) == refusals(twin, viewer)
    for _ in range(25):
        move = next_unseen(one, viewer)
        if move is None or move[1] not in map(str, twin.legal(move[0])):
            return
        log, other = one.apply(*move), twin.apply(*move)
        if one.hand_over or any(shows(event, viewer) for event in log):
            return
        assert told(log, viewer) == told(other, viewer)
        assert seen(one, viewer) == seen(twin, viewer)


def shows(event: Event, viewer: int | None) -> bool:
    """Tell whether the event brings the viewer cards from the stock."""
    return event.owner == viewer and event.kind == "drew"


@at_every_table
@few
@given(seeds, styles)
def test_inv_P25_and_P27_cards_drawn_and_hands_shown_go_to_one_seat(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    for log in [match.start_hand(), *(step.log for step in steps(match, style, seed))]:
        for event in log:
            private = {"dealt": "cards", "drew": "cards", "challenged": "shown"}.get(event.kind)
            knows = [v for v in [*range(seats), None] if private in event_for(event, v)]
            assert knows == ([] if private is None else [event.public["seat"]])


@at_every_table
@few
@given(seeds, styles)
def test_inv_P26_what_a_seat_may_do_is_told_to_it_alone_and_nothing_is_done_for_it(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    done = {"pass": "passed", "challenge": "challenged", "call": "called", "catch": "caught"}
    for step in steps(match, style, seed):
        assert "legal" not in str(public_view(match))
        told_of = [event.kind for event in step.log if event.kind in done.values()]
        assert told_of == [kind for verb, kind in done.items() if verb == step.action.verb]


def test_inv_P28_a_public_view_has_no_field_beyond_those_that_are_public() -> None:
    match = new_match("classic", 3, 1)
    match.start_hand()
    assert set(public_view(match)) == {
        *("hand", "dealer", "first", "phase", "to_move", "direction", "top", "colour", "pending"),
        *("stock", "discard", "uncalled", "last_hand", "result", "seats"),
    }
    assert all(
        set(s) == {"cards", "total", "lives", "in_match"} for s in public_view(match)["seats"]
    )
    assert set(own_view(match, 0)) == {"seat", "hand", "legal", "drawn", "shown"}


@pytest.mark.parametrize("preset", ["duel", "eights", "survival", "classic"])
def test_inv_P28_views_are_the_same_for_whoever_asks_and_however_often(preset: str) -> None:
    match = new_match(preset, 2, 7)
    match.start_hand()
    assert public_view(match) == public_view(match)
    assert own_view(match, 1) == own_view(match, 1)


@pytest.mark.parametrize("preset", ["duel", "eights", "survival", "classic"])
def test_inv_P28_a_view_keeps_nothing_of_the_state_in_hand(preset: str) -> None:
    match = new_match(preset, 2, 7)
    match.start_hand()
    own_view(match, 0)["hand"].clear()
    public_view(match)["seats"].clear()
    assert own_view(match, 0)["hand"]
    assert public_view(match)["seats"]
