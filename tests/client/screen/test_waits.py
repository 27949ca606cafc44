"""What the table waits for, for how long, and what happens then: on every screen, and in words."""

import pytest
from msgspec.structs import replace

from cardgame_client.countdown import span
from cardgame_client.screen.cells import plain
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.pages import draw
from cardgame_client.sheets import sheet
from cardgame_client.waiting_words import waiting_for
from cardgame_protocol.view import Wait
from tests.client.screen.emulator import OpenTerminal
from tests.client.screen.hands import Hands
from tests.client.screen.scenes import WAITS, built
from tests.client.screen.tables import Stage, seat, view, you

SIZES = [(40, 12), (80, 24), (200, 60)]

SEEN = {
    "own_turn": "Your turn: play, or draw",
    "turn_of_another": "Bea is on turn",
    "own_name": "Your turn: name a colour",
    "name_of_another": "Bea names a colour",
    "own_answer": "Your turn: take, or challenge",
    "answer_of_another": "Bea takes or challenges",
    "call_of_another": "K catch Dot",
    "own_call": "ot called!",
    "returning": "Cem is on turn; Bea is away",
    "paused": "Pause, until you and Bea resume",
    "all_away": "Pause: all the people are away",
    "players": "aits for 2 more",
    "ready": "2 to go",
    "start": "The match waits for you: S starts it.",
    "next_hand": "Ana not yet, Bea not yet",
    "rematch": "Ana not yet, Bea not yet",
    "vote": "Ana yes, Bea not yet",
    "paused_between": "Pause, until you and Bea resume",
}
"""What the screen says of each, at any size (after scrolling)."""

SAID = {
    "own_turn": "Your turn, Ana. In {} seconds the server plays.",
    "turn_of_another": "Waiting for Bea. In {} seconds the server plays.",
    "own_name": "Name the colour of the wild card turned up: type name COLOUR. In {} seconds the "
    "server plays.",
    "name_of_another": "Waiting for Bea to name a colour. In {} seconds the server plays.",
    "own_answer": "Take the four cards, or challenge: type take or challenge. In {} seconds the "
    "server plays.",
    "answer_of_another": "Waiting for Bea to take four cards or challenge. In {} seconds the "
    "server plays.",
    "call_of_another": "Waiting for Bea. In {} seconds the server plays. Dot has not called and "
    "can be caught until Bea's move.",
    "own_call": "Waiting for Bea. In {} seconds the server plays. You have one card and have not "
    "called: type call before Bea's move.",
    "returning": "Waiting for Cem. Bea is away: in {} seconds a computer plays that seat.",
    "paused": "Pause. Waiting for you and Bea to type resume. In {} seconds play goes on.",
    "all_away": "Pause: all the people are away. In {} seconds the match ends as it stands.",
    "players": "Waiting for players: 2 seats free. Type add for a computer player. In {} seconds "
    "the table closes.",
    "ready": "All seats are taken. Waiting for you and Bea to be ready, or type start. In {} "
    "seconds the table closes.",
    "start": "All seats are taken. Waiting for you: type start. In {} seconds the table closes.",
    "next_hand": "The next hand begins in {} seconds, or when you and Bea are ready: type ready.",
    "rematch": "The match is over. Type rematch, save for the record, or leave. In {} seconds the "
    "table closes.",
    "vote": "The match is over. Waiting for Bea to ask for a rematch, too. Type save for the "
    "record, or leave. In {} seconds the vote has failed.",
    "paused_between": "Pause. Waiting for you and Bea to type resume. In {} seconds play goes on.",
}
"""What `state` and `why` say of each."""


def test_every_kind_of_wait_is_looked_at() -> None:
    assert set(SEEN) == set(SAID) == set(WAITS)


def seen(hands: Hands, size: tuple[int, int]) -> str:
    """Everything on a screen, also what is reached by scrolling."""
    texts = []
    for _ in range(12):
        drawn = draw(hands.stage.model, hands.desk, size, UTF8)
        texts.append(plain([*drawn.body, drawn.notice, drawn.keys]))
        hands.desk.scroll.sink(1)
    return "\n".join(texts)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", WAITS)
