"""The pages a player can ask for at any time."""

from typing import Any

import pytest

from cardgame_client.hand_pages import hand, hint, playable_cards, risky
from cardgame_client.model import Model
from cardgame_client.pages import lobby, scores, state, turn_line
from cardgame_client.reasons import why
from cardgame_client.sheets import sheet
from cardgame_client.waiting_words import waiting_for
from cardgame_protocol import HandSheet, ListResult, MatchResult, TableLine
from cardgame_protocol.view import Rules
from tests.client.kit import at_table, computer, seat, update, you


def test_the_hand_is_told_by_colour_with_what_can_be_played() -> None:
    model = at_table(
        ["R3", "G7", "W", "F"], ["play G7", "play W R", "play W G", "play F R", "draw"], top="B7"
    )
    assert hand(model) == [
        "You hold 4: Red 3; Green 7; Wild, Wild Draw Four.",
        "You can play: Green 7, Wild, Wild Draw Four.",
        "You can also draw.",
    ]


@pytest.mark.parametrize(
    ("preset", "price"), [("duel", "cost four cards and the turn"), ("classic", "challenge")]
)
def test_rule_A12_the_price_of_an_unlawful_wild_draw_four_is_told_before(
    preset: str, price: str
) -> None:
    model = at_table(["Y3", "F"], ["play Y3", "play F R", "draw"], preset=preset)
    assert "risky: you hold yellow" in hand(model)[1]
    assert price in hand(model)[1]


def test_rule_A10_only_the_colour_in_force_makes_a_wild_draw_four_risky() -> None:
    assert risky("F", ["Y3", "F"], "Y")
    assert not risky("F", ["R7", "W", "F"], "Y")
    assert not risky("W", ["Y3"], "Y")


def test_rule_D8_whoever_is_about_to_hold_one_card_is_offered_the_call() -> None:
    model = at_table(["Y3", "R1"], ["play Y3", "play Y3 call", "draw"])
    assert hand(model)[-1] == "Playing leaves you one card: add call to the play."


def test_a_hint_lists_everything_as_commands() -> None:
    model = at_table(["Y3"], ["play Y3 call", "draw", "catch 1"])
    assert hint(model) == ["You can type: play y3 call, draw, catch Dot."]
    assert "nothing" in hint(at_table(to_move=1))[0]


def test_the_turn_is_told_with_top_card_colour_pending_and_stock() -> None:
    assert turn_line(at_table(pending=2)) == (
        "Your turn, Ana. Top card Yellow 7, yellow in force, 2 cards pending, 37 in stock."
    )
    assert turn_line(at_table(to_move=1)) == "Dot's turn."
    assert "challenge" in turn_line(at_table(phase="answer", pending=4))
    assert "play any" in turn_line(at_table(preset="eights", top=None, colour=None))


def test_the_state_tells_every_seat_and_whom_the_table_waits_for() -> None:
    model = at_table(
        seats=[
            seat("Ana", cards=2),
            computer("Dot", cards=1, total=310),
            seat("Cem", here=False, stand_in=True, cards=11),
        ],
        uncalled=[1],
        to_move=2,
        spectators=["Eva"],
        changed=["match_end"],
    )
    lines = state(model)
    assert lines == [
        "Table friday: classic, to 500 points. Watching: Eva.",
        "Ana (you), host: 2 cards, 0 points.",
        "Dot (computer, simple): 1 card, 310 points, not called.",
        "Cem: 11 cards, 0 points, connection lost, played by a computer meanwhile, to move.",
        "Hand 1, play goes clockwise.",
        "Top card Yellow 7, yellow in force, 37 in stock.",
        "Cem is away; a computer plays that turn in a moment.",
    ]


def test_rule_C15_the_direction_of_play_is_told() -> None:
    assert "Hand 1, play goes counter-clockwise." in state(at_table(direction=-1))


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"state": "waiting", "seats": [seat("Ana"), seat("")]}, "1 seat free"),
        ({"state": "waiting", "seats": [seat("Ana", ready=True), seat("Cem")]}, "Waiting for Cem"),
        ({"state": "between", "next_in": 8.0}, "in 8 seconds"),
        ({"state": "over"}, "rematch"),
        ({"to_move": 1}, "Waiting for Dot."),
        ({"to_move": 1, "seats": [seat("Ana"), computer("Dot")]}, "a computer"),
        ({"to_move": None}, "goes on by itself"),
        ({}, "Your turn"),
    ],
)
def test_there_is_always_a_sentence_for_what_the_table_waits_for(
    table: dict[str, Any], says: str
) -> None:
    assert says in waiting_for(at_table(**table))


def test_the_scores_are_told_seat_by_seat() -> None:
    over = HandSheet(
        hand=3, reason="out", winner=1, cards=[["R7"], []], points=[0, 7], lives_lost=[]
    )
    result = MatchResult(reason="target", winners=[1], ranking=[[1], [0]], totals=[0, 500])
    model = at_table(last_hand=over, result=result, seats=[seat("Ana"), seat("Dot", total=500)])
    assert scores(model) == [
        "Hand 3, first to 500:",
        "Ana: left with Red 7; +0, 0 in all.",
        "Dot: went out; +7, 500 in all.",
        "The match is over. Dot wins.",
    ]


def test_while_a_hand_is_played_the_scores_are_those_of_the_hands_before() -> None:
    seats = [seat("Ana", total=20, lives=1), seat("Dot", total=5, lives=None)]
    rules = Rules(preset="survival", options={"match_end": "lives:1"})
    model = at_table(seats=seats, rules=rules)
    model.receive(update(hand=1, seats=seats, rules=rules))
    assert scores(model) == ["No hand is over yet."]
    model.receive(update(hand=3, seats=seats, rules=rules))
    assert scores(model) == [
        "After 2 hands, 1 life in all:",
        "Ana: 20 in all, 1 life left.",
        "Dot: 5 in all.",
    ]


