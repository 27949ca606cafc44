"""The host's role and kicks."""

from collections.abc import Callable

import pytest

from tests.server.kit import Client, Plain, Rooms, on_turn, play_on, started, table_of


def test_bug_L06_the_role_passes_along_the_seats_when_the_host_leaves_before_the_start(
    rooms: Rooms,
) -> None:
    ann, bob, cid = table_of(rooms, "Ann", "Bob", "Cid")
    ann.ok("leave")
    assert bob.events("host") == [{"event": "host", "name": "Bob"}]
    assert cid.view["host"] == "Bob"
    assert cid.refused("start") == cid.refused("kick", name="Bob") == "not_host"
    bob.ok("kick", name="Cid")
    for _ in range(2):
        bob.ok("add_computer", level="simple")
    bob.ok("start")


def test_bug_L06_the_role_passes_when_the_host_leaves_on_turn_and_the_hand_goes_on(
    rooms: Rooms,
) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    play_on(people, lambda: on_turn(people) is people[0])
    people[0].ok("leave")
    bob, cid = people[1:]
    assert bob.view["host"] == "Bob"
    assert bob.view["state"] == "playing"
    assert bob.view["seats"][0]["kind"] == "computer"
    rooms.advance(60)
    assert bob.view["to_move"] in (1, 2)
    assert cid.view["host"] == "Bob"


