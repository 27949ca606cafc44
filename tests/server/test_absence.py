"""Lost links and returns: stand-ins, tokens, takeovers, everybody gone at once."""

import pytest

from cardgame_protocol.limits import ALL_AWAY_SECONDS, GRACE_SECONDS
from tests.server.kit import (
    SECRET,
    Client,
    Rooms,
    first_play,
    off_turn,
    on_turn,
    play_on,
    started,
    table_of,
)


def stand_in_of(rooms: Rooms, house: Client) -> Client:
    """Open the connection of the computer that was assigned last."""
    client = rooms.connect("127.0.0.1")
    client.hello("x", computer=True, token=house.of_type("assign")[-1]["token"])
    return client


def house_of(rooms: Rooms) -> Client:
    """Connect a house process."""
    return rooms.person("house", computer=True, house=SECRET)


def test_rule_K17_a_dropped_players_seat_is_kept_and_played_by_a_stand_in(rooms: Rooms) -> None:
    house = house_of(rooms)
    people = started(rooms, "Ann", "Bob")
    gone, stays = on_turn(people), off_turn(people)
    seat = gone.you["seat"]
    gone.drop()
    assert stays.events("dropped") == [{"event": "dropped", "seat": seat, "name": gone.name}]
    rooms.advance(GRACE_SECONDS)
    assert stays.events("stand_in") == [{"event": "stand_in", "seat": seat, "level": "simple"}]
    shown = stays.view["seats"][seat]
    assert (shown["name"], shown["kind"]) == (gone.name, "person")
    assert (shown["here"], shown["stand_in"], shown["level"]) == (False, True, None)
    stand_in = stand_in_of(rooms, house)
    assert stand_in.you["legal"]
    rooms.advance(1)
    assert stand_in.move(first_play(stand_in))["type"] == "ok"
    assert stays.last["turn"] == stand_in.last["turn"]


