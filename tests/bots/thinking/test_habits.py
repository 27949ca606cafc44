"""The habits: what a sound player does at a glance, in every game and always by the rules."""

import pytest

from cardgame_bots.thinking.habits import Habits, habits_of
from cardgame_bots.thinking.memory import Memory
from cardgame_bots.thinking.position import Imagined
from cardgame_rules import PRESETS, Action, Hand
from cardgame_rules.deal import deal
from cardgame_rules.laws import laws_of
from cardgame_rules.moves import apply
from tests.bots.kit import seeded

TABLES = [
    (preset, seats)
    for preset, rules in PRESETS.items()
    for seats in range(rules.players[0], min(rules.players[1], 5) + 1)
]


def a_hand(preset: str, *hands: str, top: str) -> tuple[Hand, Memory, Habits]:
    """Seat 0 is to move, each seat holds the cards written with spaces between, `top` lies open."""
    laws = laws_of(PRESETS[preset])
    hand = deal(laws, range(len(hands)), 0, Imagined(seeded(1)))
    hand.hands = [cards.split() for cards in hands]
    hand.discard = [top]
    hand.colour, hand.follow = laws.colour[top], laws.follow[top]
    hand.mover, hand.phase, hand.pending, hand.draws, hand.legal_turn = 0, "play", 0, 0, None
    return hand, Memory(laws, len(hands)), habits_of(laws, len(hands))


def chosen(preset: str, *hands: str, top: str) -> str:
    hand, memory, habits = a_hand(preset, *hands, top=top)
    return habits.choose(hand, memory).text


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_whole_hands_are_played_by_legal_actions_to_their_end(preset: str, seats: int) -> None:
    laws = laws_of(PRESETS[preset])
    habits = habits_of(laws, seats)
    for number in range(30):
        hand = deal(laws, range(seats), number % seats, Imagined(seeded(f"{preset} {number}")))
        memory = Memory(laws, seats)
        while hand.reason is None:
            action = habits.choose(hand, memory)
            assert action in hand.legal(hand.mover)
            memory.note(hand, action)
            apply(hand, hand.mover, action)
        assert hand.reason in {"out", "blocked"}


def test_of_two_seats_an_extra_turn_comes_first_and_a_wild_last() -> None:
    assert chosen("classic", "R1 RS W G4", "B1 B2 B3", top="R9") == "play RS"
    assert chosen("classic", "R1 W G4 B5", "B1 B2 B3", top="R9") == "play R1"


def test_the_colour_held_most_is_kept_and_named() -> None:
    assert chosen("classic", "R9 G9 G1 G2 G3", "B1 B2 B3", top="Y9") == "play G9"
    assert chosen("classic", "W G1 G2 G3", "B1 B2 B3", top="Y9") == "play W G"


def test_an_extra_turn_that_lets_the_last_card_go_wins() -> None:
    assert chosen("duel", "RS R1", "B1 B2 B3", top="R9") == "play RS"


def test_rule_D6_a_wild_draw_four_is_never_a_bluff() -> None:
    assert chosen("classic", "F R1 G4 B5", "B1 B2 B3", top="R9") == "play R1"
    assert chosen("classic", "F G4 B5", "B1 B2 B3", top="R9").startswith("play F")


def test_rule_D8_the_last_card_but_one_is_played_with_its_call() -> None:
    assert chosen("classic", "R1 G4", "B1 B2 B3", top="R9") == "play R1 call"


def test_rule_C6_a_penalty_is_passed_on_where_it_can_be() -> None:
    hand, memory, habits = a_hand("survival", "BD R1", "B1 B2 B3", top="RD")
    hand.pending = 2
    assert habits.choose(hand, memory) is Action.parse("play BD")
    hand.hands[0], hand.legal_turn = ["B1", "R1"], None
    assert habits.choose(hand, memory) is Action.parse("take")


def test_a_colour_that_the_next_seat_lately_lacked_is_led_to() -> None:
    hand, memory, habits = a_hand("classic", "R9 G9 R1 G1", "B1 B2 B3", top="Y9")
    memory.lacked(1, "G")
    assert habits.choose(hand, memory).text == "play G9"
    memory.fade(1, 10)
    memory.lacked(1, "R")
    assert habits.choose(hand, memory).text == "play R9"


@pytest.mark.parametrize(("left", "answer"), [(6, "challenge"), (5, "take")])
def test_rule_D7_in_a_playout_a_bluff_from_many_cards_is_challenged(left: int, answer: str) -> None:
    hand, memory, habits = a_hand("classic", "F R1 " + "G1 " * (left - 1), "B1 B2 B3", top="R9")
    apply(hand, 0, Action.parse("play F G"))
    assert habits.choose(hand, memory).text == answer
