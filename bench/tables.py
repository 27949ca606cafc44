"""What the clients of a load say: those of the relay, and those of the real server.

Both sides play the same way: whoever's turn an event gives answers it at once.
"""

import random
from typing import Any, Protocol

import msgpack

from bench.wire import Line, LoadError, encode

SEATS = 4
TO_MOVE = msgpack.packb("to_move")
REFUSED = msgpack.packb("refused")


class Players(Protocol):
    """The clients of all tables together."""

    def seat_all(self, port: int, tables: int) -> list[Line]:
        """Connect and seat `SEATS` clients at each table, and see that play begins at each."""
        ...

    def answer(self, client: int, payload: bytes) -> bytes | None:
        """Return the frame with which that client answers, or None."""
        ...

    moves: int  # sent so far


class RelayPlayers:
    """Clients of the bare relay: the same small frame over and over."""

    PLAY = encode({"type": "play", "id": 77, "card": "R7", "colour": "G"})

    def __init__(self) -> None:
        self.moves = 0

    def seat_all(self, port: int, tables: int) -> list[Line]:
        """Connect and seat `SEATS` clients at each table, and see that play begins at each."""
        lines = [Line(port) for _ in range(tables * SEATS)]
        for client, line in enumerate(lines):
            table, seat = divmod(client, SEATS)
            line.send(encode({"type": "join", "table": table, "seat": seat}))
            line.first_message()  # seated: no event of the table will miss this client
        for first in lines[::SEATS]:
            first.send(self.PLAY)
        return lines

    def answer(self, client: int, payload: bytes) -> bytes | None:
        """Play when the event, whose last byte is the seat on turn, names this client's seat."""
        if payload[-1] != client % SEATS:
            return None
        self.moves += 1
        return self.PLAY


class TablePlayers:
    """Clients of cardgame-server that play a random legal move in `classic`.

    They say hello as people, so that the server neither waits between moves (there is no computer
    player at the table) nor ends a table for want of people.
    """

    def __init__(self) -> None:
        self.moves = 0
        self._choose = random.Random(1).choice
        self._on_turn = [TO_MOVE + bytes([seat]) for seat in range(SEATS)]
        self._nobody = TO_MOVE + msgpack.packb(None)
        self._request = 100  # ids below were used while sitting down
        self._ready_for: dict[int, tuple[int, int]] = {}  # client: (match, hand) it agreed to leave

    def seat_all(self, port: int, tables: int) -> list[Line]:
        """Connect everyone, create the tables, sit down and say ready."""
        lines = []
        for client in range(tables * SEATS):
            line = Line(port)
            line.first_message()
            hello = {"versions": [1], "name": f"load {client}", "software": "cardgame bench"}
            line.request({"type": "hello", "id": 1, **hello})
            lines.append(line)
        for first in range(0, len(lines), SEATS):
            self._gather(lines[first : first + SEATS])
        return lines

    def _gather(self, party: list[Line]) -> None:
        """Seat a party at a new table and start its match."""
        create = {"type": "create", "id": 2, "preset": "classic", "seats": SEATS}
        table = party[0].request(create)["table"]
        for line in party[1:]:
            line.request({"type": "join", "id": 2, "table": table})
        for line in party:
            line.request({"type": "ready", "id": 3})

    def answer(self, client: int, payload: bytes) -> bytes | None:
        """Decode only the update that concerns this client, and answer it."""
        if self._on_turn[client % SEATS] in payload:
            update = msgpack.unpackb(payload)
            return self._move(update) if update["you"]["legal"] else None
        if self._nobody in payload:
            return self._next_hand(client, msgpack.unpackb(payload)["view"])
        if REFUSED in payload[:32]:
            raise LoadError(f"a legal move was refused: {msgpack.unpackb(payload)}")
        return None

    def _move(self, update: dict[str, Any]) -> bytes:
        self.moves += 1
        action = self._choose(update["you"]["legal"])
        return self._ask({"type": "move", "turn": update["turn"], "action": action})

    def _next_hand(self, client: int, view: dict[str, Any]) -> bytes | None:
        """Agree once to the next hand, or to the next match."""
        now = (view["match"], view["hand"])
        if view["state"] not in ("between", "over") or self._ready_for.get(client) == now:
            return None
        self._ready_for[client] = now
        return self._ask({"type": "ready" if view["state"] == "between" else "rematch"})

    def _ask(self, message: dict[str, object]) -> bytes:
        self._request += 1
        return encode({"id": self._request, **message})
