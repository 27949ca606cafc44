"""What the model makes of the messages it is given."""

from collections.abc import Callable

from cardgame_client.model import LOG_LINES, Model, Question
from cardgame_protocol import Chat, HelloResult, Removed
from tests.client.kit import TOKEN, at_table, greeting, seat, update, view, you

PASSED = {"event": "passed", "seat": 1}


def texts(model: Model) -> list[str]:
    return [line.text for line in model.log]


def hello(table: int | None) -> HelloResult:
    return HelloResult(version=1, name="Ana", token=TOKEN, table=table, seat=0)


def test_an_update_is_the_whole_table_and_one_line_an_event() -> None:
    model = Model("Ana")
    model.receive(update(PASSED, turn=4, own=you(["R7"], ["play R7"])))
    assert model.turn == 4
    assert model.my_turn
    assert model.hand == ["R7"]
    assert model.legal == ["play R7"]
    assert texts(model) == ["Dot passes."]


def test_an_event_of_a_newer_server_is_left_out() -> None:
    model = Model("Ana")
    model.receive(update({"event": "juggled", "seat": 1}, PASSED))
    assert texts(model) == ["Dot passes."]


def test_a_spectator_has_no_seat_and_no_turn() -> None:
    model = Model("Ana")
    model.receive(update())
    assert model.seat is None
    assert not model.my_turn
    assert not model.hand


def test_bug_M06_the_log_keeps_its_length_and_numbers_every_line() -> None:
    model = Model("Ana")
    for number in range(LOG_LINES + 10):
        model.note(str(number))
    assert len(model.log) == LOG_LINES
    assert model.log[-1].number == LOG_LINES + 10


def test_chat_stands_in_the_log_and_apart() -> None:
    model = at_table()
    model.receive(update(PASSED))
    model.receive(Chat(scope="table", name="Dot", role="player", text="pizza?"))
    assert [line.text for line in model.chat] == ["Dot: pizza?"]
    assert texts(model)[-1] == "Dot: pizza?"


def test_a_removal_leads_to_the_lobby() -> None:
    model = at_table(["R7"], ["play R7"])
    model.receive(Removed(table=1, reason="kicked"))
    assert model.view is None
    assert not model.legal
    assert "host" in texts(model)[-1]


def test_bug_U09_a_question_lapses_with_its_turn_and_not_before() -> None:
    model = at_table(["W", "R7"])
    model.ask(Question(1, "play W", "", "which?"))
    model.receive(update(PASSED, turn=1, own=you(["W", "R7"])))
    questions = [model.question]
    model.receive(update(turn=2, own=you(["W", "R7"])))
    questions.append(model.question)
    assert [question is None for question in questions] == [False, True]


def test_a_notice_lapses_with_its_turn() -> None:
    model = at_table()
    model.refuse("You cannot.")
    notices = [model.notice]
    model.receive(update(turn=2, own=you()))
    notices.append(model.notice)
    assert [notice is None for notice in notices] == [False, True]
    assert "You cannot." in texts(model)


def test_bug_R17_nothing_of_the_last_hand_stays_in_the_model() -> None:
    model = at_table(["R7"], ["play R7"], colour="H", pending=4, direction=-1)
    model.receive(update(turn=2, own=you(["B1"]), hand=2, colour="B", top="B3"))
    assert model.view == view(hand=2, colour="B", top="B3")


def test_a_return_tells_only_what_happened_meanwhile() -> None:
    first = [{"event": "drew", "seat": 1, "count": n, "reason": "turn"} for n in (1, 2)]
    missed = [{"event": "named", "seat": 1, "colour": "G"}, PASSED]
    model = Model("Ana")
    model.connected(greeting(), hello(1))
    model.receive(update(*first, PASSED))
    told = texts(model)
    model.link_changed("lost", "gone")
    model.connected(greeting(), hello(1))
    model.receive(update(*first, PASSED, *missed, turn=3))
    assert texts(model) == [*told, "gone", "Dot names green.", "Dot passes."]


def test_the_same_event_twice_in_a_row_is_told_twice_while_the_link_holds() -> None:
    model = Model("Ana")
    model.connected(greeting(), hello(1))
    model.receive(update(PASSED))
    model.receive(update(PASSED))
    assert texts(model) == ["Dot passes.", "Dot passes."]


def test_a_return_to_the_lobby_clears_the_table() -> None:
    model = at_table(["R7"])
    model.connected(greeting(), hello(None))
    assert model.view is None
    assert model.link == "open"


def test_every_change_raises_the_revision() -> None:
    model = Model("Ana")
    seen = [model.revision]
    changes: list[Callable[[], object]] = [
        lambda: model.receive(update()),
        lambda: model.note("x"),
        lambda: model.ask(None),
        lambda: model.show(None),
        lambda: model.link_changed("lost", "x"),
        model.left_table,
    ]
    for change in changes:
        change()
        assert model.revision > seen[-1]
        seen.append(model.revision)


def test_the_deck_is_known_from_the_rules_of_the_table() -> None:
    assert at_table(preset="eights").french
    assert not at_table(preset="duel").french
    assert [held.name for held in at_table(seats=[seat("Ana")]).seats] == ["Ana"]
