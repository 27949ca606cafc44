"""Pauses: by consent of the people who are there, and while nobody is."""

from typing import Any

from cardgame_protocol.limits import ALL_AWAY_SECONDS, GRACE_SECONDS, PAUSE_SECONDS
from tests.server.kit import SECRET, Client, Rooms, first_play, off_turn, on_turn, play_on, started
from tests.server.waiting import entries, entry_of, kinds

CLOCK: dict[str, Any] = {"turn_seconds": 20, "bank_seconds": 40}


def paused(rooms: Rooms, *names: str, **options: Any) -> list[Client]:
    """Start a match that its people have agreed to pause."""
    people = started(rooms, *names, **options)
    for client in people:
        client.ok("pause")
    return people


def test_a_pause_begins_when_all_who_are_there_agree(rooms: Rooms) -> None:
    ann, bob, cid = started(rooms, "Ann", "Bob", "Cid")
    ann.ok("pause")
    assert bob.last["events"] == [{"event": "asked_pause", "seat": 0, "agree": True}]
    assert bob.view["seats"][0]["pause"] is True
    bob.ok("pause")
    ann.ok("pause", agree=False)
    assert cid.view["paused"] is None
    cid.ok("pause")
    ann.ok("pause")
    assert kinds(cid, "paused") == [{"event": "paused", "reason": "agreed"}]
    assert cid.view["paused"] == "agreed"


def test_who_is_gone_is_not_asked_and_whoever_goes_last_completes_the_consent(rooms: Rooms) -> None:
    ann, bob, cid = started(rooms, "Ann", "Bob", "Cid")
    cid.drop()
    ann.ok("pause")
    assert ann.view["paused"] is None
    bob.drop()
    assert ann.view["paused"] == "agreed"


def test_in_a_pause_nobody_moves_and_all_clocks_stand_still(rooms: Rooms) -> None:
    people = paused(rooms, "Ann", "Bob", **CLOCK)
    mover = on_turn(people)
    before = mover.last["turn"]
    answer = mover.ask("move", turn=before, action=first_play(mover))
    assert (answer["code"], answer["turn"]) == ("paused", before)
    rooms.advance(1000)
    assert mover.last["turn"] == before
    for client in people:
        client.ok("resume")
    assert kinds(mover, "resumed") == [{"event": "resumed", "reason": "agreed"}]
    assert entry_of(mover, mover.you["seat"]) == ("turn", 60.0, "default")
    assert mover.move(first_play(mover))["type"] == "ok"


