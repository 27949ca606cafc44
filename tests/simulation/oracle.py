"""What is durable, what was heard, and that the two agree.

The oracle looks at the rooms after every change, and at every message that a client gets. It knows
each state that each table ever had, in the order in which they came: an update must show one of
them, as that very player may see it, and one that was on disk before. What a restart brings back
must be the newest state that was.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgpack

from cardgame_rules import Match, own_view, public_view
from cardgame_rules.records import dumps
from cardgame_server.effects import Change, Fault, Record
from cardgame_server.session import Session
from cardgame_server.table import Table
from tests.simulation import invariants, referee
from tests.simulation.promises import Promises, secrets
from tests.simulation.strict import Plain
from tests.simulation.written import Written

Digest = bytes


class TableState(NamedTuple):
    """Whatever of a table must survive: who is there, the match to its last hidden card."""

    settings: object
    state: str
    matches: int
    turn: int
    owners: tuple[tuple[str, str | None], ...]
    watchers: tuple[str, ...]
    banks: tuple[float, ...]
    chance: tuple[Any, ...]
    game: tuple[Any, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a commit makes durable, and the numbers of the newest state and the last table."""

    players: frozenset[str] = frozenset()
    tables: dict[int, TableState] = field(default_factory=dict)
    records: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    serial: int = 0
    last_number: int = 0


class Violation(AssertionError):  # noqa: N818 - what it says is what it is
    """Something happened that must never happen."""


def game_of(match: Match | None) -> tuple[Any, ...]:
    """Return the whole state of a match, hidden cards and all."""
    hand = None if match is None else match.hand
    if match is None or hand is None:
        return ()
    piles = (tuple(map(tuple, hand.hands)), tuple(hand.stock), tuple(hand.discard))
    turn = (match.to_move, match.turn, hand.direction, hand.colour, hand.phase, hand.drawn)
    penalty = (hand.pending, hand.uncalled, hand.accused, hand.guilty, hand.draws, hand.passes)
    return (match.hand_number, piles, turn, penalty, tuple(match.totals), tuple(match.lives))


def _chance_of(table: Table) -> tuple[Any, ...]:
    """Return from what all cards of a table follow, of this match and of the next."""
    now = table.fairness
    texts = tuple(seat.text for seat in table.seats)
    record = table.record_text if table.state == "over" else ""
    return (now and (now.match, now.secret, now.texts), table.next_secret, texts, record)


def state_of(table: Table) -> TableState:
    """Return what of a table must survive."""
    owners = [seat.owner for seat in table.seats]
    return TableState(
        (table.settings.name, table.settings.password, table.settings.rules),
        table.state,
        table.matches,
        table.turn,
        tuple(("", None) if one is None else (one.name, one.level) for one in owners),
        tuple(sorted(watcher.name for watcher in table.watchers)),
        tuple(seat.bank for seat in table.seats),
        _chance_of(table),
        game_of(table.match),
        () if table.match is None else tuple(table.match.record),
    )


def _shown(public: dict[str, Any], own: dict[str, Any] | None) -> Digest:
    digest: bytes = msgpack.packb([sorted(public.items()), own and sorted(own.items())])
    return digest


