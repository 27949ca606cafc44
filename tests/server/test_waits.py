"""Every state that waits says for whom, why, how long, and what happens then."""

from collections.abc import Callable
from typing import Any

import pytest

from cardgame_protocol.limits import (
    ALL_AWAY_SECONDS,
    BOT_SECONDS,
    GRACE_SECONDS,
    NEXT_HAND_SECONDS,
    OVER_SECONDS,
    PAUSE_SECONDS,
    REMATCH_SECONDS,
    WAITING_SECONDS,
)
from cardgame_server.limits import COMPUTER_PATIENCE
from tests.server.kit import Client, Rooms, on_turn, play_on, started, table_of
from tests.server.waiting import Entry, entries, found, in_phase

CLOCK: dict[str, Any] = {"turn_seconds": 20, "bank_seconds": 40}

Situation = Callable[[], Client]


def alone_at_a_new_table() -> Client:
    ann = Rooms().person("Ann")
    ann.ok("create", preset="classic", seats=3)
    return ann


def one_is_ready() -> Client:
    ann, bob = table_of(Rooms(), "Ann", "Bob")
    bob.ok("ready")
    return ann


def only_computers_sit() -> Client:
    ann = Rooms().person("Ann")
    ann.ok("create", preset="duel", seats=2, sit=False)
    for _ in range(2):
        ann.ok("add_computer", level="simple")
    return ann


def on_turn_without_a_clock() -> Client:
    return first_on_turn(started(Rooms(), "Ann", "Bob"))


def on_turn_with_a_clock() -> Client:
    return first_on_turn(started(Rooms(), "Ann", "Bob", **CLOCK))


def first_on_turn(people: list[Client]) -> Client:
    """Hold that the one on turn is on seat 0, as with this seed, and return the other."""
    assert people[0].on_turn
    return people[1]


def a_colour_is_to_be_named() -> Client:
    return on_turn(in_phase("name", "Ann", "Bob", **CLOCK))


def a_challenge_is_to_be_answered() -> Client:
    return on_turn(in_phase("answer", "Ann", "Bob", **CLOCK))


def somebody_has_not_called() -> Client:
    return on_turn(found(lambda people: bool(people[0].view["uncalled"]), "Ann", "Bob", **CLOCK))


def a_bot_is_on_turn() -> Client:
    rooms = Rooms()
    bots = [rooms.bot("one"), rooms.bot("two")]
    bots[0].ok("create", preset="duel", seats=2)
    bots[1].ok("join", table=1)
    bots[0].ok("start")
    return on_turn(bots)


def a_computer_is_on_turn() -> Client:
    ann = only_computers_sit()
    ann.ok("start")
    return ann


def on_turn_and_gone() -> Client:
    people = started(Rooms(), "Ann", "Bob")
    gone, stays = people if people[0].on_turn else people[::-1]
    gone.drop()
    return stays


def a_stand_in_is_on_turn() -> Client:
    stays = on_turn_and_gone()
    stays.rooms.advance(GRACE_SECONDS)
    return stays


def off_turn_and_gone() -> Client:
    people = started(Rooms(), "Ann", "Bob")
    stays, gone = people if people[0].on_turn else people[::-1]
    gone.drop()
    return stays


def between_two_hands() -> Client:
    people = started(Rooms(), "Ann", "Bob", target=2000)
    play_on(people, lambda: people[0].view["state"] == "between")
    people[1].ok("ready")
    return people[0]


def the_match_is_over() -> Client:
    people = started(Rooms(), "Ann", "Bob")
    for client in people:
        client.ok("end")
    return people[0]


def one_wants_a_rematch() -> Client:
    ann = the_match_is_over()
    ann.ok("rematch")
    return ann


def a_seat_is_empty_after_the_match() -> Client:
    ann = the_match_is_over()
    ann.rooms.clients[2].ok("leave")
    return ann


def computers_have_played_out() -> Client:
    ann = a_computer_is_on_turn()
    ann.ok("end")
    return ann


def in_a_pause() -> Client:
    people = started(Rooms(), "Ann", "Bob")
    for client in people:
        client.ok("pause")
    people[1].ok("resume")
    return people[0]


