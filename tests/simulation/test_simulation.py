"""Some seeds of the simulation, and that it sees what it is there to see."""

from collections.abc import Callable
from random import Random

import pytest

from cardgame_rules import Match
from cardgame_rules.hand import Hand
from cardgame_server.table import Table
from tests.server.kit import Rooms, started
from tests.simulation import invariants
from tests.simulation.oracle import Oracle, Violation, state_of
from tests.simulation.planted import hunt
from tests.simulation.strict import NotAllowedError, read
from tests.simulation.twins import deal_anew
from tests.simulation.world import run_seed


@pytest.mark.parametrize("seed", [1, 4, 5, 7])
def test_nothing_is_lost_stuck_or_leaked_whatever_goes_wrong(seed: int) -> None:
    assert run_seed(seed).failure == ""


def test_a_seed_does_the_same_again() -> None:
    once = run_seed(7)
    assert once.tally["links by TLS"] > 5
    assert once == run_seed(7)


@pytest.mark.parametrize(
    ("name", "seed"),
    [("P24 a refusal tells a card", 1), ("told before the disk", 1), ("E2 another direction", 1),
     ("cards by no secret", 1), ("two by one link", 3)],
)  # fmt: skip
def test_a_planted_bug_is_found(name: str, seed: int) -> None:
    assert hunt(name, first=seed).seed is not None


def played() -> tuple[Rooms, Match, Hand]:
    """A table of two in its first hand."""
    rooms = Rooms(3)
    started(rooms, "Anna", "Ben")
    match = rooms.session.lobby.tables[1].match
    assert match is not None
    assert match.hand is not None
    return rooms, match, match.hand


def lose_a_card(hand: Hand) -> None:
    hand.stock.pop()


def forget_the_colour(hand: Hand) -> None:
    hand.colour = None


def owe_an_odd_number(hand: Hand) -> None:
    hand.pending = 3


def pass_to_nobody(hand: Hand) -> None:
    hand.mover = 7


@pytest.mark.parametrize(
    ("doctor", "rule"),
    [(lose_a_card, "P1"), (forget_the_colour, "P5"), (owe_an_odd_number, "P9"),
     (pass_to_nobody, "P6")],
)  # fmt: skip
def test_a_doctored_hand_is_found(doctor: Callable[[Hand], None], rule: str) -> None:
    _, match, hand = played()
    assert list(invariants.of_match(match)) == []
    doctor(hand)
    assert [problem[:2] for problem in invariants.of_match(match)] == [rule]


def lose_the_alarm(table: Table) -> None:
    table.alarms_set.clear()
    table.next_hand_at = 5000.0


def give_a_seat_away(table: Table) -> None:
    table.seats[1].owner = table.seats[0].owner


def empty_a_seat(table: Table) -> None:
    table.seats[1].owner = None


@pytest.mark.parametrize("doctor", [lose_the_alarm, give_a_seat_away, empty_a_seat])
def test_a_doctored_table_is_found(doctor: Callable[[Table], None]) -> None:
    rooms, _, _ = played()
    table = rooms.session.lobby.tables[1]
    assert list(invariants.of_table(table, rooms.now)) == []
    doctor(table)
    assert list(invariants.of_table(table, rooms.now)) != []


def test_other_hidden_cards_are_another_state_and_the_same_public_one() -> None:
    rooms, _, hand = played()
    table = rooms.session.lobby.tables[1]
    before, mine = state_of(table), list(hand.hands[0])
    deal_anew(hand, 0, Random(1))
    assert hand.hands[0] == mine
    assert state_of(table) != before


def test_an_update_of_what_never_was_is_found() -> None:
    oracle, (rooms, _, _) = Oracle(), played()
    anna = rooms.clients[1]
    oracle.session = rooms.session
    oracle.look()
    oracle.kept(oracle.snapshot())
    oracle.got_update("Anna", anna.last)
    with pytest.raises(Violation, match="never the case"):
        oracle.got_update("Ben", anna.last)
    told = {**anna.last, "events": [{"event": "drew", "seat": 1, "count": 1, "cards": ["R5"]}]}
    with pytest.raises(Violation, match="P25"):
        oracle.got_update("Anna", told)


def test_an_update_before_its_commit_is_found() -> None:
    oracle, (rooms, _, _) = Oracle(), played()
    oracle.session = rooms.session
    oracle.look()
    with pytest.raises(Violation, match="before it was on disk"):
        oracle.got_update("Anna", rooms.clients[1].last)


def test_a_field_that_no_document_names_is_found() -> None:
    assert read(b"\x81\xa4type\xa4ping") == {"type": "ping"}
    with pytest.raises(NotAllowedError, match="unknown fields in Ping"):
        read(b"\x82\xa4type\xa4ping\xa5stock\x90")
