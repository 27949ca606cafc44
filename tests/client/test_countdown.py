"""What the client says of time: how long the table waits, and what happens then."""

from typing import Any

import pytest

from cardgame_client.commands import NotUnderstood, parse
from cardgame_client.countdown import seconds_left, span, then_words
from cardgame_client.model import Model
from cardgame_client.pages import turn_line
from cardgame_client.screen.desk import Desk
from cardgame_client.waiting_words import waiting_for
from tests.client.kit import at_table, computer, seat, update, view, you


def wait(left: float | None, then: str | None, why: str = "turn", number: int | None = 0) -> Any:
    """Return one entry of `waits`."""
    return {"seat": number, "name": "Ana", "why": why, "left": left, "then": then}


@pytest.mark.parametrize(
    ("passed", "left"), [(0.0, 45), (0.4, 45), (1.0, 44), (44.5, 1), (45.0, 0), (99.0, 0)]
)
def test_the_seconds_count_down_from_the_view_and_never_below_zero(
    passed: float, left: int
) -> None:
    assert seconds_left(view(waits=[wait(45.0, "default")]), passed) == left


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        ([], None),
        ([wait(None, None)], None),
        ([wait(8.0, "next_hand")], None),
        ([wait(1800.0, "closes", "players")], None),
        ([wait(500.0, "closes", "players")], 500),
        ([wait(15.0, "stand_in"), wait(9.0, "stand_in", "return", 1)], 15),
    ],
)
def test_only_what_is_for_people_to_know_is_told(entries: list[Any], left: int | None) -> None:
    assert seconds_left(view(waits=entries)) == left


def test_a_computer_and_a_stand_in_play_in_a_moment_and_are_not_counted_down() -> None:
    entries = [wait(5.8, "default")]
    assert seconds_left(view(waits=entries, seats=[computer("Dot"), seat("Ana")])) is None
    assert seconds_left(view(waits=entries, seats=[seat("Ana", stand_in=True)])) is None


@pytest.mark.parametrize(("seconds", "words"), [(0, "0 s"), (99, "99 s"), (100, "1:40")])
def test_a_length_of_time_is_short(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_the_line_that_is_read_aloud_says_how_long_and_what_then() -> None:
    model = at_table(["R7"], ["draw"], waits=[wait(45.0, "default")])
    assert turn_line(model).endswith("In 45 seconds the server plays.")
    assert waiting_for(model).endswith("In 45 seconds the server plays.")
    other = at_table(["R7"], [], to_move=1, waits=[wait(15.0, "stand_in", "turn", 1)])
    assert turn_line(other) == "Dot's turn. In 15 seconds a computer plays."


@pytest.mark.parametrize(
    ("paused", "entries", "words"),
    [
        (
            "agreed",
            [wait(1800.0, "resumes", "resume")],
            "Pause. Waiting for you to type resume. In 30 minutes play goes on.",
        ),
        (
            "away",
            [wait(1800.0, "ends", "return")],
            "Pause: all the people are away. In 30 minutes the match ends as it stands.",
        ),
    ],
)
def test_a_pause_is_told_with_what_ends_it(paused: str, entries: list[Any], words: str) -> None:
    model = at_table(["R7"], ["draw"], paused=paused, waits=entries)
    assert waiting_for(model) == words
    assert turn_line(model) == words


def test_state_asked_later_counts_less() -> None:
    now = 100.0
    model = Model("Ana", clock=lambda: now)
    entries = [wait(45.0, "default"), wait(20.0, "stand_in", "return", 1)]
    model.receive(update(own=you(["R7"], ["draw"]), waits=entries))
    now = 112.5
    assert waiting_for(model).startswith("Your turn, Ana. In 33 seconds the server plays.")
    assert waiting_for(model).endswith("Ana is away: in 8 seconds a computer plays that seat.")
    assert turn_line(model).endswith("In 33 seconds the server plays.")
    model.receive(update(own=you(), state="between", next_in=8.0, to_move=None))
    now = 115.0
    assert "in 6 seconds" in waiting_for(model)


def test_the_desk_counts_the_seconds_between_two_updates() -> None:
    desk, model = Desk(), at_table(["R7"], ["draw"], waits=[wait(45.0, "default")])
    desk.follow(model, 100.0)
    desk.follow(model, 130.0)
    assert desk.wait_left(model) == 15
    assert model.view is not None
    assert then_words(model.view) == "the server plays"


def asked(text: str) -> Any:
    """Return the request that a typed line becomes."""
    command: Any = parse(text, at_table(["R7"], ["draw"]))
    return command.request


def test_a_clock_and_latecomers_are_typed_with_the_table() -> None:
    request = asked("create duel seats 2 turn 20 bank=60 late next")
    assert (request.turn_seconds, request.bank_seconds) == (20.0, 60.0)
    assert request.latecomers == "next_hand"
    assert asked("create duel late now").latecomers == "stand_in"
    plain = asked("create duel")
    assert (plain.turn_seconds, plain.bank_seconds, plain.latecomers) == (None, None, "none")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("create duel turn soon", "turn must be a number of seconds"),
        ("create duel late tomorrow", "late must be no, next or now"),
        ("more", "Whom. Type more NAME"),
        ("more Zoe 30", "Nobody here is called"),
        ("resume now", "too much"),
        ("pause please", "too much"),
    ],
)
def test_what_is_not_understood_says_what_to_type(text: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood, match=complaint):
        asked(text)


def test_pause_resume_and_more_are_typed() -> None:
    assert (asked("pause").agree, asked("pause no").agree) == (True, False)
    assert type(asked("resume")).__name__ == "ResumeRequest"
    assert (asked("more dot").seat, asked("more dot").seconds) == (1, 60.0)
    assert asked("more Dot 90").seconds == 90.0
