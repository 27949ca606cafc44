"""What is too long for its place is scrolled: nothing that a player needs is out of reach."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from cardgame_client.model import Replay
from cardgame_client.screen.about import about
from cardgame_client.screen.cards import token_text
from cardgame_client.screen.cells import plain
from cardgame_client.screen.clicks import SHEET
from cardgame_client.screen.glyphs import UTF8
from cardgame_client.screen.help import KEYS
from cardgame_client.screen.mouse import click, wheel
from cardgame_client.screen.pages import draw
from cardgame_protocol.view import HandSheet, MatchResult, View
from cardgame_rules import PRESETS
from tests.client.screen.hands import Hands
from tests.client.screen.tables import NAMES, Stage, seat, view, you

SIZES = [(40, 12), (64, 14), (80, 24), (112, 20), (120, 40), (200, 60)]

TABLES = [
    (preset, count)
    for preset, rules in PRESETS.items()
    for count in range(rules.players[0], rules.players[1] + 1)
]

CARDS = {False: ["R0", "RS", "G7", "YV", "B2", "BD", "W", "F"], True: ["8D", "TH", "2H", "AS"]}


def ended(preset: str, count: int, *, over: bool) -> View:
    """A table of `count` after a hand that left everybody but the last a different long hand."""
    pool = CARDS[preset == "eights"]
    held = [[pool[(at + place) % len(pool)] for place in range(12 + at)] for at in range(count - 1)]
    lives = 2 if PRESETS[preset].has_lives else None
    seats = [seat(NAMES[at], total=100 + at, lives=lives) for at in range(count)]
    sheet = HandSheet(
        hand=3,
        reason="out",
        winner=count - 1,
        cards=[*held, []],
        points=[0] * (count - 1) + [777],
        lives_lost=[0] if lives else [],
    )
    result = MatchResult(
        reason="lives" if lives else "target",
        winners=[count - 1],
        ranking=[[at] for at in reversed(range(count))],
        totals=[100 + at for at in range(count)],
    )
    fields = {"state": "over" if over else "between", "phase": None, "to_move": None}
    return view(
        preset,
        seats,
        last_hand=sheet,
        result=result if over else None,
        next_in=None if over else 10.0,
        **fields,
    )


def screens(hands: Hands, size: tuple[int, int], key: str = "down") -> list[str]:
    """What is seen from the first line to the last, one key at a time."""
    seen = [screen(hands, size)]
    for _ in range(300):
        hands.press(key, after=0)  # nothing counts down meanwhile
        seen.append(screen(hands, size))
        if seen[-1] == seen[-2]:
            return seen[:-1]
    raise AssertionError("scrolling has no end")


def screen(hands: Hands, size: tuple[int, int]) -> str:
    drawn = draw(hands.stage.model, hands.desk, size, UTF8)
    return plain([*drawn.body, drawn.notice, drawn.keys])


def seats_seen(seen: list[str]) -> dict[str, list[str]]:
    """The words of each player's rows of the sheet: those with the name, and those beneath."""
    found: dict[str, list[str]] = {}
    for text in seen:
        name = ""
        for line in text.splitlines():
            words = line.split("│")[0].split()
            if words and words[0] in NAMES and "ready" not in line:
                name = words[0]
            elif not line.startswith("     "):
                name = ""
            if name:
                found.setdefault(name, []).extend(words)
    return found


