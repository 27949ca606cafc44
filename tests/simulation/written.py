"""Whatever changes at a table is written in the same change.

A kill that comes before the next move loses what waits for that move to be written, and few kills
do: so each change is looked at, not only what a restart brings back.
"""

import json
from collections.abc import Iterable, Iterator

from cardgame_server.effects import Change
from cardgame_server.saving import TABLE_TIMES, head_of
from cardgame_server.table import Table
from cardgame_server.writes import DropTable, KeepHead, KeepLines
from tests.simulation.strict import Plain


class Written:
    """What was written last of each table: all but its match, in the words of `saving`."""

    def __init__(self) -> None:
        self._heads: dict[int, Plain] = {}

    def restarted(self, tables: Iterable[Table]) -> None:
        """Begin with what a restart has brought back."""
        self._heads = {table.number: _plain(table) for table in tables}

    def changed(self, change: Change, tables: Iterable[Table]) -> Iterator[str]:
        """Take what a change writes; yield what is another in the rooms by then."""
        for write in change.writes:
            if isinstance(write, DropTable):
                self._heads.pop(write.table, None)
            elif isinstance(write, KeepHead):
                self._heads[write.table] = json.loads(write.head)
            elif isinstance(write, KeepLines):
                self._heads[write.table]["times"] = json.loads(json.dumps(write.times))
        for table in tables:
            head = self._heads.get(table.number)
            if head is None:
                yield f"table {table.number} is not written"
                continue
            kept, found = _promised(head), _promised(_plain(table))
            for name in found:
                if kept[name] != found[name]:
                    yield (
                        f"table {table.number}: {name} {found[name]!r:.300} not written, "
                        f"kept is {kept[name]!r:.300}"
                    )


def _promised(head: Plain) -> Plain:
    """Leave out what may wait for the next write.

    When somebody did something last is read only where nobody does anything for half an hour, and
    the maker's address only for a limit.
    """
    of_table, of_clock, of_seats = head["times"]
    times = [
        None if name == "acted_at" else at for name, at in zip(TABLE_TIMES, of_table, strict=True)
    ]
    return {**head, "maker": head["maker"][:2], "times": [times, of_clock, of_seats]}


def _plain(table: Table) -> Plain:
    plain: Plain = json.loads(json.dumps(head_of(table)))
    return plain
