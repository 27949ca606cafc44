"""A table: its settings, who is at it, its match, and what its viewers have yet to be told.

This is the state and what every job needs; the jobs are in their own files: attendance (sitting
down, standing up, the host), crew (computers), latecomers, rounds (from match to match and hand to
hand), play (moves), decisions (who owes one, and until when), pauses, ending (consent, rematch,
record), arrivals (who comes and goes), deadlines and alarms (what ends by itself), waits (for whom
the table waits), updates (telling the viewers).
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import CATCH_SECONDS, PACE_SECONDS, RESUME_EVENTS
from cardgame_protocol.plain import Encoded
from cardgame_rules import PRESETS, Card, Event, Match, RuleSet
from cardgame_rules.fairness import FairHouse, Fairness, secret_of_seed
from cardgame_rules.records import dumps
from cardgame_rules.snapshots import dump
from cardgame_server.clock import Clock
from cardgame_server.effects import Change
from cardgame_server.identity import Player, Players
from cardgame_server.refusal import Refusal
from cardgame_server.seats import Seat, Seats
from cardgame_server.staff import Staff

State = Literal["waiting", "playing", "between", "over"]
Latecomers = Literal["none", "next_hand", "stand_in"]

CATCH_SLOWER: Final = CATCH_SECONDS / PACE_SECONDS
"""While somebody can be caught, computers take this much longer, at any pace: 1.5 s for 0.8 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What was chosen when the table was made.

    `password` is "" for none; `pace`, `turn_seconds` (None: no clock) and `bank_seconds` are in
    seconds. `seed` is from what all cards follow, for all to see; None: from secrets that nobody
    knows before the end of a match (docs/fairness.md). `options` are the rule options that differ
    from the preset, with their values; `changed` are their names and `rules_shown` is the rule set,
    both as the view shows them.
    """

    name: str
    rules: RuleSet
    options: dict[str, Any]
    changed: list[str]
    rules_shown: dict[str, Any]
    password: str = ""
    seed: str | None = None
    listed: bool = True
    spectators: bool = True
    pace: float = 0.0
    turn_seconds: float | None = None
    bank_seconds: float = 0.0
    latecomers: Latecomers = "none"


def options_of(rules: RuleSet) -> dict[str, Any]:
    """Return what the settings say of a rule set besides itself, by the names they have there."""
    usual = PRESETS[rules.name].options()
    options = {name: v for name, v in rules.options().items() if v != usual[name]}
    return {
        "options": options,
        "changed": list(options),
        "rules_shown": {"preset": rules.name, "options": rules.options()},
    }


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
    """What all tables of a server share: who is known, who works here, and chance.

    `new_secret` gives 32 bytes that nobody can predict.
    """

    players: Players
    staff: Staff
    new_secret: Callable[[], bytes]


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
        self.host_expected = False
        self.state: State = "waiting"
        self.match: Match | None = None
        self.matches = 0
        # Where the cards of the match come from, and what those of the next will be made from.
        self.fairness: Fairness | None = None
        self.next_secret = self._draw_secret()
        self.record_text = ""
        self.barred: dict[bytes | str, float] = {}
        self.closed = False
        # The open decision and its clock; in table time, but for `acted_at`,
        # `vote_until` and the alarms that have not rung yet, earliest first (a heap).
        self.clock = Clock(settings.turn_seconds, settings.bank_seconds)
        self.acted_at = 0.0
        self.vote_until: float | None = None
        self.opened_at = 0.0
        self.opened_turn = 0
        self.next_hand_at: float | None = None
        self.alarms_set: list[float] = []
        self.held: list[HeldMove] = []
        self.turns_before = 0
        # The parts of the view that no move changes, kept until somebody comes, goes or votes.
        self.people_view: Encoded | None = None
        self.people_at_seats: list[dict[str, Any]] = []
        # What a seat alone sees while it can do nothing, with the cards it was made for.
        self.idle_parts: dict[int, tuple[list[Card], Encoded]] = {}
        # What of all this is kept already (see saving): the number of its last step, the lines
        # of the match's record, the head. The newest hand began at line `dealt_at`, from the
        # snapshot `dealt`; both it and the `hands_done` before it are still to be written.
        self.step = 0
        self.kept_lines = 0
        self.kept_head = ""
        self.unkept = True
        self.dealt_at = 0
        self.dealt: dict[str, Any] | None = None
        self.hands_done: list[tuple[int, str]] = []
        # What viewers have yet to be told.
        self.fresh: list[Event] = []
        self.stale_view = False
        self.resuming: list[Player] = []
        self.history: deque[Event] = deque(maxlen=RESUME_EVENTS)

    @property
    def turn(self) -> int:
        """Number of the open decision; it never falls, also not from one match to the next."""
        return self.turns_before + (0 if self.match is None else self.match.turn)

    def time(self, now: float) -> float:
        """Return the table time, which stands still in a pause, at `now` (rooms' clock)."""
        return self.clock.at(now)

    @property
    def paused(self) -> Literal["agreed", "away"] | None:
        """Why the match stands still, if it does."""
        if self.clock.away_until is not None:
            return "away"
        return None if self.clock.pause_until is None else "agreed"

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
        self.matches += 1
        self.fairness = self.next_fairness(self.matches)
        self.next_secret = self._draw_secret()
        self.seats.forget_texts()
        match = Match(self.settings.rules, humans, FairHouse(self.fairness), names)
        self.turns_before = self.turn
        self.match = match
        self.dealt_at = self.kept_lines = 0
        return match

    def _draw_secret(self) -> bytes:
        """Return the secret of the match after the one that has begun last."""
        seed = self.settings.seed
        if seed is None:
            return self.premises.new_secret()
        return secret_of_seed(seed, self.matches + 1)

    def next_fairness(self, match: int) -> Fairness:
        """Return where the cards of a match would come from if it began now."""
        texts = tuple(seat.text for seat in self.seats)
        return Fairness(match, self.next_secret, texts, self.settings.seed)

    def close_record(self) -> str:
        """Make the record of a match that is over, with the secret of its cards; return it."""
        if self.match is None:
            raise RuntimeError(f"table {self.number} has no match in state {self.state}")
        origin = [] if self.fairness is None else self.fairness.lines()
        self.record_text = dumps(self.match, origin)
        return self.record_text

    def deal(self) -> list[Event]:
        """Deal the match's next hand, and note from where a restart would go on."""
        match = self.match
        if match is None:
            raise RuntimeError(f"table {self.number} has no match in state {self.state}")
        if match.hand_number:
            self.hands_done.append((match.hand_number, "\n".join(match.record[self.dealt_at :])))
        self.dealt, self.dealt_at = dump(match), len(match.record)
        return match.start_hand()

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
        self.stale_view = self.unkept = True
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

    def only_unpaused(self) -> None:
        """Refuse what is not done while the match stands still."""
        if self.paused:
            raise Refusal(
                RefusalCode.PAUSED, "The match is paused; resume it first.", turn=self.turn
            )

    def only_before_match(self) -> None:
        """Refuse a request that would change the seats of a match that is going on."""
        if self.in_match:
            raise Refusal(RefusalCode.ALREADY_STARTED, "Not now: a match is being played here.")