@pytest.mark.parametrize("over", [False, True], ids=["between", "over"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("preset", "count"), TABLES)
def test_everything_on_a_score_sheet_can_be_reached(
    stage: Stage, preset: str, count: int, size: tuple[int, int], over: bool
) -> None:
    table = ended(preset, count, over=over)
    stage.update(table, you([], []))
    hands = Hands(stage)
    seen = screens(hands, size)
    everything = "\n".join(seen)
    rows = seats_seen(seen)
    assert table.last_hand is not None
    for number, player in enumerate(table.seats):
        assert str(player.total) in rows[player.name]
        for card in table.last_hand.cards[number]:
            assert token_text(card, UTF8).strip() in rows[player.name], (player.name, card)
    assert "+777" in everything
    assert ("-1 life" in everything) == PRESETS[preset].has_lives
    if over:
        flat = " ".join(everything.split())
        assert f"{NAMES[count - 1]} won the match" in everything
        for place, name in enumerate(reversed(NAMES[:count]), start=1):
            assert f"{place}. {name}" in flat
        assert all("Enter rematch" in text for text in seen)
    else:
        assert all("Enter next hand" in text for text in seen)
        assert all("in 10 s" in text for text in seen)


@pytest.mark.parametrize("over", [False, True], ids=["between", "over"])
def test_a_sheet_that_is_cut_says_so_and_how_to_see_the_rest(stage: Stage, over: bool) -> None:
    stage.update(ended("classic", 4, over=over), you([], []))
    hands = Hands(stage)
    seen = screens(hands, (40, 12))
    assert len(seen) > 2
    for number, text in enumerate(seen, start=1):
        assert f" {number}-{number + 5} of " in text
        assert "up/down" in text
    hands.press("up", after=0)
    assert screen(hands, (40, 12)) == seen[-2]


def test_a_sheet_that_fits_does_not_scroll(hands: Callable[[str], Hands]) -> None:
    table = hands("duel_between")
    assert len(screens(table, (40, 12))) == 1
    assert "up/down" not in screen(table, (40, 12))


def test_chat_that_arrives_is_seen_beneath_a_scrolled_sheet(stage: Stage) -> None:
    stage.update(ended("classic", 10, over=True), you([], []))
    stage.model.add("chat", "Bea: well played")
    for size in SIZES:
        assert all("Bea: well played" in text for text in screens(Hands(stage), size))


def test_the_wheel_scrolls_a_sheet_and_a_click_on_it_does_nothing(stage: Stage) -> None:
    stage.update(ended("classic", 4, over=True), you([], []))
    hands = Hands(stage)
    model, target = stage.model, (SHEET, "0")
    screen(hands, (40, 12))
    wheel(hands.desk, model, target, 1, hands.now)
    assert " 4-9 of " in screen(hands, (40, 12))
    assert click(hands.desk, model, target, hands.now) == []
    wheel(hands.desk, model, target, -1, hands.now)
    assert " 1-6 of " in screen(hands, (40, 12))


def test_in_a_replay_the_page_keys_scroll_a_sheet(stage: Stage) -> None:
    stage.update(ended("classic", 4, over=True), you([], []))
    stage.model.replay = Replay(step=9, steps=9, hand=3, hands=3)
    hands = Hands(stage)
    seen = screens(hands, (40, 12), "pagedown")
    assert len(seen) > 1
    assert all("PgUp/PgDn" in text for text in seen)


def test_in_a_replay_the_page_of_keys_begins_with_those_of_a_replay(classic: Stage) -> None:
    def titles() -> list[str]:
        watching = Hands(classic)
        watching.press("f1")
        lines = plain(draw(classic.model, watching.desk, (80, 60), UTF8).body).splitlines()
        known = {key for key, text in KEYS if not text}
        return [line.strip() for line in lines if line.strip() in known]

    others = ["Everywhere", "A turn", "Eights"]
    assert titles() == [*others, "A replay", "Signs"]
    classic.model.replay = Replay(step=9, steps=9, hand=3, hands=3)
    assert titles() == ["A replay", *others, "Signs"]


def test_in_a_replay_no_turn_calls_back_from_a_page(classic: Stage) -> None:
    hands = Hands(classic)
    hands.press("f1")
    assert "Your turn: Esc goes back" in screen(hands, (80, 24))
    classic.model.replay = Replay(step=9, steps=9, hand=3, hands=3)
    assert "Your turn" not in screen(hands, (80, 24))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_card_does_can_be_read_to_its_end(
    hands: Callable[[str], Hands], preset: str, size: tuple[int, int]
) -> None:
    player = hands(f"{preset}_turn")
    model = player.stage.model
    for place in range(len(model.hand)):
        player.desk.chosen = place
        player.press("?")
        everything = " ".join("\n".join(screens(player, size)).split())
        card = player.desk._hand[place]
        words = [word for sentence in about(card, model) for word in sentence.split()]
        assert [word for word in words if word not in everything] == []
        player.press("escape")


@pytest.mark.parametrize("key", ["f1", "f4"])
def test_the_first_key_back_from_the_end_of_a_page_moves_it(
    hands: Callable[[str], Hands], key: str
) -> None:
    table = hands("classic_turn")
    table.press(key)
    seen = screens(table, (40, 12))
    table.press(*["down"] * 20)
    screen(table, (40, 12))
    table.press("up")
    assert screen(table, (40, 12)) == seen[-2]


def test_the_first_key_back_from_the_beginning_of_the_log_moves_it(
    hands: Callable[[str], Hands],
) -> None:
    table = hands("classic_turn")
    for number in range(40):
        table.stage.model.add("event", f"Event {number} ends.")
    seen = screens(table, (80, 24), "pageup")
    assert "Event 0 ends." in seen[-1]
    assert len(seen) > 3
    table.press("pagedown")
    back = screen(table, (80, 24))
    assert back not in (seen[-1], seen[0])
    assert all(one != other for one, other in pairwise(seen))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_long_notice_does_not_lie_over_the_newest_line_of_the_log(
    hands: Callable[[str], Hands], size: tuple[int, int]
) -> None:
    table = hands("classic_turn")
    table.desk.chosen = len(table.stage.model.hand) - 1  # a Wild Draw Four at a risk
    table.stage.model.add("event", "Bea has said something.")
    text = screen(table, size)
    flat = " ".join(text.split())
    assert ("makes it unlawful here." in flat) or ("Unlawful, you hold yellow: ? says" in flat)
    assert "Bea has said something." in text


def test_scrolling_is_offered_where_there_is_something_to_scroll(
    hands: Callable[[str], Hands],
) -> None:
    table = hands("classic_turn")
    table.press("?")
    assert "up/down scroll" not in screen(table, (200, 60))
    table.press("?", "f1")
    assert "up/down scroll" in screen(table, (80, 24))
