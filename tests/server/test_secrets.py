"""Hidden cards, searched for in every byte that others were sent."""

from typing import Any

import pytest

from tests.server.kit import Client, Plain, Rooms, first_play, play_on, started, unpack

KINDS_WITH_CARDS = {"dealt", "drew"}


def all_messages(client: Client) -> list[Plain]:
    """Return every message in the bytes a client was sent."""
    found, rest = [], client.raw
    while rest:
        size = int.from_bytes(rest[:4], "big")
        found.append(unpack(rest[: 4 + size]))
        rest = rest[4 + size :]
    return found


@pytest.mark.parametrize("preset", ["duel", "eights", "survival", "classic"])
def test_bug_X02_events_name_cards_to_nobody_but_their_owner(preset: str) -> None:
    rooms = Rooms(seed=7)
    seats = 2 if preset in ("duel", "eights") else 4
    people = started(rooms, *(f"p{seat}" for seat in range(seats)), preset=preset, target=1)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    play_on(people, lambda: people[0].view["state"] == "over")
    for client in (*people, wim):
        seat = None if client is wim else people.index(client)
        for message in all_messages(client):
            if message["type"] == "update":
                _check(message, seat)
    own = [event for event in people[0].events("dealt") if event["seat"] == 0]
    assert own
    assert all("cards" in event for event in own)


def _check(update: Plain, seat: int | None) -> None:
    for event in update["events"]:
        if event["event"] in KINDS_WITH_CARDS and event["seat"] != seat:
            assert "cards" not in event, event
        if event["event"] == "challenged" and event["seat"] != seat:
            assert "shown" not in event, event
    if seat is None:
        assert update["you"] is None
    else:
        assert update["you"]["seat"] == seat
    view: dict[str, Any] = update["view"]
    if view["state"] == "playing":
        assert view["last_hand"] is None
        assert all(isinstance(shown["cards"], int) for shown in view["seats"])


def challenged_with_a_hand_shown(seed: int) -> tuple[Rooms, list[Client], Client] | None:
    """Play until somebody challenges; return all viewers and the challenger, if one was shown."""
    rooms = Rooms(seed)
    people = started(rooms, "Ann", "Bob", "Cid", target=2000)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for _ in range(200):
        if people[0].view["state"] == "between":
            rooms.advance(10)
            continue
        client = next(person for person in people if person.on_turn)
        if "challenge" in client.you["legal"]:
            client.move("challenge")
            return rooms, [*people, wim], client
        client.move(first_play(client))
    return None


def test_bug_R23_a_challenge_shows_the_hand_to_the_challenger_alone() -> None:
    found = next(filter(None, map(challenged_with_a_hand_shown, range(60))))
    rooms, viewers, challenger = found
    told = challenger.events("challenged")[0]
    assert told["seat"] == challenger.you["seat"]
    assert told["shown"]
    others = [client for client in viewers if client is not challenger]
    for other in others:
        assert all("shown" not in event for event in other.events("challenged"))
        assert other.events("challenged")
    again = rooms.back(others[0])
    assert all("shown" not in event for event in again.events("challenged"))


def test_inv_P28_a_return_tells_no_more_than_was_told_before(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", target=2000)
    play_on(people, lambda: len(people[0].events("drew")) >= 5)
    seat = 1
    people[seat].drop()
    back = rooms.back(people[seat])
    assert back.events("drew")
    _check(back.of_type("update")[0], seat)


def test_a_refusal_tells_nothing_of_other_hands(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", preset="classic")
    mover = next(client for client in people if client.on_turn)
    other = next(client for client in people if client is not mover)
    texts = {
        mover.move(f"play {card}")["text"].replace(card, "CARD")
        for card in other.you["hand"]
        if card not in mover.you["hand"] and card not in ("W", "F")
    }
    assert texts == {"You do not hold CARD."}


def test_a_password_is_told_to_nobody(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, password="open sesame")
    bob = rooms.person("Bob")
    bob.ok("list")
    bob.refused("join", table=1, password="x")
    assert b"sesame" not in ann.raw + bob.raw
    assert bob.ok("list")["tables"][0]["password"] is True


def test_a_token_is_told_to_its_owner_alone(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for client in (*people, wim):
        for other in (*people, wim):
            assert (client.token.encode() in other.raw) is (client is other)
