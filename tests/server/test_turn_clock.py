"""The clock of a turn: time, bank, what happens when both are used up, and more time."""

from typing import Any

import pytest

from cardgame_protocol.limits import BANK_SECONDS_MAX, BOT_SECONDS, TURN_SECONDS_MAX
from tests.server.kit import Client, Rooms, first_play, off_turn, on_turn, play_on, started
from tests.server.waiting import entries, entry_of, found, in_phase, kinds

CLOCK: dict[str, Any] = {"turn_seconds": 20, "bank_seconds": 40}


def banks(client: Client) -> list[float | None]:
    """Return the time banks by seat."""
    return [seat["bank"] for seat in client.view["seats"]]


def test_a_table_has_no_clock_unless_it_is_asked_for(rooms: Rooms) -> None:
    ann, _ = people = started(rooms, "Ann", "Bob")
    assert (ann.view["turn_seconds"], banks(ann)) == (None, [None, None])
    turn = ann.last["turn"]
    rooms.advance(24 * 3600)
    assert on_turn(people).last["turn"] == turn


def test_the_clock_is_chosen_with_the_table_and_shown(rooms: Rooms) -> None:
    ann, _ = started(rooms, "Ann", "Bob", **CLOCK)
    assert (ann.view["turn_seconds"], ann.view["bank_seconds"]) == (20.0, 40.0)
    assert banks(ann) == [40.0, 40.0]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"turn_seconds": 4.9}, "bad_request"),
        ({"turn_seconds": TURN_SECONDS_MAX + 1}, "bad_request"),
        ({"turn_seconds": 20, "bank_seconds": BANK_SECONDS_MAX + 1}, "bad_request"),
        ({"bank_seconds": 10}, "bad_option"),
        ({"latecomers": "whoever"}, "bad_request"),
    ],
)
def test_impossible_clocks_are_refused(rooms: Rooms, options: dict[str, Any], code: str) -> None:
    assert rooms.person("Ann").refused("create", preset="duel", seats=2, **options) == code


