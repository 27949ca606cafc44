"""The level `simple`: what it keeps, what it names, when it shouts and when it challenges."""

import pytest

from cardgame_bots.levels.simple_level import SimpleLevel
from cardgame_protocol import View, You
from tests.bots.kit import a_moment, a_seat, a_view, a_you

WILDS = tuple(f"play W {colour}" for colour in "RGYB")
FOURS = tuple(f"play F {colour}" for colour in "RGYB")


def decide(view: View, you: You) -> str | None:
    return SimpleLevel().choose(a_moment(view, you))


def test_it_keeps_the_colour_it_holds_most() -> None:
    you = a_you("R2 G5 G7 G9 B5 B1", "play R2", "play G5", "play B5", "draw")
    assert decide(a_view(), you) == "play G5"


def test_of_one_colour_it_plays_the_card_that_counts_most() -> None:
    you = a_you("R2 R9 RS G1", "play R2", "play R9", "play RS", "draw")
    assert decide(a_view(), you) == "play RS"


def test_it_plays_wilds_last() -> None:
    you = a_you("R2 W G1 G2 G3", "play R2", *WILDS, "draw")
    assert decide(a_view(), you) == "play R2"


def test_it_plays_a_wild_rather_than_draw_and_names_the_colour_it_holds_most() -> None:
    assert decide(a_view(), a_you("G1 G2 Y3 W", *WILDS, "draw")) == "play W G"


def test_rule_B4_an_eight_in_hand_counts_for_no_suit() -> None:
    eights = [f"play 8H {suit}" for suit in "CDHS"]
    view = a_view("eights", top="5C", colour="C")
    assert decide(view, a_you("8H 8D 8S KS", *eights, "draw")) == "play 8H S"


def test_rule_A5_it_names_the_colour_it_holds_most_for_a_starting_wild() -> None:
    names = [f"name {colour}" for colour in "RGYB"]
    view = a_view("duel", phase="name", top="W", colour=None)
    assert decide(view, a_you("R1 Y1 Y2 W F", *names)) == "name Y"


@pytest.mark.parametrize("preset", ["duel", "classic"])
def test_rule_D6_it_never_bluffs_with_a_wild_draw_four(preset: str) -> None:
    assert decide(a_view(preset), a_you("R2 F", "play R2", *FOURS, "draw")) == "play R2"
    assert decide(a_view(preset), a_you("R2 F", *FOURS, "pass", drawn="F")) == "pass"


def test_rule_C7_it_passes_a_stacked_penalty_on() -> None:
    view = a_view("survival", top="F", colour="R", pending=4)
    assert decide(view, a_you("R2 R3 F", *FOURS, "take")) == "play F R"
    assert decide(view, a_you("R2 R3 W", "take")) == "take"


def test_rule_D8_it_calls_with_the_play() -> None:
    assert decide(a_view(), a_you("R2 B1", "play R2", "play R2 call", "draw")) == "play R2 call"


def test_rule_D8_it_calls_late_if_somebody_forgot_for_it() -> None:
    assert decide(a_view(to_move=1, uncalled=[0]), a_you("R2", "call")) == "call"


def test_rule_D8_it_catches_before_anything_else_and_off_turn() -> None:
    assert decide(a_view(), a_you("R2 B1 B2", "play R2", "draw", "catch 1")) == "catch 1"
    assert decide(a_view(to_move=1), a_you("R2 B1 B2", "catch 1")) == "catch 1"
    assert decide(a_view(to_move=1), a_you("R2 B1 B2")) is None


def answer_to(view: View) -> str | None:
    return decide(view, a_you("B1 B2 B3", "take", "challenge"))


def a_victim_view(player: dict[str, object]) -> View:
    seats = [a_seat(), a_seat(**player)]
    return a_view(phase="answer", top="F", colour="B", pending=4, seats=seats)


@pytest.mark.parametrize(
    ("player", "answer"),
    [
        ({"kind": "person", "level": None, "cards": 6}, "challenge"),
        ({"kind": "person", "level": None, "cards": 5}, "take"),
        ({"kind": "computer", "level": None, "cards": 9}, "challenge"),
        ({"kind": "computer", "level": "random", "cards": 9}, "take"),
        ({"kind": "computer", "level": "simple", "cards": 9}, "take"),
        ({"kind": "person", "level": None, "stand_in": True, "cards": 9}, "take"),
    ],
)
def test_rule_D7_it_challenges_only_a_possible_bluff_from_a_large_hand(
    player: dict[str, object], answer: str
) -> None:
    assert answer_to(a_victim_view(player)) == answer


def test_rule_D7_the_accused_is_the_seat_before_in_the_direction_of_play() -> None:
    suspect = a_seat(kind="person", level=None, cards=9)
    calm = a_seat(level="simple")
    gone = a_seat(kind="person", level=None, cards=9, in_match=False)
    view = a_view(phase="answer", top="F", colour="B", pending=4)

    def seen_by_seat_0(*others: object, direction: int) -> str | None:
        parts = {name: getattr(view, name) for name in view.__struct_fields__}
        return answer_to(View(**{**parts, "seats": [calm, *others], "direction": direction}))

    assert seen_by_seat_0(calm, suspect, direction=1) == "challenge"
    assert seen_by_seat_0(calm, suspect, direction=-1) == "take"
    assert seen_by_seat_0(suspect, calm, direction=-1) == "challenge"
    assert seen_by_seat_0(suspect, gone, direction=1) == "challenge"
