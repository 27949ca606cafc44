"""A table: its settings, who is at it, its match, and what its viewers have yet to be told.

This is the state and what every job needs; the jobs are in their own files: attendance (sitting
down, standing up, the host), crew (computers), rounds (from match to match and hand to hand), play
(moves), ending (consent, rematch, record), arrivals (who comes and goes), updates (telling the
viewers).
"""

from collections import deque
from dataclasses import dataclass
from typing import Any, Final, Literal

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import CATCH_SECONDS, PACE_SECONDS, RESUME_EVENTS
from cardgame_protocol.plain import Encoded
from cardgame_rules import Event, House, Match, RuleSet
from cardgame_server.effects import Change
from cardgame_server.identity import Player, Players
from cardgame_server.refusal import Refusal
from cardgame_server.seats import Seat, Seats
from cardgame_server.staff import Staff

State = Literal["waiting", "playing", "between", "over"]

CATCH_SLOWER: Final = CATCH_SECONDS / PACE_SECONDS
"""While somebody can be caught, computers take this much longer, at any pace: 1.5 s for 0.8 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What was chosen when the table was made. `pace` in seconds, `password` "" for none.

    `options` are the rule options that differ from the preset, with their values; `changed` are
    their names and `rules_shown` is the rule set, both as the view shows them.
    """

    name: str
    rules: RuleSet
    options: dict[str, Any]
    changed: list[str]
    rules_shown: dict[str, Any]
    password: str = ""
    listed: bool = True
    spectators: bool = True
    pace: float = 0.0


@dataclass(slots=True)
class HeldMove:
    """A computer's move that waits for its time, so that people can follow."""

    player: Player
    conn: int
    request: int
    turn: int
    action: str
    off_turn: bool


@dataclass(frozen=True, slots=True)
class Premises:
    """What all tables of a server share: who is known, who works here, and chance."""

    players: Players
    staff: Staff
    chance: House


class Table:
    """One table. `number` is never given twice; `maker` counts against its limit of tables."""

    def __init__(
        self, number: int, settings: Settings, seats: int, premises: Premises, maker: Player
    ) -> None:
        self.number = number
        self.settings = settings
        self.premises = premises
        self.maker = maker
        self.seats = Seats(seats)
        self.watchers: list[Player] = []
        self.host: Player | None = None
        self.state: State = "waiting"
        self.match: Match | None = None
        self.matches = 0
        self.record_text = ""
        self.barred: dict[bytes | str, float] = {}
        self.closed = False
        # The open decision and its clock.
        self.opened_at = 0.0
        self.opened_turn = 0
        self.next_hand_at: float | None = None
        self.woken_at: float | None = None
        self.held: list[HeldMove] = []
        self._turns_before = 0
        # The parts of the view that no move changes, kept until somebody comes, goes or votes.
        self.people_view: Encoded | None = None
        self.people_at_seats: list[dict[str, Any]] = []
        # What viewers have yet to be told.
        self.fresh: list[Event] = []
        self.stale_view = False
        self.resuming: list[Player] = []
        self.history: deque[Event] = deque(maxlen=RESUME_EVENTS)

    @property
    def turn(self) -> int:
        """Number of the open decision; it never falls, also not from one match to the next."""
        return self._turns_before + (0 if self.match is None else self.match.turn)

    @property
    def in_match(self) -> bool:
        """Whether a match is going on, in a hand or between two."""
        return self.state in ("playing", "between")

    @property
    def paced(self) -> bool:
        """Whether computers take their time here: a person owns a seat and the table wants it."""
        return self.settings.pace > 0 and self.seats.people_hold_seats

    def new_match(self) -> Match:
        """Replace the match by a new one of the same rules with those who sit here now."""
        humans = [seat.kind == "person" for seat in self.seats]
        names = [owner.name for owner in self.seats.owners()]
        match = Match(self.settings.rules, humans, self.premises.chance, names)
        self._turns_before = self.turn
        self.match = match
        self.matches += 1
        return match

    def note(self, change: Change, event: str, **what: Any) -> None:
        """Note something that happened around the game, for all viewers."""
        self.fresh.append(Event(event, what))
        self.touch(change)

    def note_all(self, change: Change, events: list[Event]) -> None:
        """Note what happened in the game; each viewer is told its part at the end of the change."""
        self.fresh += events
        self.stale_view = True
        change.touched.add(self.number)

    def touch(self, change: Change) -> None:
        """Have all viewers told at the end of the change: who is there, or a vote, is another."""
        self.people_view = None
        self.stale_view = True
        change.touched.add(self.number)

    def resume(self, change: Change, player: Player) -> None:
        """Somebody is back: it gets the newest events again with its next update."""
        self.resuming.append(player)
        change.touched.add(self.number)

    def audience(self) -> list[Player]:
        """Return everybody who reads what is said here: all but the house's computers."""
        there = [*self.seats.owners(), *self.watchers]
        return [player for player in there if player.level is None]

    def seat_of(self, player: Player) -> Seat:
        """Return the seat of a player; refused as `not_seated` for a spectator."""
        if player.seat is None:
            raise Refusal(
                RefusalCode.NOT_SEATED,
                "You watch this table; only those who sit at it may do this.",
            )
        return self.seats[player.seat]

    def only_host(self, player: Player) -> None:
        """Refuse a request of anybody but the host."""
        if player is not self.host:
            host = "nobody" if self.host is None else self.host.name
            raise Refusal(RefusalCode.NOT_HOST, f"Only the host may do this; that is {host}.")

    def only_before_match(self) -> None:
        """Refuse a request that would change the seats of a match that is going on."""
        if self.in_match:
            raise Refusal(RefusalCode.ALREADY_STARTED, "Not now: a match is being played here.")
