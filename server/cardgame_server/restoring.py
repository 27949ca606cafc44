"""Tables and players as they were kept, back in the rooms: the inverse of saving.

Nobody is connected yet. Whoever has a seat in a match counts as gone from this moment on, so that
the time of grace, and stand-ins, follow as always; everybody else is expected for a while
(`RESTART_SECONDS`), so that a restart empties no table whose match has not begun.
"""

import json
from collections.abc import Sequence
from typing import Any

from cardgame_rules import RuleSetError
from cardgame_rules.fairness import FairHouse, Fairness, draws_in
from cardgame_rules.records import read_rules
from cardgame_rules.snapshots import SnapshotError, restore
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.lobby import Lobby
from cardgame_server.refusal import Refusal
from cardgame_server.saving import (
    CLOCK_TIMES,
    FORMAT,
    SEAT_TIMES,
    SEAT_VOTES,
    SETTINGS,
    TABLE_TIMES,
)
from cardgame_server.seats import Seat
from cardgame_server.staff import STAND_IN_LEVEL
from cardgame_server.table import Settings, Table, options_of
from cardgame_server.writes import Saved, SavedTable


class RestoreError(ValueError):
    """A table cannot be brought back from what was kept of it; the message says why."""


def restore_all(lobby: Lobby, change: Change, saved: Saved) -> dict[int, str]:
    """Bring everything back; return the tables that cannot be, with the reason."""
    for known in saved.players:
        lobby.premises.players.welcome_back(
            known.name, bytes.fromhex(known.key), computer=known.computer
        )
    lobby.last_number = saved.last_number
    problems: dict[int, str] = {}
    for one in saved.tables:
        try:
            table = restore_table(lobby, change, one)
        except RestoreError as error:
            problems[one.number] = str(error)
            _let_out(lobby, one.number)
        else:
            lobby.tables[table.number] = table
    return problems


def restore_table(lobby: Lobby, change: Change, saved: SavedTable) -> Table:
    """Return one table as it was after its last step. Raises RestoreError."""
    try:
        head = json.loads(saved.head)
        table = _furnished(lobby, saved.number, head)
        _restore_match(table, saved)
        _set_times(table, _newest_times(saved, head))
        _let_in(lobby, change, table, head)
    except (SnapshotError, RuleSetError, Refusal) as error:
        raise RestoreError(str(error)) from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise RestoreError(f"what was kept of the table cannot be read: {error!r}") from error
    return table


def _furnished(lobby: Lobby, number: int, head: dict[str, Any]) -> Table:
    """Return the table with its settings, and nobody at it."""
    if head["format"] != FORMAT:
        raise RestoreError(f"format {head['format']!r} is not known, only {FORMAT}")
    rules = read_rules(head["rules"])
    settings = Settings(rules=rules, **options_of(rules), **head["settings"])
    if head["settings"].keys() - set(SETTINGS):
        raise RestoreError("the table has settings that this server does not know")
    key, name, address = head["maker"]
    maker = lobby.premises.players.by_key(bytes.fromhex(key))
    if maker is None:
        # Gone for good, but the table still counts as its.
        maker = Player(name, bytes.fromhex(key), computer=False)
        maker.address = address
    table = Table(number, settings, len(head["seats"]), lobby.premises, maker)
    table.matches, table.turns_before = head["matches"], head["turns_before"]
    _restore_chance(table, head["chance"])
    for name, mark, until in head["barred"]:
        table.barred[bytes.fromhex(mark) if name is None else name] = until
    return table


def _restore_chance(table: Table, kept: dict[str, Any]) -> None:
    table.next_secret = bytes.fromhex(kept["next"])
    if kept["match"] is not None:
        number, secret, texts = kept["match"]
        table.fairness = Fairness(number, bytes.fromhex(secret), tuple(texts), table.settings.seed)


def _restore_match(table: Table, saved: SavedTable) -> None:
    """Deal the last hand again and play it up to the last step."""
    if not saved.base:
        return
    lines = [line for step in saved.steps for line in step.lines.split("\n") if line]
    earlier = [line for hand in saved.hands for line in hand.split("\n") if line]
    if table.fairness is None:
        raise RestoreError("the secret of the match's cards is missing")
    house = FairHouse(table.fairness, drawn=draws_in([*earlier, *lines]))
    match, told = restore(json.loads(saved.base), lines, house)
    table.match = match
    for events in told:
        table.history.extend(events)
    match.record[:0] = earlier
    table.dealt_at = len(earlier)
    table.kept_lines = len(match.record)
    table.step = max(saved.base_step, *(step.step for step in saved.steps), 0)
    table.opened_turn = table.turn
    if match.over:
        table.state = "over"
        table.close_record()
    else:
        table.state = "between" if match.hand_over else "playing"


def _newest_times(saved: SavedTable, head: dict[str, Any]) -> Sequence[Any]:
    """Return the times of the head or of the last step, whichever was written later."""
    of_head: Sequence[Any] = head["times"]
    if not saved.steps or saved.head_step >= saved.steps[-1].step:
        return of_head
    return saved.steps[-1].times


def _set_times(table: Table, times: Sequence[Any]) -> None:
    of_table, of_clock, of_seats = times
    _set(table, TABLE_TIMES, of_table)
    _set(table.clock, CLOCK_TIMES, of_clock)
    for seat, of_seat in zip(table.seats, of_seats, strict=True):
        _set(seat, SEAT_TIMES, of_seat)


def _set(what: object, names: tuple[str, ...], values: list[Any]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(what, name, value)


def _let_in(lobby: Lobby, change: Change, table: Table, head: dict[str, Any]) -> None:
    """Put everybody back to where they were."""
    players, staff = lobby.premises.players, lobby.premises.staff
    keys = [head["host"], *head["watchers"]]
    for seat in head["seats"]:
        keys += [seat["owner"], seat["heir"]]
    known = {key: players.by_key(bytes.fromhex(key)) for key in keys if key is not None}
    for number, (seat, kept) in enumerate(zip(table.seats, head["seats"], strict=True)):
        owner = known.get(kept["owner"])
        if kept["computer"] is not None:
            owner = staff.rehire(change, *kept["computer"])
        if owner is not None:
            _seat(table, number, seat, owner)
        elif kept["owner"] is not None and table.in_match:
            # Nobody can prove any more that the seat is theirs: a computer plays it on (K17).
            _seat(table, number, seat, staff.hire(change, STAND_IN_LEVEL))
        seat.heir = known.get(kept["heir"])
        _set(seat, SEAT_VOTES, [kept[name] for name in SEAT_VOTES])
    for key in head["watchers"]:
        watcher = known[key]
        if watcher is not None:
            table.watchers.append(watcher)
            watcher.table, watcher.seat = table.number, None
    table.host = known.get(head["host"])
    table.host_expected = True


def _seat(table: Table, number: int, seat: Seat, owner: Player) -> None:
    seat.owner = owner
    owner.table, owner.seat = table.number, number


def _let_out(lobby: Lobby, number: int) -> None:
    """Have nobody at a table that could not be brought back; its people are in the lobby."""
    for player in lobby.premises.players.at_table(number):
        if player.level is None:
            player.table = player.seat = None
        else:
            lobby.premises.staff.forget(player)
