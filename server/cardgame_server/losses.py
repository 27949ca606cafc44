"""What a restart could not bring back of a table, and who is to be told when coming back."""

import json
from collections.abc import Iterable, Iterator, Mapping

from cardgame_server.writes import Loss, Saved


def told_to_people(losses: Iterable[Loss]) -> dict[bytes, str]:
    """Return what each of the people concerned is to be told, by the digest of the token."""
    return {key: sentence(loss) for loss in losses for key in _people_of(loss.head)}


def losses_of(saved: Saved, problems: Mapping[int, str]) -> list[Loss]:
    """Return all losses: those found in the files, and tables that do not follow the rules."""
    broken = [
        Loss(table.number, table.head, problems[table.number], goes_on=False)
        for table in saved.tables
        if table.number in problems
    ]
    return [*(loss for loss in saved.losses if loss.table not in problems), *broken]


def sentence(loss: Loss) -> str:
    """Say it to a player."""
    if loss.goes_on:
        return (
            f"The server's files were damaged. Table {loss.table} goes on from what could be read "
            "of it; its newest moves may be lost."
        )
    return (
        f"Table {loss.table} could not be brought back when the server started again: its files "
        "were damaged. Whoever runs the server finds in its log what is left of it."
    )


def _people_of(head: str) -> Iterator[bytes]:
    """Yield the keys of those who were at a table; of a damaged head as many as can be read."""
    try:
        plain = json.loads(head)
        keys = [plain["host"], *plain["watchers"], *(seat["owner"] for seat in plain["seats"])]
        yield from [bytes.fromhex(key) for key in keys if key is not None]
    except (ValueError, KeyError, TypeError, AttributeError):
        return  # Nobody can be found out; the log tells the host.
