"""A table where nobody does anything, before or after a match, ends by itself."""

import pytest

from cardgame_protocol.limits import OVER_SECONDS, REMATCH_SECONDS, WAITING_SECONDS
from tests.server.kit import Client, Rooms, started, table_of
from tests.server.waiting import entries, kinds


def over(rooms: Rooms, *names: str) -> list[Client]:
    """Play a match that its people end at once."""
    people = started(rooms, *names)
    for client in people:
        client.ok("end")
    return people


def test_a_table_that_nobody_starts_closes_and_says_why(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    rooms.advance(WAITING_SECONDS - 1)
    assert rooms.session.lobby.tables
    rooms.advance(2)
    assert rooms.session.lobby.tables == {}
    for client in (ann, bob, wim):
        assert client.of_type("removed") == [{"type": "removed", "table": 1, "reason": "idle"}]
        assert client.goodbye is None
    ann.ok("create", preset="duel", seats=2)


@pytest.mark.parametrize(
    ("kind", "fields"), [("chat", {"text": "soon"}), ("ready", {}), ("add_computer", None)]
)
def test_whoever_does_something_keeps_the_table(
    rooms: Rooms, kind: str, fields: dict[str, object] | None
) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    rooms.advance(WAITING_SECONDS - 10)
    ann.ok(kind, **({"level": "simple"} if fields is None else fields))
    rooms.advance(20)
    assert ann.view["waits"][0]["left"] >= WAITING_SECONDS - 20
    rooms.advance(WAITING_SECONDS)
    assert rooms.session.lobby.tables == {}


def test_to_look_at_the_list_or_to_ping_is_to_do_nothing(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    rooms.advance(WAITING_SECONDS - 10)
    ann.ok("list")
    ann.ok("ping")
    rooms.advance(11)
    assert rooms.session.lobby.tables == {}


def test_a_table_that_is_over_closes_when_nobody_does_anything(rooms: Rooms) -> None:
    ann, _ = over(rooms, "Ann", "Bob")
    rooms.advance(OVER_SECONDS + 1)
    assert ann.of_type("removed")[0]["reason"] == "idle"
    assert rooms.session.lobby.tables == {}


def test_a_vote_on_a_rematch_lapses_and_can_be_taken_again(rooms: Rooms) -> None:
    ann, bob = over(rooms, "Ann", "Bob")
    ann.ok("rematch")
    rooms.advance(REMATCH_SECONDS - 1)
    assert bob.view["seats"][0]["asked"] is True
    rooms.advance(2)
    assert kinds(bob, "vote_lapsed") == [{"event": "vote_lapsed"}]
    assert bob.view["seats"][0]["asked"] is False
    assert [entry[1] for entry in entries(bob)] == ["rematch", "rematch"]
    for client in (bob, ann):
        client.ok("rematch")
    assert ann.view["match"] == 2
    rooms.advance(REMATCH_SECONDS + 1)
    assert len(kinds(bob, "vote_lapsed")) == 1


def test_a_table_of_computers_that_nobody_watches_over_ends(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, sit=False)
    for _ in range(2):
        ann.ok("add_computer", level="simple")
    ann.ok("start")
    rooms.advance(6 * 3600)
    assert rooms.session.lobby.tables == {}
    assert len(rooms.records) == 1


def test_bug_L02_a_join_whose_link_is_cut_before_the_answer_leaves_the_seat_free(
    rooms: Rooms,
) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ghost = rooms.connect()
    hello = ghost.frame("hello", versions=[1], name="Gus", software="")[1]
    ghost.feed(hello + ghost.frame("join", table=1)[1] + ghost.frame("ready")[1])
    ghost.drop()
    assert ann.view["seats"][1]["kind"] == "empty"
    rooms.person("Gus").ok("join", table=1)
    ann.ok("start")


def test_a_vote_on_a_rematch_is_not_made_longer_by_the_next_who_asks(rooms: Rooms) -> None:
    ann, bob, cid = over(rooms, "Ann", "Bob", "Cid")
    ann.ok("rematch")
    rooms.advance(50)
    bob.ok("rematch")
    assert entries(cid) == [(2, "rematch", REMATCH_SECONDS - 50, "lapses")]
    rooms.advance(11)
    assert len(kinds(cid, "vote_lapsed")) == 1
