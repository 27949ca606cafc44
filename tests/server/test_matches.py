"""From match to match: ready, start, hands, consent, rematch, records."""

import pytest

from cardgame_rules.records import dumps, replay
from cardgame_server import ending
from tests.server.kit import Client, Rooms, play_on, started, table_of


def between(rooms: Rooms, *names: str) -> list[Client]:
    """Play until the first hand is over."""
    people = started(rooms, *names)
    play_on(people, lambda: people[0].view["state"] == "between")
    return people


def over(rooms: Rooms, *names: str) -> list[Client]:
    """Play a short match to its end."""
    people = started(rooms, *names, target=1)
    play_on(people, lambda: people[0].view["state"] == "over")
    return people


def test_the_match_starts_when_all_seats_are_taken_and_all_people_ready(rooms: Rooms) -> None:
    ann, bob, cid = table_of(rooms, "Ann", "Bob", "Cid")
    ann.ok("ready")
    bob.ok("ready")
    assert ann.view["state"] == "waiting"
    assert ann.events("ready")[-1] == {"event": "ready", "seat": 1, "ready": True}
    bob.ok("ready", ready=False)
    cid.ok("ready")
    assert ann.view["state"] == "waiting"
    bob.ok("ready")
    assert ann.view["state"] == "playing"
    assert [seat["ready"] for seat in ann.view["seats"]] == [False] * 3


