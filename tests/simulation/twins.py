"""Two servers that differ in hidden cards only must tell a viewer the same, byte for byte (P24).

Both are restored from what is on the disk; in one, the cards that the viewer cannot see are dealt
out anew. The viewer comes back, asks and tries this and that, another seat draws: whatever the
viewer is sent in all of this is compared.
"""

import itertools
from collections.abc import Iterable
from random import Random

from cardgame_rules.hand import NOBODY, Hand
from cardgame_server.effects import Change, Disconnect, Send
from cardgame_server.identity import digest
from cardgame_server.outbox import frame_of
from cardgame_server.session import Session, greeting
from cardgame_server.table import Table
from cardgame_server.writes import Saved
from tests.server.kit import SECRET, SeededHouse
from tests.simulation.clients import frame
from tests.simulation.faults import Tally
from tests.simulation.oracle import Violation
from tests.simulation.strict import Plain

VIEWER, OTHER = 1, 2
"""Connections: of the viewer, and of another seat that acts."""


class Twin:
    """One of the two: the rooms as they were saved, and the bytes that the viewer was sent."""

    def __init__(self, saved: Saved) -> None:
        tokens = itertools.count(1)
        self.session = Session(
            greeting("twin", "id"), SeededHouse(7), lambda: f"twin {next(tokens)}", SECRET
        )
        self.now = saved.now
        self.session.restore(Change(self.now), saved)
        self.told: list[bytes] = []
        self._last_id = 0

    def come(self, conn: int, token: str) -> None:
        """Connect and say hello with a token."""
        change = Change(self.now)
        self.session.connect(change, conn, "10.0.0.1")
        self._take(change)
        hello = {"versions": [1], "name": "x", "software": "twin", "token": token}
        self.say(conn, {"type": "hello", **hello})

    def say(self, conn: int, message: Plain) -> None:
        """Send a request."""
        self._last_id += 1
        change = Change(self.now)
        self.session.receive(change, conn, frame({"id": self._last_id, **message}))
        self._take(change)

    def _take(self, change: Change) -> None:
        for effect in change.effects:
            if isinstance(effect, Send) and effect.conn == VIEWER:
                self.told.append(frame_of(effect.message))
            elif isinstance(effect, Disconnect) and effect.conn == VIEWER:
                self.told.append(repr(effect).encode())


def compare(saved: Saved, tokens: Iterable[str], chance: Random, tally: Tally) -> None:
    """Compare, for one viewer at each table in play. Raises Violation."""
    by_key = {digest(token): token for token in tokens}
    for one in saved.tables:
        first, second = Twin(saved), Twin(saved)
        table, other = (twin.session.lobby.tables.get(one.number) for twin in (first, second))
        if table is None or other is None or table.match is None or table.state != "playing":
            continue
        seats: list[int | None] = [
            n for n, seat in enumerate(table.seats) if seat.owner and seat.owner.key in by_key
        ]
        watchers = [by_key[one.key] for one in table.watchers if one.key in by_key]
        viewers = seats + ([None] if watchers else [])
        viewer: int | None = chance.choice(viewers) if viewers else None
        hand = None if other.match is None else other.match.hand
        if (viewer is None and not watchers) or hand is None or not _may_part(hand, viewer):
            continue
        deal_anew(hand, viewer, chance)
        token = watchers[0] if viewer is None else _token(table, viewer, by_key)
        others = [_token(table, n, by_key) for n in seats if n is not None and n != viewer]
        for twin in (first, second):
            _conversation(twin, one.number, token, others[:1])
        tally["twins compared"] += 1
        if first.told != second.told:
            raise Violation(
                f"P24: seat {viewer} of table {one.number} is told of hidden cards: "
                f"{_first_difference(first.told, second.told)}"
            )


def _token(table: Table, seat: int, by_key: dict[bytes, str]) -> str:
    owner = table.seats[seat].owner
    return "" if owner is None else by_key[owner.key]


def _may_part(hand: Hand, viewer: int | None) -> bool:
    """Whether no hidden card is bound to its place: one just drawn, or a hand to be judged."""
    drawn_by_other = hand.draws > 0 and hand.mover != viewer
    return not drawn_by_other and hand.accused == NOBODY and hand.shown is None


def deal_anew(hand: Hand, viewer: int | None, chance: Random) -> None:
    """Deal out what `viewer` (None: a spectator) cannot see anew."""
    hidden = [seat for seat in hand.seats if seat != viewer]
    unseen = [*hand.stock, *(card for seat in hidden for card in hand.hands[seat])]
    chance.shuffle(unseen)
    hand.stock = [unseen.pop() for _ in hand.stock]
    for seat in hidden:
        hand.hands[seat] = [unseen.pop() for _ in hand.hands[seat]]
    hand.legal_turn = None


def _conversation(twin: Twin, number: int, token: str, others: list[str]) -> None:
    twin.come(VIEWER, token)
    turn = twin.session.lobby.tables[number].turn
    for action in ("play R5", "play W R", "draw", "challenge", "catch 0", "catch 1", "nonsense"):
        if not _lawful(twin, number, action, VIEWER):
            twin.say(VIEWER, {"type": "move", "turn": turn, "action": action})
    twin.say(VIEWER, {"type": "list"})
    twin.say(VIEWER, {"type": "record"})
    twin.say(VIEWER, {"type": "chat", "text": "hello"})
    for token_of_other in others:
        twin.come(OTHER, token_of_other)
        twin.say(OTHER, {"type": "chat", "text": "hello"})
        if _lawful(twin, number, "draw", OTHER) and not _last_of_hand(twin, number):
            twin.say(OTHER, {"type": "move", "turn": turn, "action": "draw"})


def _last_of_hand(twin: Twin, number: int) -> bool:
    """Whether the next action ends the hand by its limit, after which all hands are shown."""
    match = twin.session.lobby.tables[number].match
    hand = None if match is None else match.hand
    return hand is None or hand.turn >= hand.last_turn


def _lawful(twin: Twin, number: int, action: str, conn: int) -> bool:
    """Whether a move would be carried out: the viewer's own must not show anything new."""
    table, guest = twin.session.lobby.tables[number], twin.session.reception.guests.get(conn)
    player = None if guest is None else guest.player
    if table.match is None or player is None or player.seat is None:
        return False
    return action in map(str, table.match.legal(player.seat))


def _first_difference(first: list[bytes], second: list[bytes]) -> str:
    for one, other in itertools.zip_longest(first, second):
        if one != other:
            return f"{one!r:.1500} and {other!r:.1500}"
    return ""
