"""Keys during a hand: what each means in each game, and what it must never do."""

from typing import Any

import pytest

from cardgame_client.screen.desk import PAUSE, REPEAT
from tests.client.screen.hands import HandsOn
from tests.client.screen.scenes import Scene


def test_enter_plays_the_chosen_card(hands: HandsOn) -> None:
    assert hands("classic_turn").press("right", "right", "right", "enter") == ["play B7"]


def test_up_and_down_go_to_the_next_card_that_can_be_played(hands: HandsOn) -> None:
    table = hands("classic_turn")
    assert table.press("down", "enter") == ["play B7"]
    assert table.press("up", "up", "enter") == []  # round the start: Wild Draw Four asks a colour
    assert table.desk.chooser is not None
    assert table.desk.chooser.card == "F"


def test_home_and_end_reach_the_ends_of_the_hand(hands: HandsOn) -> None:
    table = hands("classic_turn")
    table.press("end")
    assert table.desk.chosen == 9
    table.press("home")
    assert table.desk.chosen == 0


def test_rule_A17_enter_on_a_wild_card_asks_its_colour_by_first_letter(hands: HandsOn) -> None:
    table = hands("duel_turn")
    assert table.press("end", "enter") == []
    assert table.press("g") == ["play F G"]


@pytest.mark.parametrize("key", ["escape", "left"])
def test_a_colour_choice_is_left_without_playing(hands: HandsOn, key: str) -> None:
    table = hands("duel_turn")
    table.press("end", "enter", key)
    assert table.desk.chooser is None
    assert table.press("g") == []


def test_an_illegal_card_is_submitted_so_that_the_refusal_explains_it(hands: HandsOn) -> None:
    assert hands("classic_turn").press("home", "enter") == ["play R3"]


def test_rule_A17_p_draws_and_after_the_draw_passes(hands: HandsOn, build: Any) -> None:
    table = hands("duel_turn")
    assert table.press("p") == ["draw"]
    seats = [build.seat("Ana"), build.seat("Bea")]
    drawn = build.you(["R5", "G2", "F", "B9"], ["pass"], drawn="B9")
    table.update(build.view("duel", seats), drawn)
    assert table.press("p") == ["pass"]


def test_rule_C9_p_takes_what_is_pending(hands: HandsOn) -> None:
    assert hands("survival_pending").press("p") == ["take"]
    assert hands("survival_pending").press("t") == ["take"]


def test_rule_D7_t_takes_and_c_challenges(hands: HandsOn) -> None:
    assert hands("classic_challenge").press("t") == ["take"]
    assert hands("classic_challenge").press("C") == ["challenge"]


def test_the_colour_of_a_starting_wild_is_named_by_its_letter(hands: HandsOn) -> None:
    assert hands("classic_starting_wild").press("b") == ["name B"]


def test_a_colour_letter_jumps_to_its_cards_when_none_is_asked(hands: HandsOn) -> None:
    table = hands("classic_turn")
    assert table.press("y") == []
    assert table.desk.chosen == 6
    table.press("y")
    assert table.desk.chosen == 7
    table.press("y")
    assert table.desk.chosen == 6


def test_rule_D8_c_before_the_play_adds_the_call_to_it(hands: HandsOn, build: Any) -> None:
    table = hands("classic_turn")
    own = build.you(["G7", "R2"], ["play G7", "play G7 call", "draw"])
    table.update(build.view("classic", build.classic_seats()), own)
    assert table.press("c") == []
    assert table.press("enter") == ["play G7 call"]


def test_rule_D8_c_is_taken_back_by_a_second_c(hands: HandsOn, build: Any) -> None:
    table = hands("classic_turn")
    own = build.you(["G7", "R2"], ["play G7", "play G7 call", "draw"])
    table.update(build.view("classic", build.classic_seats()), own)
    assert table.press("c", "c", "enter") == ["play G7"]


def test_rule_D8_c_after_the_play_calls_and_k_catches(hands: HandsOn, build: Any) -> None:
    table = hands("classic_catch")
    assert table.press("k") == ["catch 3"]
    late = build.view("classic", build.classic_seats(), to_move=1, uncalled=[0])
    table.update(late, build.you(["R2"], ["call"]))
    assert table.press("c") == ["call"]


def test_nothing_to_call_or_catch_is_said_and_not_sent(hands: HandsOn) -> None:
    table = hands("classic_turn")
    assert table.press("c") == []
    assert "nothing to call" in table.desk.notice
    assert table.press("k") == []
    assert "nobody to catch" in table.desk.notice


@pytest.mark.parametrize(("keys", "action"), [("th", "play TH"), ("2H", "play 2H")])
def test_rule_B12_rank_then_suit_plays_a_card(hands: HandsOn, keys: str, action: str) -> None:
    assert hands("eights_turn").press(*keys) == [action]


@pytest.mark.parametrize("suit", "CDHS")
def test_rule_B12_an_eight_asks_which_suit(hands: HandsOn, suit: str) -> None:
    table = hands("eights_turn")
    assert table.press("8", "d") == []
    assert table.press(suit) == [f"play 8D {suit}"]


def test_rule_B12_d_draws_and_x_passes_unless_a_rank_was_typed(hands: HandsOn, build: Any) -> None:
    table = hands("eights_turn")
    assert table.press("d") == ["draw"]
    assert table.press("x") == ["pass"]
    assert table.press("2", "d") == []
    assert "do not hold Two of Diamonds" in table.desk.notice


