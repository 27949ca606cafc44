"""Who is who: players by token and by name. A token proves an identity, a name proves nothing."""

import hashlib
from collections.abc import Callable
from typing import Final, Literal

from cardgame_protocol.codes import RefusalCode
from cardgame_server.names import clean_name, folded
from cardgame_server.refusal import Refusal
from cardgame_server.writes import ForgetPlayer, KeepPlayer, Write

SERVER_NAME: Final = "server"
"""By this name the server itself speaks in the chat; nobody else has it."""

Role = Literal["player", "spectator", "computer", "visitor"]


class Player:
    """Somebody the server knows: a person, a bot from outside, or a computer of the house.

    `conn` is the connection in use, None while the link is lost. `table` is the table's number,
    `seat` the seat there, None for a spectator. `level` is set for the house's computers only.
    `address` is where the connection came from, for the limits that count by address.
    """

    __slots__ = ("address", "computer", "conn", "key", "level", "name", "seat", "table")

    def __init__(self, name: str, key: bytes, *, computer: bool, level: str | None = None) -> None:
        self.name = name
        self.key = key
        self.computer = computer
        self.level = level
        self.conn: int | None = None
        self.table: int | None = None
        self.seat: int | None = None
        self.address = ""

    @property
    def person(self) -> bool:
        """Whether this is no computer, neither the house's nor a bot from outside."""
        return not self.computer

    @property
    def role(self) -> Role:
        """What others are told this player is, where it is now."""
        if self.computer:
            return "computer"
        if self.table is None:
            return "visitor"
        return "spectator" if self.seat is None else "player"


def digest(token: str) -> bytes:
    """Return what is kept of a token: whoever reads the server's memory cannot use it."""
    # A peer's text may hold what UTF-8 cannot; such a token is simply unknown.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Players:
    """Everybody the server knows.

    Looking up the digest of 256 random bits needs no constant time: what an attacker could learn by
    timing is a digest, which does not lead back to a token.
    """

    def __init__(self, new_token: Callable[[], str]) -> None:
        self._new_token = new_token
        self._by_key: dict[bytes, Player] = {}
        self._by_name: dict[str, Player] = {}
        # Who has come and gone since that was last kept. The house's own computers are not: after
        # a restart they are hired anew.
        self._unkept: list[Write] = []

    def __len__(self) -> int:
        return len(self._by_key)

    def enter(
        self, name: str, *, computer: bool, level: str | None = None, hidden: bool = False
    ) -> tuple[Player, str]:
        """Make a new player; return it with its token, which is kept nowhere.

        A `hidden` player (a stand-in) goes by somebody else's name and holds none itself.
        Raises Refusal `name_invalid` or `name_taken`.
        """
        shown = name if hidden else self._free_name(name)
        token = self._new_token()
        player = Player(shown, digest(token), computer=computer, level=level)
        self._by_key[player.key] = player
        if not hidden:
            self._by_name[folded(shown)] = player
        if level is None:
            self._unkept.append(KeepPlayer(player.key.hex(), shown, computer))
        return player, token

    def welcome_back(self, name: str, key: bytes, *, computer: bool) -> None:
        """Know somebody again whom an earlier process of this server knew."""
        player = self._by_key[key] = Player(name, key, computer=computer)
        self._by_name[folded(name)] = player

    def unkept(self) -> list[Write]:
        """Return, once, what is to be kept of who has come and gone."""
        writes, self._unkept = self._unkept, []
        return writes

    def _free_name(self, name: str) -> str:
        shown = clean_name(name)
        if folded(shown) == SERVER_NAME:
            raise Refusal(
                RefusalCode.NAME_TAKEN, f"The name {shown} is the server's own. Choose another."
            )
        holder = self._by_name.get(folded(shown))
        if holder is None:
            return shown
        away = "" if holder.conn is not None else ", who lost the connection and may come back"
        raise Refusal(
            RefusalCode.NAME_TAKEN,
            f"The name {shown} belongs to somebody here{away}. Choose another, "
            "or send the token if it is you.",
        )

    def away(self) -> list[Player]:
        """Return everybody who is not connected, the house's computers left out."""
        return [p for p in self._by_key.values() if p.conn is None and p.level is None]

    def in_lobby(self) -> list[Player]:
        """Return everybody who is connected and at no table."""
        there = self._by_key.values()
        return [player for player in there if player.table is None and player.conn is not None]

    def taken(self, name: str) -> bool:
        """Return whether somebody holds this name."""
        return folded(name) in self._by_name

    def by_token(self, token: str) -> Player | None:
        """Return whose token this is, if anybody's."""
        return self._by_key.get(digest(token))

    def by_key(self, key: bytes) -> Player | None:
        """Return whose token has this digest, if anybody's."""
        return self._by_key.get(key)

    def at_table(self, number: int) -> list[Player]:
        """Return everybody who is at a table, computers included."""
        return [player for player in self._by_key.values() if player.table == number]

    def forget(self, player: Player) -> None:
        """Give up name and token. To forget somebody twice does nothing."""
        known = self._by_key.pop(player.key, None)
        if known is not None and player.level is None:
            self._unkept.append(ForgetPlayer(player.key.hex()))
        if self._by_name.get(folded(player.name)) is player:
            del self._by_name[folded(player.name)]
