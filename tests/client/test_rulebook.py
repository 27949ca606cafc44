"""The rules as a page: made from the options, so that a changed table reads differently."""

import pytest

from cardgame_client.rulebook import rulebook
from cardgame_rules import PRESETS


def text(preset: str, seats: int | None = None, **changed: object) -> str:
    return " ".join(rulebook(preset, PRESETS[preset].changed(**changed).options(), seats))


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("duel", "2 players, 7 cards each, first to 500 points"),
        ("duel", "it comes back: you draw four"),
        ("eights", "Follow suit or rank"),
        ("eights", "The discard pile is not used again"),
        ("survival", "2 to 4 players, 5 cards each, 3 lives for every person"),
        ("survival", "passes the sum on"),
        ("survival", "that ends the turn"),
        ("classic", "A Wild Draw Four may be played only if"),
        ("classic", "you may bluff"),
        ("classic", "Who did not call can be caught"),
    ],
)
def test_the_rules_of_a_preset_name_what_sets_it_apart(preset: str, said: str) -> None:
    assert said in text(preset)


def test_a_changed_target_and_a_changed_penalty_are_in_the_rules() -> None:
    changed = text("classic", match_end="points:50", call_penalty=4)
    assert "first to 50 points" in changed
    assert "draws 4" in changed
    assert "need not be called" in text("classic", call_penalty=0)


def test_between_two_skip_and_reverse_give_another_turn() -> None:
    assert "Reverse: you play again" in text("classic", 2)
    assert "Reverse: play turns round" in text("classic", 4)
    assert "Reverse:" not in text("duel")


def test_every_preset_says_something_of_its_own() -> None:
    assert len({text(preset) for preset in PRESETS}) == len(PRESETS)


def test_options_of_a_newer_server_are_passed_over() -> None:
    assert rulebook("new", {"match_end": "points:7", "starter": "sideways", "players": "many"})
