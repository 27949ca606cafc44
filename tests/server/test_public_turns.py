"""Public bug reports about turns, as conversations: leavers, exclusive phases, spam."""

from itertools import combinations

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from tests.server.kit import Client, Rooms, off_turn, on_turn
from tests.server.waiting import found, in_phase, kinds

NAMES = ("Ann", "Bob", "Cid", "Dan")


def facts(client: Client) -> tuple[object, ...]:
    """Return what nobody's departure may change."""
    view = client.view
    return (view["to_move"], view["direction"], client.last["turn"], view["pending"], view["top"])


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("how", ["leave", "drop", "kick"])
@pytest.mark.parametrize("leavers", [*combinations(range(1, 4), 1), *combinations(range(1, 4), 2)])
def test_bug_T01_whoever_goes_and_however_many_at_once_the_turn_stays_where_it_is(
    direction: int, how: str, leavers: tuple[int, ...]
) -> None:
    people = found(lambda people: people[0].view["direction"] == direction, *NAMES)
    host, rooms = people[0], people[0].rooms
    before = facts(host)
    for number in leavers:
        if how == "leave":
            people[number].ok("leave")
        elif how == "drop":
            people[number].drop()
        else:
            host.ok("kick", name=people[number].name)
    assert facts(host) == before
    for _ in range(12):
        if host.view["to_move"] in leavers:
            rooms.advance(GRACE_SECONDS + 6)
        elif host.view["state"] == "playing":
            passes_on(people[host.view["to_move"]])
    assert host.last["turn"] > 8
    assert not rooms.faults


def passes_on(mover: Client) -> None:
    """Draw and pass, after which the turn is the next seat's, whoever plays there."""
    seat, turn = mover.you["seat"], mover.last["turn"]
    if "draw" not in mover.you["legal"]:
        mover.move("take")
        return
    mover.move("draw")
    if mover.on_turn and mover.last["turn"] > turn:
        mover.move("pass")
    assert mover.view["to_move"] == (seat + mover.view["direction"]) % 4


def test_bug_T04_while_a_colour_is_to_be_named_a_return_changes_nothing_and_others_wait() -> None:
    people = in_phase("name", "Ann", "Bob")
    rooms, namer, other = people[0].rooms, on_turn(people), off_turn(people)
    turn = namer.last["turn"]
    for action in ("pass", "draw", "play R7", "take"):
        assert namer.refused("move", turn=turn, action=action) == "illegal"
    for action in ("draw", "name R", "pass"):
        assert other.refused("move", turn=turn, action=action) == "not_your_turn"
    namer.drop()
    back = rooms.back(namer)
    assert (back.view["phase"], back.last["turn"]) == ("name", turn)
    assert all(action.startswith("name") for action in back.you["legal"])
    assert back.move("name G")["type"] == "ok"
    assert (back.view["phase"], back.view["colour"]) == ("play", "G")
    assert len(kinds(other, "named")) == 1


def test_bug_T12_a_challenge_counts_once_in_its_window_and_for_the_one_entitled_alone() -> None:
    people = in_phase("answer", "Ann", "Bob", "Cid")
    entitled = on_turn(people)
    turn = entitled.last["turn"]
    codes = []
    for client in people:
        if client is not entitled:
            codes += [client.refused("move", turn=turn, action="challenge") for _ in range(3)]
            codes += [client.refused("move", turn=turn + 1, action="challenge")]
    assert set(codes) == {"not_your_turn", "stale"}
    assert entitled.move("challenge")["type"] == "ok"
    assert entitled.refused("move", turn=turn, action="challenge") == "stale"
    assert len(kinds(entitled, "challenged")) == 1
    other = next(client for client in people if client is not entitled)
    spam = [other.ask("move", turn=1, action="challenge")["code"] for _ in range(100)]
    assert spam[-1] == "rate_limited"


def test_bug_D07_a_resume_that_fails_half_way_leaves_the_token_good(rooms: Rooms) -> None:
    people = found(lambda _: True, "Ann", "Bob")
    rooms, gone = people[0].rooms, people[0]
    gone.drop()
    for cut in (3, 20):
        half = rooms.connect()
        half.feed(
            half.frame("hello", versions=[1], name="", software="", token=gone.token)[1][:cut]
        )
        half.drop()
    back = rooms.back(gone)
    first = back.of_type("update")[0]
    assert first["view"]["seats"][0]["here"] is True
    assert back.you["seat"] == 0
