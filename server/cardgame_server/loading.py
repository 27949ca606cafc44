"""Reads a journal back. What is damaged is told apart and reported; the rest is read anyway."""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from cardgame_server.journal import checksum, is_damage
from cardgame_server.step_rows import StepsRead, read_rows
from cardgame_server.writes import (
    NOTHING_SAVED,
    Beat,
    KeepBase,
    KeepHand,
    KeepHead,
    KeepPlayer,
    KeepRecord,
    Loss,
    Saved,
    SavedTable,
    Write,
)

Row = tuple[Any, ...]

_READ: Final = {
    "players": ("key, name, computer, sum", "key"),
    "tables": ("number, head, head_step, head_sum, base, base_step, base_sum", "number"),
    "hands": ("number, hand, lines, sum", "number {0}, hand"),
    "steps": ("seq, numbers, lines", "seq"),
    "closed": ("number, seq", "number"),
    "records": ("number, match, text, sum", "number {0}, match"),
    "clock": ("now, last_number", "one"),
}


@dataclass(slots=True)
class Loaded:
    """What a journal holds.

    `damaged` are tables that cannot be trusted, each with the reason; `rows` is what was read of
    them. `notes` are other findings. `live` are (row, table) of the steps that a restart plays
    again, in order; `last_seq` is the highest row of steps. Where some steps cannot be read,
    nothing is missing from row `whole_from` on.
    """

    saved: Saved = NOTHING_SAVED
    damaged: dict[int, str] = field(default_factory=dict)
    rows: dict[int, list[Row]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    live: list[tuple[int, int]] = field(default_factory=list)
    last_seq: int = 0
    whole_from: float = 0


def load(db: sqlite3.Connection, *, tail_lost: bool = False) -> Loaded:
    """Read all that can be read; damage is told in what it returns.

    `tail_lost`: something newer than all that stands there is known to be lost. Raises
    sqlite3.Error only if the disk cannot be used now.
    """
    loaded = Loaded(whole_from=math.inf if tail_lost else 0)
    rows = {table: _rows(db, table, loaded) for table in _READ}
    hands: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for number, hand, lines, total in rows["hands"]:
        loaded.rows[number].append(("hand", hand, lines))
        if checksum(lines) != total:
            loaded.damaged[number] = f"the lines of hand {hand} are not those that were written"
        hands[number][hand] = lines
    steps = _steps(rows["steps"], rows["closed"], loaded)
    tables = [_table(row, loaded, hands, steps) for row in rows["tables"]]
    _note_strays(loaded, {table.number for table in tables})
    now, last_number = max(rows["clock"], default=(0.0, 0))
    loaded.saved = Saved(
        players=_players(rows["players"], loaded),
        tables=[table for table in tables if table.number not in loaded.damaged],
        records=_records(rows["records"], loaded),
        now=max(now, steps.now),
        last_number=max([last_number, *(table.number for table in tables)]),
        losses=(*_given_up(rows["tables"], loaded), *_doubtful(tables, loaded)),
    )
    return loaded


def _given_up(heads: list[Row], loaded: Loaded) -> Iterator[Loss]:
    """Yield the tables that cannot go on."""
    known = {row[0]: row[1] for row in heads}
    for number, why in sorted(loaded.damaged.items()):
        yield Loss(number, str(known.get(number, "")), why, goes_on=False)


def _doubtful(tables: list[SavedTable], loaded: Loaded) -> Iterator[Loss]:
    """Yield the tables of which newer steps may have stood where nothing can be read."""
    newest = {number: seq for seq, number in sorted(loaded.live)}
    for table in tables:
        if table.number in loaded.damaged or not table.steps:
            continue
        if newest[table.number] < loaded.whole_from:
            last = table.steps[-1].step
            why = f"its newest moves may be lost; the last that can be read is step {last}"
            yield Loss(table.number, table.head, why, goes_on=True)


def _steps(rows: list[Row], closed: list[Row], loaded: Loaded) -> StepsRead:
    steps = read_rows(rows)
    steps.forget([number for number, _ in closed])
    loaded.last_seq = steps.last_seq
    loaded.notes += [f"a step cannot be read, nor whose: {line!a:.80}" for line in steps.unknown]
    for number, done in steps.of.items():
        loaded.rows[number] += [("step", *step[1:]) for _, step in done]
    for number, line in steps.suspect.items():
        loaded.rows[number].append(("damaged step", line))
        loaded.damaged[number] = "a step is not what was written"
    return steps


def _rows(db: sqlite3.Connection, table: str, loaded: Loaded) -> list[Row]:
    """Read a table from its begin and, if that fails half-way, from its end as well."""
    columns, key = _READ[table]
    found: dict[Row, None] = {}
    run: list[Row] = []
    for order in ("ASC", "DESC"):
        sql = f"SELECT {columns} FROM {table} ORDER BY {key.format(order)} {order}"  # noqa: S608 - our own words
        run = []
        try:
            run.extend(_usable(db.execute(sql)))
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            loaded.notes.append(f"some of {table!r} cannot be read ({order}): {error}")
        else:
            return sorted(run)
        finally:
            found.update(dict.fromkeys(run))
    if table == "steps":
        whole_from = min((row[0] for row in run), default=math.inf)
        loaded.whole_from = max(loaded.whole_from, whole_from)
    return sorted(found)


def _usable(rows: Iterator[Row]) -> Iterator[Row]:
    """Leave out rows that damage has made into something else: all columns have a value."""
    return (row for row in rows if None not in row)


def _table(
    row: Row,
    loaded: Loaded,
    hands: dict[int, dict[int, str]],
    steps: StepsRead,
) -> SavedTable:
    number, head, head_step, head_sum, base, base_step, base_sum = row
    loaded.rows[number].append(("table", *row))
    if checksum(head) != head_sum or (base and checksum(base) != base_sum):
        loaded.damaged[number] = "its head or its snapshot is not what was written"
    since = steps.since(number, base_step)
    loaded.live += [(seq, number) for seq, _ in since]
    expected = range(base_step + 1, base_step + 1 + len(since))
    if [step.step for _, step in since] != list(expected) or bool(base) != bool(since):
        loaded.damaged[number] = "steps are missing"
    done = hands.get(number, {})
    if list(done) != list(range(1, len(done) + 1)):
        loaded.damaged[number] = "earlier hands are missing"
    return SavedTable(
        number, head, head_step, base, base_step, list(done.values()), [step for _, step in since]
    )


def _note_strays(loaded: Loaded, known: set[int]) -> None:
    for number in sorted(set(loaded.rows) - known):
        loaded.damaged[number] = "only its moves can be read, the table itself is missing"


def _players(rows: list[Row], loaded: Loaded) -> list[KeepPlayer]:
    players = []
    for key, name, computer, total in rows:
        if checksum(key, name) == total:
            players.append(KeepPlayer(key, name, bool(computer)))
        else:
            loaded.notes.append(f"a player's name or token is not what was written: {name!a:.60}")
    return players


def _records(rows: list[Row], loaded: Loaded) -> list[KeepRecord]:
    records = []
    for number, match, text, total in rows:
        if checksum(text) == total:
            records.append(KeepRecord(number, match, text))
        else:
            loaded.notes.append(f"the record of table {number}, match {match}, is damaged")
    return records


def writes_of(saved: Saved) -> Iterator[Write]:
    """Yield what makes an empty journal hold all that was saved."""
    yield from saved.players
    yield from saved.records
    for table in saved.tables:
        yield KeepHead(table.number, table.head_step, saved.now, table.head)
        if table.base:
            yield KeepBase(table.number, table.base_step, table.base, anew=False)
        for hand, lines in enumerate(table.hands, 1):
            yield KeepHand(table.number, hand, lines)
        for step in table.steps:
            yield step._replace(now=saved.now)
    yield Beat(saved.now)
