"""What the end of a hand is worth: a match that is won is everything, a score is a chance."""

import pytest

from cardgame_bots.thinking.position import Imagined
from cardgame_bots.thinking.stakes import Stakes
from cardgame_rules import PRESETS
from cardgame_rules.deal import deal
from cardgame_rules.laws import laws_of
from cardgame_rules.moves import end
from tests.bots.kit import a_seat, a_view, seeded


def value(preset: str, totals: tuple[int, ...], winner: int | None, *hands: str) -> float:
    """The worth for seat 0 of a hand that ends so, with these points before it."""
    hand = deal(laws_of(PRESETS[preset]), range(len(totals)), 0, Imagined(seeded(1)))
    hand.hands = [cards.split() for cards in hands]
    end(hand, "blocked" if winner is None else "out", winner)
    seats = [a_seat(name=f"seat {number}", total=total) for number, total in enumerate(totals)]
    return Stakes(hand, a_view(preset, seats=seats), 0).value(hand)


def test_the_hand_that_reaches_the_target_decides() -> None:
    assert value("classic", (480, 480), 0, "", "R9 RS") == 1.0
    assert value("classic", (480, 480), 1, "R9 RS", "") == 0.0


def test_between_equals_the_match_is_open() -> None:
    assert value("classic", (71, 80), 0, "", "R9") == pytest.approx(0.5)


# Counted over all ends of matches whose hands score as 1,500 between two `steady` did.
@pytest.mark.parametrize(
    ("preset", "totals", "chance"),
    [
        ("classic", (100, 0), 0.65),
        ("classic", (300, 200), 0.69),
        ("classic", (400, 250), 0.82),
        ("classic", (300, 450), 0.13),
        ("eights", (80, 50), 0.69),
        ("eights", (60, 90), 0.27),
    ],
)
def test_a_lead_is_worth_what_matches_made_of_it(
    preset: str, totals: tuple[int, int], chance: float
) -> None:
    cards = "TS" if preset == "eights" else "R5"
    assert value(preset, totals, None, cards, cards) == pytest.approx(chance, abs=0.03)


def test_more_seats_share_the_chance() -> None:
    even = value("classic", (100, 100, 100, 100), None, "R5", "R5", "R5", "R5")
    ahead = value("classic", (300, 100, 100, 100), None, "R5", "R5", "R5", "R5")
    assert even == pytest.approx(0.25)
    assert even < ahead < 1


def test_rule_C13_where_lives_are_lost_only_winning_the_hand_counts() -> None:
    assert value("survival", (0, 0), 0, "", "R1") == 1.0
    assert value("survival", (0, 0), 1, "R1", "") == 0.0
    assert value("survival", (0, 0), None, "R1", "R1") == 0.5
