"""Every connection's conversation: from its first byte to its last, and what the tables make of it.

The one way into the pure rooms. The edge tells it what happens (a link, bytes, a lost link, an
alarm) together with a `Change`, and then carries out the effects collected there.
"""

from collections.abc import Callable
from typing import Literal

from cardgame_protocol.answers import Chat, Greeting, Ok, Refused
from cardgame_protocol.codec import ok
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.connection import FromClient
from cardgame_protocol.errors import BadRequest, ProtocolError
from cardgame_protocol.limits import FLOOD_REFUSALS, VERSIONS
from cardgame_protocol.requests import HelloRequest, MoveRequest, QuitRequest, Request
from cardgame_rules import PRESETS
from cardgame_server import alarms, arrivals, attendance, liveness
from cardgame_server.allowance import COSTS
from cardgame_server.doorkeeper import Doorkeeper
from cardgame_server.effects import Change
from cardgame_server.identity import SERVER_NAME, Players
from cardgame_server.limits import DISK_RETRY_SECONDS, RESTART_SECONDS
from cardgame_server.lobby import Lobby
from cardgame_server.losses import losses_of, told_to_people
from cardgame_server.reception import Guest, Reception
from cardgame_server.refusal import Refusal
from cardgame_server.requests import HARMLESS, Later, carry_out
from cardgame_server.restoring import restore_all
from cardgame_server.staff import LEVELS, Staff
from cardgame_server.table import Premises, Table
from cardgame_server.writes import Beat, DropTable, Saved