def test_readiness_of_all_people_is_not_enough_while_a_seat_is_empty(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("ready")
    assert ann.view["state"] == "waiting"
    assert ann.refused("start") == "seats_empty"


def test_a_spectator_cannot_be_ready_nor_move_nor_ask(rooms: Rooms) -> None:
    started(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    assert wim.refused("ready") == "not_seated"
    assert wim.refused("end") == "not_seated"
    assert wim.refused("rematch") == "not_seated"
    assert wim.move("draw")["code"] == "not_seated"


def test_a_match_begins_with_its_number_its_rules_and_a_deal(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", target=50)
    told = ann.last["events"]
    assert told[0] == {
        "event": "match_started", "match": 1, "preset": "classic", "changed": ["match_end"],
        "commitment": ann.view["fair"]["commitment"],
    }  # fmt: skip
    assert [event["event"] for event in told].count("dealt") == 2
    own, other = ann.events("dealt")
    assert sorted(own["cards"]) == sorted(ann.you["hand"])
    assert "cards" not in other
    assert bob.you["hand"] != ann.you["hand"]


def test_bug_L04_start_pressed_twice_in_one_segment_deals_once(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    first, frame = ann.frame("start")
    second, another = ann.frame("start")
    ann.feed(frame + another)
    assert ann.answer_to(first)["type"] == "ok"
    assert ann.answer_to(second)["code"] == "already_started"
    assert len(bob.events("match_started")) == 1
    assert len(bob.events("hand_started")) == 1


def test_bug_L04_two_last_readies_and_a_join_at_once_start_one_match(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    ann.feed(ann.frame("ready")[1] + ann.frame("ready")[1])
    bob.ok("ready")
    late = rooms.person("Cid")
    assert late.refused("join", table=1) == "already_started"
    assert bob.refused("ready") == "not_playing"
    assert len(ann.events("match_started")) == 1


def test_between_hands_the_sheet_is_shown_and_the_next_hand_comes_by_itself(rooms: Rooms) -> None:
    ann, bob = between(rooms, "Ann", "Bob")
    sheet = ann.view["last_hand"]
    assert sheet["hand"] == 1
    assert len(sheet["cards"]) == 2
    assert ann.view["next_in"] == 10.0
    rooms.advance(4)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    assert wim.view["next_in"] == 6.0
    rooms.advance(5.9)
    assert ann.view["state"] == "between"
    rooms.advance(0.2)
    assert (ann.view["state"], ann.view["hand"], ann.view["next_in"]) == ("playing", 2, None)
    assert bob.view["last_hand"] is None


def test_between_hands_the_next_one_starts_when_all_people_are_ready(rooms: Rooms) -> None:
    ann, bob = between(rooms, "Ann", "Bob")
    ann.ok("ready")
    assert ann.view["state"] == "between"
    bob.ok("ready")
    assert ann.view["state"] == "playing"
    rooms.advance(11)
    assert ann.view["hand"] == 2


def test_between_hands_only_people_who_are_there_are_waited_for(rooms: Rooms) -> None:
    ann, bob, cid = between(rooms, "Ann", "Bob", "Cid")
    ann.ok("ready")
    bob.drop()
    assert ann.view["state"] == "between"
    cid.ok("ready")
    assert ann.view["state"] == "playing"


def test_bug_D09_the_next_hand_does_not_wait_for_somebody_who_leaves(rooms: Rooms) -> None:
    ann, bob = between(rooms, "Ann", "Bob")
    ann.ok("ready")
    bob.ok("leave")
    assert ann.view["state"] == "playing"


def test_bug_R19_a_play_that_comes_after_the_hand_is_refused(rooms: Rooms) -> None:
    people = between(rooms, "Ann", "Bob")
    assert people[0].move("draw")["code"] == "hand_over"


def test_a_match_ends_when_all_people_who_are_there_agree(rooms: Rooms) -> None:
    ann, bob, cid = started(rooms, "Ann", "Bob", "Cid")
    ann.ok("end")
    assert ann.events("asked_end") == [{"event": "asked_end", "seat": 0, "agree": True}]
    ann.ok("end", agree=False)
    bob.ok("end")
    cid.drop()
    assert ann.view["state"] == "playing"
    ann.ok("end")
    assert ann.view["state"] == "over"
    assert ann.view["result"]["reason"] == "agreed"
    assert ann.events("match_over")[0]["reason"] == "agreed"
    assert ann.view["seats"][2]["kind"] == "empty"
    assert ann.refused("end") == "not_playing"


def test_consent_is_complete_when_the_last_who_did_not_agree_leaves(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    ann.ok("end")
    bob.ok("leave")
    assert ann.view["state"] == "over"


def test_a_match_can_be_ended_between_two_hands(rooms: Rooms) -> None:
    ann, bob = between(rooms, "Ann", "Bob")
    ann.ok("end")
    bob.ok("end")
    assert ann.view["state"] == "over"
    rooms.advance(30)
    assert ann.view["state"] == "over"


def test_where_only_computers_sit_the_host_ends_and_repeats_the_match_alone(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, sit=False)
    ann.ok("add_computer", level="simple")
    ann.ok("add_computer", level="simple")
    ann.ok("start")
    assert ann.refused("rematch") == "match_not_over"
    ann.ok("end")
    assert ann.view["state"] == "over"
    ann.ok("rematch")
    assert (ann.view["state"], ann.view["match"]) == ("playing", 2)


def test_a_rematch_needs_everybody_and_keeps_the_seats(rooms: Rooms) -> None:
    ann, bob = over(rooms, "Ann", "Bob")
    turn = ann.last["turn"]
    ann.ok("rematch")
    ann.ok("rematch")
    assert ann.events("asked_rematch") == [{"event": "asked_rematch", "seat": 0}]
    assert ann.view["state"] == "over"
    bob.ok("rematch")
    assert (ann.view["state"], ann.view["match"]) == ("playing", 2)
    assert [seat["name"] for seat in ann.view["seats"]] == ["Ann", "Bob"]
    assert [seat["total"] for seat in ann.view["seats"]] == [0, 0]
    assert ann.last["turn"] > turn


def test_a_rematch_is_refused_while_a_match_runs_or_a_seat_is_empty(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", target=1)
    assert ann.refused("rematch") == "match_not_over"
    play_on([ann, bob], lambda: ann.view["state"] == "over")
    bob.ok("leave")
    assert ann.refused("rematch") == "seats_empty"
    assert ann.refused("start") == "already_started"
    ann.ok("add_computer", level="simple")
    ann.ok("rematch")
    assert ann.view["match"] == 2
    assert ann.refused("record") == "match_not_over"


def test_the_record_can_be_read_after_the_match_and_replays_to_its_end(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", target=1)
    assert ann.refused("record") == "match_not_over"
    play_on([ann, bob], lambda: ann.view["state"] == "over")
    first = bob.ok("record")
    pages = [bob.ok("record", page=page)["text"] for page in range(1, first["pages"] + 1)]
    text = "".join(pages)
    beyond = bob.ask("record", page=first["pages"] + 1)
    assert beyond["code"] == "page_out_of_range"
    assert beyond["text"] == (
        f"There is no page {first['pages'] + 1}; the record ends with page {first['pages']}."
    )
    assert replay(text).totals == ann.view["result"]["totals"]
    head, _, rest = text.partition("\nfair 1 match 1\n")
    assert dumps(replay(text)) == f"{head}\n{rest.split(chr(10), 2)[2]}"
    assert [(record.table, record.match) for record in rooms.records] == [(1, 1)]
    assert rooms.records[0].text == text


def test_a_long_record_comes_in_pages(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "RECORD_PAGE_CHARS", 200)
    ann, _ = over(rooms, "Ann", "Bob")
    pages = ann.ok("record")["pages"]
    assert pages > 2
    text = "".join(ann.ok("record", page=page)["text"] for page in range(1, pages + 1))
    assert replay(text).over


def test_before_the_first_match_there_is_nothing_to_end_or_to_repeat(rooms: Rooms) -> None:
    ann = table_of(rooms, "Ann", "Bob")[0]
    assert ann.refused("end") == ann.refused("rematch") == "not_playing"


def test_there_is_no_record_before_the_first_match(rooms: Rooms) -> None:
    assert table_of(rooms, "Ann", "Bob")[0].refused("record") == "no_record"


def test_somebody_else_may_sit_down_after_a_match(rooms: Rooms) -> None:
    ann, bob = over(rooms, "Ann", "Bob")
    bob.ok("leave")
    cid = rooms.person("Cid")
    assert cid.ok("join", table=1)["seat"] == 1
    ann.ok("rematch")
    cid.ok("rematch")
    assert ann.view["state"] == "playing"


def test_bug_R17_a_new_hand_keeps_nothing_of_the_last(rooms: Rooms) -> None:
    people = between(rooms, "Ann", "Bob", "Cid")
    for client in people:
        client.ok("ready")
    view = people[0].view
    assert (view["direction"], view["pending"], view["uncalled"]) in ((1, 0, []), (-1, 0, []))
    assert view["hand"] == 2
    assert people[0].you["shown"] is None
    assert people[0].you["drawn"] is None


def test_a_table_without_any_person_left_ends_with_its_match(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", preset="duel", target=1)
    ann.ok("leave")
    bob.ok("leave")
    assert [line["state"] for line in ann.ok("list")["tables"]] == ["playing"]
    rooms.advance(3600)
    assert ann.ok("list")["tables"] == []
    assert len(rooms.records) == 1