def test_the_screen_says_whom_it_waits_for_and_counts_down(
    name: str, size: tuple[int, int]
) -> None:
    hands = Hands(built(f"wait_{name}"))
    if name == "call_of_another":
        assert hands.stage.model.view is not None
        hands.update(hands.stage.model.view, you(["R7"], ["catch 3"]))
    text = seen(hands, size)
    assert SEEN[name] in text
    for passed, left in ((0, 25), (4, 21), (24, 1), (99, 0)):
        hands.desk.now = hands.now + passed
        drawn = draw(hands.stage.model, hands.desk, size, UTF8)
        assert span(left) in plain(drawn.body), passed


@pytest.mark.parametrize("name", WAITS)
def test_state_and_why_say_it_and_count_down(name: str) -> None:
    stage, times = Stage().connected(), [50.0]
    stage.model.clock = lambda: times[-1]
    WAITS[name](stage)
    for passed, left in ((0, 25), (20, 5)):
        times.append(50.0 + passed)
        assert waiting_for(stage.model) == SAID[name].format(left)
        assert sheet("state", "", stage.model).lines[-1] == SAID[name].format(left)
        assert sheet("why", "", stage.model).lines == (SAID[name].format(left),)


@pytest.mark.anyio
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", WAITS)
async def test_a_second_that_passes_writes_a_digit_or_two(
    terminal: OpenTerminal, name: str, size: tuple[int, int]
) -> None:
    async with terminal(built(f"wait_{name}"), size) as screen:
        await screen.sees("25 s")
        before = len(screen.written)
        await screen.send("\x1b[24~", after=1.0)  # a key that means nothing
        await screen.sees("24 s")
        # Two digits in up to two places, each with the way there and its style, and the modes that
        # every drawing sets.
        assert len(screen.written[before:].encode()) < 200


def test_a_wait_of_minutes_is_shown_whole_in_the_smallest_terminal() -> None:
    for wait in ("own_turn", "own_name", "own_answer", "paused", "all_away"):
        hands = Hands(built(f"wait_{wait}"))
        table = hands.stage.model.view
        assert table is not None
        table.waits[0] = replace(table.waits[0], left=1799.0)
        assert "29:59" in seen(hands, (40, 12)), wait


def test_a_long_name_does_not_push_the_time_off_the_line(stage: Stage) -> None:
    name = "Maximiliane von Hohe"
    wait = Wait(seat=1, name=name, why="answer", left=25.0, then="default")
    seats = [seat("Ana"), seat(name), seat("Cem")]
    stage.update(view("classic", seats, phase="answer", to_move=1, waits=[wait]), you(["R7"], []))
    assert "Maximilia~ takes or challenges, 25 s" in seen(Hands(stage), (40, 12))


def test_of_many_people_that_a_pause_waits_for_it_tells_how_many(stage: Stage) -> None:
    seats = [seat(name) for name in ("Ana", "Bea", "Cem", "Dot", "Eva")]
    waits = [
        Wait(seat=n, name=one.name, why="resume", left=1700.0, then="resumes")
        for n, one in enumerate(seats)
    ]
    stage.update(view("classic", seats, paused="agreed", waits=waits), you(["R7"], []))
    assert "Pause, until 5 people resume, 28:20" in seen(Hands(stage), (40, 12))


@pytest.mark.parametrize("name", ["wait_paused", "wait_paused_between"])
def test_enter_ends_a_pause_and_other_keys_say_so(name: str) -> None:
    hands = Hands(built(name))
    drawn = draw(hands.stage.model, hands.desk, (40, 12), UTF8)
    assert plain([drawn.keys]).startswith(" Enter resume")
    assert hands.press("enter") == ["resume"]
    if name == "wait_paused":
        assert hands.press("p") == []
        assert hands.desk.notice == "The match is paused: Enter resumes it."
