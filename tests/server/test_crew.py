"""Computer players at a table: hired, dismissed, their level, the house process."""

import pytest

from tests.server.kit import SECRET, Client, Rooms, on_turn, play_on, started, table_of


def house_of(rooms: Rooms) -> Client:
    """Connect a house process."""
    return rooms.person("house", computer=True, house=SECRET)


def computers_of(rooms: Rooms, house: Client) -> list[Client]:
    """Let the house open a connection for each assignment."""
    come = []
    for assign in house.of_type("assign"):
        client = rooms.connect("127.0.0.1")
        client.hello("x", computer=True, token=assign["token"])
        come.append(client)
    return come


def test_a_computer_is_seated_at_once_and_the_house_is_told_how_to_play_it(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    assert ann.ok("add_computer", level="random", seat=2) == {"seat": 2}
    assign = house.of_type("assign")[0]
    assert (assign["name"], assign["level"]) == ("Vega", "random")
    assert ann.view["seats"][2]["here"] is False
    computer = computers_of(rooms, house)[0]
    assert ann.view["seats"][2]["here"] is True
    assert (computer.you["seat"], computer.view["table"]) == (2, 1)
    assert ann.events("sat")[-1] == {
        "event": "sat", "seat": 2, "name": "Vega", "kind": "computer", "level": "random"
    }  # fmt: skip


def test_a_house_that_comes_later_or_again_is_told_all_its_computers(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=3)
    ann.ok("add_computer", level="random")
    ann.ok("add_computer", level="simple")
    house = house_of(rooms)
    assert [assign["level"] for assign in house.of_type("assign")] == ["random", "simple"]
    again = house_of(rooms)
    assert house.goodbye == "replaced"
    assert again.of_type("assign") == house.of_type("assign")


def test_nobody_but_the_house_is_told_a_computers_token(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann, bob = table_of(rooms, "Ann", "Bob")
    ann.ok("kick", name="Bob")
    ann.ok("add_computer", level="simple")
    token = house.of_type("assign")[0]["token"].encode()
    assert token not in ann.raw + bob.raw


def test_a_removed_computer_is_told_that_its_seat_is_closed(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("add_computer", level="simple")
    computer = computers_of(rooms, house)[0]
    ann.ok("remove_computer", seat=1)
    assert computer.goodbye == "seat_closed"
    assert ann.events("stood")[-1]["reason"] == "removed"
    assert ann.view["seats"][1]["kind"] == "empty"
    late = rooms.connect()
    assign = house.of_type("assign")[0]
    code = late.refused("hello", versions=[1], name="", software="", token=assign["token"])
    assert code == "bad_token"


def test_computers_are_refused_for_each_reason_with_its_own_code(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    assert ann.refused("add_computer", level="genius") == "no_such_level"
    assert ann.refused("add_computer", level="simple") == "table_full"
    assert ann.refused("add_computer", level="simple", seat=1) == "seat_taken"
    assert ann.refused("add_computer", level="simple", seat=2) == "no_such_seat"
    assert ann.refused("remove_computer", seat=1) == "not_computer"
    assert ann.refused("remove_computer", seat=5) == "no_such_seat"
    assert ann.refused("set_level", seat=1, level="simple") == "not_computer"
    bob.ok("leave")
    ann.ok("add_computer", level="simple")
    assert ann.refused("set_level", seat=1, level="genius") == "no_such_level"
    ann.ok("start")
    assert ann.refused("remove_computer", seat=1) == "already_started"
    assert ann.refused("add_computer", level="simple") == "already_started"


def test_a_changed_level_brings_another_computer_of_the_same_name(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("add_computer", level="random")
    before = computers_of(rooms, house)[0]
    ann.ok("set_level", seat=1, level="simple")
    assert before.goodbye == "seat_closed"
    seat = ann.view["seats"][1]
    assert (seat["name"], seat["level"]) == ("Vega", "simple")
    assert ann.events("level") == [{"event": "level", "seat": 1, "level": "simple"}]
    ann.ok("set_level", seat=1, level="simple")
    assert len(house.of_type("assign")) == 2


def test_rule_B11_a_level_is_changed_before_ones_own_first_card_of_a_hand_only(
    rooms: Rooms,
) -> None:
    ann, bob, cid = table_of(rooms, "Ann", "Bob", "Cid")
    cid.ok("leave")
    ann.ok("add_computer", level="random")
    ann.ok("start")
    ann.ok("set_level", seat=2, level="simple")
    for _ in range(100):
        if ann.on_turn and first_is_play(ann):
            break
        pass_turn(rooms, [ann, bob])
    ann.move(next(text for text in ann.you["legal"] if text.startswith("play")))
    assert ann.refused("set_level", seat=2, level="random") == "too_late"


def first_is_play(client: Client) -> bool:
    """Whether the client may play a card now."""
    return any(text.startswith("play") for text in client.you["legal"])


def pass_turn(rooms: Rooms, people: list[Client]) -> None:
    """Let the table go on by a step, without a card of the host's."""
    if people[0].view["to_move"] == 2:
        rooms.advance(10)
        return
    client = on_turn(people)
    wanted = ("draw", "pass", "take", "name")
    client.move(next(text for text in client.you["legal"] if text.startswith(wanted)))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("leave", {}),
        ("chat", {"text": "hi"}),
        ("create", {"preset": "duel", "seats": 2}),
        ("quit", {}),
        ("kick", {"name": "Ann"}),
    ],
)
def test_a_computer_of_the_house_plays_and_does_nothing_else(
    rooms: Rooms, kind: str, fields: dict[str, object]
) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("add_computer", level="simple")
    computer = computers_of(rooms, house)[0]
    assert computer.refused(kind, **fields) == "reserved"


def test_computers_play_a_whole_match_for_a_host_who_watches(rooms: Rooms) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="survival", seats=4, sit=False, target=1)
    for _ in range(4):
        ann.ok("add_computer", level="random")
    computers = computers_of(rooms, house)
    ann.ok("start")
    play_on(computers, lambda: ann.view["state"] == "over")
    assert ann.view["result"]["reason"] == "lives"
    assert ann.events("hand_over")
    assert len(rooms.records) == 1


def test_a_computer_that_does_not_answer_is_played_by_default_and_nobody_waits_for_ever(
    rooms: Rooms,
) -> None:
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2, sit=False, target=1)
    ann.ok("add_computer", level="simple")
    ann.ok("add_computer", level="simple")
    ann.ok("start")
    turn = ann.last["turn"]
    rooms.advance(4)
    assert ann.last["turn"] == turn
    rooms.advance(2)
    assert ann.last["turn"] > turn
    rooms.advance(3600)
    assert ann.view["state"] == "over"


def test_when_the_house_process_dies_its_seats_stay_and_are_played_again_by_the_next(
    rooms: Rooms,
) -> None:
    house = house_of(rooms)
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("add_computer", level="simple")
    computer = computers_of(rooms, house)[0]
    ann.ok("start")
    house.drop()
    computer.drop()
    assert ann.view["seats"][1]["here"] is False
    assert ann.view["seats"][1]["kind"] == "computer"
    successor = computers_of(rooms, house_of(rooms))[0]
    assert ann.view["seats"][1]["here"] is True
    assert successor.you["seat"] == 1
    assert successor.events("match_started")


def test_computers_have_names_that_nobody_else_holds(rooms: Rooms) -> None:
    rooms.person("vega")
    ann = rooms.person("Ann")
    ann.ok("create", preset="classic", seats=10)
    for _ in range(9):
        ann.ok("add_computer", level="simple")
    bob = rooms.person("Bob")
    bob.ok("create", preset="classic", seats=10, sit=False)
    rooms.advance(10)
    for _ in range(10):
        bob.ok("add_computer", level="simple")
    names = [seat["name"] for client in (ann, bob) for seat in client.view["seats"]]
    assert len(set(map(str.casefold, [*names, "vega"]))) == 21
    assert "Rigel" in names


def test_bug_T01_a_leaver_off_turn_or_on_turn_never_moves_the_turn(rooms: Rooms) -> None:
    for leaver in range(4):
        people = started(rooms, *(f"p{leaver}{seat}" for seat in range(4)))
        before = people[0].view["to_move"], people[0].view["direction"], people[0].last["turn"]
        people[leaver].ok("leave")
        watcher = people[(leaver + 1) % 4]
        after = watcher.view["to_move"], watcher.view["direction"], watcher.last["turn"]
        assert after == before
        cards = [seat["cards"] for seat in watcher.view["seats"]]
        assert sum(cards) + watcher.view["stock"] + watcher.view["discard"] == 108
        rooms.advance(5)
