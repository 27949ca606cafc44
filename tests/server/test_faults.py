"""A bug of our own, injected: it is logged, ends one connection or one table, and nothing else."""

from collections.abc import Callable

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from cardgame_server import alarms, listing, lobby, play, rounds, updates
from tests.server.kit import Client, Rooms, first_play, on_turn, play_on, started


class BugError(Exception):
    """What a mistake of ours would raise."""


def broken(*_: object, **__: object) -> None:
    """Fail as a bug does, with something secret in the message."""
    raise BugError("R7 and a token")


@pytest.fixture
def faulty() -> Rooms:
    """A server in which faults are expected."""
    return Rooms()


def other_table(rooms: Rooms) -> list[Client]:
    """Start another match that must not notice anything."""
    people = [rooms.person("Yan"), rooms.person("Zoe")]
    number = people[0].ok("create", preset="duel", seats=2)["table"]
    people[1].ok("join", table=number)
    people[0].ok("start")
    return people


def goes_on(people: list[Client]) -> None:
    """The other table plays as if nothing had happened."""
    mover = on_turn(people)
    assert mover.move(first_play(mover))["type"] == "ok"
    assert all(client.goodbye is None for client in people)


def assert_told_nothing(client: Client) -> None:
    """The peer is told goodbye, and nothing of what went wrong."""
    assert client.goodbye == "internal"
    assert "R7" not in client.goodbye_text
    assert b"Traceback" not in client.raw
    assert b"Bug" not in client.raw


@pytest.mark.parametrize(
    ("place", "name", "act"),
    [
        (listing, "page_of", lambda client: client.feed(client.frame("list")[1])),
        (lobby, "clean_chat", lambda client: client.feed(client.frame("chat", text="x")[1])),
        (lobby, "_settings", lambda client: client.feed(
            client.frame("create", preset="duel", seats=2)[1])),
    ],
)  # fmt: skip
def test_bug_M02_a_fault_in_a_request_ends_that_connection_alone(
    faulty: Rooms,
    monkeypatch: pytest.MonkeyPatch,
    place: object,
    name: str,
    act: Callable[[Client], None],
) -> None:
    people = other_table(faulty)
    ann, bob = faulty.person("Ann"), faulty.person("Bob")
    monkeypatch.setattr(place, name, broken)
    act(ann)
    assert_told_nothing(ann)
    assert [type(fault.error) for fault in faulty.faults] == [BugError]
    assert bob.goodbye is None
    goes_on(people)


def test_bug_M02_a_fault_in_the_rules_ends_the_movers_connection_and_the_seat_is_stood_in_for(
    faulty: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = other_table(faulty)
    people = started(faulty, "Ann", "Bob")
    mover = on_turn(people)
    stays = next(client for client in people if client is not mover)
    with monkeypatch.context() as patch:
        patch.setattr(play, "_apply", broken)
        mover.feed(mover.frame("move", turn=mover.last["turn"], action=first_play(mover))[1])
    assert_told_nothing(mover)
    faulty.advance(GRACE_SECONDS)
    assert stays.view["seats"][mover.you["seat"]]["stand_in"] is True
    back = faulty.back(mover)
    assert back.move(first_play(back))["type"] == "ok"
    goes_on(others)


@pytest.mark.parametrize(("place", "name"), [(alarms, "ring"), (rounds, "next_hand")])
def test_bug_M02_a_fault_in_a_tables_timer_ends_that_table_alone(
    faulty: Rooms, monkeypatch: pytest.MonkeyPatch, place: object, name: str
) -> None:
    others = other_table(faulty)
    people = started(faulty, "Ann", "Bob")
    play_on(people, lambda: people[0].view["state"] == "between")
    with monkeypatch.context() as patch:
        patch.setattr(place, name, broken)
        faulty.advance(10)
    for client in people:
        assert client.of_type("removed")[-1]["reason"] == "table_ended"
        assert client.goodbye is None
    assert len(faulty.faults) == 1
    people[0].ok("create", preset="duel", seats=2)
    goes_on(others)


def test_bug_M02_a_fault_in_a_tables_view_ends_that_table_alone(
    faulty: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = other_table(faulty)
    people = started(faulty, "Ann", "Bob")
    mover = on_turn(people)
    with monkeypatch.context() as patch:
        patch.setattr(updates, "encoded_view", broken)
        mover.feed(mover.frame("move", turn=mover.last["turn"], action=first_play(mover))[1])
    assert people[0].of_type("removed")
    assert faulty.faults
    goes_on(others)


def test_bug_M02_a_fault_while_a_lost_link_is_tidied_up_is_logged_and_that_is_all(
    faulty: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = other_table(faulty)
    people = started(faulty, "Ann", "Bob")
    with monkeypatch.context() as patch:
        patch.setattr("cardgame_server.pauses.follow_presence", broken)
        people[0].drop()
    assert len(faulty.faults) == 1
    goes_on(others)
