"""Who comes while a match is played: not at all, with the next hand, or at once."""

from typing import Any

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from tests.server.kit import SECRET, Client, Rooms, first_play, on_turn, play_on, started
from tests.server.waiting import entry_of, kinds


def two_and_a_computer(rooms: Rooms, latecomers: str, **options: Any) -> list[Client]:
    """Start a match of Ann, Bob and a computer on seat 2, whose house process does nothing."""
    ann, bob = rooms.person("Ann"), rooms.person("Bob")
    options = {"preset": "classic", "target": 2000, "latecomers": latecomers} | options
    ann.ok("create", seats=3, **options)
    bob.ok("join", table=1)
    ann.ok("add_computer", level="simple")
    ann.ok("start")
    return [ann, bob]


def hand_ends(rooms: Rooms, people: list[Client]) -> None:
    """Play until the hand is over; the server plays for the computer."""
    for _ in range(2000):
        if people[0].view["state"] != "playing":
            return
        mover = next((client for client in people if client.on_turn), None)
        if mover is None:
            rooms.advance(7)
        else:
            mover.move(first_play(mover))
    raise AssertionError("the hand does not end")


def test_a_table_takes_no_latecomers_unless_it_was_made_so(rooms: Rooms) -> None:
    ann, _ = two_and_a_computer(rooms, "none")
    assert ann.view["latecomers"] == "none"
    assert rooms.person("Cid").refused("join", table=1) == "already_started"


@pytest.mark.parametrize("latecomers", ["next_hand", "stand_in"])
def test_the_list_says_whether_one_may_come_late(rooms: Rooms, latecomers: str) -> None:
    two_and_a_computer(rooms, latecomers)
    (line,) = rooms.person("Cid").ok("list")["tables"]
    assert (line["latecomers"], line["state"]) == (latecomers, "playing")


def test_the_list_says_how_long_a_turn_may_take(rooms: Rooms) -> None:
    fields = {"preset": "duel", "seats": 2, "turn_seconds": 30.0, "bank_seconds": 60.0}
    rooms.person("Ann").ok("create", **fields)
    (line,) = rooms.person("Cid").ok("list")["tables"]
    assert (line["turn_seconds"], line["bank_seconds"]) == (30.0, 60.0)


def test_rule_K17_a_latecomer_takes_a_computers_seat_at_once_with_cards_and_score(
    rooms: Rooms,
) -> None:
    house = rooms.person("house", computer=True, house=SECRET)
    ann, bob = people = two_and_a_computer(rooms, "stand_in")
    computer = rooms.connect("127.0.0.1")
    computer.hello("x", computer=True, token=house.of_type("assign")[-1]["token"])
    hand_ends(rooms, people)
    rooms.advance(10)
    before = ann.view["seats"][2]
    cid = rooms.person("Cid")
    assert cid.ok("join", table=1) == {"table": 1, "seat": 2, "queued": False}
    after = ann.view["seats"][2]
    assert (after["name"], after["kind"], after["level"]) == ("Cid", "person", None)
    assert (after["cards"], after["total"]) == (before["cards"], before["total"])
    assert len(cid.you["hand"]) == before["cards"]
    assert computer.goodbye == "seat_closed"
    assert [event["event"] for event in bob.last["events"]] == ["stood", "sat"]


def test_a_latecomer_on_turn_has_the_time_that_is_left(rooms: Rooms) -> None:
    people = two_and_a_computer(rooms, "stand_in", turn_seconds=20)
    play_on(people, lambda: people[0].view["to_move"] == 2)
    rooms.advance(3)
    cid = rooms.person("Cid")
    cid.ok("join", table=1)
    assert cid.on_turn
    assert entry_of(cid, 2) == ("turn", 17.0, "default")
    assert cid.move(first_play(cid))["type"] == "ok"


