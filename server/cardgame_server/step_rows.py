"""Steps in the journal: all those of one commit, of whatever tables, are one row.

A row is (its number, whose steps these are, a line for each). A line is a checksum and the fields
of `KeepLines` as JSON. The numbers of the tables stand beside the lines so that damage to a line
says whose it was. A row goes when no table needs one of its steps any more.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

import msgspec

from cardgame_server.writes import KeepLines

Row = tuple[int, str, str]

_SUM_DIGITS: Final = 8  # A CRC-32 in hexadecimal.
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(KeepLines).decode


def row_of(seq: int, steps: Sequence[KeepLines]) -> Row:
    """Return the row that steps are."""
    numbers = " ".join([str(step.table) for step in steps])
    return seq, numbers, "\n".join([_line_of(step) for step in steps])


def _line_of(step: KeepLines) -> str:
    fields = _encode(step)
    return f"{zlib.crc32(fields):08x}{fields.decode()}"


def _read_line(line: str) -> KeepLines | None:
    """Return the step that a line is, or None if it is not what was written."""
    fields = line[_SUM_DIGITS:].encode("utf-8", "surrogatepass")
    return _decode(fields) if line[:_SUM_DIGITS] == f"{zlib.crc32(fields):08x}" else None


class NeededRows:
    """Which rows hold steps that a restart would play again, and of how many tables each."""

    def __init__(self) -> None:
        self._rows: defaultdict[int, list[int]] = defaultdict(list)
        self._tables: Counter[int] = Counter()

    def add(self, seq: int, number: int) -> None:
        """Note that a table needs a row, the newest so far."""
        rows = self._rows[number]
        if not rows or rows[-1] != seq:
            rows.append(seq)
            self._tables[seq] += 1

    def outdated(self, number: int) -> list[int]:
        """Note that a table needs none of its steps so far; return the rows nobody needs now."""
        rows = self._rows.pop(number, [])
        self._tables.subtract(rows)
        gone = [seq for seq in rows if not self._tables[seq]]
        for seq in gone:
            del self._tables[seq]
        return gone


@dataclass(slots=True)
class StepsRead:
    """What stands in rows: of each table (row, step) in order.

    `suspect` are the tables, each with the line, of which something after the last whole step
    cannot be read; `unknown` are such lines of which nobody can say whose they were. `last_seq` is
    the highest row, `now` the latest time in any.
    """

    of: defaultdict[int, list[tuple[int, KeepLines]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    suspect: dict[int, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    last_seq: int = 0
    now: float = 0.0

    def forget(self, numbers: Collection[int]) -> None:
        """Leave out tables that were closed: their lines stay in rows that others need."""
        for number in numbers:
            self.of.pop(number, None)
            self.suspect.pop(number, None)

    def since(self, number: int, step: int) -> list[tuple[int, KeepLines]]:
        """Return (row, step) of a table's steps after a number, in order."""
        return [one for one in self.of.get(number, ()) if one[1].step > step]


def read_rows(rows: Iterable[Row]) -> StepsRead:
    """Read rows, which come in the order of their numbers."""
    read = StepsRead()
    for seq, numbers, lines in rows:
        read.last_seq = seq
        for number, line in zip_longest(numbers.split(" "), lines.split("\n"), fillvalue=""):
            step = _read_line(line)
            if step is not None:
                read.of[step.table].append((seq, step))
                read.now = max(read.now, step.now)
                # Whether a step is missing before this one shows in the steps' own numbers.
                read.suspect.pop(step.table, None)
            elif number.isdecimal():
                read.suspect[int(number)] = line
            else:
                read.unknown.append(line)
    return read
