"""The seat that a checked bot holds: what it is shown, and what it must do then."""

import json
import socket
import time
from collections.abc import Callable

import msgspec

from cardgame_client.backoff import FIRST_SECONDS
from cardgame_protocol import (
    Greeting,
    HelloRequest,
    MoveRequest,
    Ok,
    Pong,
    Request,
    Update,
    to_plain,
)
from cardgame_protocol.limits import VERSIONS

from ..levels import LEVELS
from .peer import BotPeer, ClosedError
from .positions import Position
from .steps import CheckFailedError, Transcript
from .table import TABLE, TABLE_NAME, TOKEN, House

SHORTEST_PAUSE = FIRST_SECONDS / 2 - 0.05
"""Nobody is back sooner after a loss (docs/protocol.md, Coming back), less what clocks differ."""

QUIET_SECONDS = 0.4
"""Without a word for so long a bot has nothing more to say; on one machine an answer takes 0.01."""

ARRIVE_SECONDS = 30.0
"""Until a program has started and connected, or has come back: its pauses grow up to 15 s."""


class SilentError(CheckFailedError):
    """The bot is on turn and makes no move."""


class BotSeat:
    """One bot at the one seat of a `House`, over all its connections to `listener`.

    `seconds`: how long it may take for an answer. `has_ended` tells whether its program is over.
    """

    def __init__(
        self,
        listener: socket.socket,
        house: House,
        transcript: Transcript,
        seconds: float,
        has_ended: Callable[[], bool],
    ) -> None:
        self.house = house
        self.seconds = seconds
        self.pongs = 0
        self._listener = listener
        self._has_ended = has_ended
        self._transcript = transcript
        self._peer: BotPeer | None = None
        self._turn = self._match = 0
        self._lost = 0.0

    @property
    def peer(self) -> BotPeer:
        """The connection that is open."""
        if self._peer is None:
            raise CheckFailedError("it is not connected")
        return self._peer

    def arrive(self) -> HelloRequest:
        """Wait for a connection and its hello, accept both and return the hello."""
        stream = self._connection(ARRIVE_SECONDS)
        if stream is None:
            raise CheckFailedError(f"it did not connect within {ARRIVE_SECONDS:g} s, or has ended")
        self._peer = peer = BotPeer(stream, self._transcript)
        peer.say(
            Greeting(
                server="check",
                server_id="0123456789abcdef",
                software="cardgame-bot check",
                versions=list(VERSIONS),
                presets=self.house.presets,
                levels=list(LEVELS),
            )
        )
        hello = peer.hear(self.seconds)
        if not isinstance(hello, HelloRequest):
            raise CheckFailedError("it said something else than hello, or nothing")
        if not hello.computer:
            raise CheckFailedError(
                "its hello says that a person decides: send `computer` true, which everybody sees"
            )
        self.house.accept(peer, hello)
        return hello

    def comes_again(self, seconds: float) -> bool:
        """Tell whether somebody connects within so many seconds."""
        stream = self._connection(seconds)
        if stream is not None:
            stream.close()
        return stream is not None

    def lose(self) -> None:
        """Cut the connection, without a word."""
        self.peer.close()
        self._lost = time.monotonic()

    def come_back(self, update: Update) -> None:
        """Wait for the bot to come back by its token, and show it the table again."""
        hello = self.arrive()
        away = time.monotonic() - self._lost
        if hello.token != TOKEN:
            raise CheckFailedError("its hello has not the token of its first one: the seat is lost")
        if away < SHORTEST_PAUSE:
            raise CheckFailedError(
                f"it came back {away:.2f} s after the connection was lost: wait before each"
                f" attempt, first {FIRST_SECONDS / 2:g} to {FIRST_SECONDS:g} s, or a server that"
                " starts again is stormed"
            )
        self.peer.say(update)

    def sit_down(self) -> None:
        """Answer whatever the bot asks for until it sits and has nothing more to ask."""
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            request = self.peer.hear(QUIET_SECONDS if self.house.seated else self.seconds)
            if request is None and self.house.seated:
                return
            self._answer(request)
        raise CheckFailedError(f"it took no seat within {self.seconds:g} s: join or create")

    def ask(self, position: Position, *, same_match: bool = False) -> Update:
        """Show a position as the open decision of a new match, or of this one; return it."""
        update = self.next_update(position, same_match=same_match)
        self.peer.say(update)
        return update

    def next_update(self, position: Position, *, same_match: bool = False) -> Update:
        """Return the update of a position; the turn is a new one."""
        self._turn += 1
        self._match += not same_match
        seats = [
            msgspec.structs.replace(seat, name=self.house.name if number == 0 else f"Vega {number}")
            for number, seat in enumerate(position.view.seats)
        ]
        view = msgspec.structs.replace(
            position.view,
            table=TABLE,
            name=TABLE_NAME,
            match=self._match,
            seats=seats,
            host=self.house.name,
        )
        events = [to_plain(event) for event in position.events]
        return Update(turn=self._turn, events=events, view=view, you=position.you)

    def move(self, update: Update) -> MoveRequest:
        """Wait for the move that answers `update`, which must be one of its legal ones."""
        end = time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0:
            request = self.peer.hear(left)
            if isinstance(request, MoveRequest):
                check_move(request, update)
                return request
            self._answer(request)
        you = json.dumps(to_plain(update)["you"], ensure_ascii=False)
        raise SilentError(
            f"it made no move within {self.seconds:g} s, though it is on turn; `you` is {you}"
        )

    def accept(self, move: MoveRequest) -> None:
        """Tell the bot that its move is made."""
        self.peer.say(Ok(id=move.id))

    def moves_while_quiet(
        self, seconds: float = QUIET_SECONDS, *, may_leave: bool = False
    ) -> list[MoveRequest]:
        """Hear what the bot says until it is quiet; return its moves, answer the rest."""
        moves = []
        try:
            while (request := self.peer.hear(seconds)) is not None:
                if isinstance(request, MoveRequest):
                    moves.append(request)
                else:
                    self._answer(request)
        except ClosedError:
            if not may_leave:
                raise
        return moves

    def close(self) -> None:
        """Close the connection that is open, if one is."""
        if self._peer is not None:
            self._peer.close()

    def _answer(self, request: Request | Pong | None) -> None:
        if isinstance(request, Pong):
            self.pongs += 1
        elif isinstance(request, MoveRequest):
            raise CheckFailedError(f"it moved ({request.action!r}) before a match had begun")
        elif request is not None:
            self.house.answer(self.peer, request)

    def _connection(self, seconds: float) -> socket.socket | None:
        """Return the next connection, None if none comes in time or nobody is left to make one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            ended = self._has_ended()
            self._listener.settimeout(min(QUIET_SECONDS, seconds))
            try:
                stream, _ = self._listener.accept()
            except TimeoutError:
                if ended:
                    return None
            else:
                return stream
        return None


def check_move(move: MoveRequest, update: Update) -> None:
    """Raise CheckFailedError unless `move` answers `update` with one of its legal actions."""
    legal = update.you.legal if update.you is not None else []
    if move.turn != update.turn:
        raise CheckFailedError(f"its move names turn {move.turn}; the open one is {update.turn}")
    if move.action not in legal:
        offered = ", ".join(map(repr, legal)) or "nothing"
        raise CheckFailedError(f"it moved {move.action!r}; legal was {offered}")
