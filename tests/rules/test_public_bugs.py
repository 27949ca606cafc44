"""Mistakes that other card games made in public, tried here on the engine (public bug ids R, T...).

What needs the wire, a clock or a screen is tried in the rooms that have them, by the same ids.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from cardgame_rules import MoveRefusedError, event_for, own_view, public_view
from cardgame_rules.records import dumps, replay
from tests.rules.random_play import at_every_table, few, hand_of, new_match, seeds, steps, styles
from tests.rules.scenario import dealt, placed
from tests.rules.snapshot import match_state


@pytest.mark.parametrize(
    ("p0", "p1", "lines", "victim", "count"),
    [
        ("F G1 G2", "B1 B2 B3", ["0 play F G"], 1, 4),
        ("RD GD G2", "BD B2 B3", ["0 play RD", "1 play BD", "0 play GD"], 1, 6),
    ],
)
def test_bug_R01_a_pending_draw_is_served_once(
    p0: str, p1: str, lines: list[str], victim: int, count: int
) -> None:
    scene = dealt("survival", p0, p1, starter="R5").play(*lines)
    held = len(scene.held(victim))
    scene.refused(victim, "draw")
    scene.play(f"{victim} take")
    assert len(scene.held(victim)) == held + count
    assert (scene.hand.pending, scene.match.to_move) == (0, 1 - victim)
    assert scene.refused(victim, "take").code == "not_your_turn"
    assert sum(map(len, [*scene.hand.hands, scene.hand.stock, scene.hand.discard])) == 108


@pytest.mark.parametrize(("third", "fouls"), [("W", False), ("G1", True)])
def test_bug_R02_a_second_wild_draw_four_is_judged_by_the_named_colour(
    third: str, fouls: bool
) -> None:
    scene = dealt("duel", f"F F {third} Y1", "B1 B2 B3 B4", starter="R5").play("0 play F G")
    assert scene.match.to_move == 0
    scene.play("0 play F R")
    assert bool(scene.told("foul")) == fouls
    assert (scene.hand.colour, scene.match.to_move) == (("G", 1) if fouls else ("R", 0))


@pytest.mark.parametrize("preset", ["survival", "classic"])
def test_bug_R04_a_reverse_between_two_gives_another_turn_in_every_game(preset: str) -> None:
    scene = dealt(preset, "RV R1 R3", "R2 R4 R6", starter="R5").play("0 play RV")
    assert scene.match.to_move == public_view(scene.match)["to_move"] == 0
    assert own_view(scene.match, 1)["legal"] == []


def test_bug_R06_no_hand_starts_without_a_colour_in_force() -> None:
    for seed in range(60):
        for preset in ("duel", "survival", "classic"):
            match = new_match(preset, 2, seed)
            match.start_hand()
            hand = hand_of(match)
            assert hand.top != "F"
            assert (hand.colour is None) == (hand.top == "W") == (hand.phase == "name")
            assert preset != "survival" or hand.phase == "play"


@pytest.mark.parametrize("preset", ["survival", "classic"])
def test_bug_R08_a_refill_keeps_the_top_and_the_named_colour(preset: str) -> None:
    scene = dealt(preset, "F B2 B3", "B1 R1 W", "Y1 Y3 Y4", starter="R5")
    placed(scene, "F B2 B3", "B1 R1 W", "Y1 Y3 Y4", stock="G9", under="G1 G2 W")
    scene.play("0 play F B", "1 take", "shuffle W G1 G2 R5")
    assert (scene.hand.top, scene.hand.colour, scene.hand.discard) == ("F", "B", ["F"])
    assert scene.hand.stock == ["R5"]
    scene.play("2 draw")
    if preset == "classic":
        scene.play("2 pass")
    assert {text.split()[1] for text in scene.options(0) if "play" in text} == {"B2", "B3"}


@pytest.mark.parametrize("preset", ["duel", "eights", "survival", "classic"])
def test_bug_R11_a_hand_in_which_nobody_can_move_ends(preset: str) -> None:
    if preset == "eights":
        scene = placed(dealt(preset, "5S AC", "AD AH").play("0 play 5S"), "KC", "KD")
        order = (1, 0)
    else:
        scene = placed(dealt(preset, "G1", "Y1", starter="R5"), "G1 G2", "Y1 Y2")
        order = (0, 1)
    for seat in order:
        assert scene.options(seat) == {"pass"}
        scene.play(f"{seat} pass")
    assert scene.match.hand_over
    assert scene.told("hand_over")[0]["reason"] == "blocked"


@pytest.mark.parametrize("preset", ["duel", "classic"])
def test_bug_R13_after_a_draw_no_older_card_and_no_second_draw(preset: str) -> None:
    scene = dealt(preset, "R5 R6 G1", "B1 B2 B3", starter="R9", stock="R5 R7").play("0 draw")
    assert scene.refused(0, "play R6").rule == "D4"
    assert scene.refused(0, "draw").code == "illegal"
    # The other red five is as good as the one drawn: cards have no identity beyond their face.
    assert scene.options(0) == {"play R5", "pass"}
    scene.play("0 play R5")
    assert scene.held(0) == ["G1", "R5", "R6"]


def test_bug_R13_in_survival_a_drawn_card_waits_and_in_eights_drawing_goes_on() -> None:
    scene = dealt("survival", "R1 G1", "B1 B2", starter="R9", stock="R7").play("0 draw")
    assert scene.refused(0, "play R7").code == "not_your_turn"
    scene = dealt("eights", "5S AC", "QS QC", stock="2H 3H 4S").play("0 play 5S")
    scene.play("1 draw", "1 draw", "1 draw", "1 play QS")


def test_bug_R13_the_state_of_a_turn_survives_a_record() -> None:
    scene = dealt("classic", "R5 R6 G1", "B1 B2 B3", starter="R9", stock="R5 R7").play("0 draw")
    again = replay(dumps(scene.match))
    assert [str(a) for a in again.legal(0)] == [str(a) for a in scene.match.legal(0)]


def test_bug_R15_only_like_answers_like() -> None:
    scene = dealt("survival", "RD G1 G2 G3 G4", "GD F W RD R1", starter="R5").play("0 play RD")
    assert scene.options(1) == {"play GD", "play RD", "take"}
    for preset in ("duel", "classic"):
        scene = dealt(preset, "RD G1 G2", "GD F W", starter="R5").play("0 play RD")
        assert scene.match.to_move == 0
        assert scene.options(1) == set()


def test_bug_R17_nothing_of_a_hand_survives_into_the_next() -> None:
    scene = dealt("eights", "8C", "KD").play("0 play 8C H", "hand 2")
    view = public_view(scene.match)
    assert (view["top"], view["colour"]) == (None, None)
    assert any(text.startswith("play") for text in scene.options(1))
    scene = dealt("survival", "RV RD", "R1 R2", "R3 R4", starter="R5")
    scene.play("0 play RV", "2 play R3", "1 play R1", "0 play RD", "hand 2", "shuffle G1")
    hand = scene.hand
    assert (hand.direction, hand.pending, hand.draws, hand.drawn) == (1, 0, 0, None)
    assert (hand.uncalled, hand.accused, hand.shown, hand.guilty) == (-1, -1, None, False)


def test_bug_R19_a_hand_that_is_over_stays_over_and_exact_targets_count() -> None:
    scene = dealt("classic", "RS R1", "R2 R3", "R4 R6", "R7 R8", starter="R5")
    placed(scene, "RS", "R2 R3", "R4 R6", "R7 R8", stock="B1")
    scene.play("0 play RS")
    assert scene.refused(2, "play R4").code == "hand_over"
    assert scene.match.totals[0] == 2 + 3 + 4 + 6 + 7 + 8


@pytest.mark.parametrize(("preset", "target"), [("duel", 500), ("classic", 500), ("eights", 100)])
def test_bug_R19_the_exact_target_counts_and_no_further_hand_is_dealt(
    preset: str, target: int
) -> None:
    if preset == "eights":
        scene = dealt(preset, "KC", "TD")
    else:
        scene = dealt(preset, "R9", "RS", starter="R5")
    worth = 10 if preset == "eights" else 20
    scene.match.standings.totals[0] = target - worth
    scene.replays = False
    scene.play("0 play KC" if preset == "eights" else "0 play R9")
    assert (scene.match.over, scene.match.totals[0]) == (True, target)
    with pytest.raises(MoveRefusedError):
        scene.match.start_hand()


def test_bug_R21_no_seat_loses_its_cards_within_a_hand() -> None:
    match = new_match("survival", 4, 4, match_end="lives:1")
    match.start_hand()
    hand = hand_of(match)
    for _ in steps(match, "any", 4, limit=400):
        assert match.standings.seats == (0, 1, 2, 3) or match.hand_over
        piles = [*hand.hands, hand.stock, hand.discard]
        assert sum(map(len, piles)) == 108


def test_bug_R23_a_challenge_shows_the_hand_once_to_one_seat_and_is_answered_once() -> None:
    scene = dealt("classic", "F G1 R2", "B1 B2 B3", "Y1 Y2 Y3", starter="R5").play("0 play F B")
    assert scene.refused(2, "challenge").code == "not_your_turn"
    assert scene.refused(0, "challenge").code == "not_your_turn"
    scene.play("1 challenge")
    assert [event_for(scene.log[0], viewer).get("shown") for viewer in (0, 1, 2, None)] == [
        None, ["R2", "G1"], None, None
    ]  # fmt: skip
    assert scene.refused(1, "challenge").code == "illegal"
    assert scene.refused(1, "take").code == "illegal"
    scene = dealt("classic", "F G1 R2", "B1 B2 B3", "Y1 Y2 Y3", starter="R5").play("0 play F B")
    scene.play("1 take")
    assert [event.kind for event in scene.log] == ["drew", "missed"]


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_bug_T01_seats_that_left_are_passed_over_in_both_directions(
    gone: int, direction: int
) -> None:
    scene = dealt("survival", seats=4, starter="R5", turn_limit=1, next_starter="rotate")
    scene.match.apply(0, "draw")
    scene.match.standings.seats = tuple(seat for seat in range(4) if seat != gone)
    scene.match.start_hand()
    scene.hand.last_turn += 50
    scene.replays = False
    seats = scene.hand.seats
    if direction == -1:
        mover = scene.hand.mover
        scene.hand.hands[mover][0] = str(scene.hand.colour) + "V"
        scene.play(f"{mover} play {scene.hand.hands[mover][0]}")
    for _ in range(7):
        mover = scene.hand.mover
        scene.play(f"{mover} draw")
        assert scene.hand.mover == seats[(seats.index(mover) + direction) % 3]


def test_bug_T04_while_a_colour_is_to_be_named_nothing_else_is_accepted() -> None:
    scene = dealt("classic", "R1 W", "R2 R3", "R4 R6", starter="W")
    for text in ("pass", "draw", "play R1", "play W G", "take", "challenge"):
        assert scene.refused(0, text).code == "illegal"
    for text in ("draw", "name R"):
        assert scene.refused(1, text).code == "not_your_turn"
    scene.play("0 name B")
    assert (scene.hand.colour, scene.match.to_move) == ("B", 0)


@at_every_table
@few
@given(seeds, styles)
def test_bug_T10_whoever_acts_out_of_turn_changes_nothing(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=12):
        if match.hand_over:
            return
        before = match_state(match)
        for seat in set(range(seats)) - {match.to_move}:
            for text in ("draw", "pass", "take", "challenge", "name R", "play R1", "play W G"):
                with pytest.raises(MoveRefusedError) as caught:
                    match.apply(seat, text)
                assert caught.value.code == "not_your_turn"
        assert match_state(match) == before


def test_bug_T12_challenges_and_catches_before_their_time_are_refused_and_not_kept() -> None:
    scene = dealt("classic", "F G1", "B1 B2", "Y1 Y2", starter="R5")
    before = match_state(scene.match)
    for seat in [1, 2] * 100:
        for text in ("challenge", "catch 0"):
            with pytest.raises(MoveRefusedError):
                scene.match.apply(seat, text)
    assert match_state(scene.match) == before
    scene.play("0 play F B")
    assert scene.match.to_move == 1
    scene.play("2 catch 0")
    for _ in range(100):
        with pytest.raises(MoveRefusedError):
            scene.match.apply(1, "catch 0")
    assert len(scene.held(0)) == 3


@pytest.mark.parametrize(
    "text", ["play R9", "play 8H C", "play R1 R1", "play R1 0", "play R1 value 0", "play R1 R2"]
)
def test_bug_X07_only_a_card_that_is_held_is_played_and_only_once(text: str) -> None:
    scene = dealt("survival", "R1 G1", "B1 B2", starter="R5")
    assert scene.refused(0, text).code in ("illegal", "not_notation")
    scene.play("0 play R1")
    assert scene.refused(0, "play R1").code == "not_your_turn"


@at_every_table
@few
@given(seeds, styles)
def test_bug_S06_a_match_resumed_from_its_record_has_the_same_future(
    preset: str, seats: int, seed: int, style: str
) -> None:
    match = new_match(preset, seats, seed)
    match.start_hand()
    for _ in steps(match, style, seed, limit=seed % 90):
        pass
    again = replay(dumps(match))
    for step in steps(match, style, seed + 1, limit=40):
        if any(line.startswith("shuffle") for line in match.record[-2:]):
            return  # from here on chance would be asked, which a record cannot foresee
        assert again.apply(step.seat, step.action) == step.log
        assert match_state(again) == match_state(match)


def test_bug_B06_the_list_is_never_empty_for_the_seat_on_turn() -> None:
    for preset, seats in (("duel", 2), ("eights", 2), ("survival", 3), ("classic", 4)):
        for seed in range(30):
            match = new_match(preset, seats, seed, stock_empty="none")
            match.start_hand()
            for _ in steps(match, "any", seed, limit=400):
                assert match.hand_over or match.legal(hand_of(match).mover)
