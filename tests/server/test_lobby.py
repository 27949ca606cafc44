"""The lobby: list, create, join, watch, leave, and every refusal on the way."""

from typing import Any

import pytest

from cardgame_protocol.limits import SPECTATORS_MAX
from cardgame_rules import PRESETS
from cardgame_server import lobby
from cardgame_server.limits import TABLES_PER_PERSON
from tests.server.kit import Client, Plain, Rooms, started, table_of


def made(client: Client, **fields: Any) -> int:
    """Create a table for two and return its number."""
    number: int = client.ok("create", **{"preset": "classic", "seats": 2, **fields})["table"]
    return number


def test_create_seats_the_host_and_shows_the_table_to_it(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    assert ann.ok("create", preset="survival", seats=3) == {"table": 1, "seat": 0}
    view = ann.view
    assert (view["table"], view["name"], view["host"]) == (1, "Ann's table", "Ann")
    assert (view["state"], view["match"], view["changed"]) == ("waiting", 0, [])
    assert view["rules"]["preset"] == "survival"
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "", ""]
    assert [seat["kind"] for seat in view["seats"]] == ["person", "empty", "empty"]


def test_a_host_may_watch(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    assert ann.ok("create", preset="duel", seats=2, sit=False) == {"table": 1, "seat": None}
    assert ann.view["spectators"] == ["Ann"]
    assert ann.last["you"] is None


def test_options_that_differ_from_the_preset_are_named_in_view_and_list(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    made(ann, target=100, call_penalty=4, turn_limit=5000)
    assert ann.view["changed"] == ["call_penalty", "match_end"]
    assert ann.view["rules"]["options"]["match_end"] == "points:100"
    line = rooms.person("Bob").ok("list")["tables"][0]
    assert line["options"] == {"call_penalty": 4, "match_end": "points:100"}


def test_a_target_out_of_bounds_is_refused_in_the_words_of_the_request(rooms: Rooms) -> None:
    answer = rooms.person("Ann").ask("create", preset="duel", seats=2, target=100_001)
    assert answer["text"] == "target=100001 must be a number of points from 1 to 100000"


def test_a_target_means_lives_where_lives_are_played_for(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    made(ann, preset="survival", target=5)
    assert ann.view["rules"]["options"]["match_end"] == "lives:5"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"preset": "poker"}, "no_such_preset"),
        ({"preset": "classic\n"}, "no_such_preset"),
        ({"seats": 0}, "seat_count"),
        ({"seats": 1}, "seat_count"),
        ({"seats": 11}, "seat_count"),
        ({"preset": "duel", "seats": 3}, "seat_count"),
        ({"preset": "survival", "seats": 5}, "seat_count"),
        ({"target": 0}, "bad_option"),
        ({"target": 100_001}, "bad_option"),
        ({"preset": "survival", "target": 101}, "bad_option"),
        ({"call_penalty": 3}, "bad_option"),
        ({"turn_limit": 1_000_001}, "bad_option"),
        ({"name": "a\nb"}, "name_invalid"),
        ({"name": "\u3164"}, "name_invalid"),
        ({"name": "a\u2800b"}, "name_invalid"),
        ({"name": ""}, "name_invalid"),
        ({"name": "x" * 200}, "name_invalid"),
        ({"pace": -1}, "bad_request"),
        ({"pace": float("nan")}, "bad_request"),
        ({"pace": 1e9}, "bad_request"),
        ({"seats": True}, "bad_request"),
        ({"seats": "2"}, "bad_request"),
        ({"password": "x" * 1000}, "bad_request"),
        ({"listed": 1}, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_and_not_made(
    rooms: Rooms, fields: Plain, code: str
) -> None:
    ann = rooms.person("Ann")
    assert ann.refused("create", **{"preset": "classic", "seats": 2, **fields}) == code
    assert rooms.session.lobby.tables == {}
    made(ann)


@pytest.mark.parametrize(
    "fields",
    [
        {"target": 100_000, "turn_limit": 1_000_000},
        {"preset": "survival", "target": 100},
        *({"preset": preset, "call_penalty": 4} for preset in PRESETS),
    ],
)
def test_an_option_may_have_the_values_that_the_document_gives(rooms: Rooms, fields: Plain) -> None:
    assert made(rooms.person("Ann"), **fields) == 1


def test_an_empty_password_is_none(rooms: Rooms) -> None:
    ann, bob = rooms.person("Ann"), rooms.person("Bob")
    number = made(ann, password="")
    assert bob.ok("list")["tables"][0]["password"] is False
    bob.ok("join", table=number)


def test_one_person_makes_a_limited_number_of_tables(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    guests = [rooms.person(f"guest {n}") for n in range(TABLES_PER_PERSON)]
    for guest in guests:
        number = made(ann)
        guest.ok("join", table=number)
        ann.ok("leave")
        rooms.advance(5)
    assert ann.refused("create", preset="classic", seats=2) == "too_many_tables"
    guests[0].ok("leave")
    made(ann)


@pytest.mark.parametrize(("address", "limited"), [("10.0.0.9", True), ("127.0.0.2", False)])
def test_all_persons_of_one_other_address_make_a_limited_number_of_tables(
    address: str, limited: bool, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "TABLES_PER_ADDRESS", 1)
    ann, bob = rooms.connect(address), rooms.connect(address)
    ann.hello("Ann")
    bob.hello("Bob")
    made(ann)
    answer = bob.ask("create", preset="classic", seats=2)
    assert answer.get("code") == ("too_many_tables" if limited else None)


def test_a_second_table_or_seat_at_once_is_refused(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    other = rooms.person("Cid")
    number = made(other)
    for client in (ann, bob):
        assert client.refused("create", preset="duel", seats=2) == "already_at_table"
        assert client.refused("join", table=number) == "already_at_table"
        assert client.refused("spectate", table=number) == "already_at_table"


def test_join_takes_the_lowest_free_seat_or_the_one_asked_for(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    number = made(ann, seats=4)
    joined = rooms.person("Bob").ok("join", table=number, seat=3)
    assert joined == {"table": 1, "seat": 3, "queued": False}
    assert rooms.person("Cid").ok("join", table=number)["seat"] == 1
    assert ann.events("sat")[-1] == {
        "event": "sat", "seat": 1, "name": "Cid", "kind": "person", "level": None
    }  # fmt: skip


def test_joining_is_refused_for_each_reason_with_its_own_code(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    number = made(ann, password="secret", spectators=False)
    bob = rooms.person("Bob")
    assert bob.refused("join", table=number + 1) == "no_such_table"
    assert bob.refused("join", table=number) == "wrong_password"
    assert bob.refused("join", table=number, password="Secret") == "wrong_password"
    assert bob.refused("spectate", table=number, password="secret") == "no_spectators"
    assert bob.refused("join", table=number, password="secret", seat=0) == "seat_taken"
    assert bob.refused("join", table=number, password="secret", seat=2) == "no_such_seat"
    assert bob.ok("join", table=number, password="secret")["seat"] == 1
    assert rooms.person("Cid").refused("join", table=number, password="secret") == "table_full"


@pytest.mark.parametrize("seat", [True, 1.0, -1, 2**63, float("nan"), "1", 10])
def test_bug_P09_a_number_look_alike_is_refused_with_the_field_named(
    rooms: Rooms, seat: object
) -> None:
    number = made(rooms.person("Ann"))
    answer = rooms.person("Bob").ask("join", table=number, seat=seat)
    assert answer["code"] == "bad_request"
    assert "seat" in answer["text"]


def test_a_match_that_has_begun_is_watched_not_joined(rooms: Rooms) -> None:
    started(rooms, "Ann", "Bob")
    cid = rooms.person("Cid")
    assert cid.refused("join", table=1) == "already_started"
    cid.ok("spectate", table=1)
    assert cid.last["you"] is None
    assert cid.view["state"] == "playing"


def test_bug_L08_a_full_table_refuses_plainly_and_makes_nobody_a_spectator(rooms: Rooms) -> None:
    table_of(rooms, "Ann", "Bob")
    cid = rooms.person("Cid")
    assert cid.refused("join", table=1) == "table_full"
    assert rooms.person("Dan").ok("list")["tables"][0]["watching"] == 0
    assert cid.refused("leave") == "not_at_table"


def test_bug_L08_a_spectator_who_changes_tables_hears_of_the_second_only(rooms: Rooms) -> None:
    first = table_of(rooms, "Ann", "Bob")
    second = rooms.person("Cid")
    made(second, seats=3)
    watcher = rooms.person("Wim")
    watcher.ok("spectate", table=1)
    watcher.ok("leave")
    watcher.ok("spectate", table=2)
    watcher.inbox.clear()
    first[0].ok("start")
    first[0].ok("chat", text="hello there")
    assert watcher.inbox == []
    second.ok("chat", text="hello here")
    assert [chat["text"] for chat in watcher.of_type("chat")] == ["hello here"]
    counts = {line["table"]: line["watching"] for line in watcher.ok("list")["tables"]}
    assert counts == {1: 0, 2: 1}
    watcher.ok("leave")
    assert watcher.ok("list")["tables"][0]["watching"] == 0


def test_spectators_are_limited_so_that_a_view_fits_a_frame(rooms: Rooms) -> None:
    made(rooms.person("Ann"), seats=10)
    for number in range(SPECTATORS_MAX):
        rooms.person(f"日本語日本語日本{number}").ok("spectate", table=1)
    assert rooms.person("late").refused("spectate", table=1) == "table_full"


def test_the_list_shows_newest_first_in_pages_of_twenty(rooms: Rooms) -> None:
    for number in range(41):
        made(rooms.person(f"host {number}"), name=f"table {number}")
    lister = rooms.person("Lis")
    first = lister.ok("list")
    assert (len(first["tables"]), first["page"], first["pages"], first["total"]) == (20, 1, 3, 41)
    assert first["tables"][0] == {
        "table": 41, "name": "table 40", "preset": "classic", "seats": 2, "free": 1, "people": 1,
        "computers": 0, "watching": 0, "state": "waiting", "host": "host 40", "password": False,
        "spectators": True, "options": {}, "latecomers": "none",
        "turn_seconds": None, "bank_seconds": 0.0, "seed": None,
    }  # fmt: skip
    assert [line["table"] for line in lister.ok("list", page=3)["tables"]] == [1]
    assert lister.refused("list", page=4) == "page_out_of_range"
    assert lister.refused("list", page=0) == "bad_request"


@pytest.mark.parametrize(
    ("text", "found"),
    [("", [2, 1]), ("DUEL", [1]), ("ann", [1]), ("Bob", [2]), ("fun", [2]), ("zzz", [])],
)
def test_the_filter_looks_at_name_preset_and_people_whatever_the_case(
    rooms: Rooms, text: str, found: list[int]
) -> None:
    made(rooms.person("Ann"), preset="duel", name="one")
    made(rooms.person("Bob"), name="FUN")
    result = rooms.person("Lis").ok("list", filter=text)
    assert [line["table"] for line in result["tables"]] == found
    assert result["pages"] == 1


def test_an_unlisted_table_is_joined_by_its_number_only(rooms: Rooms) -> None:
    made(rooms.person("Ann"), listed=False)
    bob = rooms.person("Bob")
    assert bob.ok("list")["tables"] == []
    bob.ok("join", table=1)


def test_bug_L02_a_player_gone_before_the_start_leaves_no_ghost(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    bob.ok("ready")
    bob.drop()
    assert ann.view["seats"][1]["kind"] == "empty"
    assert ann.events("stood")[-1] == {"event": "stood", "seat": 1, "name": "Bob", "reason": "lost"}
    cid = rooms.person("Bob")
    assert cid.ok("join", table=1)["seat"] == 1
    ann.ok("start")


def test_a_table_ends_when_the_last_person_leaves_before_a_match(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    made(ann)
    ann.ok("leave")
    assert ann.ok("list")["tables"] == []
    assert ann.refused("join", table=1) == "no_such_table"


def test_bug_L06_when_a_table_is_dissolved_its_bots_are_told_and_can_go_elsewhere(
    rooms: Rooms,
) -> None:
    ann = rooms.person("Ann")
    made(ann, seats=3)
    bot, watcher = rooms.bot("bot"), rooms.bot("watcher")
    bot.ok("join", table=1)
    watcher.ok("spectate", table=1)
    ann.ok("leave")
    for client in (bot, watcher):
        assert client.of_type("removed") == [
            {"type": "removed", "table": 1, "reason": "table_ended"}
        ]
        made(client)


REQUESTS_AT_A_TABLE: list[tuple[str, Plain]] = [
    ("leave", {}),
    ("ready", {}),
    ("start", {}),
    ("add_computer", {"level": "simple"}),
    ("remove_computer", {"seat": 0}),
    ("set_level", {"seat": 0, "level": "simple"}),
    ("kick", {"name": "x"}),
    ("end", {}),
    ("rematch", {}),
    ("move", {"turn": 0, "action": "draw"}),
    ("record", {}),
]


@pytest.mark.parametrize(("kind", "fields"), REQUESTS_AT_A_TABLE)
def test_what_needs_a_table_is_refused_without_one(rooms: Rooms, kind: str, fields: Plain) -> None:
    assert rooms.person("Ann").refused(kind, **fields) == "not_at_table"


@pytest.mark.parametrize("kind", ["start", "add_computer", "remove_computer", "set_level", "kick"])
def test_what_is_the_hosts_is_refused_to_others(rooms: Rooms, kind: str) -> None:
    _, bob = table_of(rooms, "Ann", "Bob")
    fields = dict(REQUESTS_AT_A_TABLE)[kind]
    assert bob.refused(kind, **fields) == "not_host"


def test_ping_is_answered_at_once(rooms: Rooms) -> None:
    assert rooms.person("Ann").ok("ping") == {}