def test_bug_L06_the_role_passes_between_two_hands(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", "Cid")
    play_on(people, lambda: people[0].view["state"] == "between")
    people[0].ok("leave")
    assert people[1].view["host"] == "Bob"
    people[1].ok("ready")
    people[2].ok("ready")
    assert people[1].view["state"] == "playing"


def test_bug_L06_the_role_passes_when_the_hosts_link_is_lost(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    ann.drop()
    assert bob.view["host"] == "Bob"
    back = rooms.back(ann)
    assert back.view["host"] == "Bob"


def test_the_role_passes_to_a_spectator_when_no_person_is_seated(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    bot, wim = rooms.bot("bot"), rooms.person("Wim")
    bot.ok("join", table=1)
    wim.ok("spectate", table=1)
    ann.ok("leave")
    assert wim.view["host"] == "Wim"
    assert bot.refused("start") == "not_host"


def test_a_person_who_comes_to_a_table_without_a_host_becomes_it(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    ann.ok("leave")
    bob.drop()
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    assert wim.view["host"] == "Wim"


def test_a_bot_hosts_the_table_it_made_and_can_play_there_alone(rooms: Rooms) -> None:
    bot = rooms.bot("bot")
    bot.ok("create", preset="duel", seats=2)
    bot.ok("add_computer", level="random")
    bot.ok("start")
    assert bot.view["host"] == "bot"
    assert bot.view["seats"][0] == {
        "name": "bot", "kind": "computer", "level": None, "here": True, "stand_in": False,
        "pause": False, "bank": None, "next": "",
        "ready": False, "asked": False, "cards": bot.view["seats"][0]["cards"], "total": 0,
        "lives": None, "in_match": True,
    }  # fmt: skip


def test_a_kicked_person_is_told_and_is_in_the_lobby(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    ann.ok("kick", name="BOB")
    assert bob.of_type("removed") == [{"type": "removed", "table": 1, "reason": "kicked"}]
    assert ann.events("stood")[-1]["reason"] == "kicked"
    assert bob.refused("leave") == "not_at_table"


def test_bug_L10_a_kick_acts_on_identity_not_on_the_seat_and_ends_by_itself(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=4)
    bob = rooms.person("Bob")
    bob.ok("join", table=1)
    ann.ok("kick", name="Bob")
    answer = bob.ask("join", table=1, seat=3)
    assert (answer["code"], answer["wait"]) == ("rate_limited", 300.0)
    assert bob.refused("spectate", table=1) == "rate_limited"
    bob.ok("quit")
    again = rooms.person("bob")
    assert again.refused("join", table=1) == "rate_limited"
    rooms.advance(301)
    again.ok("join", table=1)


def test_a_person_kicked_in_a_match_is_replaced_by_a_computer(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    ann.ok("kick", name="Bob")
    seat = ann.view["seats"][1]
    assert (seat["kind"], seat["level"]) == ("computer", "simple")
    assert seat["name"] != "Bob"
    assert ann.view["state"] == "playing"
    assert bob.of_type("removed")


def watched_by_its_host(rooms: Rooms) -> tuple[Client, Client, Client]:
    """Ann seated, Wim watching as the host since Ann's link was lost; and Ann's new link."""
    ann, wim = rooms.person("Ann"), rooms.person("Wim")
    ann.ok("create", preset="classic", seats=2)
    ann.ok("add_computer", level="simple")
    wim.ok("spectate", table=1)
    ann.ok("start")
    ann.drop()
    assert wim.view["host"] == "Wim"
    return ann, wim, rooms.connect()


def test_a_host_who_watches_cannot_take_the_seat_of_somebody_who_dropped(rooms: Rooms) -> None:
    ann, wim, again = watched_by_its_host(rooms)
    assert wim.refused("kick", name="Ann") == "not_host"
    result = again.hello("Ann", token=ann.token)
    assert (result["table"], result["seat"]) == (1, 0)
    assert again.view["host"] == "Wim"
    assert wim.refused("kick", name="Ann") == "not_host"


def test_a_host_who_watches_can_kick_another_spectator(rooms: Rooms) -> None:
    _, wim, _ = watched_by_its_host(rooms)
    vic = rooms.person("Vic")
    vic.ok("spectate", table=1)
    wim.ok("kick", name="Vic")
    assert vic.of_type("removed")


def test_a_host_who_watches_the_table_it_made_kicks_the_seated_unless_they_are_away(
    rooms: Rooms,
) -> None:
    hal = rooms.person("Hal")
    hal.ok("create", preset="classic", seats=2, sit=False)
    ann, bob = rooms.person("Ann"), rooms.person("Bob")
    ann.ok("join", table=1)
    bob.ok("join", table=1)
    hal.ok("start")
    ann.drop()
    assert hal.refused("kick", name="Ann") == "not_host"
    hal.ok("kick", name="Bob")
    assert bob.of_type("removed")


def test_a_spectator_can_be_kicked(rooms: Rooms) -> None:
    ann = table_of(rooms, "Ann", "Bob")[0]
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    ann.ok("kick", name="Wim")
    assert ann.view["spectators"] == []
    assert wim.of_type("removed")


@pytest.mark.parametrize("name", ["Ann", "nobody", "", "Vega"])
def test_who_is_not_there_or_oneself_or_a_computer_is_not_kicked(rooms: Rooms, name: str) -> None:
    ann = table_of(rooms, "Ann", "Bob")[0]
    ann.ok("kick", name="Bob")
    assert ann.ok("add_computer", level="simple") == {"seat": 1}
    assert ann.view["seats"][1]["name"] == "Vega"
    assert ann.refused("kick", name=name) == "no_such_player"


def test_bug_L10_coming_and_going_thirty_times_in_ten_seconds_is_limited(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    bob = rooms.person("Bob")
    codes = _every_third_of_a_second(rooms, lambda: _join_and_leave(bob))
    assert "rate_limited" in codes
    cid = rooms.person("Cid")
    cid.ok("join", table=1)
    ann.ok("add_computer", level="simple")
    ann.ok("start")


def test_bug_L10_toggling_ready_is_limited_and_does_not_keep_others_from_starting(
    rooms: Rooms,
) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    codes = _every_third_of_a_second(
        rooms, lambda: [bob.ask("ready", ready=ready) for ready in (True, False)]
    )
    assert "rate_limited" in codes
    ann.ok("start")


def test_whoever_has_asked_too_much_can_still_leave(rooms: Rooms) -> None:
    _, bob = table_of(rooms, "Ann", "Bob")
    _exhaust(bob)
    bob.ok("leave")
    bob.ok("quit")


def test_the_ready_that_is_asked_for_between_two_hands_is_never_limited(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob")
    play_on(people, lambda: people[0].view["state"] == "between")
    for client in people:
        _exhaust(client)
        client.ok("ready")
    assert people[0].view["hand"] == 2


def test_toggling_ready_between_two_hands_is_limited(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob")
    play_on([ann, bob], lambda: ann.view["state"] == "between")
    answers = [bob.ask("ready", ready=ready) for _ in range(20) for ready in (True, False)]
    assert "rate_limited" in [answer.get("code") for answer in answers]
    assert ann.view["state"] == "between"


def _exhaust(client: Client) -> None:
    while client.ask("list").get("code") != "rate_limited":
        pass


def _join_and_leave(client: Client) -> list[Plain]:
    return [client.ask("join", table=1), client.ask("leave")]


def _every_third_of_a_second(rooms: Rooms, act: Callable[[], list[Plain]]) -> list[object]:
    answers: list[Plain] = []
    for _ in range(30):
        answers += act()
        rooms.advance(1 / 3)
    return [answer.get("code") for answer in answers]
