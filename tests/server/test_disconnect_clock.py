"""The clock of somebody who is gone, as a table of cases: it never favours whoever left.

The same table stands in docs/protocol.md (Time); `CASES` is the full one.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from tests.server.kit import Client, Rooms, first_play, off_turn, on_turn, play_on, started
from tests.server.waiting import entry_of, in_phase, kinds

CLOCK: dict[str, Any] = {"turn_seconds": 20, "bank_seconds": 10}
NONE: dict[str, Any] = {}

Step = str | float
"""`drop`, `back`, `play` (whoever is on turn), or so many seconds that pass."""


class Case(NamedTuple):
    """What happens to the one who is on turn at first, and what is then waited for from it."""

    what: str
    options: dict[str, Any]
    steps: Sequence[Step]
    waits: tuple[str, float | None, str | None] | None
    told: Sequence[str] = ()


CASES = [
    Case("on turn, much time left: the grace ends", CLOCK, ["drop"], ("turn", 15, "stand_in")),
    Case("on turn, little time left: it runs out", CLOCK, [25, "drop"], ("turn", 5, "default")),
    Case(
        "the time runs out in the grace: acted for once, and the grace goes on",
        CLOCK, [25, "drop", 5], ("return", 10, "stand_in"), ["time_up"],
    ),
    Case("no clock, gone: a limit all the same", NONE, ["drop"], ("turn", 15, "stand_in")),
    Case("back in time: the clock ran on", CLOCK, ["drop", 10, "back"], ("turn", 20, "default")),
    Case("back in time, no clock: no limit", NONE, ["drop", 10, "back"], ("turn", None, None)),
    Case(
        "gone again without a move: the grace is not filled up",
        NONE, ["drop", 10, "back", 3600, "drop"], ("turn", 5, "stand_in"),
    ),
    Case(
        "dropping over and over wins no time from the clock",
        CLOCK, ["drop", 1, "back", 4, "drop", 1, "back", 4, "drop", 1, "back", 4, "drop"],
        ("turn", 12, "stand_in"),
    ),
    Case(
        "the grace is used up: a stand-in",
        NONE, ["drop", 15], ("turn", 5.8, "default"), ["stand_in"],
    ),
    Case(
        "back while the stand-in thinks: one's own decision again",
        NONE, ["drop", 15, 0.5, "back"], ("turn", None, None), ["stand_in"],
    ),
    Case(
        "back and gone without a move after that: a stand-in at once",
        NONE, ["drop", 15, "back", "drop", 0], ("turn", 5.8, "default"), ["stand_in", "stand_in"],
    ),
    Case(
        "a move of one's own fills the grace up",
        NONE, ["drop", 10, "back", "play", "drop"], ("return", 15, "stand_in"),
    ),
    Case(
        "gone off turn: the grace runs while others think",
        NONE, ["play", "drop", 10], ("return", 5, "stand_in"),
    ),
    Case(
        "gone off turn, and the turn comes: its clock starts as if one were there",
        CLOCK, ["play", "drop", 10, "play", "play"], ("turn", 5, "stand_in"),
    ),
    Case(
        "gone off turn with a bank that is empty: no more time than before",
        CLOCK, [30, "drop", 10, "play", "play"], ("turn", 5, "stand_in"), ["time_up"],
    ),
]  # fmt: skip


def run(rooms: Rooms, people: list[Client], gone: int, steps: Sequence[Step]) -> None:
    """Carry the steps out."""
    for step in steps:
        if isinstance(step, int | float):
            rooms.advance(step)
        elif step == "drop":
            people[gone].drop()
        elif step == "back":
            people[gone] = rooms.back(people[gone])
        else:
            mover = on_turn(people)
            assert mover.move(plain_action(mover))["type"] == "ok"
            if mover.on_turn:
                mover.move("pass")


def plain_action(client: Client) -> str:
    """Return an action after which the turn passes to the next seat: a number, or a draw."""
    plays = [a for a in client.you["legal"] if a.startswith("play") and a[6:7].isdigit()]
    return plays[0] if plays else "draw"


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_a_clock_never_favours_whoever_left(case: Case) -> None:
    rooms = Rooms(seed=1)
    people = started(rooms, "Ann", "Bob", "Cid", **case.options)
    gone = people.index(on_turn(people))
    witness = people[gone - 1]
    run(rooms, people, gone, case.steps)
    witness.ok("end")  # so that the seconds are told as they are now
    assert entry_of(witness, gone) == case.waits
    told = [event["event"] for event in kinds(witness, "time_up", "stand_in")]
    assert told == list(case.told)
    assert not rooms.faults


@pytest.mark.parametrize("phase", ["play", "name", "answer"])
@pytest.mark.parametrize("options", [CLOCK, NONE])
def test_bug_D01_whoever_returns_in_mid_decision_finds_the_same_one_and_the_time_that_is_left(
    phase: str, options: dict[str, Any]
) -> None:
    people = in_phase(phase, "Ann", "Bob", **options)
    rooms, gone, stays = people[0].rooms, on_turn(people), off_turn(people)
    before = gone.last
    gone.drop()
    rooms.advance(10)
    back = rooms.back(gone)
    assert (back.you, back.last["turn"]) == (before["you"], before["turn"])
    left = 20.0 if options else None
    assert entry_of(back, back.you["seat"]) == entry_of(stays, back.you["seat"])
    (_, seconds, _) = entry_of(back, back.you["seat"]) or ("", None, None)
    assert seconds == left
    assert back.move(first_play(back))["type"] == "ok"


@pytest.mark.parametrize("phase", ["play", "name", "answer"])
def test_bug_D09_a_decision_of_somebody_gone_for_good_passes_on(phase: str) -> None:
    people = in_phase(phase, "Ann", "Bob")
    rooms, gone, stays = people[0].rooms, on_turn(people), off_turn(people)
    turn = gone.last["turn"]
    gone.drop()
    rooms.advance(GRACE_SECONDS + 6)
    assert stays.last["turn"] > turn
    rooms.advance(20)
    assert stays.on_turn


def test_bug_D09_a_rematch_owed_by_somebody_gone_is_not_waited_for(rooms: Rooms) -> None:
    ann, bob, cid = started(rooms, "Ann", "Bob", "Cid")
    for client in (ann, bob, cid):
        client.ok("end")
    for client in (ann, bob):
        client.ok("rematch")
    cid.drop()
    assert [wait["why"] for wait in ann.view["waits"]] == ["players"]
    ann.ok("add_computer", level="simple")
    assert ann.view["match"] == 1
    bob.ok("rematch")
    assert ann.view["match"] == 2


def test_bug_D03_the_grace_counts_from_each_drop_and_nobodys_closes_the_table(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", "Dan", target=2000)
    for client in people:
        client.drop()
        rooms.advance(0.02)
    rooms.advance(5)
    back = [rooms.back(client) for client in people[:2]]
    graces = [entry_of(back[0], seat) for seat in (2, 3)]
    # While nobody was there nobody was waited for: that time is not taken from anybody.
    assert [grace and grace[1] for grace in graces] == [pytest.approx(14.98), pytest.approx(15.0)]
    rooms.advance(14.9)
    back.append(rooms.back(people[2]))
    assert kinds(back[0], "stand_in") == []
    rooms.advance(0.2)
    assert [event["seat"] for event in kinds(back[0], "stand_in")] == [3]
    assert back[0].view["state"] == "playing"


def test_how_somebody_went_is_told_apart(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", "Dan", "Eve")
    ann, bob, cid, dan, eve = people
    bob.ok("leave")
    cid.drop()
    ann.ok("kick", name="Dan")
    again = rooms.back(eve)
    told = kinds(ann, "stood", "dropped", "took_over")
    assert [(e["event"], e["name"], e.get("reason")) for e in told] == [
        ("stood", "Bob", "left"),
        ("dropped", "Cid", None),
        ("stood", "Dan", "kicked"),
        ("took_over", "Eve", None),
    ]
    assert dan.of_type("removed")[0]["reason"] == "kicked"
    assert (bob.of_type("removed"), again.of_type("removed")) == ([], [])
    assert eve.goodbye == "replaced"


def test_a_spectator_who_leaves_drops_or_is_kicked_is_told_apart(rooms: Rooms) -> None:
    ann = started(rooms, "Ann", "Bob")[0]
    watchers = [rooms.person(name) for name in ("Uwe", "Vic", "Wim")]
    for watcher in watchers:
        watcher.ok("spectate", table=1)
    again = rooms.back(watchers[0])
    assert ann.last["events"] == [{"event": "took_over", "seat": None, "name": "Uwe"}]
    again.ok("leave")
    watchers[1].drop()
    ann.ok("kick", name="Wim")
    assert [event["reason"] for event in kinds(ann, "unwatched")] == ["left", "lost", "kicked"]


def test_who_is_not_back_when_the_match_ends_has_lost_the_seat(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    bob.drop()
    ann.ok("end")
    assert kinds(ann, "stood")[-1]["reason"] == "lost"


def test_the_next_hand_is_dealt_on_time_while_somebody_is_gone(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", target=2000)
    play_on(people, lambda: people[0].view["state"] == "between")
    people[2].drop()
    rooms.advance(10)
    assert people[0].view["hand"] == 2
    assert (entry_of(people[0], 2) or ("", 0, ""))[1:] == (5.0, "stand_in")


def test_a_bot_from_outside_has_the_same_grace(rooms: Rooms) -> None:
    ann, bot = rooms.person("Ann"), rooms.bot("bot")
    ann.ok("create", preset="duel", seats=2)
    bot.ok("join", table=1)
    ann.ok("start")
    bot.drop()
    rooms.advance(GRACE_SECONDS - 0.1)
    assert kinds(ann, "stand_in") == []
    rooms.advance(0.2)
    assert len(kinds(ann, "stand_in")) == 1
