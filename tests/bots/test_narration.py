"""A match in short: a sentence for each hand, and few moments beside."""

from typing import Any

from cardgame_bots.narration import MOST_MOMENTS, Narrator, opening, outcome
from cardgame_protocol import MatchResult, Update
from tests.bots.kit import a_seat, a_view

VIEW = a_view(seats=[a_seat(), a_seat(name="Bo", level="simple")])


def told(narrator: Narrator, *events: dict[str, Any]) -> list[str]:
    return narrator.hear(Update(turn=1, events=list(events), view=VIEW, you=None))


def played(seat: int, card: str) -> dict[str, Any]:
    return {
        "event": "played", "seat": seat, "card": card, "colour": None, "left": 0, "call": False
    }  # fmt: skip


def drew(seat: int, count: int, reason: str) -> dict[str, Any]:
    return {"event": "drew", "seat": seat, "count": count, "reason": reason}


def hand_over(**changes: Any) -> dict[str, Any]:
    sheet = {
        "event": "hand_over", "hand": 3, "reason": "out", "winner": 1, "cards": [["R1"], []],
        "points": [0, 84], "lives_lost": [], "totals": [100, 184], "lives": [None, None],
    }  # fmt: skip
    return {**sheet, **changes}


def test_a_hand_is_one_sentence_with_the_score() -> None:
    lines = told(Narrator(), played(1, "YD"), hand_over())
    assert lines == ["  hand 3: Bo goes out with YD and scores 84; Ana 100, Bo 184"]


def test_a_hand_without_a_winner_says_why() -> None:
    for reason, why in (("blocked", "nobody can move"), ("limit", "the turn limit is reached")):
        nobody_won = hand_over(winner=None, reason=reason, points=[0, 0])
        assert told(Narrator(), nobody_won) == [f"  hand 3: {why}; Ana 100, Bo 184"]


def test_lives_are_told_where_there_are_any() -> None:
    lines = told(
        Narrator(), played(1, "Y1"), hand_over(lives=[1, 3]), {"event": "seat_out", "seat": 0}
    )
    assert lines == [
        "  hand 3: Bo goes out with Y1 and scores 84; Ana 100 (lives 1), Bo 184 (lives 3)",
        "  Ana is out of the match",
    ]


def test_a_long_draw_is_told_before_its_hand() -> None:
    draws = [drew(0, 1, "turn") for _ in range(9)]
    lines = told(Narrator(), *draws, played(1, "YD"), hand_over())
    assert lines[0] == "  Ana draws 9 cards in one turn"


def test_draws_of_different_turns_are_not_added_up() -> None:
    draws = [drew(0, 1, "turn"), played(1, "Y1")] * 9
    assert len(told(Narrator(), *draws, hand_over())) == 1


def test_a_large_stack_is_told() -> None:
    lines = told(Narrator(), drew(1, 8, "penalty"), played(1, "YD"), hand_over())
    assert lines[0] == "  Bo takes a stack of 8 cards"


def test_moments_stay_few_however_many_there_are() -> None:
    narrator = Narrator()
    reshuffled = {"event": "reshuffled", "count": 30}
    lines = [line for _ in range(20) for line in told(narrator, reshuffled, hand_over())]
    assert len(lines) == 20 + MOST_MOMENTS


def test_an_event_of_a_newer_server_is_passed_over() -> None:
    assert told(Narrator(), {"event": "sneezed", "seat": 0}) == []


def test_a_match_begins_with_who_plays_to_which_end() -> None:
    started = {"event": "match_started", "match": 1, "preset": "classic", "changed": []}
    assert told(Narrator(), started) == ["classic, to 500 points: Ana (random), Bo (simple)"]
    assert opening(a_view("survival")).startswith("survival, 3 lives each: ")


def test_the_outcome_names_the_winners() -> None:
    result = MatchResult(reason="target", winners=[1], ranking=[[1], [0]], totals=[310, 505])
    seats = [a_seat(total=310), a_seat(name="Bo", total=505)]
    final = a_view(state="over", result=result, seats=seats)
    assert outcome(final) == "Ana 310, Bo 505: Bo won"
    nobody = MatchResult(reason="limit", winners=[], ranking=[[0, 1]], totals=[0, 0])
    assert outcome(a_view(state="over", result=nobody)).endswith("nobody won")
