"""The places at a table: who holds each seat, and who plays it right now."""

from collections.abc import Iterator
from typing import Literal

from cardgame_protocol.codes import RefusalCode
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal

Kind = Literal["person", "computer", "empty"]


class Seat:
    """One place. `owner` holds it; while the owner is gone, `stand_in` plays it (K17).

    `ready` is for the next match or hand; `asked` means agreed to end the match or, after it,
    asked for a rematch.
    """

    __slots__ = ("asked", "owner", "ready", "stand_in")

    def __init__(self) -> None:
        self.owner: Player | None = None
        self.stand_in: Player | None = None
        self.ready = False
        self.asked = False

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

    def clear(self) -> None:
        """Make the seat empty."""
        self.owner = self.stand_in = None
        self.ready = self.asked = False


class Seats:
    """All seats of a table, numbered clockwise from 0."""

    __slots__ = ("_seats",)

    def __init__(self, count: int) -> None:
        self._seats = [Seat() for _ in range(count)]

    def __len__(self) -> int:
        return len(self._seats)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __getitem__(self, number: int) -> Seat:
        """Return a seat by a number that is known to exist; see `at` for one from outside."""
        return self._seats[number]

    def at(self, number: int) -> Seat:
        """Return the seat a request names; refused as `no_such_seat`."""
        if not 0 <= number < len(self._seats):
            raise Refusal(
                RefusalCode.NO_SUCH_SEAT,
                f"There is no seat {number}: this table has seats 0 to {len(self._seats) - 1}.",
            )
        return self._seats[number]

    def free(self, wanted: int | None) -> int:
        """Return the wanted seat, or the lowest free one.

        Refused as `no_such_seat`, `seat_taken` or `table_full`.
        """
        if wanted is not None:
            if self.at(wanted).owner is not None:
                raise Refusal(RefusalCode.SEAT_TAKEN, f"Seat {wanted} is taken; ask for another.")
            return wanted
        for number, seat in enumerate(self._seats):
            if seat.owner is None:
                return number
        raise Refusal(RefusalCode.TABLE_FULL, "No seat is free at this table; you may watch it.")

    @property
    def full(self) -> bool:
        """Whether every seat is held."""
        return all(seat.owner is not None for seat in self._seats)

    @property
    def people_hold_seats(self) -> bool:
        """Whether any seat is a person's, there or away; `people_here` are those who are there."""
        return any(seat.kind == "person" for seat in self._seats)

    def people_here(self) -> list[Seat]:
        """Return the seats of people who are connected, in order."""
        return [seat for seat in self._seats if seat.person_here]

    def owners(self) -> list[Player]:
        """Return who holds the seats, in order, empty ones left out."""
        return [seat.owner for seat in self._seats if seat.owner is not None]

    def reset_votes(self) -> None:
        """Nobody is ready, nobody has asked for anything."""
        for seat in self._seats:
            seat.ready = seat.asked = False
