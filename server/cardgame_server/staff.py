"""The house's computer players: hired for a seat, dismissed with it, played by the house process.

The server decides nothing for them: it asks the house process, over an ordinary connection, to
open one more connection for each (docs/protocol.md, Internal).
"""

from typing import Final

from cardgame_protocol.answers import Assign
from cardgame_protocol.codes import GoodbyeCode
from cardgame_server.effects import Change
from cardgame_server.identity import Player, Players

LEVELS: Final = ("random", "simple", "steady", "sharp", "master")
"""Levels of computer players, weakest first."""

STAND_IN_LEVEL: Final = "simple"
"""Who plays for somebody who is gone (K17)."""

# Stars: easy to tell from each other, and hardly anybody's own name.
_NAMES: Final = (
    "Vega", "Rigel", "Mira", "Altair", "Deneb", "Spica", "Castor", "Polaris", "Electra", "Sirius",
    "Maia", "Arcturus", "Bellatrix", "Regulus", "Capella", "Antares", "Alcor", "Mizar", "Procyon",
    "Merope",
)  # fmt: skip


class Staff:
    """All computers in the house's service, and the link to the process that plays them."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._open: dict[Player, Assign] = {}
        self.house: int | None = None

    def hire(self, change: Change, level: str, *, plays_for: str | None = None) -> Player:
        """Have a new computer come; `plays_for` is the name of an owner it stands in for.

        It comes as soon as there is a house process; the seat is its own at once.
        """
        if plays_for is None:
            return self._assign(change, self._free_name(), level, hidden=False)
        return self._assign(change, plays_for, level, hidden=True)

    def rehire(self, change: Change, name: str, level: str) -> Player:
        """Have a computer come again that an earlier process of this server had hired."""
        return self._assign(change, name, level, hidden=False)

    def forget(self, player: Player) -> None:
        """Take back a hire that came to nothing; no connection knows of it yet."""
        self._open.pop(player, None)
        self._players.forget(player)

    def _assign(self, change: Change, name: str, level: str, *, hidden: bool) -> Player:
        player, token = self._players.enter(name, computer=True, level=level, hidden=hidden)
        # The one token that is kept: a house process that starts again must be told it again.
        assign = self._open[player] = Assign(token=token, name=name, level=level)
        if self.house is not None:
            change.send(self.house, assign)
        return player

    def _free_name(self) -> str:
        number = 1
        while True:
            for star in _NAMES:
                name = star if number == 1 else f"{star} {number}"
                if not self._players.taken(name):
                    return name
            number += 1

    def dismiss(self, change: Change, player: Player) -> None:
        """End a computer's service: its connection is closed, its name is free."""
        self._open.pop(player, None)
        self._players.forget(player)
        player.table = player.seat = None
        if player.conn is not None:
            text = "This seat does not need a computer player any more."
            change.disconnect(player.conn, GoodbyeCode.SEAT_CLOSED, text)

    def promote(self, change: Change, player: Player, level: str) -> Player:
        """Replace a computer by one of another level and the same name."""
        name = player.name
        self.dismiss(change, player)
        return self._assign(change, name, level, hidden=False)

    def house_came(self, change: Change, conn: int) -> None:
        """Tell a new house process of all computers; an earlier one is sent away."""
        if self.house is not None:
            text = "Another house process has taken over."
            change.disconnect(self.house, GoodbyeCode.REPLACED, text)
        self.house = conn
        for assign in self._open.values():
            change.send(conn, assign)

    def house_went(self, conn: int) -> None:
        """Note that a house process is gone; its computers' own links end by themselves."""
        if self.house == conn:
            self.house = None
