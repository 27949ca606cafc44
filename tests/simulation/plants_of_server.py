"""Bugs in the house: what is lost, torn, told too early, or waits for ever."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from cardgame_protocol.requests import Request
from cardgame_server import alarms, attendance, crew, deadlines, decisions, restoring
from cardgame_server.effects import Change
from cardgame_server.gate import Gate
from cardgame_server.identity import Player, Players
from cardgame_server.journal import Batch, Journal
from cardgame_server.outbox import Outbox
from cardgame_server.session import Session
from cardgame_server.table import Table
from cardgame_server.writer import Scribe
from tests.simulation.plant import Plant


def _tells_before_the_disk(offer: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Gate, change: Change) -> None:
        self._release(change)
        change.effects = []
        offer(self, change)

    return broken


def _believes_a_failed_disk(write: Callable[..., object]) -> Callable[..., object]:
    def broken(self: Scribe, writes: list[Any]) -> None:
        if write(self, writes) is not None:
            self._unwritten.clear()
            self._seen = 0

    return broken


def _leaves_steps_out(write: Callable[[Journal, Batch], None]) -> Callable[..., None]:
    def broken(self: Journal, batch: Batch) -> None:
        batch.steps = [step for step in batch.steps if step.step % 9]
        write(self, batch)

    return broken


def _forgets_players(unkept: Callable[[Players], list[Any]]) -> Callable[[Players], list[Any]]:
    def broken(self: Players) -> list[Any]:
        unkept(self)
        return []

    return broken


def _leaves_more_time_to_the_next_move(more_time: Callable[..., None]) -> Callable[..., None]:
    def broken(table: Table, *what: Any) -> None:
        unkept = table.unkept
        more_time(table, *what)
        table.unkept = unkept

    return broken


def _gives_banks_back(set_times: Callable[..., None]) -> Callable[..., None]:
    def broken(table: Table, times: list[Any]) -> None:
        set_times(table, times)
        for seat in table.seats:
            seat.bank += table.settings.bank_seconds

    return broken


def _forgets_watchers(let_in: Callable[..., None]) -> Callable[..., None]:
    def broken(lobby: Any, change: Change, table: Table, head: dict[str, Any]) -> None:
        let_in(lobby, change, table, {**head, "watchers": []})

    return broken


def _sets_no_alarm(wake_at: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Change, when: float, table: int) -> None:
        if table % 2:
            wake_at(self, when, table)

    return broken


def _knows_no_idle_tables(ends: Callable[..., Iterable[Any]]) -> Callable[..., Any]:
    return lambda *what: [end for end in ends(*what) if end[1] != "closes"]


def _acts_too_early(ring: Callable[..., None]) -> Callable[..., None]:
    def broken(table: Table, change: Change) -> None:
        change.now += 3.0
        ring(table, change)
        change.now -= 3.0

    return broken


def _keeps_the_stand_in(_: object) -> Callable[..., None]:
    return lambda _table, _change, _number: None


def _keeps_the_host(_: object) -> Callable[..., None]:
    return lambda _table, _change: None


def _seats_twice(sit: Callable[..., None]) -> Callable[..., None]:
    def broken(table: Table, change: Change, player: Player, number: int) -> None:
        sit(table, change, player, number)
        player.seat = 0

    return broken


def _remembers_everybody(forget: Callable[..., None]) -> Callable[..., None]:
    return lambda self, player: None if player.table is None else forget(self, player)


def _leaves_seats_empty(_: object) -> Callable[..., None]:
    return attendance.stand


def _loses_the_rest(_: object) -> Callable[[Outbox, bytes], None]:
    return lambda _self, _rest: None


def _forgets_to_answer(answer: Callable[..., None]) -> Callable[..., None]:
    counter = itertools.count(1)

    def broken(self: Session, change: Change, guest: Any, request: Request) -> None:
        if next(counter) % 40:
            answer(self, change, guest, request)

    return broken


def _answers_twice(answer: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Session, change: Change, guest: Any, request: Request) -> None:
        answer(self, change, guest, request)
        change.effects += [one for one in change.effects[-1:] if request.id % 40 == 0]

    return broken


PLANTS = (
    Plant("told before the disk", "on disk", Gate, "offer", _tells_before_the_disk),
    Plant("a failed disk believed", "disk|lost|came", Scribe, "write", _believes_a_failed_disk),
    Plant("steps left out", "cannot go on|came back", Journal, "write", _leaves_steps_out),
    Plant("players not kept", "on disk|came back", Players, "unkept", _forgets_players),
    Plant(
        "more time not written",
        "not written",
        decisions,
        "more_time",
        _leaves_more_time_to_the_next_move,
    ),
    Plant("banks filled by a restart", "other banks", restoring, "_set_times", _gives_banks_back),
    Plant("watchers lost by a restart", "other watchers", restoring, "_let_in", _forgets_watchers),
    Plant("no alarm rings", "there are tables|no answer", Change, "wake_at", _sets_no_alarm),
    Plant("idle tables stay", "nothing ends", deadlines, "_ends", _knows_no_idle_tables),
    Plant("a turn ended early", "it acted at", alarms, "ring", _acts_too_early),
    Plant("a stand-in stays", "a stand-in plays", crew, "stand_down", _keeps_the_stand_in),
    Plant("a host who is gone", "the host is not", attendance, "pass_host", _keeps_the_host),
    Plant("two on one seat", "believes to be", attendance, "sit", _seats_twice),
    Plant("nobody is forgotten", "some are remembered", Players, "forget", _remembers_everybody),
    Plant("K17 an empty seat", "K17", crew, "take_over", _leaves_seats_empty),
    Plant("a frame is cut", "no server may say", Outbox, "tear", _loses_the_rest),
    Plant("no answer", "got no answer", Session, "_answer", _forgets_to_answer),
    Plant("two answers", "an answer too many", Session, "_answer", _answers_twice),
)