def test_bug_D01_whoever_returns_finds_the_open_decision_and_answers_at_once(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    gone = on_turn(people)
    before = gone.last
    gone.drop()
    back = rooms.back(gone)
    result = next(m for m in back.inbox if m["type"] == "ok")["result"]
    assert (result["name"], result["table"]) == (gone.name, 1)
    assert result["seat"] == before["you"]["seat"]
    assert back.last["turn"] == before["turn"]
    assert back.you == before["you"]
    assert back.move(first_play(back))["type"] == "ok"


def test_bug_D01_a_return_between_draw_and_play_keeps_the_drawn_card(rooms: Rooms) -> None:
    client = who_has_drawn(rooms, started(rooms, "Ann", "Bob", "Cid", target=2000))
    drawn = client.you["drawn"]
    client.drop()
    back = rooms.back(client)
    assert back.you["drawn"] == drawn
    assert back.you == client.you
    assert "draw" not in back.you["legal"]


def who_has_drawn(rooms: Rooms, people: list[Client]) -> Client:
    """Draw whenever it is allowed, until somebody has drawn a card it may play."""
    for _ in range(2000):
        if people[0].view["state"] == "between":
            rooms.advance(10)
            continue
        client = on_turn(people)
        draws = "draw" in client.you["legal"]
        client.move("draw" if draws else first_play(client))
        if draws and client.on_turn and client.you["drawn"]:
            return client
    raise AssertionError("nobody drew a card that can be played")


def test_a_return_brings_the_newest_events_this_viewer_may_see(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=2000)
    play_on(people, lambda: people[0].view["state"] == "between")
    told = people[0].events()
    people[0].drop()
    back = rooms.back(people[0])
    repeated = back.of_type("update")[0]["events"]
    assert len(repeated) <= 50
    kinds = [event["event"] for event in repeated]
    assert kinds[-1] == "returned"
    without_absence = [
        e for e in repeated if e["event"] not in ("dropped", "stand_in", "returned", "host")
    ]
    assert without_absence == told[-len(without_absence) :]
    other = people[1].last
    assert [event["event"] for event in other["events"]] == ["returned"]


def test_the_owner_who_returns_sends_the_stand_in_away(rooms: Rooms) -> None:
    house = house_of(rooms)
    people = started(rooms, "Ann", "Bob")
    people[0].drop()
    rooms.advance(GRACE_SECONDS)
    stand_in = stand_in_of(rooms, house)
    back = rooms.back(people[0])
    assert stand_in.goodbye == "seat_closed"
    assert back.view["seats"][0]["stand_in"] is False
    assert people[1].events("returned") == [{"event": "returned", "seat": 0, "name": "Ann"}]
    late = rooms.connect()
    token = house.of_type("assign")[-1]["token"]
    assert late.refused("hello", versions=[1], name="", software="", token=token) == "bad_token"


def test_bug_D05_a_second_link_with_the_token_takes_over_at_once(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    half_open = people[0]
    back = rooms.back(half_open)
    assert half_open.goodbye == "replaced"
    assert back.you["seat"] == 0
    assert people[1].last["events"] == [{"event": "took_over", "seat": 0, "name": "Ann"}]
    assert people[1].events("dropped") == people[1].events("returned") == []
    mover = on_turn([back, people[1]])
    assert mover.move(first_play(mover))["type"] == "ok"
    assert back.last["turn"] == people[1].last["turn"]


def test_bug_D05_without_the_token_the_name_stays_taken_and_the_text_says_why(
    rooms: Rooms,
) -> None:
    people = started(rooms, "Ann", "Bob")
    people[0].drop()
    answer = rooms.connect().ask("hello", versions=[1], name="ann", software="")
    assert answer["code"] == "name_taken"
    assert "may come back" in answer["text"]


def test_bug_X05_neither_name_nor_another_token_gives_the_seat_or_the_host(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    people[0].drop()
    assert people[1].view["host"] == "Bob"
    thief = rooms.connect()
    assert thief.refused("hello", versions=[1], name="Ann", software="") == "name_taken"
    robbed = rooms.back(people[2])
    assert (robbed.you["seat"], robbed.name) == (2, "Cid")
    assert robbed.refused("start") == "not_host"
    assert rooms.back(people[0]).you["seat"] == 0


def test_bug_X05_the_token_of_a_match_that_is_over_is_worth_nothing(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=1)
    people[0].drop()
    bob = people[1]
    for _ in range(500):
        if bob.view["state"] == "over":
            break
        if bob.on_turn:
            bob.move(first_play(bob))
        rooms.advance(6)
    assert bob.view["seats"][0]["kind"] == "empty"
    late = rooms.connect()
    code = late.refused("hello", versions=[1], name="Ann", software="", token=people[0].token)
    assert code == "bad_token"
    assert late.hello("Ann")["table"] is None


def test_a_dropped_spectator_and_a_dropped_lobby_visitor_are_forgotten(rooms: Rooms) -> None:
    started(rooms, "Ann", "Bob")
    wim, vic = rooms.person("Wim"), rooms.person("Vic")
    wim.ok("spectate", table=1)
    for client in (wim, vic):
        client.drop()
        again = rooms.connect()
        code = again.refused("hello", versions=[1], name="x", software="", token=client.token)
        assert code == "bad_token"
        again.hello(client.name)
    assert len(rooms.session.lobby.premises.players) == 4


def test_bug_D03_everybody_drops_and_those_who_return_go_on_at_the_same_table(
    rooms: Rooms,
) -> None:
    people = started(rooms, "Ann", "Bob", "Cid", "Dan", target=2000)
    for client in people:
        client.drop()
        rooms.advance(0.02)
    rooms.advance(5)
    back = [rooms.back(client) for client in people[:2]]
    rooms.advance(20)
    back.append(rooms.back(people[2]))
    assert [client.you["seat"] for client in back] == [0, 1, 2]
    assert back[0].view["state"] in ("playing", "between")
    assert back[0].view["host"] in ("Ann", "Bob", "Cid")
    play_on_with_absent(rooms, back, 50)


def play_on_with_absent(rooms: Rooms, people: list[Client], moves: int) -> None:
    """Play some moves with those who are there; the house plays for the rest."""
    for _ in range(moves):
        mover = next((client for client in people if client.on_turn), None)
        if mover is None:
            rooms.advance(10)
        else:
            assert mover.move(first_play(mover))["type"] == "ok"


def test_bug_D03_a_match_all_have_left_behind_stands_still_and_then_ends(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=1)
    for client in people:
        client.drop()
    rooms.advance(ALL_AWAY_SECONDS - 1)
    assert rooms.session.lobby.tables[1].paused == "away"
    rooms.advance(2)
    assert rooms.session.lobby.tables == {}
    assert len(rooms.records) == 1
    assert len(rooms.session.lobby.premises.players) == 0


@pytest.mark.parametrize("ready", [True, False])
def test_bug_D07_a_return_at_the_change_of_hands_is_told_the_hand_it_comes_to(
    rooms: Rooms, ready: bool
) -> None:
    people = started(rooms, "Ann", "Bob")
    play_on(people, lambda: people[0].view["state"] == "between")
    people[0].drop()
    failed = rooms.connect()
    failed.feed(failed.frame("hello", versions=[1], name="", software="", token=people[0].token)[1])
    failed.drop()
    if ready:
        people[1].ok("ready")
    back = rooms.back(people[0])
    told, heard = back.of_type("update")[0]["view"], people[1].view
    moving = {"waits": None, "next_in": None}  # seconds, told at another moment
    assert {**told, **moving} == {**heard, **moving}
    assert back.of_type("update")[0]["view"]["hand"] == (2 if ready else 1)
    if not ready:
        rooms.advance(10)
    started_in = [e["hand"] for e in back.events("hand_started")]
    assert started_in[-1] == 2
    assert back.last["turn"] == people[1].last["turn"]


def test_bug_M04_hundreds_of_returns_leave_one_stand_in_and_a_few_alarms_at_most(
    rooms: Rooms,
) -> None:
    house = house_of(rooms)
    people = started(rooms, "Ann", "Bob")
    client = people[0]
    client.drop()
    rooms.advance(GRACE_SECONDS)
    for _ in range(300):
        client = rooms.back(client)
        client.drop()
        rooms.advance(0.01)
    client = rooms.back(client)
    # With no move of one's own in between there is no new time of grace.
    assert len(house.of_type("assign")) == 301
    assert len(rooms.session.lobby.premises.players) == 2
    assert len(rooms.alarms) <= 2
    assert client.view["seats"][0]["stand_in"] is False


def test_bug_M04_the_alarm_of_a_closed_table_does_nothing(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    play_on(people, lambda: people[0].view["state"] == "between")
    for client in people:
        client.ok("end")
    for client in people:
        client.ok("leave")
    assert rooms.session.lobby.tables == {}
    rooms.advance(60)


def test_rule_K17_a_person_who_leaves_is_replaced_to_the_end_of_the_match(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", target=1)
    total = ann.view["seats"][1]["cards"]
    bob.ok("leave")
    seat = ann.view["seats"][1]
    assert (seat["kind"], seat["level"], seat["cards"]) == ("computer", "simple", total)
    kinds = [event["event"] for event in ann.last["events"]]
    assert kinds == ["stood", "sat"]
    assert bob.refused("join", table=1) == "already_started"


def test_a_dropped_person_can_be_kicked_and_then_has_no_seat_to_return_to(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann, bob = started(rooms, "Ann", "Bob")
    bob.drop()
    rooms.advance(GRACE_SECONDS)
    stand_in = stand_in_of(rooms, house)
    ann.ok("kick", name="Bob")
    assert stand_in.goodbye == "seat_closed"
    assert ann.view["seats"][1]["kind"] == "computer"
    late = rooms.connect()
    code = late.refused("hello", versions=[1], name="", software="", token=bob.token)
    assert code == "bad_token"


def test_a_dropped_bot_from_outside_is_stood_in_for_and_returns_by_token(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    bot = rooms.bot("bot")
    bot.ok("join", table=1)
    ann.ok("start")
    bot.drop()
    rooms.advance(GRACE_SECONDS)
    assert ann.view["seats"][1]["stand_in"] is True
    assert ann.view["seats"][1]["kind"] == "computer"
    assert rooms.back(bot).you["seat"] == 1


def test_a_link_lost_while_waiting_frees_the_seat_and_passes_the_host(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    ann.drop()
    assert bob.view["seats"][0]["kind"] == "empty"
    assert bob.view["host"] == "Bob"
