"""What each request does: one small function for each, found by the message's type.

Every function gets the lobby, the change being made, who asks, and the request. It returns the
result, None for an empty one, or `LATER` if the answer comes later. It raises Refusal, having
changed nothing, if the request is not carried out.
"""

# ruff: noqa: ARG001 - every handler has the same four parameters, whether it needs them or not

from collections.abc import Callable
from typing import Any, Final

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.requests import (
    AddComputerRequest,
    ChatRequest,
    CreateRequest,
    EndRequest,
    FairRequest,
    JoinRequest,
    KickRequest,
    LeaveRequest,
    ListRequest,
    MoreTimeRequest,
    MoveRequest,
    PauseRequest,
    PingRequest,
    ReadyRequest,
    RecordRequest,
    RematchRequest,
    RemoveComputerRequest,
    Request,
    ResumeRequest,
    SetLevelRequest,
    SpectateRequest,
    StartRequest,
)
from cardgame_protocol.results import (
    AddComputerResult,
    CreateResult,
    JoinResult,
    ListResult,
    RecordResult,
    Result,
    SpectateResult,
)
from cardgame_server import arrivals, crew, decisions, ending, listing, pauses, play, rounds
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.lobby import Lobby
from cardgame_server.refusal import Refusal


class Later:
    """The answer comes later: the move waits for its time."""


LATER: Final = Later()

Handler = Callable[[Lobby, Change, Player, Any], Result | Later | None]


def _ping(lobby: Lobby, change: Change, player: Player, request: PingRequest) -> None:
    """Nothing but the answer."""


def _list(lobby: Lobby, change: Change, player: Player, request: ListRequest) -> ListResult:
    return listing.page_of(lobby.tables.values(), request.page, request.filter)


def _create(lobby: Lobby, change: Change, player: Player, request: CreateRequest) -> CreateResult:
    table = lobby.create(change, player, request)
    return CreateResult(table=table.number, seat=player.seat)


def _join(lobby: Lobby, change: Change, player: Player, request: JoinRequest) -> JoinResult:
    lobby.only_in_lobby(player)
    table = lobby.find(request.table)
    seat, queued = arrivals.join(
        table, change, player, password=request.password, seat=request.seat
    )
    return JoinResult(table=table.number, seat=seat, queued=queued)


def _spectate(
    lobby: Lobby, change: Change, player: Player, request: SpectateRequest
) -> SpectateResult:
    lobby.only_in_lobby(player)
    table = lobby.find(request.table)
    arrivals.spectate(table, change, player, password=request.password)
    return SpectateResult(table=table.number)


def _leave(lobby: Lobby, change: Change, player: Player, request: LeaveRequest) -> None:
    arrivals.leave(lobby.table_of(player), change, player)


def _chat(lobby: Lobby, change: Change, player: Player, request: ChatRequest) -> None:
    lobby.say(change, player, request.text)


def _ready(lobby: Lobby, change: Change, player: Player, request: ReadyRequest) -> None:
    rounds.ready(lobby.table_of(player), change, player, ready=request.ready)


def _fair(lobby: Lobby, change: Change, player: Player, request: FairRequest) -> None:
    rounds.add_text(lobby.table_of(player), change, player, request.text)


def _start(lobby: Lobby, change: Change, player: Player, request: StartRequest) -> None:
    rounds.start(lobby.table_of(player), change, player)


def _add_computer(
    lobby: Lobby, change: Change, player: Player, request: AddComputerRequest
) -> AddComputerResult:
    return AddComputerResult(seat=crew.add(lobby.table_of(player), change, player, request))


def _remove_computer(
    lobby: Lobby, change: Change, player: Player, request: RemoveComputerRequest
) -> None:
    crew.remove(lobby.table_of(player), change, player, request)


def _set_level(lobby: Lobby, change: Change, player: Player, request: SetLevelRequest) -> None:
    crew.set_level(lobby.table_of(player), change, player, request)


def _kick(lobby: Lobby, change: Change, player: Player, request: KickRequest) -> None:
    arrivals.kick(lobby.table_of(player), change, player, request.name)


def _end(lobby: Lobby, change: Change, player: Player, request: EndRequest) -> None:
    ending.end(lobby.table_of(player), change, player, agree=request.agree)


def _rematch(lobby: Lobby, change: Change, player: Player, request: RematchRequest) -> None:
    ending.rematch(lobby.table_of(player), change, player)


def _pause(lobby: Lobby, change: Change, player: Player, request: PauseRequest) -> None:
    pauses.pause(lobby.table_of(player), change, player, agree=request.agree)


def _resume(lobby: Lobby, change: Change, player: Player, request: ResumeRequest) -> None:
    pauses.resume(lobby.table_of(player), change, player)


def _more_time(lobby: Lobby, change: Change, player: Player, request: MoreTimeRequest) -> None:
    decisions.more_time(lobby.table_of(player), change, player, request)


def _move(lobby: Lobby, change: Change, player: Player, request: MoveRequest) -> Later | None:
    done = play.move(lobby.table_of(player), change, player, request)
    return None if done else LATER


def _record(lobby: Lobby, change: Change, player: Player, request: RecordRequest) -> RecordResult:
    return ending.record(lobby.table_of(player), request.page)


HANDLERS: Final[dict[type[Request], Handler]] = {
    PingRequest: _ping,
    ListRequest: _list,
    CreateRequest: _create,
    JoinRequest: _join,
    SpectateRequest: _spectate,
    LeaveRequest: _leave,
    ChatRequest: _chat,
    ReadyRequest: _ready,
    FairRequest: _fair,
    StartRequest: _start,
    AddComputerRequest: _add_computer,
    RemoveComputerRequest: _remove_computer,
    SetLevelRequest: _set_level,
    KickRequest: _kick,
    EndRequest: _end,
    RematchRequest: _rematch,
    PauseRequest: _pause,
    ResumeRequest: _resume,
    MoreTimeRequest: _more_time,
    MoveRequest: _move,
    RecordRequest: _record,
}
"""All requests but `hello` and `quit`, which are about the connection (see session)."""

_LOOKING_ON: Final = (PingRequest, ListRequest, RecordRequest)
"""What changes nothing, so that a table where nothing else is asked for is idle."""

HARMLESS: Final = frozenset((PingRequest, ListRequest, ChatRequest, RecordRequest))
"""Requests that change nothing that would have to be kept."""

_FOR_COMPUTERS: Final = (PingRequest, MoveRequest, ListRequest, RecordRequest)


def carry_out(
    lobby: Lobby, change: Change, player: Player, request: Request
) -> Result | Later | None:
    """Carry out a request and return its result; see the top of this file."""
    if player.level is not None and type(request) not in _FOR_COMPUTERS:
        raise Refusal(
            RefusalCode.RESERVED, "A computer player of this server plays, and does nothing else."
        )
    result = HANDLERS[type(request)](lobby, change, player, request)
    table = None if player.table is None else lobby.tables.get(player.table)
    if table is not None and type(request) not in _LOOKING_ON:
        table.acted_at = change.now
    return result