def all_are_away() -> Client:
    rooms = Rooms()
    people = started(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for client in people:
        client.drop()
    return wim


SITUATIONS: list[tuple[Situation, list[Entry]]] = [
    (
        alone_at_a_new_table,
        [(seat, "players", WAITING_SECONDS, "closes") for seat in (1, 2)],
    ),
    (one_is_ready, [(0, "ready", WAITING_SECONDS, "closes")]),
    (only_computers_sit, [(None, "start", WAITING_SECONDS, "closes")]),
    (on_turn_without_a_clock, [(0, "turn", None, None)]),
    (on_turn_with_a_clock, [(0, "turn", 60.0, "default")]),
    (a_colour_is_to_be_named, [(-1, "name", 60.0, "default")]),
    (a_challenge_is_to_be_answered, [(-1, "answer", 60.0, "default")]),
    (somebody_has_not_called, [(-1, "turn", 60.0, "default"), (-2, "call", 60.0, "passes")]),
    (a_bot_is_on_turn, [(-1, "turn", BOT_SECONDS, "default")]),
    (a_computer_is_on_turn, [(0, "turn", COMPUTER_PATIENCE, "default")]),
    (
        on_turn_and_gone,
        [(0, "turn", GRACE_SECONDS, "stand_in"), (0, "return", GRACE_SECONDS, "stand_in")],
    ),
    (a_stand_in_is_on_turn, [(0, "turn", COMPUTER_PATIENCE + 0.8, "default")]),
    (off_turn_and_gone, [(0, "turn", None, None), (1, "return", GRACE_SECONDS, "stand_in")]),
    (between_two_hands, [(0, "ready", NEXT_HAND_SECONDS, "next_hand")]),
    (the_match_is_over, [(seat, "rematch", OVER_SECONDS, "closes") for seat in (0, 1)]),
    (one_wants_a_rematch, [(1, "rematch", REMATCH_SECONDS, "lapses")]),
    (a_seat_is_empty_after_the_match, [(1, "players", OVER_SECONDS, "closes")]),
    (computers_have_played_out, [(None, "rematch", OVER_SECONDS, "closes")]),
    (in_a_pause, [(0, "resume", PAUSE_SECONDS, "resumes")]),
    (all_are_away, [(seat, "return", ALL_AWAY_SECONDS, "ends") for seat in (0, 1)]),
]


def meant(client: Client, seat: int | None) -> int | None:
    """Return the seat that is meant: -1 is the one on turn, -2 the one that has not called."""
    if seat == -1:
        return int(client.view["to_move"])
    return int(client.view["uncalled"][0]) if seat == -2 else seat


@pytest.mark.parametrize(
    ("situation", "expected"), SITUATIONS, ids=[case[0].__name__ for case in SITUATIONS]
)
def test_the_table_says_whom_it_waits_for(situation: Situation, expected: list[Entry]) -> None:
    client = situation()
    told = [(meant(client, seat), why, left, then) for seat, why, left, then in expected]
    assert entries(client) == told
    for wait in client.view["waits"]:
        holder = client.view["host"]
        if wait["seat"] is not None:
            holder = client.view["seats"][wait["seat"]]["name"]
        assert wait["name"] == holder
    assert not client.rooms.faults


@pytest.mark.parametrize("situation", [case[0] for case in SITUATIONS])
def test_every_wait_ends_by_itself_or_has_somebody_there_without_a_clock(
    situation: Situation,
) -> None:
    client = situation()
    rooms, before = client.rooms, (client.view, client.last["turn"])
    left = [wait["left"] for wait in client.view["waits"]]
    if left[0] is None:
        assert client.view["seats"][client.view["waits"][0]["seat"]]["here"]
        return
    rooms.advance(min(seconds for seconds in left if seconds is not None) + 0.01)
    assert (client.view, client.last["turn"]) != before or client.of_type("removed")
    assert not rooms.faults


def test_the_seconds_that_are_left_are_counted_from_the_update_that_tells_them() -> None:
    people = started(Rooms(), "Ann", "Bob", **CLOCK)
    people[0].rooms.advance(7)
    people[0].ok("end")
    assert entries(people[1])[0][2] == 53.0
