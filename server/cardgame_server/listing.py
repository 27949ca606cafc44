"""The lobby's list of tables, in pages and with a filter."""

from collections.abc import Iterable

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import PAGE_LINES
from cardgame_protocol.results import ListResult, TableLine
from cardgame_server.names import folded
from cardgame_server.refusal import Refusal
from cardgame_server.table import Table


def page_of(tables: Iterable[Table], page: int, wanted: str) -> ListResult:
    """Return a page of the listed tables, newest first; `wanted` is text they must contain."""
    text = folded(wanted.strip())
    found = [table for table in tables if table.settings.listed and _matches(table, text)]
    found.sort(key=lambda table: table.number, reverse=True)
    pages = max(1, -(-len(found) // PAGE_LINES))
    if page > pages:
        raise Refusal(
            RefusalCode.PAGE_OUT_OF_RANGE,
            f"There is no page {page}; the list ends with page {pages}.",
        )
    lines = [_line(table) for table in found[(page - 1) * PAGE_LINES : page * PAGE_LINES]]
    return ListResult(tables=lines, page=page, pages=pages, total=len(found))


def _matches(table: Table, text: str) -> bool:
    if not text:
        return True
    names = [player.name for player in (*table.seats.owners(), *table.watchers) if player.person]
    words = (table.settings.name, table.settings.rules.name, *names)
    return any(text in folded(word) for word in words)


def _line(table: Table) -> TableLine:
    settings = table.settings
    kinds = [seat.kind for seat in table.seats]
    return TableLine(
        table=table.number,
        name=settings.name,
        preset=settings.rules.name,
        seats=len(kinds),
        free=kinds.count("empty"),
        people=kinds.count("person"),
        computers=kinds.count("computer"),
        watching=len(table.watchers),
        state=table.state,
        host="" if table.host is None else table.host.name,
        password=bool(settings.password),
        spectators=settings.spectators,
        options=settings.options,
        latecomers=settings.latecomers,
        turn_seconds=settings.turn_seconds,
        bank_seconds=settings.bank_seconds,
        seed=settings.seed,
    )
