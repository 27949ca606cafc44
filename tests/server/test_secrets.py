"""Hidden cards, searched for in every byte that others were sent."""

from typing import Any

import pytest

from cardgame_protocol.limits import GRACE_SECONDS, PACE_SECONDS
from cardgame_rules.cards import CARDS, in_order
from tests.server.kit import (
    SECRET,
    Client,
    Plain,
    Rooms,
    first_play,
    off_turn,
    on_turn,
    play_on,
    started,
    unpack,
)

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


def whole_match(preset: str) -> tuple[list[Client], Client]:
    """Play a short match before a spectator who comes back in the midst of it."""
    rooms = Rooms(seed=3)
    seats = 2 if preset in ("duel", "eights") else 3
    people = started(rooms, *(f"p{seat}" for seat in range(seats)), preset=preset, target=1)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    play_on(people, lambda: people[0].view["state"] == "over")
    return people, wim


def strings_in(value: object) -> list[str]:
    """Return all texts inside plain data, the keys of maps among them."""
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in strings_in(part)]
    if isinstance(value, list):
        return [text for part in value for text in strings_in(part)]
    return [value] if isinstance(value, str) else []


PRESET_NAMES = ["duel", "eights", "survival", "classic"]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_bug_X04_nothing_that_a_spectator_is_sent_names_a_card_that_does_not_lie_open(
    preset: str,
) -> None:
    _, wim = whole_match(preset)
    lain_open: set[str] = set()
    for message in wim.of_type("update"):
        for event in message["events"]:
            if event["event"] in ("played", "turned", "cut", "foul"):
                lain_open.add(event["card"])
        lain_open.add(message["view"]["top"])
        hidden = {**message, "view": {**message["view"], "rules": None, "last_hand": None}}
        hidden["events"] = [event for event in message["events"] if event["event"] != "hand_over"]
        named = {word for text in strings_in(hidden) for word in text.split() if word in CARDS}
        assert named - {"R", "G", "Y", "B", "C", "D", "H", "S"} <= lain_open


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_bug_X04_a_card_that_is_drawn_is_a_count_to_others_and_has_no_id(preset: str) -> None:
    people, wim = whole_match(preset)
    for event in wim.events("drew"):
        assert event.keys() == {"event", "seat", "count", "reason"}
    for event in wim.events("dealt"):
        assert event.keys() == {"event", "seat", "count"}
    # Two cards of one face are the same word: nothing tells them apart, nor follows one of them.
    for client in people:
        assert all(card in CARDS for card in client.you["hand"])


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_bug_X04_the_order_in_which_cards_are_shown_tells_nothing_of_when_they_came(
    preset: str,
) -> None:
    people, _ = whole_match(preset)
    shown = 0
    for client in people:
        for update in client.of_type("update"):
            hands = [update["you"]["hand"]]
            for event in update["events"]:
                cards = event.get("cards", event.get("shown", []))
                hands += cards if event["event"] == "hand_over" else [cards]
            hands += (update["view"]["last_hand"] or {}).get("cards") or []
            for hand in hands:
                assert hand == in_order(list(hand))
                shown += len(hand) > 1
    assert shown > 10


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


def pauses_before_turns(rooms: Rooms, watcher: Client, seconds: float, step: float) -> list[float]:
    """Let time pass in small steps; return how long each decision was open."""
    pauses, since, turn = [], rooms.now, watcher.last["turn"]
    for _ in range(round(seconds / step)):
        rooms.advance(step)
        if watcher.view["state"] != "playing":
            break
        if watcher.last["turn"] != turn:
            pauses.append(round(rooms.now - since, 3))
            since, turn = rooms.now, watcher.last["turn"]
    return pauses


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_inv_P26_the_moment_of_a_default_action_tells_nothing_of_the_hand(preset: str) -> None:
    counted = 0
    for seed in range(8):
        rooms = Rooms(seed)
        people = started(rooms, "Ann", "Bob", preset=preset, turn_seconds=10)
        pauses = pauses_before_turns(rooms, people[0], 600, 0.5)
        assert set(pauses) <= {10.0}
        counted += len(pauses)
    assert counted > 100


@pytest.mark.parametrize("thinks", [0.0, 0.35, 0.75])
def test_inv_P26_the_moment_of_a_stand_ins_move_tells_nothing_of_its_hand_nor_of_its_thoughts(
    thinks: float,
) -> None:
    for seed in range(8):
        rooms = Rooms(seed)
        house = rooms.person("house", computer=True, house=SECRET)
        people = started(rooms, "Ann", "Bob", preset="survival")
        gone, stays = on_turn(people), off_turn(people)
        gone.drop()
        rooms.advance(GRACE_SECONDS)
        turn, began = stays.last["turn"], rooms.now
        stand_in = rooms.connect("127.0.0.1")
        stand_in.hello("x", computer=True, token=house.of_type("assign")[-1]["token"])
        rooms.advance(thinks)
        move = stand_in.frame("move", turn=turn, action=first_play(stand_in))[1]
        stand_in.feed(move)
        while stays.last["turn"] == turn:
            rooms.advance(0.01)
        assert rooms.now - began == pytest.approx(PACE_SECONDS, abs=0.011)
