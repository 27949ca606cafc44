"""Connections and the people behind them: hello, return by token, the house process, farewell."""

import hmac
from typing import Literal

from cardgame_protocol.answers import Chat, Ok
from cardgame_protocol.codec import ok
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.connection import ServerConnection
from cardgame_protocol.requests import HelloRequest
from cardgame_protocol.results import HelloResult
from cardgame_server import arrivals, attendance
from cardgame_server.allowance import Allowance
from cardgame_server.doorkeeper import Doorkeeper
from cardgame_server.effects import Change
from cardgame_server.identity import SERVER_NAME, Player
from cardgame_server.limits import CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS, exempt
from cardgame_server.lobby import Lobby
from cardgame_server.refusal import Refusal


class Guest:
    """One connection. `player` is who is behind it, None before the hello and for the house.

    `knocking` is the hello whose password is being looked at.

    `strikes` counts `rate_limited` refusals in a row; `excused` is the table and turn whose first
    refused move was not counted. Times are the rooms': when it came, was last heard and last
    pinged, and since when a frame is incomplete.
    """

    __slots__ = (
        "address", "allowance", "came_at", "conn", "excused", "frame_since", "heard_at",
        "knocking", "pinged_at", "player", "strikes", "wire",
    )  # fmt: skip

    def __init__(self, conn: int, address: str, now: float) -> None:
        self.conn = conn
        self.address = address
        self.player: Player | None = None
        self.knocking: HelloRequest | None = None
        self.wire = ServerConnection()
        self.allowance = Allowance(now)
        self.strikes = 0
        self.excused: tuple[int, int] | None = None
        self.came_at = self.heard_at = self.pinged_at = now
        self.frame_since: float | None = None


