"""What every rule set promises to the server and to bots: one suite, run by each preset."""

from __future__ import annotations

import json

import pytest

from cardgame_rules import (
    PRESETS,
    AmbiguousError,
    HandOverError,
    IllegalError,
    Match,
    MoveRefusedError,
    NotNotationRefusedError,
    NotYourTurnError,
    event_for,
    own_view,
    parse_action,
    public_view,
)
from cardgame_rules.records import dumps, replay
from tests.rules.random_play import new_match, steps
from tests.rules.scenario import dealt
from tests.rules.snapshot import match_state

every_preset = pytest.mark.parametrize("preset", PRESETS)


def under_way(preset: str, seats: int = 2) -> Match:
    match = new_match(preset, seats, 11)
    match.start_hand()
    return match


@every_preset
def test_contract_a_match_is_played_from_its_views_alone_to_its_end(preset: str) -> None:
    match = new_match(preset, PRESETS[preset].players[0], 3, hand_limit=40)
    while not match.over:
        match.start_hand()
        turn = match.turn
        while not match.hand_over:
            seat = public_view(match)["to_move"]
            match.apply(seat, str(match.default_action(seat)))
            assert match.hand_over or match.turn > turn
            turn = match.turn
    result = public_view(match)["result"]
    assert sorted(seat for group in result["ranking"] for seat in group) == list(
        range(len(match.humans))
    )
    assert match_state(replay(dumps(match))) == match_state(match)


@every_preset
def test_contract_views_and_events_are_plain_data(preset: str) -> None:
    match = under_way(preset)
    for step in steps(match, "play", 1, limit=60):
        for viewer in (0, 1, None):
            for event in step.log:
                told = event_for(event, viewer)
                assert json.loads(json.dumps(told)) == told
                assert told["event"] == event.kind
        view = public_view(match)
        assert json.loads(json.dumps(view)) == view
        assert json.loads(json.dumps(own_view(match, 0))) == own_view(match, 0)


@every_preset
def test_contract_five_kinds_of_refusal_are_told_apart_and_name_their_rule(preset: str) -> None:
    if preset == "eights":
        scene = dealt(preset, "8H KC", "2C 3C")
    else:
        scene = dealt(preset, "W R3", "R1 R2", starter="R9")
    wild = scene.hand.hands[0][0]
    expected = [
        (0, "play", NotNotationRefusedError, "not_notation", "K16"),
        (0, f"play {wild}", AmbiguousError, "ambiguous", "K5"),
        (0, "pass", IllegalError, "illegal", "K8"),
        (1, "draw", NotYourTurnError, "not_your_turn", "K4"),
    ]
    for seat, text, kind, code, rule in expected:
        refusal = scene.refused(seat, text)
        assert type(refusal) is kind
        assert (refusal.code, refusal.rule) == (code, rule)
        assert refusal.text[0].isupper() or refusal.text[0] in "'\""
        assert "8H" not in refusal.text or seat == 0


@every_preset
def test_contract_between_hands_and_after_the_match_every_action_is_refused(preset: str) -> None:
    match = new_match(preset, 2, 5)
    for _ in range(2):
        for text in ("draw", "call", "pass"):
            with pytest.raises(HandOverError) as caught:
                match.apply(0, text)
            assert caught.value.code == "hand_over"
        assert list(match.legal(0)) == []
        with pytest.raises(MoveRefusedError):
            match.default_action(0)
        assert (match.to_move, match.hand_over, match.uncalled) == (None, True, ())
        if not match.over:
            match.agree_end()
    with pytest.raises(MoveRefusedError):
        match.start_hand()
    with pytest.raises(MoveRefusedError):
        match.agree_end()


@every_preset
def test_contract_no_hand_starts_in_the_middle_of_another(preset: str) -> None:
    match = under_way(preset)
    before = match_state(match)
    with pytest.raises(HandOverError):
        match.start_hand()
    assert match_state(match) == before


@every_preset
def test_contract_a_text_and_its_action_are_the_same_to_a_match(preset: str) -> None:
    one, other = under_way(preset), under_way(preset)
    seat = one.to_move
    assert seat is not None
    action = one.legal(seat)[0]
    assert one.apply(seat, str(action)) == other.apply(seat, parse_action(str(action)))
    assert match_state(one) == match_state(other)


@every_preset
def test_contract_the_number_of_the_turn_rises_over_the_whole_match(preset: str) -> None:
    match = new_match(preset, 2, 9)
    last = 0
    for _ in range(3):
        if match.over:
            return
        match.start_hand()
        assert match.turn > last
        last = match.turn
        for step in steps(match, "play", 9, limit=2000):
            risen = match.turn - last
            assert risen == (0 if match.hand_over or not step.action.turn_action else 1)
            last = match.turn


@every_preset
@pytest.mark.parametrize("seat", [-1, 2, 7, 99])
@pytest.mark.parametrize("text", ["draw", "play W R", "play 8H C", "call", "catch 0", "pass"])
def test_inv_E3_a_seat_that_does_not_exist_can_do_nothing(
    preset: str, seat: int, text: str
) -> None:
    match = under_way(preset)
    before = match_state(match)
    assert list(match.legal(seat)) == []
    with pytest.raises(MoveRefusedError):
        match.apply(seat, text)
    assert match_state(match) == before


@every_preset
def test_contract_a_match_ended_by_consent_has_no_winner_and_shows_no_hand(preset: str) -> None:
    match = under_way(preset)
    told = match.agree_end()
    assert [event.kind for event in told] == ["match_over"]
    result = public_view(match)["result"]
    assert (result["reason"], result["winners"]) == ("agreed", [])
    assert public_view(match)["last_hand"] is None
    assert own_view(match, 0)["legal"] == []
    assert match.over