class Session:
    """The server without its sockets. Connections are numbers that the edge gives out.

    `new_secret` gives 32 random bytes, from which all cards of a match follow; `new_token` as many
    in hexadecimal; `house_secret` is what the process of computer players proves itself by.
    With `password` whoever comes must know the server's, which the edge compares (`CheckPassword`).
    """

    def __init__(
        self,
        greeting: Greeting,
        new_secret: Callable[[], bytes],
        new_token: Callable[[], str],
        house_secret: str,
        *,
        password: bool = False,
    ) -> None:
        players = Players(new_token)
        self.lobby = Lobby(Premises(players, Staff(players), new_secret))
        self._doorkeeper = Doorkeeper() if password else None
        self.reception = Reception(self.lobby, house_secret, self._doorkeeper)
        self._greeting = greeting
        self._closing = False
        self._expect_until: float | None = None
        # Why nothing can be changed now, in words for the players; "" while all is well.
        self.trouble = ""

    def restore(self, change: Change, saved: Saved) -> dict[int, str]:
        """Bring back what an earlier process has kept; return the tables that cannot go on, why.

        To be called before anything else. Whoever has a seat in a match counts as gone from now
        on; all others are expected for `RESTART_SECONDS`.
        """
        problems = restore_all(self.lobby, change, saved)
        for player in self.lobby.premises.players.away():
            table = None if player.table is None else self.lobby.tables.get(player.table)
            if table is not None and table.in_match and player.seat is not None:
                arrivals.gone_since_restart(table, change, player)
        self._expect_until = change.now + RESTART_SECONDS
        self.reception.news = told_to_people(losses_of(saved, problems))
        change.touched.update(self.lobby.tables)
        self._publish(change)
        return problems

    def connect(self, change: Change, conn: int, address: str) -> None:
        """Greet a new connection, or send it away when there are too many."""
        if self.reception.admit(conn, address, change.real):
            change.send(conn, self._greeting)
        else:
            change.disconnect(conn, GoodbyeCode.FULL, "The server is full; try again later.")

    def receive(self, change: Change, conn: int, data: bytes) -> None:
        """Take bytes that came. Each message in them is complete before the next is read."""
        guest = self.reception.guests.get(conn)
        if guest is None:
            return
        guest.heard_at = change.real
        began = guest.frame_since
        for message in guest.wire.receive_data(data):
            began = None
            try:
                self._take(change, guest, message)
            except Exception as error:  # noqa: BLE001 - one peer's trouble is no other's; the edge logs it
                change.fault(f"connection {conn}", error)
                text = "A fault of the server; it is in the server's log."
                change.disconnect(conn, GoodbyeCode.INTERNAL, text)
            self._publish(change)
            if conn in change.parting:
                return
        if not guest.wire.unfinished:
            guest.frame_since = None
        elif began is None:
            guest.frame_since = change.real

    def lost(self, change: Change, conn: int) -> None:
        """Note that a connection is gone, from whichever side."""
        guest = self.reception.strike_off(conn)
        if guest is None or self._closing:
            return
        try:
            self.reception.link_lost(change, guest)
        except Exception as error:  # noqa: BLE001 - as above
            change.fault(f"the loss of connection {conn}", error)
        self._publish(change)

    def password_judged(
        self,
        change: Change,
        conn: int,
        address: str,
        right: bool,
    ) -> None:
        """Take note of whether the password of a hello from `address` was right; answer it."""
        if self._doorkeeper is not None:
            self._doorkeeper.judged(address, change.now, right=right)
        guest = self.reception.guests.get(conn)
        if guest is None or guest.knocking is None:
            return
        number = guest.knocking.id
        try:
            self.reception.password_judged(change, guest, right=right)
        except Refusal as no:
            self._refuse(change, guest, number, no)
        self._publish(change)

    def wake(self, change: Change, number: int) -> None:
        """Ring the alarm of a table."""
        table = self.lobby.tables.get(number)
        if table is None:
            return
        try:
            alarms.ring(table, change)
        except Exception as error:  # noqa: BLE001 - one table's trouble is no other table's
            self._collapse(change, table, error)
        self._publish(change)

    def look_around(self, change: Change) -> None:
        """Look for silent connections and passed deadlines; to be called about every second."""
        for guest in self.reception.guests.values():
            liveness.check(change, guest)
        if self._expect_until is not None and change.now >= self._expect_until:
            self._expect_until = None
            self.reception.expect_no_more(change)
            self._publish(change)

    def beat(self, change: Change) -> None:
        """Have the time kept while clocks run, so that a restart loses about a second at most."""
        if any(table.in_match for table in self.lobby.tables.values()):
            change.write(Beat(change.now))

    def disk_failed(self, change: Change) -> None:
        """Refuse whatever would change something, and tell everybody why."""
        self.trouble = "The server cannot write to its disk; nothing is changed until it can."
        self._tell_all(change, self.trouble)

    def disk_recovered(self, change: Change) -> None:
        """Take changes again, and tell everybody."""
        self.trouble = ""
        self._tell_all(change, "The server can write to its disk again; play goes on.")

    def _tell_all(self, change: Change, text: str) -> None:
        for guest in self.reception.guests.values():
            player = guest.player
            if player is not None and player.level is None:
                scope: Literal["table", "lobby"] = "lobby" if player.table is None else "table"
                chat = Chat(scope=scope, name=SERVER_NAME, role="computer", text=text)
                change.send(guest.conn, chat)

    def shut_down(self, change: Change) -> None:
        """Say goodbye to everybody. Nobody is stood in for any more after that."""
        self._closing = True
        for conn in self.reception.guests:
            change.disconnect(conn, GoodbyeCode.SHUTDOWN, "The server is being stopped.")

    def _take(self, change: Change, guest: Guest, message: FromClient) -> None:
        # A pong needs nothing: that bytes came is what it is for.
        if isinstance(message, Request):
            self._answer(change, guest, message)
        elif isinstance(message, BadRequest):
            self._refuse(change, guest, message.id, Refusal(message.code, message.text))
        elif isinstance(message, ProtocolError):
            change.disconnect(guest.conn, message.code, message.text)

    def _answer(self, change: Change, guest: Guest, request: Request) -> None:
        cost = COSTS.get(type(request), 1)
        if cost and self.lobby.asked_for(guest.player, request):
            cost = 0
        wait = guest.allowance.take(change.real, cost) if cost else 0.0
        if wait:
            self._limit(change, guest, request.id, wait)
            return
        try:
            self._carry_out(change, guest, request)
        except Refusal as no:
            excused = cost > 0 or self._excused(guest, request)
            self._refuse(change, guest, request.id, no, excused=excused)
        else:
            guest.strikes = 0

    def _carry_out(self, change: Change, guest: Guest, request: Request) -> None:
        """Carry out a request and answer it; raises Refusal."""
        player = guest.player
        if self.trouble and type(request) not in HARMLESS:
            raise Refusal(RefusalCode.DISK_FAILED, self.trouble, wait=DISK_RETRY_SECONDS)
        if isinstance(request, HelloRequest):
            self.reception.hello(change, guest, request)
        elif player is None:
            raise Refusal(RefusalCode.RESERVED, "This connection is for hiring computers only.")
        elif isinstance(request, QuitRequest) and player.level is None:
            self.reception.farewell(change, player)
            change.send(guest.conn, Ok(id=request.id))
            change.disconnect(guest.conn, GoodbyeCode.QUIT, "Goodbye.")
        else:
            result = carry_out(self.lobby, change, player, request)
            if not isinstance(result, Later):
                change.send(guest.conn, ok(request.id, result))

    def _excused(self, guest: Guest, request: Request) -> bool:
        """Whether a refused move is the first answer to its decision: that one is never counted."""
        if not isinstance(request, MoveRequest) or guest.player is None:
            return False
        decision = (guest.player.table or 0, request.turn)
        first = guest.excused != decision
        guest.excused = decision
        return first

    def _refuse(
        self, change: Change, guest: Guest, request: int, no: Refusal, *, excused: bool = False
    ) -> None:
        """Refuse a request; one that cost nothing before is counted now, unless it is excused."""
        wait = 0.0 if excused else guest.allowance.take(change.real, 1)
        if wait:
            self._limit(change, guest, request, wait)
            return
        guest.strikes = 0
        change.send(
            guest.conn,
            Refused(
                id=request, code=no.code, text=no.text, rule=no.rule, turn=no.turn, wait=no.wait
            ),
        )

    def _limit(self, change: Change, guest: Guest, request: int, wait: float) -> None:
        guest.strikes += 1
        code = RefusalCode.RATE_LIMITED
        text = f"Too many requests; wait {wait:.1f} s."
        change.send(guest.conn, Refused(id=request, code=code, text=text, wait=wait))
        if guest.strikes >= FLOOD_REFUSALS:
            text = f"{FLOOD_REFUSALS} requests too many in a row."
            change.disconnect(guest.conn, GoodbyeCode.FLOOD, text)

    def _publish(self, change: Change) -> None:
        """Tell the viewers of every table that was touched."""
        while change.touched:
            number = change.touched.pop()
            try:
                self.lobby.publish(change, number)
            except Exception as error:  # noqa: BLE001 - one table's trouble is no other table's
                self._collapse(change, self.lobby.tables[number], error)
        change.writes += self.lobby.premises.players.unkept()

    def _collapse(self, change: Change, table: Table, error: Exception) -> None:
        """End a table that has a fault of its own, and that table alone."""
        change.fault(f"table {table.number}", error)
        change.write(DropTable(table.number))
        self.lobby.tables.pop(table.number, None)
        try:
            attendance.close(table, change)
        except Exception as another:  # noqa: BLE001 - the table is gone already; its people are freed
            change.fault(f"closing table {table.number}", another)
        change.touched.discard(table.number)


def greeting(software: str, server_id: str) -> Greeting:
    """Make the greeting of a server; `server_id` is by what clients keep their tokens."""
    return Greeting(
        server="cardgame",
        server_id=server_id,
        software=software,
        versions=list(VERSIONS),
        presets=list(PRESETS),
        levels=list(LEVELS),
    )