def test_a_pause_stops_the_time_that_is_left_and_does_not_fill_it_up(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", **CLOCK)
    rooms.advance(50)
    for step in range(3):
        for client in people:
            client.ok("pause")
        rooms.advance(100 * step)
        for client in people:
            client.ok("resume")
        rooms.advance(2)
    assert entry_of(people[0], on_turn(people).you["seat"]) == ("turn", 6.0, "default")
    rooms.advance(4.1)
    assert len(kinds(people[0], "time_up")) == 1


def test_a_pause_ends_by_itself(rooms: Rooms) -> None:
    people = paused(rooms, "Ann", "Bob")
    rooms.advance(PAUSE_SECONDS - 1)
    assert people[0].view["paused"] == "agreed"
    rooms.advance(2)
    assert people[0].view["paused"] is None
    assert kinds(people[0], "resumed") == [{"event": "resumed", "reason": "limit"}]


def test_a_pause_ends_when_the_last_who_does_not_want_to_go_on_leaves(rooms: Rooms) -> None:
    ann, bob, cid = paused(rooms, "Ann", "Bob", "Cid")
    ann.ok("resume")
    bob.ok("resume")
    assert entries(ann) == [(2, "resume", PAUSE_SECONDS, "resumes")]
    cid.ok("leave")
    assert ann.view["paused"] is None


def test_a_pause_between_two_hands_stops_the_next_one(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=2000)
    play_on(people, lambda: people[0].view["state"] == "between")
    rooms.advance(6)
    for client in people:
        client.ok("pause")
    rooms.advance(600)
    assert people[0].refused("ready") == "paused"
    assert people[0].view["hand"] == 1
    for client in people:
        client.ok("resume")
    assert people[0].view["next_in"] == 4.0
    rooms.advance(4)
    assert people[0].view["hand"] == 2


def test_a_match_can_be_ended_in_a_pause(rooms: Rooms) -> None:
    people = paused(rooms, "Ann", "Bob")
    for client in people:
        client.ok("end")
    assert (people[0].view["state"], people[0].view["paused"]) == ("over", None)
    for client in people:
        client.ok("rematch")
    assert on_turn(people).move(first_play(on_turn(people)))["type"] == "ok"


def test_pauses_are_refused_where_there_is_nothing_to_pause_or_resume(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    assert ann.refused("pause") == "not_at_table"
    ann.ok("create", preset="duel", seats=2)
    assert ann.refused("pause") == "not_playing"
    assert ann.refused("resume") == "not_paused"
    ann.ok("add_computer", level="simple")
    ann.ok("start")
    assert ann.refused("resume") == "not_paused"
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    assert wim.refused("pause") == "not_seated"
    ann.ok("pause")
    assert ann.refused("pause") == "paused"


def test_where_only_computers_sit_the_host_pauses_alone(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, sit=False)
    for _ in range(2):
        ann.ok("add_computer", level="simple")
    ann.ok("start")
    ann.ok("pause")
    turn = ann.last["turn"]
    rooms.advance(60)
    assert ann.last["turn"] == turn
    ann.ok("resume")
    rooms.advance(60)
    assert ann.last["turn"] > turn


def test_when_all_who_agreed_to_a_pause_leave_for_good_the_computers_play_on(rooms: Rooms) -> None:
    people = paused(rooms, "Ann", "Ben", target=100_000)
    table = rooms.session.lobby.tables[1]
    people[0].ok("leave")
    assert table.paused == "agreed"
    people[1].ok("leave")
    assert table.paused is None
    turn = table.turn
    rooms.advance(30)
    assert table.turn > turn


def test_a_computers_move_is_held_through_a_pause(rooms: Rooms) -> None:
    ann, bot = rooms.person("Ann"), rooms.bot("bot")
    ann.ok("create", preset="classic", seats=2, pace=0)
    bot.ok("join", table=1)
    ann.ok("start")
    play_on([ann, bot], lambda: bot.on_turn)
    ann.ok("pause")
    number, frame = bot.frame("move", turn=bot.last["turn"], action=first_play(bot))
    bot.feed(frame)
    rooms.advance(300)
    assert not [m for m in bot.inbox if m["type"] in ("ok", "refused") and m["id"] == number]
    ann.ok("resume")
    rooms.advance(0.1)
    assert bot.answer_to(number)["type"] == "ok"


def test_bug_D03_all_away_stops_everything_and_the_first_who_is_back_finds_it_so(
    rooms: Rooms,
) -> None:
    house = rooms.person("house", computer=True, house=SECRET)
    people = started(rooms, "Ann", "Bob", **CLOCK)
    mover, other = on_turn(people), off_turn(people)
    rooms.advance(50)
    mover.drop()
    rooms.advance(2)
    other.drop()
    assigned = len(house.of_type("assign"))
    rooms.advance(ALL_AWAY_SECONDS - 10)
    assert len(house.of_type("assign")) == assigned
    back = rooms.back(mover)
    assert kinds(back, "paused", "resumed") == [
        {"event": "paused", "reason": "away"},
        {"event": "resumed", "reason": "returned"},
    ]
    assert entry_of(back, back.you["seat"]) == ("turn", 8.0, "default")
    assert entry_of(back, 1 - back.you["seat"]) == ("return", GRACE_SECONDS, "stand_in")
    assert back.move(first_play(back))["type"] == "ok"


def test_alone_against_computers_a_lost_link_stops_the_game(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    for _ in range(2):
        ann.ok("add_computer", level="simple")
    ann.ok("start")
    before = rooms.session.lobby.tables[1].turn
    ann.drop()
    rooms.advance(600)
    back = rooms.back(ann)
    assert back.last["turn"] == before
    rooms.advance(30)
    assert back.last["turn"] > before or back.on_turn


def test_all_away_for_too_long_ends_the_match_with_its_standings(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    for client in people:
        client.drop()
    rooms.advance(ALL_AWAY_SECONDS + 1)
    assert wim.view["state"] == "over"
    assert wim.view["result"]["reason"] == "agreed"
    assert [seat["kind"] for seat in wim.view["seats"]] == ["empty", "empty"]
    assert (wim.view["host"], wim.view["paused"]) == ("Wim", None)
    assert len(rooms.records) == 1


def test_a_pause_that_was_agreed_to_outlasts_everybodys_absence(rooms: Rooms) -> None:
    people = paused(rooms, "Ann", "Bob")
    for client in people:
        client.drop()
    rooms.advance(60)
    back = rooms.back(people[0])
    assert back.view["paused"] == "agreed"
    back.ok("resume")
    assert back.view["paused"] is None


def test_when_the_last_person_leaves_for_good_the_computers_play_on(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    ann.drop()
    bob.ok("leave")
    assert wim.view["paused"] == "away"
    rooms.back(ann).ok("leave")
    assert wim.view["paused"] is None
    turn = wim.last["turn"]
    rooms.advance(30)
    assert wim.last["turn"] > turn