def test_rule_B12_a_half_typed_card_is_given_up_by_escape_and_changed_by_a_rank(
    hands: HandsOn,
) -> None:
    table = hands("eights_turn")
    assert table.press("2", "escape", "h") == []
    assert table.press("2", "t", "h") == ["play TH"]


def test_rule_B11_l_steps_the_level_of_the_computers_for_the_host(hands: HandsOn) -> None:
    assert hands("eights_turn").press("l") == ["level 1 random"]


def test_keys_off_turn_say_so_and_send_nothing(hands: HandsOn) -> None:
    table = hands("classic_catch")
    for key in ("enter", "p", "x", "t"):
        assert table.press(key) == []
        assert "not your turn" in table.desk.notice


def test_a_spectator_only_watches(hands: HandsOn) -> None:
    table = hands("classic_watching")
    assert table.press("enter", "p", "c", "k", "right") == []
    assert "only watch" in table.desk.notice


def other_turn(build: Any) -> Any:
    return build.view("classic", build.classic_seats(), to_move=1), build.you(["R3"], [])


@pytest.mark.parametrize("key", ["enter", "p", "d"])
def test_bug_U09_a_key_that_comes_with_a_new_turn_does_nothing(
    hands: HandsOn, build: Any, key: str
) -> None:
    table = hands("classic_catch")
    own = build.you(["G7", "R2"], ["play G7", "draw"])
    table.update(build.view("classic", build.classic_seats()), own)
    assert table.press(key, after=PAUSE / 2) == []
    assert "just as something changed" in table.desk.notice
    assert table.press(key) != []


def test_bug_U09_a_key_held_down_never_acts(hands: HandsOn, build: Any) -> None:
    table = hands("classic_catch")
    own = build.you(["G7", "R2"], ["play G7", "draw"])
    table.update(build.view("classic", build.classic_seats()), own)
    assert table.press(*["enter"] * 50, after=REPEAT / 2) == []


def test_an_impatient_finger_is_not_kept_waiting(hands: HandsOn, build: Any) -> None:
    table = hands("classic_catch")
    own = build.you(["G7", "R2"], ["play G7", "draw"])
    table.update(build.view("classic", build.classic_seats()), own)
    assert table.press("enter", "enter", after=REPEAT * 1.5) == ["play G7"]


def test_bug_U09_a_double_press_of_p_does_not_pass_unseen(hands: HandsOn, build: Any) -> None:
    table = hands("duel_turn")
    assert table.press("p") == ["draw"]
    seats = [build.seat("Ana", total=180), build.seat("Bea", cards=4, total=220)]
    drawn = build.you(["R5", "G2", "F", "R9"], ["play R9", "pass"], drawn="R9")
    table.update(build.view("duel", seats, top="R2", colour="R"), drawn)
    assert table.press("p", after=0.1) == []
    assert table.press("p") == ["pass"]


def test_drawing_again_and_again_is_not_held_up(hands: HandsOn, build: Any) -> None:
    table = hands("eights_turn")
    table.now = 1.0
    seats = [build.seat("Ana", cards=6), build.seat("Bot", kind="computer", level="simple")]
    for stock in (19, 18, 17):
        assert table.press("d", after=0.05) == ["draw"]
        own = build.you(["AS", "JS"], ["draw"], drawn="JS")
        table.update(build.view("eights", seats, top="8C", colour="H", stock=stock), own)


def test_bug_U09_a_colour_chosen_after_the_turn_went_on_plays_nothing(
    hands: HandsOn, build: Any
) -> None:
    table = hands("duel_turn")
    table.press("end", "enter")
    table.update(*other_turn(build))
    assert table.desk.chooser is None
    assert "nothing was played" in table.desk.notice
    assert table.press("g") == []


def test_bug_U09_a_rank_typed_under_another_turn_plays_nothing(hands: HandsOn, build: Any) -> None:
    table = hands("eights_turn")
    table.press("t")
    seats = [build.seat("Ana"), build.seat("Bea")]
    own = build.you(["TH", "2H"], ["play TH", "draw"])
    table.update(build.view("eights", seats, top="3H", colour="H"), own)
    assert table.press("h") == []


def test_bug_U15_the_cursor_stays_on_its_card_while_cards_come(hands: HandsOn, build: Any) -> None:
    table = hands("classic_turn")
    table.press("end", "left")
    assert table.desk.chosen == 8
    more = ["R3", "R4", "RS", "G7", "GV", "B0", "B7", "Y2", "YD", "W", "F"]
    table.update(build.view("classic", build.classic_seats()), build.you(more, ["play W R"]))
    assert table.desk.chosen == 9


def test_the_cursor_goes_to_the_card_just_drawn_when_it_can_be_played(
    hands: HandsOn, build: Any
) -> None:
    table = hands("duel_turn")
    seats = [build.seat("Ana"), build.seat("Bea")]
    own = build.you(["R5", "R9", "G2", "F"], ["play R9", "pass"], drawn="R9")
    table.update(build.view("duel", seats), own)
    assert table.desk.chosen == 1


def test_every_key_in_every_scene_is_harmless(hands: HandsOn, scene: Scene) -> None:
    keys = list("abcdefghijklmnopqrstuvwxyzABC0123456789?-+*é")
    keys += ["up", "down", "left", "right", "enter", "escape", "tab", "s-tab", "home", "end"]
    keys += ["pageup", "pagedown", "delete", "f1", "f3", "f4"]
    table = hands(scene[0])
    for key in [*keys, *reversed(keys)]:
        assert all(isinstance(command, str) for command in table.press(key))
