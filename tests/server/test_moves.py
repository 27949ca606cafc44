"""Moves: the order of the checks, exactly one answer each, and nothing changed by a refusal."""

from typing import Any

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from tests.server.kit import (
    Client,
    Plain,
    Rooms,
    first_play,
    off_turn,
    on_turn,
    pack,
    play_on,
    started,
    table_of,
)


def unlike(client: Client, verb: str) -> str:
    """Return a well-formed action that is not legal for the client now."""
    candidates = ["play R1", "play B2", "play G3", "play Y4", "take", "challenge", "name R", "pass"]
    return next(text for text in candidates if text not in client.you["legal"])


def test_a_move_is_answered_before_the_update_it_causes(rooms: Rooms) -> None:
    client = on_turn(started(rooms, "Ann", "Bob"))
    client.forget()
    number, frame = client.frame("move", turn=client.last["turn"], action=first_play(client))
    client.inbox.clear()
    client.feed(frame)
    assert [message["type"] for message in client.inbox] == ["ok", "update"]
    assert client.inbox[0] == {"type": "ok", "id": number, "result": {}}


def test_everybody_at_the_table_gets_one_update_for_a_move(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for client in (*people, wim):
        client.forget()
    mover = on_turn(people)
    mover.move(first_play(mover))
    for client in (*people, wim):
        assert len(client.of_type("update")) == 2
        assert client.view == wim.view


def test_a_move_before_and_after_the_match_is_not_playing(rooms: Rooms) -> None:
    people = table_of(rooms, "Ann", "Bob", target=1)
    assert people[0].move("draw")["code"] == "not_playing"
    people[0].ok("start")
    play_on(people, lambda: people[0].view["state"] == "over")
    assert people[0].move("draw")["code"] == "not_playing"


def test_a_move_of_another_turn_is_stale_and_says_which_is_open(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    client = on_turn(people)
    turn = client.last["turn"]
    for wrong in (0, turn - 1, turn + 1, 2**31 - 1):
        answer = client.move("not even notation", turn=wrong)
        assert (answer["code"], answer["turn"]) == ("stale", turn)


def test_a_text_that_is_no_notation_is_told_apart_from_an_illegal_move(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    for client in people:
        assert client.move("play Q9")["code"] == "not_notation"
    assert on_turn(people).move(unlike(on_turn(people), "play"))["code"] == "illegal"


@pytest.mark.parametrize("action", ["draw", "pass", "play R5", "take", "challenge", "name R"])
def test_bug_T10_acting_out_of_turn_is_refused_to_the_sender_alone(
    rooms: Rooms, action: str
) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    mover = on_turn(people)
    before = mover.last
    for client in (*people, wim):
        client.forget()
    for client in people:
        if client is not mover:
            assert client.move(action)["code"] == "not_your_turn"
    assert wim.move(action)["code"] == "not_seated"
    assert mover.inbox == [before]
    assert mover.move(first_play(mover))["type"] == "ok"


def test_a_wild_without_its_colour_is_ambiguous(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    play_on(people, lambda: any("play W R" in p.you["legal"] for p in people))
    client = next(p for p in people if "play W R" in p.you["legal"])
    assert client.move("play W")["code"] == "ambiguous"
    assert client.move("play W R")["type"] == "ok"


def test_a_wild_that_cannot_be_played_is_illegal_before_it_is_ambiguous(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    play_on(people, lambda: "W" not in on_turn(people).you["hand"])
    answer = on_turn(people).move("play W")
    assert (answer["code"], answer["text"]) == ("illegal", "You do not hold W.")


def test_a_card_is_played_to_nobody_in_these_games(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    play_on(people, lambda: first_play(on_turn(people)).startswith("play"))
    answer = on_turn(people).move(f"play {on_turn(people).you['hand'][0]} to 2")
    assert (answer["code"], answer["rule"]) == ("illegal", "K16")


def test_a_refused_move_names_rule_and_open_turn_and_changes_nothing(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    client, other = on_turn(people), off_turn(people)
    before, seen = client.last, len(other.inbox)
    answer = client.move(unlike(client, "play"))
    assert answer["code"] == "illegal"
    assert answer["rule"]
    assert answer["turn"] == before["turn"]
    assert client.last == before
    assert len(other.inbox) == seen


def test_bug_P15_three_rapid_moves_get_one_answer_each_in_their_order(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    client = on_turn(people)
    turn = client.last["turn"]
    others = [p for p in people if p is not client]
    requests = [
        client.frame("move", turn=turn, action=first_play(client)),
        client.frame("move", turn=turn, action="draw"),
        client.frame("move", turn=turn, action="gibberish"),
    ]
    client.inbox.clear()
    client.feed(b"".join(frame for _, frame in requests))
    answers = [m for m in client.inbox if m["type"] != "update"]
    assert [answer["id"] for answer in answers] == [number for number, _ in requests]
    assert [answer.get("code") for answer in answers] == [None, "stale", "stale"]
    assert {answer["turn"] for answer in answers[1:]} == {client.last["turn"]}
    assert all(not other.of_type("refused") for other in others)


def test_bug_P15_a_refused_move_names_the_turn_and_what_follows_it_is_carried_out(
    rooms: Rooms,
) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    client = on_turn(people)
    turn = client.last["turn"]
    held = set(client.you["hand"])
    missing = next(card for card in ("R1", "B2", "G3", "Y4", "R5", "B6") if card not in held)
    requests = [
        client.frame("move", turn=turn, action=f"play {missing}"),
        client.frame("move", turn=turn, action=first_play(client)),
        client.frame("move", turn=turn, action=first_play(client)),
    ]
    client.inbox.clear()
    client.feed(b"".join(frame for _, frame in requests))
    answers = [m for m in client.inbox if m["type"] != "update"]
    assert [answer["id"] for answer in answers] == [number for number, _ in requests]
    assert [answer.get("code") for answer in answers] == ["illegal", None, "stale"]
    assert (answers[0]["turn"], answers[2]["turn"]) == (turn, client.last["turn"])
    assert answers[2]["turn"] > turn
    assert len(client.of_type("update")) == 1


def test_bug_R01_a_draw_sent_twice_in_one_segment_is_carried_out_once(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", preset="survival")
    play_on(people, lambda: "draw" in on_turn(people).you["legal"])
    client = on_turn(people)
    cards = len(client.you["hand"])
    first, frame = client.frame("move", turn=client.last["turn"], action="draw")
    second, again = client.frame("move", turn=client.last["turn"], action="draw")
    client.feed(frame + again)
    assert client.answer_to(first)["type"] == "ok"
    assert client.answer_to(second)["code"] == "stale"
    assert len(client.you["hand"]) == cards + 1


def test_bug_X07_only_the_cards_identity_is_read_from_a_move(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", preset="survival")
    client = on_turn(people)
    for action in ("play 8H", "play R7 R8", "play R7 play R8", "play R7=0"):
        assert client.move(action)["code"] in ("not_notation", "illegal")
    held = set(client.you["hand"])
    missing = next(card for card in ("R1", "B2", "G3", "Y4", "R5", "B6") if card not in held)
    assert client.move(f"play {missing}")["code"] == "illegal"
    play = next(text for text in client.you["legal"] if text.startswith("play"))
    cards = len(client.you["hand"])
    turn = client.last["turn"]
    extra: Plain = {"value": 0, "hand": ["R1"], "seat": 1, "score": 500}
    first, frame = client.frame("move", turn=turn, action=play, **extra)
    second, again = client.frame("move", turn=turn, action=play, **extra)
    client.feed(frame + again)
    assert client.answer_to(first)["type"] == "ok"
    assert client.answer_to(second)["type"] == "refused"
    assert client.view["seats"][client.you["seat"]]["cards"] == cards - 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("action", ""),
        ("action", "0000"),
        ("action", "DRAW"),
        ("action", " draw"),
        ("action", "x" * 10_000),
        ("action", None),
        ("action", 0),
        ("action", b"draw"),
        ("turn", True),
        ("turn", 1.0),
        ("turn", -1),
        ("turn", 2**63),
        ("turn", None),
        ("turn", "1"),
    ],
)
def test_bug_B10_odd_answers_are_refused_as_what_they_are(
    rooms: Rooms, field: str, value: Any
) -> None:
    client = on_turn(started(rooms, "Ann", "Bob"))
    fields: Plain = {"turn": client.last["turn"], "action": "draw", field: value}
    assert client.refused("move", **fields) in ("not_notation", "bad_request")
    assert client.goodbye is None
    assert client.move(first_play(client))["type"] == "ok"


def test_bug_B10_leaving_on_turn_is_a_request_of_its_own(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    leaver = on_turn(people)
    leaver.ok("leave")
    stays = next(p for p in people if p is not leaver)
    rooms.advance(10)
    assert stays.view["to_move"] == stays.view["to_move"]
    assert stays.last["turn"] > leaver.last["turn"]
    assert leaver.refused("move", turn=1, action="draw") == "not_at_table"


def test_bug_B02_a_bot_that_repeats_an_illegal_move_is_cut_and_its_seat_played(
    rooms: Rooms,
) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=2)
    bot = rooms.bot("bot")
    bot.ok("join", table=1)
    ann.ok("start")
    play_on([ann, bot], lambda: bot.on_turn)
    sent = 0
    while bot.goodbye is None and sent < 10_000:
        bot.feed(bot.frame("move", turn=bot.last["turn"], action="play 8H")[1])
        sent += 1
    assert bot.goodbye == "flood"
    assert sent < 300
    rooms.advance(GRACE_SECONDS)
    assert ann.view["seats"][1]["stand_in"] is True
    rooms.advance(30)
    assert ann.view["to_move"] == 0


def test_bug_B02_a_first_wrong_answer_to_a_decision_is_never_counted(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", target=2000)
    for _ in range(200):
        if people[0].view["state"] == "between":
            rooms.advance(10)
            continue
        client = on_turn(people)
        assert client.move("play 8H")["code"] == "illegal"
        assert client.move(first_play(client))["type"] == "ok"


def test_an_answer_to_ones_own_decision_is_never_limited(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    client = on_turn(people)
    while client.ask("list").get("code") != "rate_limited":
        pass
    assert client.move(first_play(client))["type"] == "ok"


def test_bug_T12_catching_over_and_over_is_limited(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    client = off_turn(people)
    codes = [client.move(f"catch {on_turn(people).you['seat']}").get("code") for _ in range(100)]
    assert codes[0] == "illegal"
    assert codes[-1] == "rate_limited"
    assert on_turn(people).events("caught") == []


def test_rule_D8_a_seat_that_has_not_called_is_caught_once_by_another(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", target=2000)
    play_on(people, lambda: bool(people[0].view["uncalled"]))
    seat = people[0].view["uncalled"][0]
    catchers = [p for p in people if p.you["seat"] != seat]
    assert people[seat].move(f"catch {seat}")["code"] == "illegal"
    assert catchers[0].move(f"catch {seat}")["type"] == "ok"
    assert catchers[1].move(f"catch {seat}")["code"] == "illegal"
    assert len(people[0].events("caught")) == 1
    assert people[0].view["seats"][seat]["cards"] == 3


def test_an_action_that_is_not_a_map_or_has_no_id_is_refused_with_id_0(rooms: Rooms) -> None:
    client = on_turn(started(rooms, "Ann", "Bob"))
    client.feed(pack({"type": "move", "turn": 1, "action": "draw"}))
    refused = client.of_type("refused")[-1]
    assert (refused["id"], refused["code"]) == (0, "bad_request")
