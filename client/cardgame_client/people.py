"""Finding the seat, table or person that a player means."""

from cardgame_client.command_words import NotUnderstood, whole_number
from cardgame_client.model import Model
from cardgame_client.safe import safe
from cardgame_client.voice import listed


def find_seat(text: str, model: Model) -> int:
    """Return the number of the seat whose holder `text` names, in full, in part, or by number."""
    wanted = text.casefold()
    named = {seat.name.casefold(): number for number, seat in enumerate(model.seats) if seat.name}
    if wanted in named:
        return named[wanted]
    found = [number for name, number in named.items() if name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if text.isdigit() and int(text) < len(model.seats):
        return int(text)
    names = listed((safe(seat.name) for seat in model.seats if seat.name), "or")
    if not names:
        raise NotUnderstood("You are at no table. Type list for the tables.")
    raise NotUnderstood(f"Nobody here is called {safe(text)!r}. At this table: {names}.")


def find_table(text: str, model: Model) -> int:
    """Return the number of the table that `text` names: its number, or its name in the list."""
    if text.isdigit():
        return whole_number(text, "The table")
    tables = model.lobby.tables if model.lobby else []
    found = [line.table for line in tables if line.name.casefold() == text.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotUnderstood(f"Several tables are called {safe(text)!r}: use the number.")
    raise NotUnderstood(f"No table {safe(text)!r} in the last list. Type list for the tables.")