def test_the_bank_pays_what_a_turn_needs_beyond_its_time(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    mover, other = on_turn(people), off_turn(people)
    rooms.advance(35)
    assert mover.move(first_play(mover))["type"] == "ok"
    assert banks(other)[mover.you["seat"]] == 25.0
    assert banks(other)[other.you["seat"]] == 40.0


def test_a_quick_turn_costs_the_bank_nothing(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    rooms.advance(19.9)
    mover = on_turn(people)
    mover.move(first_play(mover))
    assert banks(mover) == [40.0, 40.0]


def test_rule_K18_when_time_and_bank_are_used_up_the_server_acts(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    mover, other = on_turn(people), off_turn(people)
    seat, turn = mover.you["seat"], mover.last["turn"]
    rooms.advance(59.9)
    assert mover.last["turn"] == turn
    rooms.advance(0.2)
    assert kinds(other, "time_up") == [{"event": "time_up", "seat": seat}]
    assert other.on_turn
    assert banks(other)[seat] == 0.0
    assert mover.refused("move", turn=turn, action="draw") == "stale"
    assert not mover.goodbye


def test_bug_T06_a_turn_of_two_steps_is_missed_once_and_only_ones_own_turns_are() -> None:
    people = found(
        lambda people: all(not a.startswith("play") for a in on_turn(people).you["legal"]),
        "Ann", "Bob", **CLOCK,
    )  # fmt: skip
    mover, rooms = on_turn(people), people[0].rooms
    seat = mover.you["seat"]
    rooms.advance(60.1)
    assert kinds(mover, "time_up") == [{"event": "time_up", "seat": seat}]
    assert kinds(mover, "drew")
    rooms.advance(60)
    missed = [event["seat"] for event in kinds(mover, "time_up")]
    assert missed == [seat, 1 - seat]


def test_bug_T06_who_is_skipped_misses_nothing() -> None:
    people = found(
        lambda people: any(a[5:7] == "S" or a[6:7] == "S" for a in on_turn(people).you["legal"]),
        "Ann", "Bob", preset="duel", **CLOCK,
    )  # fmt: skip
    rooms, other = people[0].rooms, off_turn(people)
    mover = on_turn(people)
    skip = next(a for a in mover.you["legal"] if a[6:7] == "S")
    rooms.advance(59)
    mover.move(skip)
    rooms.advance(19)
    assert kinds(other, "time_up") == []
    assert banks(other)[other.you["seat"]] == 40.0


def test_after_a_draw_the_same_turn_goes_on_with_the_same_clock(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", preset="eights", **CLOCK)
    mover = on_turn(people)
    for seconds in (45.0, 30.0):
        rooms.advance(15)
        assert mover.move("draw")["type"] == "ok"
        assert entries(mover)[0] == (mover.you["seat"], "turn", seconds, "default")
    assert banks(mover) == [40.0, 40.0]


def test_bug_T06_when_a_skip_brings_the_turn_back_the_next_one_is_waited_for_anew() -> None:
    people = found(
        lambda people: str(default_of(on_turn(people)))[6:7] == "S",
        "Ann", "Bob", preset="duel", **CLOCK,
    )  # fmt: skip
    mover, rooms = on_turn(people), people[0].rooms
    rooms.advance(60.1)
    assert mover.on_turn
    assert len(kinds(mover, "time_up")) == 1
    assert entry_of(mover, mover.you["seat"]) == ("turn", 20.0, "default")


def default_of(client: Client) -> object:
    """Return what the server would do for a client that is on turn."""
    match = client.rooms.session.lobby.tables[1].match
    assert match is not None
    return match.default_action(client.you["seat"])


@pytest.mark.parametrize(
    ("phase", "told"), [("name", "named"), ("answer", "drew"), ("play", "time_up")]
)
def test_bug_D09_every_kind_of_decision_has_its_default(phase: str, told: str) -> None:
    people = in_phase(phase, "Ann", "Bob", **CLOCK)
    mover, rooms = on_turn(people), people[0].rooms
    seat = mover.you["seat"]
    mover.forget()
    rooms.advance(60.1)
    assert [event["seat"] for event in kinds(mover, told)][:1] == [seat]


def test_bug_T10_acts_out_of_turn_leave_the_clock_as_it_is(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    other, mover = off_turn(people), on_turn(people)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for action in ("draw", "pass", "play R7", "challenge", "name R"):
        other.move(action)
        wim.move(action)
    before = entries(mover)
    rooms.advance(50)
    wim.ok("leave")
    assert entries(mover)[0][2] == (before[0][2] or 0.0) - 50
    rooms.advance(10)
    assert other.on_turn


def test_the_bank_is_full_again_in_the_next_match_and_lasts_from_hand_to_hand(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=2000, **CLOCK)
    rooms.advance(30)
    play_on(people, lambda: people[0].view["state"] == "between")
    assert sorted(bank or 0.0 for bank in banks(people[0])) == [30.0, 40.0]
    rooms.advance(10)
    assert sorted(bank or 0.0 for bank in banks(people[0])) == [30.0, 40.0]
    for kind in ("end", "rematch"):
        for client in people:
            client.ok(kind)
    assert banks(people[0]) == [40.0, 40.0]


def test_the_host_gives_a_seat_more_time(rooms: Rooms) -> None:
    ann, bob = people = started(rooms, "Ann", "Bob", **CLOCK)
    seat = on_turn(people).you["seat"]
    rooms.advance(50)
    assert bob.refused("more_time", seat=seat, seconds=30) == "not_host"
    ann.ok("more_time", seat=seat, seconds=30)
    assert bob.last["events"] == [{"event": "more_time", "seat": seat, "seconds": 30.0}]
    assert entries(bob)[0] == (seat, "turn", 40.0, "default")
    rooms.advance(39)
    assert kinds(bob, "time_up") == []
    rooms.advance(2)
    assert len(kinds(bob, "time_up")) == 1


def test_a_bank_holds_an_hour_at_most(rooms: Rooms) -> None:
    ann, _ = started(rooms, "Ann", "Bob", **CLOCK)
    for _ in range(7):
        ann.ok("more_time", seat=1, seconds=600)
    assert banks(ann)[1] == BANK_SECONDS_MAX


def test_more_time_is_refused_for_each_reason_with_its_own_code(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, turn_seconds=20)
    ann.ok("add_computer", level="simple")
    assert ann.refused("more_time", seat=0, seconds=30) == "not_playing"
    ann.ok("start")
    assert ann.refused("more_time", seat=7, seconds=30) == "no_such_seat"
    assert ann.refused("more_time", seat=1, seconds=30) == "no_such_player"
    assert ann.refused("more_time", seat=0, seconds=0) == "bad_request"
    assert ann.refused("more_time", seat=0, seconds=601) == "bad_request"
    cid, _ = started(rooms, "Cid", "Dan")
    assert cid.refused("more_time", seat=0, seconds=30) == "no_clock"


def test_a_bot_whose_program_hangs_is_acted_for_also_without_a_clock(rooms: Rooms) -> None:
    bots = [rooms.bot("one"), rooms.bot("two")]
    bots[0].ok("create", preset="eights", seats=2)
    bots[1].ok("join", table=1)
    bots[0].ok("start")
    mover = on_turn(bots)
    rooms.advance(BOT_SECONDS + 1)
    assert kinds(mover, "time_up") == [{"event": "time_up", "seat": mover.you["seat"]}]
    assert not mover.on_turn


def test_bug_L06_a_host_whose_time_is_up_stays_host_and_stops_nobody(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    rooms.advance(600)
    assert people[1].view["host"] == "Ann"
    assert {event["seat"] for event in kinds(people[1], "time_up")} == {0, 1}
    assert people[1].last["turn"] > 10
