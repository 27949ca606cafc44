"""The level `random` is the measure of all others, so its definition is tested word by word."""

from collections import Counter

import pytest

from cardgame_bots.levels.random_level import RandomLevel
from cardgame_protocol import View, You
from tests.bots.kit import a_moment, a_view, a_you, seeded

DRAWS = 6000
"""Decisions counted: the share of one in three is then known to 0.6 % (one standard deviation)."""

RED_AND_WILD = ("play W R", "play W G", "play W Y", "play W B")


def chosen(view: View, you: You, times: int = DRAWS) -> Counter[str | None]:
    rng = seeded(1)
    return Counter(RandomLevel().choose(a_moment(view, you, rng)) for _ in range(times))


def test_each_playable_kind_is_as_likely_and_a_pair_is_one_kind() -> None:
    you = a_you("R2 R7 R7 B5 G1", "play R2", "play R7", "play B5", "draw")
    counts = chosen(a_view(), you)
    assert set(counts) == {"play R2", "play R7", "play B5"}
    for text in counts:
        assert counts[text] / DRAWS == pytest.approx(1 / 3, abs=0.02)


def test_a_wild_is_one_kind_and_names_each_colour_as_often() -> None:
    you = a_you("R2 W G1", "play R2", *RED_AND_WILD, "draw")
    counts = chosen(a_view(), you)
    assert counts["play R2"] / DRAWS == pytest.approx(1 / 2, abs=0.02)
    for text in RED_AND_WILD:
        assert counts[text] / DRAWS == pytest.approx(1 / 8, abs=0.015)


def test_an_eight_may_name_each_suit_and_other_eights_are_other_kinds() -> None:
    eights = [f"play {card} {suit}" for card in ("8H", "8C") for suit in "CDHS"]
    counts = chosen(a_view("eights", top="5D", colour="D"), a_you("8H 8C KS", *eights, "draw"))
    assert set(counts) == set(eights)
    for text in eights:
        assert counts[text] / DRAWS == pytest.approx(1 / 8, abs=0.015)


@pytest.mark.parametrize("preset", ["duel", "classic"])
def test_rule_D6_a_wild_draw_four_with_the_colour_in_hand_is_not_playable(preset: str) -> None:
    fours = [f"play F {colour}" for colour in "RGYB"]
    counts = chosen(a_view(preset), a_you("R2 F G1", "play R2", *fours, "draw"), 200)
    assert set(counts) == {"play R2"}


@pytest.mark.parametrize("preset", ["duel", "classic"])
def test_rule_D6_the_same_number_in_another_colour_does_not_forbid_it(preset: str) -> None:
    fours = [f"play F {colour}" for colour in "RGYB"]
    counts = chosen(a_view(preset), a_you("G5 F W", "play G5", *RED_AND_WILD, *fours, "draw"))
    share = sum(counts[text] for text in fours) / DRAWS
    assert share == pytest.approx(1 / 3, abs=0.02)


def test_rule_A10_the_colour_in_force_is_the_one_named_not_the_one_printed() -> None:
    fours = [f"play F {colour}" for colour in "RGYB"]
    view = a_view("duel", top="W", colour="G")
    assert set(chosen(view, a_you("R2 F", *fours, "draw"), 200)) == set(fours)
    assert set(chosen(view, a_you("G2 F", "play G2", *fours, "draw"), 200)) == {"play G2"}


def test_rule_C8_survival_has_no_condition_on_the_wild_draw_four() -> None:
    fours = [f"play F {colour}" for colour in "RGYB"]
    counts = chosen(a_view("survival"), a_you("R2 F", "play R2", *fours, "draw"))
    assert counts["play R2"] / DRAWS == pytest.approx(1 / 2, abs=0.02)


def test_rule_C6_it_stacks_if_it_can_and_takes_if_it_cannot() -> None:
    view = a_view("survival", top="RD", pending=2)
    assert set(chosen(view, a_you("BD GD R1", "play BD", "play GD", "take"), 200)) == {
        "play BD",
        "play GD",
    }
    assert set(chosen(view, a_you("R1 W", "take"), 20)) == {"take"}


def test_it_draws_only_when_it_must() -> None:
    assert set(chosen(a_view(), a_you("R2", "play R2", "draw"), 50)) == {"play R2"}
    assert set(chosen(a_view(), a_you("G2", "draw"), 50)) == {"draw"}


def test_it_plays_a_playable_drawn_card_and_passes_with_another() -> None:
    playable = a_you("G2 R9", "play R9", "pass", drawn="R9")
    assert set(chosen(a_view(), playable, 50)) == {"play R9"}
    assert set(chosen(a_view(), a_you("G2 G9", "pass", drawn="G9"), 50)) == {"pass"}


def test_rule_D8_it_calls_with_the_play() -> None:
    you = a_you("R2 B5", "play R2", "play R2 call", "play B5", "play B5 call", "draw")
    assert set(chosen(a_view(), you, 200)) == {"play R2 call", "play B5 call"}


def test_rule_D7_it_never_challenges() -> None:
    view = a_view(phase="answer", top="F", colour="B", pending=4)
    assert set(chosen(view, a_you("B1 B2", "take", "challenge"), 50)) == {"take"}


def test_rule_D8_it_never_catches() -> None:
    assert set(chosen(a_view(to_move=1), a_you("B1 B2", "catch 1"), 50)) == {None}
    assert set(chosen(a_view(), a_you("R1 B2", "play R1", "draw", "catch 1"), 50)) == {"play R1"}


def test_rule_A5_it_names_each_colour_as_often() -> None:
    names = [f"name {colour}" for colour in "RGYB"]
    counts = chosen(a_view("duel", phase="name", top="W", colour=None), a_you("R1 R2", *names))
    for text in names:
        assert counts[text] / DRAWS == pytest.approx(1 / 4, abs=0.02)


def test_it_does_nothing_when_there_is_nothing_to_do() -> None:
    assert RandomLevel().choose(a_moment(a_view(to_move=1), a_you("R1"))) is None