def test_leaving_and_coming_back_as_a_latecomer_wins_no_time(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", latecomers="stand_in", turn_seconds=20, target=99)
    leaver = on_turn(people)
    seat = leaver.you["seat"]
    rooms.advance(19)
    leaver.ok("leave")
    leaver.ok("join", table=1, seat=seat)
    assert entry_of(leaver, seat) == ("turn", 1.0, "default")


def test_a_latecomer_is_queued_for_the_next_hand(rooms: Rooms) -> None:
    ann, bob = people = two_and_a_computer(rooms, "next_hand")
    cid = rooms.person("Cid")
    assert cid.ok("join", table=1) == {"table": 1, "seat": 2, "queued": True}
    assert kinds(ann, "queued") == [{"event": "queued", "seat": 2, "name": "Cid"}]
    assert (ann.view["seats"][2]["next"], ann.view["spectators"]) == ("Cid", ["Cid"])
    assert cid.last["you"] is None
    assert cid.refused("move", turn=cid.last["turn"], action="draw") == "not_seated"
    hand_ends(rooms, people)
    total = ann.view["seats"][2]["total"]
    rooms.advance(10)
    assert cid.you["seat"] == 2
    assert len(cid.you["hand"]) == 7
    seat = bob.view["seats"][2]
    assert (seat["name"], seat["kind"], seat["total"], seat["next"]) == ("Cid", "person", total, "")
    assert bob.view["spectators"] == []
    assert kinds(bob, "unwatched") == [{"event": "unwatched", "name": "Cid", "reason": "seated"}]


def test_a_queued_latecomer_sits_down_when_the_match_ends_first(rooms: Rooms) -> None:
    people = two_and_a_computer(rooms, "next_hand")
    cid = rooms.person("Cid")
    cid.ok("join", table=1)
    for client in people:
        client.ok("end")
    assert cid.you["seat"] == 2
    for client in (*people, cid):
        client.ok("rematch")
    assert cid.view["match"] == 2


@pytest.mark.parametrize("how", ["leave", "drop", "kick"])
def test_a_queued_latecomer_who_goes_gives_the_place_up(rooms: Rooms, how: str) -> None:
    ann, _ = two_and_a_computer(rooms, "next_hand")
    cid, dan = rooms.person("Cid"), rooms.person("Dan")
    cid.ok("join", table=1)
    assert dan.refused("join", table=1) == "table_full"
    if how == "leave":
        cid.ok("leave")
    elif how == "drop":
        cid.drop()
    else:
        ann.ok("kick", name="Cid")
    assert ann.view["seats"][2]["next"] == ""
    assert dan.ok("join", table=1)["queued"] is True


def test_a_level_that_is_changed_meanwhile_does_not_lose_the_place(rooms: Rooms) -> None:
    ann, _ = two_and_a_computer(rooms, "next_hand")
    rooms.person("Cid").ok("join", table=1)
    ann.ok("set_level", seat=2, level="random")
    assert ann.view["seats"][2]["next"] == "Cid"


@pytest.mark.parametrize("latecomers", ["next_hand", "stand_in"])
def test_the_seat_of_somebody_who_is_only_gone_is_never_given_away(
    rooms: Rooms, latecomers: str
) -> None:
    ann, bob = started(rooms, "Ann", "Bob", latecomers=latecomers)
    bob.drop()
    rooms.advance(GRACE_SECONDS + 1)
    cid = rooms.person("Cid")
    assert cid.refused("join", table=1) == "table_full"
    assert cid.refused("join", table=1, seat=1) == "seat_taken"
    assert cid.refused("join", table=1, seat=2) == "no_such_seat"
    assert rooms.back(bob).you["seat"] == 1
    assert ann.view["seats"][1]["name"] == "Bob"


def test_who_left_or_was_kicked_makes_room_for_a_latecomer_but_not_for_who_was_kicked(
    rooms: Rooms,
) -> None:
    ann, bob, cid = started(rooms, "Ann", "Bob", "Cid", latecomers="stand_in")
    bob.ok("leave")
    ann.ok("kick", name="Cid")
    assert cid.refused("join", table=1) == "rate_limited"
    assert bob.ok("join", table=1) == {"table": 1, "seat": 1, "queued": False}


def test_a_password_is_asked_of_latecomers_too(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, password="pw", latecomers="stand_in")
    ann.ok("add_computer", level="simple")
    ann.ok("start")
    cid = rooms.person("Cid")
    assert cid.refused("join", table=1) == "wrong_password"
    cid.ok("join", table=1, password="pw")


def test_a_latecomer_at_a_table_all_have_left_behind_lets_play_go_on(rooms: Rooms) -> None:
    people = two_and_a_computer(rooms, "stand_in")
    for client in people:
        client.drop()
    cid = rooms.person("Cid")
    cid.ok("join", table=1)
    assert cid.view["paused"] is None
    assert cid.view["host"] == "Cid"


def test_a_seat_that_is_out_of_the_match_is_nobodys_to_take(rooms: Rooms) -> None:
    people = two_and_a_computer(rooms, "stand_in", preset="survival", target=1)
    match = rooms.session.lobby.tables[1].match
    assert match is not None
    match.standings.seats = (0, 1)
    assert rooms.person("Cid").refused("join", table=1) == "table_full"
    assert people[0].view["latecomers"] == "stand_in"
