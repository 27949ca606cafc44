"""Deadlines of a connection: hello, frames, pings, silence; and how many there may be."""

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from cardgame_server import reception
from tests.server.kit import Rooms, pack, started


def test_a_connection_without_hello_is_cut_after_ten_seconds(rooms: Rooms) -> None:
    silent, busy = rooms.connect(), rooms.connect()
    rooms.wait(9)
    assert busy.refused("list") == "hello_first"
    assert {client.goodbye for client in (silent, busy)} == {None}
    rooms.wait(1)
    assert {client.goodbye for client in (silent, busy)} == {"timeout"}


def test_a_silent_player_is_pinged_and_stays_while_it_answers(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    for _ in range(5):
        rooms.wait(20)
        assert len(ann.of_type("ping")) >= 1
        ann.feed(pack({"type": "pong"}))
    assert ann.goodbye is None
    assert len(ann.of_type("ping")) == 5


def test_bug_D05_a_link_that_answers_no_ping_is_dead_after_a_minute(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    for _ in range(3):
        rooms.wait(20)
        bob.feed(pack({"type": "pong"}))
    assert ann.goodbye == "timeout"
    assert len(ann.of_type("ping")) == 2
    rooms.wait(GRACE_SECONDS)
    assert bob.view["seats"][0]["stand_in"] is True
    assert rooms.back(ann).you["seat"] == 0


def test_bug_X11_a_frame_that_does_not_come_to_its_end_is_cut(rooms: Rooms) -> None:
    ann, bob = rooms.person("Ann"), rooms.person("Bob")
    frame = ann.frame("list")[1]
    for place in range(30):
        if ann.goodbye is None and place < len(frame) - 1:
            ann.feed(frame[place : place + 1])
        bob.feed(frame)
        rooms.wait(1)
    assert ann.goodbye == "timeout"
    assert bob.goodbye is None


def test_frames_that_overlap_are_no_unfinished_frame(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    stream = b"".join(ann.frame("ping")[1] for _ in range(60))
    size = len(stream) // 60
    for second in range(59):
        ann.feed(
            stream[second * size + 3 : (second + 1) * size + 3] if second else stream[: size + 3]
        )
        rooms.wait(1)
    assert ann.goodbye is None


def test_too_many_connections_of_one_address_are_sent_away_and_others_come_in(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reception, "CONNECTIONS_PER_ADDRESS", 3)
    crowd = [rooms.connect("10.0.0.9") for _ in range(4)]
    assert [client.goodbye for client in crowd] == [None, None, None, "full"]
    assert crowd[3].inbox == []
    assert rooms.connect("10.0.0.8").goodbye is None
    assert all(rooms.connect("127.0.0.1").goodbye is None for _ in range(5))
    crowd[0].drop()
    assert rooms.connect("10.0.0.9").goodbye is None


def test_a_server_that_is_full_says_so_in_place_of_the_greeting(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reception, "CONNECTIONS_MAX", 2)
    crowd = [rooms.connect() for _ in range(3)]
    assert [client.goodbye for client in crowd] == [None, None, "full"]


def test_five_hundred_connections_of_one_address_are_normal(rooms: Rooms) -> None:
    assert all(rooms.connect("10.0.0.9").goodbye is None for _ in range(500))


def test_a_shutdown_says_goodbye_to_everybody(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    unnamed = rooms.connect()
    rooms.do(rooms.session.shut_down)
    assert {client.goodbye for client in (*people, unnamed)} == {"shutdown"}