class Reception:
    """All connections by number. `house_secret` is what the house process proves itself by.

    With a `doorkeeper` the server has a password. `news` is what people are to be told when they
    come back, by the digest of the token.
    """

    def __init__(
        self, lobby: Lobby, house_secret: str, doorkeeper: Doorkeeper | None = None
    ) -> None:
        self._doorkeeper = doorkeeper
        self.guests: dict[int, Guest] = {}
        self._lobby = lobby
        self._players = lobby.premises.players
        self._staff = lobby.premises.staff
        self._house_secret = house_secret
        self._per_address: dict[str, int] = {}
        self.news: dict[bytes, str] = {}

    def admit(self, conn: int, address: str, now: float) -> bool:
        """Take a new connection in, or return False if there are too many."""
        known = self._per_address.get(address, 0)
        crowded = known >= CONNECTIONS_PER_ADDRESS and not exempt(address)
        if crowded or len(self.guests) >= CONNECTIONS_MAX:
            return False
        self._per_address[address] = known + 1
        self.guests[conn] = Guest(conn, address, now)
        return True

    def strike_off(self, conn: int) -> Guest | None:
        """Forget a connection that is gone; return what it was."""
        guest = self.guests.pop(conn, None)
        if guest is not None:
            left = self._per_address[guest.address] - 1
            if left:
                self._per_address[guest.address] = left
            else:
                del self._per_address[guest.address]
        return guest

    def hello(self, change: Change, guest: Guest, request: HelloRequest) -> None:
        """Answer a hello of a version we speak: a new player, one who is back, or the house."""
        if guest.knocking is not None:
            # Any other answer would put two people behind one connection.
            raise Refusal(
                RefusalCode.RATE_LIMITED, "Your password is being looked at already.", wait=1.0
            )
        if request.house is not None:
            self._house(change, guest, request)
        elif request.token is not None:
            self._back(change, guest, request, request.token)
        elif self._doorkeeper is not None:
            self._knock(change, guest, request, self._doorkeeper)
        else:
            self._enter(change, guest, request)

    def _knock(
        self, change: Change, guest: Guest, request: HelloRequest, doorkeeper: Doorkeeper
    ) -> None:
        """Have the password looked at; a token needs none: whoever has one has been let in once."""
        if request.password is None:
            raise Refusal(
                RefusalCode.WRONG_PASSWORD, "This server has a password; send it with the hello."
            )
        doorkeeper.knock(guest.address, change.now)
        guest.knocking = request
        change.check_password(guest.conn, guest.address, request.password)

    def password_judged(self, change: Change, guest: Guest, *, right: bool) -> None:
        """Answer the hello of somebody whose password has been looked at. Raises Refusal."""
        request, guest.knocking = guest.knocking, None
        # From here on the deadline for a hello is the guest's again.
        guest.came_at = change.real
        if request is None:
            return
        if not right:
            raise Refusal(RefusalCode.WRONG_PASSWORD, "That is not the password of this server.")
        self._enter(change, guest, request)

    def _enter(self, change: Change, guest: Guest, request: HelloRequest) -> None:
        player, token = self._players.enter(request.name, computer=request.computer)
        self._seat_behind(guest, player)
        self._welcome(change, guest, request, player.name, token)

    def _house(self, change: Change, guest: Guest, request: HelloRequest) -> None:
        given = (request.house or "").encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, self._house_secret.encode()):
            raise Refusal(
                RefusalCode.RESERVED, "The field `house` is for the server's own process."
            )
        self._welcome(change, guest, request, "house", "")
        self._staff.house_came(change, guest.conn)

    def _back(self, change: Change, guest: Guest, request: HelloRequest, token: str) -> None:
        player = self._players.by_token(token)
        if player is None:
            raise Refusal(
                RefusalCode.BAD_TOKEN,
                "This token belongs to nobody here any more; say hello without one.",
            )
        was_gone = player.conn is None
        if player.conn is not None:
            self._replace(change, player.conn)
        self._seat_behind(guest, player)
        self._welcome(change, guest, request, player.name, token)
        table = None if player.table is None else self._lobby.tables.get(player.table)
        if table is not None:
            arrivals.returned(table, change, player, was_gone=was_gone)
        self._tell_news(change, guest, player)

    def _tell_news(self, change: Change, guest: Guest, player: Player) -> None:
        """Tell somebody who is back what the restart could not bring back, once."""
        text = self.news.pop(player.key, None)
        if text is not None:
            scope: Literal["table", "lobby"] = "lobby" if player.table is None else "table"
            chat = Chat(scope=scope, name=SERVER_NAME, role="computer", text=text)
            change.send(guest.conn, chat)

    def _replace(self, change: Change, conn: int) -> None:
        old = self.guests.get(conn)
        if old is not None:
            old.player = None
        text = "Another connection with your token has taken over."
        change.disconnect(conn, GoodbyeCode.REPLACED, text)

    def _seat_behind(self, guest: Guest, player: Player) -> None:
        guest.player = player
        player.conn = guest.conn
        player.address = guest.address

    def _welcome(
        self, change: Change, guest: Guest, request: HelloRequest, name: str, token: str
    ) -> None:
        """Answer the hello before anything that follows from it."""
        version = guest.wire.accept_hello()
        player = guest.player
        result = HelloResult(
            version=version,
            name=name,
            token=token,
            table=None if player is None else player.table,
            seat=None if player is None else player.seat,
        )
        answer: Ok = ok(request.id, result)
        change.send(guest.conn, answer)

    def farewell(self, change: Change, player: Player) -> None:
        """Let somebody go for good: leave the table, give up name and token."""
        table = None if player.table is None else self._lobby.tables.get(player.table)
        if table is not None:
            arrivals.leave(table, change, player)
        self._players.forget(player)

    def link_lost(self, change: Change, guest: Guest) -> None:
        """Let the player of a lost connection drop; one without a table is forgotten."""
        self._staff.house_went(guest.conn)
        player = guest.player
        if player is None or player.conn != guest.conn:
            return
        player.conn = None
        table = None if player.table is None else self._lobby.tables.get(player.table)
        if table is not None:
            arrivals.dropped(table, change, player)
        else:
            self._players.forget(player)

    def expect_no_more(self, change: Change) -> None:
        """Let go whoever has not come back since the server started; seats in a match are kept."""
        for player in self._players.away():
            table = None if player.table is None else self._lobby.tables.get(player.table)
            if table is None:
                self._players.forget(player)
            elif not table.in_match or player.seat is None:
                arrivals.dropped(table, change, player)
        for table in self._lobby.tables.values():
            table.host_expected = False
            attendance.pass_host(table, change)
