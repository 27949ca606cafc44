"""The notation of cards and actions goes there and back for every card and every action (K16)."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgame_rules import (
    PRESETS,
    Action,
    NotNotationError,
    colour_of,
    in_order,
    is_wild,
    parse_action,
    symbol_of,
    value_of,
)
from cardgame_rules.actions import play
from cardgame_rules.cards import CARDS, DECKS
from tests.rules import model
from tests.rules.random_play import at_every_table, few, new_match, seeds, steps, styles


@pytest.mark.parametrize("card", sorted(CARDS))
def test_rule_K16_a_card_tells_its_colour_symbol_and_value(card: str) -> None:
    assert is_wild(card) == model.wild(card)
    assert value_of(card) == model.value(card)
    if not model.wild(card):
        assert (colour_of(card), symbol_of(card)) == (model.colour(card), model.symbol(card))
    elif len(card) == 1:
        assert (colour_of(card), symbol_of(card)) == (None, card)


@pytest.mark.parametrize("deck", DECKS)
def test_rule_K16_every_play_of_every_card_goes_to_text_and_back(deck: str) -> None:
    colours = [None, *DECKS[deck].colours]
    for card in set(DECKS[deck].cards):
        for colour in colours if is_wild(card) else [None]:
            for call in (False, True):
                action = play(card, colour, call=call)
                assert (action.card, action.colour, action.call) == (card, colour, call)
                assert parse_action(str(action)) is action
                assert Action.parse(action.text) is action


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "take", "challenge", "pass", "call", "name R", "name S", "catch 0", "catch 9"),
        *("play 8H C", "play F B to 3 call", "play R7 to 0", "play TC call"),
    ],
)
def test_rule_K16_every_other_action_goes_to_text_and_back(text: str) -> None:
    action = parse_action(text)
    assert (str(action), action.verb) == (text, text.partition(" ")[0])
    assert action.turn_action == (action.verb not in ("call", "catch"))


def test_rule_K16_an_action_is_one_object_however_it_travels() -> None:
    action = parse_action("play W G call")
    assert copy.copy(action) is copy.deepcopy(action) is pickle.loads(pickle.dumps(action))  # noqa: S301 # our own bytes


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "play", "play ", "play R", "play 7R", "play r7", "play R7 R", "play W C"),
        *("play 8H R", "play R7  call", "play R7 call call", "play R7 call to 1", "play W to"),
        *("play W to 10", "play R7 R8", "play R7, R8", "name", "name X", "name R G", "catch"),
        *("catch -1", "catch x", "catch 1 2", "DRAW", "draw\n", "draw 1", "pass please"),
        *("challenge 1", "take 4", "W", "R7", "play W\u00a0R", "catch \u0661", "play \ud800"),
        pytest.param("x" * 100_000, id="long"),
        pytest.param("play " + "x" * 100_000, id="long play"),
    ],
)
def test_rule_K16_anything_else_is_no_action_and_the_reason_is_short(text: str) -> None:
    with pytest.raises(NotNotationError) as caught:
        parse_action(text)
    assert len(str(caught.value)) < 250


@few
@given(st.text(max_size=30))
def test_rule_K16_any_text_is_an_action_by_its_own_name_or_none(text: str) -> None:
    try:
        action = parse_action(text)
    except NotNotationError:
        return
    assert str(action) == text


@at_every_table
@few
@given(seeds, styles)
def test_rule_K16_every_listed_action_reads_back_as_itself(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=80):
        for seat in range(seats):
            listed = match.legal(seat)
            assert [parse_action(str(action)) for action in listed] == list(listed)
            assert len(set(map(str, listed))) == len(listed), "twins are listed once"


def test_rule_B12_a_hand_is_sorted_the_same_whatever_order_it_was_drawn_in() -> None:
    for rules in PRESETS.values():
        deck = list(DECKS[rules.deck].cards)
        assert in_order(deck) == in_order(deck[::-1])
        assert sorted(in_order(deck)) == sorted(deck)