class Oracle:
    """Watches one server after the other. `durable` is what the disk holds now."""

    def __init__(self) -> None:
        self.durable = Snapshot()
        self.session: Session | None = None
        self.steps = 0
        self.promises = Promises()
        self._written = Written()
        self._serial = 0
        self._known: dict[int, tuple[Any, ...]] = {}
        self._scores: dict[tuple[int, int], tuple[list[int], list[int | None]]] = {}
        self._seen: dict[tuple[int, int, str | None, int | None, Digest], int] = {}
        self._acknowledged: dict[tuple[int, int], list[str]] = {}
        # The same with the decision that each answered; and the last decision before each match.
        self._answered: dict[tuple[int, int], list[tuple[int, str]]] = {}
        self._turns_before: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[int, int], tuple[str, ...]] = {}
        self._records: dict[tuple[int, int], tuple[str, ...]] = {}
        self._players_kept: set[str] = set()

    # After every change.

    def changed(self, change: Change) -> None:
        """Look at everything after a change."""
        self.steps += 1
        for effect in change.effects:
            if isinstance(effect, Record):
                self._records[effect.table, effect.match] = tuple(effect.text.split("\n"))
                where = f"match {effect.match} of table {effect.table}"
                _fail(where, self.promises.recorded(effect))
                _fail(where, referee.watch(effect.text))
                _fail(where, self._answers((effect.table, effect.match), effect.text))
            elif isinstance(effect, Fault):
                raise Violation(f"a fault in {effect.where}") from effect.error
        self.look(change.now)
        if self.session is not None:
            _fail("rooms", self._written.changed(change, self.session.lobby.tables.values()))

    def look(self, now: float = 0.0) -> None:
        """Look at all tables as they are at `now` (rooms' clock)."""
        if self.session is None:
            return
        _fail("rooms", invariants.of_rooms(self.session))
        for table in self.session.lobby.tables.values():
            self._look_at(table, now)
        for number in self._known.keys() - self.session.lobby.tables.keys():
            del self._known[number]

    def _look_at(self, table: Table, now: float) -> None:
        _fail(f"table {table.number}", invariants.of_table(table, now))
        match = table.match
        lines = 0 if match is None else len(match.record)
        names = tuple(None if s.owner is None else s.owner.name for s in table.seats)
        key = (table.matches, lines, table.turn, table.state, names, game_of(match))
        if self._known.get(table.number) == key:
            return
        self._known[table.number] = key
        self._turns_before[table.number, table.matches] = table.turns_before
        self._serial += 1
        if match is not None and match.hand is not None:
            _fail(f"table {table.number}, turn {table.turn}", invariants.of_match(match))
            self._look_at_score(table, match)
            self._remember(table, match, names)

    def _look_at_score(self, table: Table, match: Match) -> None:
        key = (table.number, table.matches)
        totals, lives = self._scores.get(key, (match.totals, match.lives))
        if any(new < old for new, old in zip(match.totals, totals, strict=True)):
            raise Violation(f"P20: totals fell from {totals} to {match.totals}")
        for new, old in zip(match.lives, lives, strict=True):
            if new is not None and old is not None and not old - 1 <= new <= old:
                raise Violation(f"P21: lives went from {lives} to {match.lives}")
        self._scores[key] = (list(match.totals), list(match.lives))

    def _remember(self, table: Table, match: Match, names: tuple[str | None, ...]) -> None:
        public = public_view(match)
        where = (table.number, table.matches)
        self._seen.setdefault((*where, None, None, _shown(public, None)), self._serial)
        for seat, name in enumerate(names):
            digest = _shown(public, own_view(match, seat))
            self._seen.setdefault((*where, name, seat, digest), self._serial)

    # Around the disk.

    def snapshot(self) -> Snapshot:
        """Return what a commit that begins now makes durable."""
        if self.session is None:
            return self.durable
        lobby = self.session.lobby
        tables = {number: state_of(table) for number, table in lobby.tables.items()}
        known = lobby.premises.players.in_lobby()
        for number in tables:
            known += lobby.premises.players.at_table(number)
        players = frozenset(player.name for player in known if player.level is None)
        records = dict(self._records)
        return Snapshot(players, tables, records, self._serial, lobby.last_number)

    def kept(self, snapshot: Snapshot) -> None:
        """Note what the disk holds now."""
        self.durable = snapshot
        self._players_kept |= snapshot.players
        for number, table in snapshot.tables.items():
            self._lines[number, table.matches] = table.lines
        self._lines.update(snapshot.records)

    def restarted(self, session: Session) -> None:
        """Compare what a restart has brought back with what was durable."""
        self.session = session
        self._serial = max(self._serial, self.durable.serial)
        self._seen = {k: at for k, at in self._seen.items() if at <= self.durable.serial}
        self._records = dict(self.durable.records)
        self._known.clear()
        self._scores.clear()
        tables = session.lobby.tables
        self._written.restarted(tables.values())
        lost, more = self.durable.tables.keys() - tables, tables - self.durable.tables.keys()
        if lost or more:
            raise Violation(f"tables {sorted(lost)} are lost, {sorted(more)} came from nowhere")
        for number, table in tables.items():
            _same(number, self.durable.tables[number], state_of(table))
        self._look_for_moves()

    def _look_for_moves(self) -> None:
        for (number, match), moves in self._acknowledged.items():
            lines = self._lines.get((number, match), ())
            for move in set(moves):
                if lines.count(move) < moves.count(move):
                    raise Violation(f"table {number}: `{move}` was acknowledged, and is lost")

    # At the clients.

    def got_update(self, name: str, update: Plain) -> None:
        """Look at an update that somebody got."""
        view, you = update["view"], update["you"]
        _fail(f"{name} was told", self.promises.told(update))
        _no_secrets(update["events"], None if you is None else you["seat"])
        if view["hand"] == 0:
            return
        seats = [
            {key: seat[key] for key in ("cards", "total", "lives", "in_match")}
            for seat in view["seats"]
        ]
        public = {**{key: view[key] for key in _PUBLIC}, "seats": seats}
        viewer, seat = (None, None) if you is None else (name, you["seat"])
        place = (view["table"], view["match"], viewer, seat, _shown(public, you))
        serial = self._seen.get(place)
        where = f"table {view['table']}, match {view['match']}, turn {update['turn']}"
        if serial is None:
            raise Violation(f"{where}: what {name} was shown was never the case: {you}, {public}")
        if serial > self.durable.serial:
            raise Violation(f"{where}: {name} was told of it before it was on disk")

    def got_bytes(self, data: bytes, name: str) -> None:
        """Look at bytes that somebody got: no secret may be in them before its time (P28)."""
        if self.session is None:
            return
        for secret in secrets(self.session.lobby.tables.values()):
            if secret in data:
                raise Violation(f"P28: {name} was told a secret of cards yet to come")

    def played(self) -> None:
        """Look at the whole of every match that is still being played."""
        if self.session is None:
            return
        for number, table in self.session.lobby.tables.items():
            if table.match is not None and table.in_match:
                text = dumps(table.match)
                _fail(f"table {number}", referee.watch(text))
                _fail(f"table {number}", self._answers((number, table.matches), text))

    def _answers(self, place: tuple[int, int], record: str) -> Iterator[str]:
        """Compare the moves of a match with the decisions that they were to answer."""
        before = self._turns_before.get(place, 0)
        made = {(before + turn, move) for turn, move in referee.answers(record)}
        for turn, move in self._answered.get(place, ()):
            if (turn, move) not in made:
                yield f"E3: `{move}` was taken, but not as the answer to decision {turn}"

    def got_ok(self, request: str, sent: Plain, result: Plain) -> None:
        """Look at what was acknowledged: it must be on disk."""
        # A table may be closed again in the very commit that would have kept it.
        if request == "create" and result["table"] > self.durable.last_number:
            raise Violation(f"table {result['table']} was acknowledged before it was on disk")
        known = sent.get("house") or sent.get("hired") or result.get("name") in self._players_kept
        if request == "hello" and not known:
            raise Violation(f"{result['name']} was welcomed before that was on disk")
        if request == "move":
            place, move = sent["place"], f"{sent['seat']} {sent['action']}"
            self._acknowledged.setdefault(place, []).append(move)
            self._answered.setdefault(place, []).append((sent["turn"], move))
            self._look_for_moves_of(place)

    def _look_for_moves_of(self, place: tuple[int, int]) -> None:
        moves, lines = self._acknowledged[place], self._lines.get(place, ())
        if lines.count(moves[-1]) < moves.count(moves[-1]):
            raise Violation(f"table {place[0]}: `{moves[-1]}` is acknowledged, and not on disk")


_PUBLIC = (
    "hand", "dealer", "first", "phase", "to_move", "direction", "top", "colour", "pending",
    "stock", "discard", "uncalled", "last_hand", "result",
)  # fmt: skip


def _fail(where: str, problems: Iterator[str]) -> None:
    for problem in problems:
        raise Violation(f"{where}: {problem}")


def _same(number: int, kept: TableState, found: TableState) -> None:
    for name, before, after in zip(TableState._fields, kept, found, strict=True):
        if before != after:
            raise Violation(
                f"table {number} came back with other {name}: {after!r:.600}, kept was "
                f"{before!r:.600}"
            )


def _no_secrets(events: list[Plain], seat: int | None) -> None:
    """Cards in an event are the viewer's own, or are shown to everybody at a hand's end (P25)."""
    for event in events:
        if event["event"] == "hand_over":
            continue
        hidden = [key for key in ("cards", "shown") if event.get(key) is not None]
        if hidden and (seat is None or event["seat"] != seat):
            raise Violation(f"P25: seat {seat} was told {event}")
