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
    """Clients of cardgame-server that play `classic`: any card that may be played, else any action.

    Uniform choice among all actions would draw so often that hands grow to thirty cards, which no
    table of people or of computer players ever sees.

    All say hello as computers, so that hand follows hand without anybody saying ready; a person
    makes each table, starts it and leaves, so that every view is a player's. `TARGET` keeps that
    match going for longer than any measurement.
    """

    TARGET = 100_000  # points; the hand limit of 200 hands comes first

    def __init__(self) -> None:
        self.moves = 0
        self._choose = random.Random(1).choice
        self._on_turn = [TO_MOVE + bytes([seat]) for seat in range(SEATS)]
        self._request = 100  # ids below were used while sitting down
        self._answered: dict[int, tuple[int, list[str]]] = {}  # by client: turn and legal actions

    def seat_all(self, port: int, tables: int) -> list[Line]:
        """Connect and seat `SEATS` clients at each table, and see that play begins at each."""
        return [line for table in range(tables) for line in self._party(port, table)]

    def _party(self, port: int, number: int) -> list[Line]:
        """Start a match of four clients and return their connections in seat order."""
        host = self._visitor(port, f"host {number}", computer=False)
        create = {"preset": "classic", "seats": SEATS, "sit": False, "target": self.TARGET}
        made = host.request({"type": "create", "id": 2, "pace": 0, **create})
        party = []
        for seat in range(SEATS):
            line = self._visitor(port, f"load {number}-{seat}", computer=True)
            line.request({"type": "join", "id": 2, "table": made["table"], "seat": seat})
            party.append(line)
        host.request({"type": "start", "id": 3})
        host.request({"type": "quit", "id": 4})
        host.socket.close()
        return party

    def _visitor(self, port: int, name: str, *, computer: bool) -> Line:
        """Return a connection that has said hello."""
        line = Line(port)
        line.first_message()
        hello = {"versions": [1], "name": name, "software": "cardgame bench", "computer": computer}
        line.request({"type": "hello", "id": 1, **hello})
        return line

    def answer(self, client: int, payload: bytes) -> bytes | None:
        """Decode only the update that concerns this client, and answer it."""
        if self._on_turn[client % SEATS] in payload:
            return self._move(client, msgpack.unpackb(payload))
        if REFUSED in payload[:32]:
            raise LoadError(f"a legal move was refused: {msgpack.unpackb(payload)}")
        return None

    def _move(self, client: int, update: dict[str, Any]) -> bytes | None:
        legal = update["you"]["legal"]
        # That somebody left is told as well, while the decision already answered is still open.
        if self._answered.get(client) == (update["turn"], legal):
            return None
        self._answered[client] = (update["turn"], legal)
        plays = [action for action in legal if action.startswith("play")]
        self.moves += 1
        self._request += 1
        action = self._choose(plays or legal)
        return encode(
            {"type": "move", "id": self._request, "turn": update["turn"], "action": action}
        )
