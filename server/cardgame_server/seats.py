"""The places at a table: who holds each seat, and who plays it right now."""

from typing import Literal

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import GRACE_SECONDS
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal

Kind = Literal["person", "computer", "empty"]


class Seat:
    """One place. `owner` holds it; while the owner is gone, `stand_in` plays it (K17).

    `ready` is for the next match or hand; `asked` means agreed to end the match or, after it,
    asked for a rematch; `pause` agreed to a pause or, in one, to go on. `text` is what the owner
    adds to the chance of the match to come ("": nothing). `bank` is the seat's time
    bank in seconds. `gone_at` is when the owner's link was lost in a match (table time),
    `grace_left` how many seconds from then on are waited for; a move of the owner's own fills that
    up again. `heir` gets this computer's seat when the next hand begins.
    """

    __slots__ = (
        "asked", "bank", "gone_at", "grace_left", "heir", "owner", "pause", "ready", "stand_in",
        "text",
    )  # fmt: skip

    def __init__(self) -> None:
        self.owner: Player | None = None
        self.stand_in: Player | None = None
        self.heir: Player | None = None
        self.ready = False
        self.asked = False
        self.pause = False
        self.text = ""
        self.bank = 0.0
        self.gone_at: float | None = None
        self.grace_left = GRACE_SECONDS

    @property
    def actor(self) -> Player | None:
        """Who plays the seat now: the stand-in if there is one, else the owner."""
        return self.stand_in or self.owner

    @property
    def kind(self) -> Kind:
        """What holds the seat; a person's stays a person's while a stand-in plays."""
        if self.owner is None:
            return "empty"
        return "computer" if self.owner.computer else "person"

    @property
    def person_here(self) -> bool:
        """Whether the seat is a person's who is connected: whose word counts, who is waited for."""
        owner = self.owner
        return owner is not None and not owner.computer and owner.conn is not None

    @property
    def house_computer(self) -> Player | None:
        """The house's own computer that plays the seat now, if one does."""
        actor = self.actor
        return actor if actor is not None and actor.level is not None else None

    @property
    def grace_ends(self) -> float | None:
        """When a stand-in comes for an owner who is gone (table time), if one is still to come."""
        if self.gone_at is None or self.stand_in is not None:
            return None
        return self.gone_at + self.grace_left

    def went(self, at: float) -> None:
        """Note that the owner's link is lost (table time)."""
        self.gone_at = at

    def came_back(self, at: float) -> None:
        """Note that the owner is back: the grace that was used up does not come back as well."""
        if self.gone_at is not None:
            self.grace_left = max(0.0, self.grace_left - (at - self.gone_at))
            self.gone_at = None

    def acted(self) -> None:
        """Note a move of the owner's own: whoever plays has all the grace again."""
        self.grace_left = GRACE_SECONDS

    def clear(self) -> None:
        """Make the seat empty; its time bank stays, for whoever takes it over."""
        self.owner = self.stand_in = self.heir = None
        self.ready = self.asked = self.pause = False
        self.text = ""
        self.gone_at = None
        self.acted()


class Seats(tuple[Seat, ...]):
    """All seats of a table, numbered clockwise from 0. For a number from outside there is `at`."""

    __slots__ = ()

    def __new__(cls, count: int) -> "Seats":
        """Make so many empty seats."""
        return super().__new__(cls, [Seat() for _ in range(count)])

    def at(self, number: int) -> Seat:
        """Return the seat a request names; refused as `no_such_seat`."""
        if not 0 <= number < len(self):
            raise Refusal(
                RefusalCode.NO_SUCH_SEAT,
                f"There is no seat {number}: this table has seats 0 to {len(self) - 1}.",
            )
        return self[number]

    def free(self, wanted: int | None) -> int:
        """Return the wanted seat, or the lowest free one.

        Refused as `no_such_seat`, `seat_taken` or `table_full`.
        """
        if wanted is not None:
            if self.at(wanted).owner is not None:
                raise Refusal(RefusalCode.SEAT_TAKEN, f"Seat {wanted} is taken; ask for another.")
            return wanted
        for number, seat in enumerate(self):
            if seat.owner is None:
                return number
        raise Refusal(RefusalCode.TABLE_FULL, "No seat is free at this table; you may watch it.")

    @property
    def full(self) -> bool:
        """Whether every seat is held."""
        return all(seat.owner is not None for seat in self)

    @property
    def people_hold_seats(self) -> bool:
        """Whether any seat is a person's, there or away; `people_here` are those who are there."""
        return any(seat.kind == "person" for seat in self)

    def people_here(self) -> list[Seat]:
        """Return the seats of people who are connected, in order."""
        return [seat for seat in self if seat.person_here]

    def owners(self) -> list[Player]:
        """Return who holds the seats, in order, empty ones left out."""
        return [seat.owner for seat in self if seat.owner is not None]

    def reset_votes(self) -> None:
        """Nobody is ready, nobody has asked for anything."""
        for seat in self:
            seat.ready = seat.asked = seat.pause = False

    def forget_texts(self) -> None:
        """Nobody has added anything to the chance of the next match yet."""
        for seat in self:
            seat.text = ""

    def new_match(self, bank: float) -> None:
        """Begin a match: no votes, and all time banks full."""
        self.reset_votes()
        for seat in self:
            seat.bank = bank
            seat.gone_at = None
            seat.acted()
