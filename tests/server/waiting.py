"""What the tests of clocks and waits share: who is waited for, and situations to come to."""

from collections.abc import Callable
from typing import Any

from tests.server.kit import Client, Plain, Rooms, first_play, on_turn, started

Entry = tuple[int | None, str, float | None, str | None]
"""Seat, why, seconds left, and what happens then."""


def entries(client: Client) -> list[Entry]:
    """Return whom the table waits for, as the client was told last."""
    return [(w["seat"], w["why"], w["left"], w["then"]) for w in client.view["waits"]]


def entry_of(client: Client, seat: int) -> tuple[str, float | None, str | None] | None:
    """Return the first entry of one seat without the seat, if there is one."""
    return next((entry[1:] for entry in entries(client) if entry[0] == seat), None)


def kinds(client: Client, *wanted: str) -> list[Plain]:
    """Return the events of some kinds that a client was told, in order."""
    return [event for event in client.events() if event["event"] in wanted]


def found(
    wanted: Callable[[list[Client]], bool], *names: str, seeds: int = 400, **options: Any
) -> list[Client]:
    """Start matches with one seed after another, and play, until something is the case."""
    for seed in range(seeds):
        people = started(Rooms(seed), *names, **options)
        for _ in range(60):
            if wanted(people):
                return people
            if people[0].view["state"] != "playing":
                break
            mover = on_turn(people)
            mover.move(first_play(mover))
    raise AssertionError("no seed leads there")


def in_phase(phase: str, *names: str, **options: Any) -> list[Client]:
    """Start a match of `classic` that stands at a decision of some phase."""
    return found(lambda people: people[0].view["phase"] == phase, *names, **options)