def test_the_lobby_is_told_table_by_table() -> None:
    line = TableLine(
        table=7, name="fri\x1bday", preset="duel", seats=2, free=1, people=1, computers=0,
        watching=2, state="waiting", host="Eva", password=True, spectators=True,
        options={"match_end": "points:100"},
    )  # fmt: skip
    assert lobby(ListResult(tables=[line], page=1, pages=2, total=21)) == [
        "Table 7, fri?day: duel, to 100 points, waiting, 1 of 2 seats free, 1 person, "
        "0 computers, 2 watching, needs a password. Host Eva.",
        "Page 1 of 2, 21 tables. Type list PAGE.",
    ]
    assert "create" in lobby(ListResult(tables=[], page=1, pages=1, total=0))[0]


def test_the_lobby_tells_of_clock_and_latecomers() -> None:
    line = TableLine(
        table=7, name="friday", preset="duel", seats=2, free=1, people=1, computers=0,
        watching=0, state="waiting", host="", password=False, spectators=False,
        options={}, turn_seconds=30.0, bank_seconds=60.0, latecomers="stand_in",
    )  # fmt: skip
    assert lobby(ListResult(tables=[line], page=1, pages=1, total=1)) == [
        "Table 7, friday: duel, waiting, 1 of 2 seats free, 1 person, 0 computers, 30 s a turn, "
        "bank of 60 s, latecomers at once, no spectators.",
    ]


@pytest.mark.parametrize(
    ("table", "clock", "late"),
    [
        ({}, "There is no clock", "Nobody can sit down while"),
        (
            {"turn_seconds": 30.0, "latecomers": "next_hand"},
            "A turn may take 30 seconds; then the server acts.",
            "with the next hand",
        ),
        (
            {"turn_seconds": 15.0, "bank_seconds": 60.0, "latecomers": "stand_in"},
            "A turn may take 15 seconds, and each seat has 60 more for the whole match; then",
            "at once",
        ),
    ],
)
def test_the_rules_of_a_table_tell_of_clock_and_latecomers(
    table: dict[str, Any], clock: str, late: str
) -> None:
    told = sheet("rules", "", at_table(**table)).lines
    assert any(line.startswith(clock) for line in told)
    assert any(late in line for line in told)
    assert not any("clock" in line for line in sheet("rules", "eights", at_table(**table)).lines)


def test_state_names_clock_and_latecomers_with_the_rules() -> None:
    model = at_table(turn_seconds=30.0, bank_seconds=60.0, latecomers="next_hand")
    assert state(model)[0] == (
        "Table friday: classic, 30 s a turn, bank of 60 s, latecomers with the next hand."
    )


@pytest.mark.parametrize(
    ("card", "table", "says"),
    [
        ("y7", {}, "You can play Yellow 7"),
        ("r1", {}, "matches neither yellow nor 7"),
        ("b9", {}, "do not hold"),
        ("r1", {"to_move": 1}, "not your turn"),
        ("r1", {"pending": 2}, "2 cards are pending"),
        ("r1", {"phase": "answer"}, "challenge"),
        ("r1", {"phase": "name"}, "name the colour"),
        ("r1", {"top": "W", "colour": "G"}, "green was named"),
        ("f", {}, "unlawful"),
        ("nonsense", {}, "no card"),
        ("", {}, "Your turn"),
    ],
)
def test_bug_U19_why_tells_what_stands_in_the_way(
    card: str, table: dict[str, Any], says: str
) -> None:
    model = at_table(["Y7", "Y7", "R1", "F"], ["play Y7", "play F R"], **table)
    assert says in why(card, model)[0]


def test_after_a_draw_why_names_the_only_card_that_may_be_played() -> None:
    model = at_table()
    model.receive(update(own=you(["R1", "Y9"], ["play Y9", "pass"], drawn="Y9")))
    assert "only the drawn card" in why("r1", model)[0]


@pytest.mark.parametrize("topic", ["state", "scores", "hand", "hint", "why", "rules", "help"])
@pytest.mark.parametrize("model", [Model("Ana"), at_table(["R7"], ["play R7"])])
def test_every_page_has_lines_in_the_lobby_and_at_a_table(topic: str, model: Model) -> None:
    page = sheet(topic, "", model)
    assert page.topic == topic
    assert all(page.lines)


def test_the_rules_of_a_changed_table_say_what_was_changed() -> None:
    model = at_table(changed=["match_end"])
    assert "Changed at this table: to 500 points." in sheet("rules", "", model).lines
    assert "eights" in sheet("rules", "eights", model).lines[0]


def test_help_explains_one_command() -> None:
    assert "CARD [COLOUR] [call]" in sheet("help", "play", Model("Ana")).lines[0]
    assert "Did you mean" in sheet("help", "plai", Model("Ana")).lines[0]


def test_what_can_be_played_is_told_in_the_order_of_the_hand() -> None:
    legal = ["play W R", "play B2", "play R7", "play RS", "play B2 call", "draw"]
    assert playable_cards(legal) == ["R7", "RS", "B2", "W"]
    assert playable_cards(["play 8S C", "play TH", "play 2C", "play AH"]) == [
        "2C",
        "AH",
        "TH",
        "8S",
    ]


def test_a_spectator_is_not_told_to_type_what_only_players_may() -> None:
    for now in ("between", "over"):
        model = Model("Eva")
        model.receive(update(own=None, state=now, to_move=None))
        assert "ready:" not in waiting_for(model)
        assert "rematch" not in waiting_for(model)
