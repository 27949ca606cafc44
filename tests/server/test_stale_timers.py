"""A timer never acts on a turn it was not made for, in whatever order things happen (T-08)."""

from typing import Any, Final

import hypothesis.strategies as st
from hypothesis import given, settings

from cardgame_protocol.limits import GRACE_SECONDS
from cardgame_server import alarms, deadlines
from cardgame_server.deadlines import Deadline
from cardgame_server.effects import Change
from cardgame_server.table import Table
from tests.server.kit import Client, Plain, Rooms, first_play, on_turn, started

TURN: Final = 10.0
BANK: Final = 6.0

STEPS = st.lists(
    st.one_of(
        st.sampled_from(["drop", "back", "play", "play", "pause", "resume"]),
        # About the ends of the grace, of a turn, of a turn with its bank, and of a computer's time.
        st.sampled_from([0.05, 1.0, 4.95, 5.0, 5.8, 9.95, 10.0, 14.95, 15.0, 15.95, 16.0]),
    ),
    min_size=3,
    max_size=25,
)


class Watch:
    """What Ann's seat did, and when it was allowed to be acted for, as Bob is told."""

    def __init__(self, rooms: Rooms, ann: Client, bob: Client) -> None:
        self.rooms, self.ann, self.bob = rooms, ann, bob
        self.seen = 0
        self.turn, self.begun = 0, 0.0
        self.asleep = 0.0
        self.away = 0.0
        self._look()

    def run(self, step: str | float) -> None:
        """Carry out one step, where it is possible, and hold what came of it against the clock."""
        if isinstance(step, float):
            self._pass(step)
        elif step == "drop" and self.here:
            self.ann.drop()
        elif step == "back" and not self.here:
            self.ann = self.rooms.back(self.ann)
        elif step == "play" and self.bob.view["state"] == "playing":
            self._play()
        elif step in ("pause", "resume"):
            for client in self.people:
                client.ask(step)
        self._look()

    @property
    def here(self) -> bool:
        """Whether Ann is connected."""
        return bool(self.bob.view["seats"][0]["here"])

    @property
    def people(self) -> list[Client]:
        """Who is there."""
        return [self.ann, self.bob] if self.here else [self.bob]

    def _pass(self, seconds: float) -> None:
        """Let time pass from alarm to alarm, so that all is seen when it happens."""
        end = self.rooms.now + seconds
        while self.rooms.now < end:
            alarm = self.rooms.alarms[0][0] if self.rooms.alarms else end
            before = self.rooms.now
            stands_still = bool(self.bob.view["paused"])
            self.rooms.advance(min(max(alarm, before + 1e-9), end) - before)
            passed = self.rooms.now - before
            self.asleep += passed if stands_still else 0.0
            self.away += 0.0 if stands_still or self.here else passed
            self._look()

    def _play(self) -> None:
        mover = next((client for client in self.people if client.on_turn), None)
        if mover is None:
            return
        turn = mover.last["turn"]
        answer = mover.move(first_play(mover))
        assert answer["type"] == "ok" or answer["code"] == "paused"
        if answer["type"] == "ok":
            # The turn that was used is closed: none can be played in it again.
            assert mover.refused("move", turn=turn, action="draw") in ("stale", "hand_over")
            if mover is self.ann:
                self.away = 0.0

    def _look(self) -> None:
        updates = self.bob.of_type("update")
        for update in updates[self.seen :]:
            for event in update["events"]:
                self._check(event)
            self._follow_turn(update)
        self.seen = len(updates)

    @property
    def now(self) -> float:
        """The time without pauses."""
        return self.rooms.now - self.asleep

    def _follow_turn(self, update: Plain) -> None:
        """Note when a turn begins; whoever has drawn and decides again is in the same one."""
        drawn = {"event": "drew", "seat": update["view"]["to_move"], "reason": "turn"}
        same = any(drawn.items() <= event.items() for event in update["events"])
        if update["turn"] != self.turn and not same:
            self.begun = self.now
        self.turn = update["turn"]

    def _check(self, event: Plain) -> None:
        if event["event"] == "time_up":
            assert self.now - self.begun >= TURN - 1e-6, "acted for before the time was up"
        if event["event"] == "stand_in":
            assert self.away >= GRACE_SECONDS - 1e-6, "stood in for before the grace was over"


@settings(max_examples=500, deadline=None)
@given(steps=STEPS, seed=st.integers(0, 9), preset=st.sampled_from(["duel", "classic"]))
def test_bug_T08_in_any_order_of_return_play_and_expiry_nothing_is_done_too_early(
    steps: list[Any], seed: int, preset: str
) -> None:
    rooms = Rooms(seed)
    ann, bob = started(
        rooms, "Ann", "Bob", preset=preset, target=2000, turn_seconds=TURN, bank_seconds=BANK
    )
    watch = Watch(rooms, ann, bob)
    for step in steps:
        watch.run(step)
    assert not rooms.faults
    held = sum(seat["cards"] for seat in bob.view["seats"])
    assert held + bob.view["stock"] + bob.view["discard"] == 108 or bob.view["state"] == "between"


def state_of(table: Table) -> tuple[Any, ...]:
    """Return what a timer might change."""
    record = () if table.match is None else tuple(table.match.record)
    stand_ins = [seat.stand_in is not None for seat in table.seats]
    return (table.state, table.paused, table.turn, record, stand_ins, table.closed)


@settings(max_examples=100, deadline=None)
@given(steps=STEPS, seed=st.integers(0, 9))
def test_bug_T08_a_deadline_of_an_older_turn_hand_or_state_does_nothing(
    steps: list[Any], seed: int
) -> None:
    rooms = Rooms(seed)
    ann, bob = started(rooms, "Ann", "Bob", preset="duel", turn_seconds=TURN, target=2000)
    table = rooms.session.lobby.tables[1]
    watch = Watch(rooms, ann, bob)
    old: set[Deadline] = set()
    for step in steps:
        old |= set(deadlines.every(table))
        watch.run(step)
        stale = old - set(deadlines.every(table))
        before = state_of(table)
        for deadline in sorted(stale):
            alarms.meet(table, Change(rooms.now), deadline)
        assert state_of(table) == before


def test_a_deadline_is_not_met_before_its_time() -> None:
    rooms = Rooms()
    people = started(rooms, "Ann", "Bob", turn_seconds=TURN)
    table = rooms.session.lobby.tables[1]
    deadline = deadlines.first(table)
    assert deadline is not None
    assert (deadline.what, deadline.seat) == ("default", on_turn(people).you["seat"])
    assert (deadline.match, deadline.hand, deadline.turn) == (1, 1, table.turn)
    before = state_of(table)
    alarms.meet(table, Change(deadline.at - 0.01), deadline)
    assert state_of(table) == before
    alarms.meet(table, Change(deadline.at), deadline)
    assert state_of(table) != before
