"""All tables of a server: made, found, listed, closed; and what is said in the lobby."""

from typing import Any, Literal

from cardgame_protocol.answers import Chat
from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import NAME_CHARS, PACE_SECONDS, TABLE_NAME_CELLS
from cardgame_protocol.requests import CreateRequest, ReadyRequest, Request
from cardgame_rules import PRESETS, RuleSet, RuleSetError, SeatCountError
from cardgame_server import attendance, saving, updates
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.limits import (
    TABLES_MAX,
    TABLES_PER_ADDRESS,
    TABLES_PER_PERSON,
    exempt,
)
from cardgame_server.names import clean_added, clean_chat, clean_name
from cardgame_server.refusal import Refusal
from cardgame_server.table import Premises, Settings, Table


class Lobby:
    """The tables by number, and the rooms' common premises."""

    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self.tables: dict[int, Table] = {}
        self.last_number = 0

    def table_of(self, player: Player) -> Table:
        """Return the table a player is at; refused as `not_at_table`."""
        table = None if player.table is None else self.tables.get(player.table)
        if table is None:
            raise Refusal(
                RefusalCode.NOT_AT_TABLE, "You are at no table; join, watch or make one first."
            )
        return table

    def find(self, number: int) -> Table:
        """Return a table by its number; refused as `no_such_table`."""
        table = self.tables.get(number)
        if table is None:
            raise Refusal(RefusalCode.NO_SUCH_TABLE, f"There is no table {number} (any more).")
        return table

    def only_in_lobby(self, player: Player) -> None:
        """Refuse a request of somebody who is at a table."""
        if player.table is not None:
            raise Refusal(
                RefusalCode.ALREADY_AT_TABLE, f"You are at table {player.table}; leave it first."
            )

    def create(self, change: Change, player: Player, request: CreateRequest) -> Table:
        """Make a table whose host is the player, seated on the first seat or watching."""
        self.only_in_lobby(player)
        settings = _settings(request, player)
        self._only_few(player)
        self.last_number += 1
        table = Table(self.last_number, settings, request.seats, self.premises, player)
        self.tables[table.number] = table
        table.host = player
        if request.sit:
            attendance.sit(table, change, player, 0)
        else:
            attendance.watch(table, change, player)
        return table

    def _only_few(self, player: Player) -> None:
        made = sum(table.maker is player for table in self.tables.values())
        nearby = sum(table.maker.address == player.address for table in self.tables.values())
        crowded = nearby >= TABLES_PER_ADDRESS and not exempt(player.address)
        if crowded or made >= TABLES_PER_PERSON or len(self.tables) >= TABLES_MAX:
            raise Refusal(
                RefusalCode.TOO_MANY_TABLES,
                f"Enough tables: one person makes {TABLES_PER_PERSON} at most, the server has "
                f"{TABLES_MAX} at most. Join one, or wait until one has ended.",
            )

    def asked_for(self, player: Player | None, request: Request) -> bool:
        """Whether the table asks the player this and has no answer yet, so that it is free.

        That is `ready` between two hands; to say it a second time answers nothing.
        """
        if player is None or player.seat is None or not isinstance(request, ReadyRequest):
            return False
        table = None if player.table is None else self.tables.get(player.table)
        if table is None or table.state != "between":
            return False
        return request.ready and not table.seats[player.seat].ready

    def say(self, change: Change, player: Player, text: str) -> None:
        """Say something to all at one's table, or to all in the lobby."""
        said = clean_chat(text)
        table = None if player.table is None else self.tables.get(player.table)
        hearers = self.premises.players.in_lobby() if table is None else table.audience()
        scope: Literal["lobby", "table"] = "lobby" if table is None else "table"
        chat = Chat(scope=scope, name=player.name, role=player.role, text=said)
        for hearer in hearers:
            if hearer.conn is not None:
                change.send(hearer.conn, chat)

    def publish(self, change: Change, number: int) -> None:
        """Tell a table's viewers what has changed; a table that is closed is gone then."""
        table = self.tables.get(number)
        if table is None:
            return
        saving.keep(table, change)
        updates.publish(table, change)
        if table.closed:
            del self.tables[number]


def _settings(request: CreateRequest, player: Player) -> Settings:
    if request.bank_seconds and request.turn_seconds is None:
        raise Refusal(
            RefusalCode.BAD_OPTION,
            "bank_seconds is for turns that take longer than turn_seconds; set both, or neither.",
        )
    rules, options = _rules(request)
    name = request.name if request.name is not None else f"{player.name}'s table"
    pace = PACE_SECONDS if request.pace is None else request.pace
    return Settings(
        name=clean_name(name, most_cells=TABLE_NAME_CELLS, most_chars=2 * NAME_CHARS),
        rules=rules,
        options=options,
        changed=list(options),
        rules_shown={"preset": rules.name, "options": rules.options()},
        password=request.password or "",
        seed=None if request.seed is None else clean_added(request.seed),
        listed=request.listed,
        spectators=request.spectators,
        pace=pace,
        turn_seconds=request.turn_seconds,
        bank_seconds=request.bank_seconds or 0.0,
        latecomers=request.latecomers,
    )


def _rules(request: CreateRequest) -> tuple[RuleSet, dict[str, Any]]:
    """Return the rule set a table is made with, and the options that differ from its preset."""
    preset = PRESETS.get(request.preset)
    if preset is None:
        raise Refusal(
            RefusalCode.NO_SUCH_PRESET,
            f"There is no rule set {request.preset[:20]!a}; choose one of {', '.join(PRESETS)}.",
        )
    try:
        rules = preset.changed(**_asked(request, preset))
        rules.check_seats(request.seats)
    except SeatCountError as error:
        raise Refusal(RefusalCode.SEAT_COUNT, str(error)) from None
    except RuleSetError as error:
        raise Refusal(RefusalCode.BAD_OPTION, str(error)) from None
    usual = preset.options()
    return rules, {name: v for name, v in rules.options().items() if v != usual[name]}


def _asked(request: CreateRequest, preset: RuleSet) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if request.target is not None:
        asked["match_end"] = preset.ending_at(request.target)
    if request.call_penalty is not None:
        asked["call_penalty"] = request.call_penalty
    if request.turn_limit is not None:
        asked["turn_limit"] = request.turn_limit
    return asked
