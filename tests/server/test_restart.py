"""The process ends at any moment and another goes on: seats, cards, decisions, tokens, clocks."""

from pathlib import Path
from random import Random

import pytest

from cardgame_rules import PRESETS
from cardgame_server.clock import Clock
from cardgame_server.limits import RESTART_SECONDS
from cardgame_server.saving import CLOCK_TIMES, SEAT_TIMES, SEAT_VOTES, TABLE_TIMES
from cardgame_server.seats import Seat
from tests.server.disk import back_in, copy_of, disk_in, restarted, seen
from tests.server.kit import Client, Rooms, on_turn, started, table_of

NAMES = ("Ann", "Ben", "Cem", "Dora")
TABLES = [
    (name, seats) for name, rules in PRESETS.items() for seats in {2, min(4, rules.players[1])}
]


def play_once(clients: list[Client], chance: Random) -> None:
    """Have somebody do one legal thing, or say ready."""
    if clients[0].view["state"] == "between":
        for client in clients:
            if client.view["state"] == "between":
                client.ok("ready")
            client.rooms.advance(1.0)
        return
    late = [c for c in clients if c.you["legal"] and not c.on_turn]
    client = chance.choice(late) if late and chance.random() < 0.3 else on_turn(clients)
    legal: list[str] = client.you["legal"]
    plays = [action for action in legal if action.startswith("play")]
    client.rooms.advance(0.5)
    assert client.move(chance.choice(plays or legal))["type"] == "ok"


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_bug_S06_whoever_comes_back_after_a_restart_sees_what_was_seen_before_at_every_step(
    tmp_path: Path, preset: str, seats: int
) -> None:
    chance = Random(seats)
    with disk_in(tmp_path) as disk:
        rooms = Rooms(seed=seats, disk=disk)
        clients = started(rooms, *NAMES[:seats], preset=preset, turn_seconds=60, bank_seconds=30)
        for step in range(80):
            if clients[0].view["state"] == "over":
                break
            play_once(clients, chance)
            if step % 6 == 0 or clients[0].view["state"] != "playing":
                returned = back_in(restarted(disk.saved()), clients)
                assert [seen(client) for client in returned] == [seen(client) for client in clients]


def test_play_goes_on_at_the_same_card_and_to_the_same_end(tmp_path: Path) -> None:
    chance = Random(5)
    with disk_in(tmp_path) as disk:
        rooms = Rooms(seed=5, disk=disk)
        clients = started(rooms, "Ann", "Ben", preset="classic", target=60)
        restarts = 0
        for step in range(2000):
            if clients[0].view["state"] == "over":
                break
            play_once(clients, chance)
            if step % 25 == 24:
                restarts += 1
                rooms = restarted(disk.saved(), disk)
                clients = back_in(rooms, clients)
        assert restarts > 1
        ann, ben = clients
        assert ann.view["result"] == ben.view["result"] is not None
        # The record is that of the whole match, all processes together, and follows the rules.
        assert ann.ok("record")["text"].count("hand ") == ann.view["hand"]
        returned = back_in(restarted(disk.saved()), clients)
        assert seen(returned[0]) == seen(ann)
        assert returned[0].ok("record") == ann.ok("record")


def test_nothing_of_a_table_is_forgotten_by_who_writes_the_code() -> None:
    saved = {*CLOCK_TIMES, "turn_seconds", "bank_seconds"}
    assert set(Clock.__slots__) == saved, "keep it in saving.CLOCK_TIMES, or say here why not"
    # Who sits there is in the head; a stand-in comes anew.
    elsewhere = {"owner", "heir", "stand_in"}
    assert set(Seat.__slots__) == {*SEAT_TIMES, *SEAT_VOTES, *elsewhere}
    table = next(iter(started(Rooms(), "Ann", "Ben")[0].rooms.session.lobby.tables.values()))
    in_head = {"number", "settings", "maker", "seats", "watchers", "host", "barred", "matches"}
    in_head |= {"turns_before", "fairness", "next_secret"}
    from_match = {"match", "state", "record_text", "opened_turn", "history"}
    of_process = {"premises", "closed", "alarms_set", "held", "people_view", "people_at_seats"}
    of_process |= {"idle_parts", "fresh", "stale_view", "resuming", "host_expected", "clock"}
    of_saving = {"step", "kept_lines", "kept_head", "unkept", "dealt_at", "dealt", "hands_done"}
    known = {*TABLE_TIMES} | in_head | from_match | of_process | of_saving
    assert set(vars(table)) <= known, "keep it in saving, or say here why not"


def test_a_turn_has_the_time_left_that_it_had_and_the_bank_too(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        rooms = Rooms(disk=disk)
        clients = started(rooms, "Ann", "Ben", preset="eights", turn_seconds=20, bank_seconds=40)
        rooms.advance(30)  # ten seconds of the first turn's bank
        actor = on_turn(clients)
        seat = actor.you["seat"]
        actor.move(next(a for a in actor.you["legal"] if a.startswith("play")))
        assert actor.view["seats"][seat]["bank"] == pytest.approx(30)
        rooms.advance(5)
        rooms.do(rooms.session.beat)
        returned = back_in(restarted(disk.saved(), after=0.0), clients)
        assert returned[0].view["seats"][seat]["bank"] == pytest.approx(30)
        entry = next(e for e in returned[0].view["waits"] if e["why"] == "turn")
        assert entry["left"] == pytest.approx(15 + 40)


def test_the_time_a_server_is_down_is_nobodys(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        clients = started(Rooms(disk=disk), "Ann", "Ben", preset="eights", turn_seconds=20)
        # The rooms' clock goes on from where it was, however late the other process comes.
        rooms = restarted(disk.saved())
        returned = back_in(rooms, clients)
        entry = next(e for e in returned[0].view["waits"] if e["why"] == "turn")
        assert entry["left"] == pytest.approx(20)


def test_bug_D03_everybody_drops_at_once_by_a_restart_and_one_never_returns(
    tmp_path: Path,
) -> None:
    with disk_in(tmp_path) as disk:
        clients = started(Rooms(disk=disk), *NAMES, preset="classic")
        rooms = restarted(disk.saved())
        rooms.advance(5.0)
        two = back_in(rooms, clients[:2])
        assert two[0].view["state"] == "playing"
        assert two[0].view["host"] == "Ann"
        rooms.advance(9.0)
        third = back_in(rooms, clients[2:3])[0]
        assert seen(third)["you"] == seen(clients[2])["you"]
        rooms.advance(10.0)
        assert [seat["stand_in"] for seat in third.view["seats"]] == [False, False, False, True]


def test_bug_D07_whoever_resumes_where_a_hand_ended_comes_to_the_next_one(tmp_path: Path) -> None:
    chance = Random(3)
    with disk_in(tmp_path) as disk:
        clients = started(Rooms(disk=disk), "Ann", "Ben", preset="eights", target=1000)
        while clients[0].view["state"] != "between":
            play_once(clients, chance)
        rooms = restarted(disk.saved(), disk)
        returned = back_in(rooms, clients)
        assert returned[0].view["last_hand"] == clients[0].view["last_hand"]
        rooms.advance(10.0)
        assert [client.view["hand"] for client in returned] == [2, 2]
        again = back_in(restarted(disk.saved()), returned)
        assert [seen(client) for client in again] == [seen(client) for client in returned]


def test_a_table_that_waits_for_its_match_and_the_lobby_are_there_for_a_while(
    tmp_path: Path,
) -> None:
    with disk_in(tmp_path) as disk:
        before = Rooms(disk=disk)
        hush = "hush \0 \xe9"
        people = [before.person("Ann"), before.person("Ben")]
        people[0].ok("create", preset="classic", seats=2, password=hush)
        people[1].ok("join", table=1, password=hush)
        visitor, watcher = before.person("Vic"), before.person("Wim")
        watcher.ok("spectate", table=1, password=hush)
        rooms = restarted(disk.saved(), disk)
        returned = back_in(rooms, [*people, visitor, watcher])
        assert seen(returned[0]) == seen(people[0])
        assert [client.view["spectators"] for client in returned[:2]] == [["Wim"], ["Wim"]]
        assert returned[0].ok("list")["total"] == 1
        assert rooms.person("Eve").refused("join", table=1) == "wrong_password"
        # Whoever does not come has lost the place then, as always before a match.
        rooms = restarted(disk.saved(), disk)
        ann = back_in(rooms, people[:1])[0]
        rooms.wait(RESTART_SECONDS / 2)
        ann.ok("ping")
        rooms.wait(RESTART_SECONDS / 2 + 1)
        assert [seat["name"] for seat in ann.view["seats"]] == ["Ann", ""]
        assert (
            rooms.connect().refused(
                "hello", versions=[1], name="V", software="", token=visitor.token
            )
            == "bad_token"
        )


def test_a_token_is_worth_nothing_after_its_owner_has_quit(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        ann = Rooms(disk=disk).person("Ann")
        ann.ask("quit")
        rooms = restarted(disk.saved())
        again = rooms.connect()
        assert (
            again.refused("hello", versions=[1], name="A", software="", token=ann.token)
            == "bad_token"
        )
        assert rooms.person("Ann").name == "Ann"


def test_the_houses_computers_come_anew_with_other_tokens(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        before = Rooms(disk=disk)
        ann = before.person("Ann")
        ann.ok("create", preset="classic", seats=3)
        for _ in range(2):
            ann.ok("add_computer", level="simple")
        ann.ok("start")
        rooms = restarted(disk.saved())
        house = rooms.connect("127.0.0.1")
        house.hello("house", house="the house's secret")
        assigned = house.of_type("assign")
        assert [a["name"] for a in assigned] == [s["name"] for s in ann.view["seats"][1:]]
        for one in assigned:
            computer = rooms.connect("127.0.0.1")
            assert computer.hello("x", computer=True, token=one["token"])["table"] == 1
        assert back_in(rooms, [ann])[0].you == ann.you


def test_a_number_of_a_table_is_never_given_twice(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        ann = Rooms(disk=disk).person("Ann")
        assert ann.ok("create", preset="duel", seats=2)["table"] == 1
        ann.ok("leave")
        saved = disk.saved()
        assert saved.tables == []
        assert (
            back_in(restarted(saved), [ann])[0].ok("create", preset="duel", seats=2)["table"] == 2
        )


def test_whoever_was_kicked_stays_out_after_a_restart(tmp_path: Path) -> None:
    with disk_in(tmp_path) as disk:
        ann, ben = table_of(Rooms(disk=disk), "Ann", "Ben")
        ann.ok("kick", name="Ben")
        _, again = back_in(restarted(disk.saved()), [ann, ben])
        assert again.refused("join", table=1) == "rate_limited"


def test_a_process_that_ends_between_any_two_commits_loses_nothing_acknowledged(
    tmp_path: Path,
) -> None:
    chance = Random(8)
    with disk_in(tmp_path / "data") as disk:
        rooms = Rooms(seed=8, disk=disk)
        clients = started(rooms, *NAMES[:3], preset="survival")
        for step in range(40):
            play_once(clients, chance)
            if step % 8:
                continue
            copy = copy_of(tmp_path / "data", tmp_path / f"copy{step}")
            with disk_in(copy) as other:
                assert not other.folder.problems
                returned = back_in(restarted(other.folder.saved), clients)
                assert [seen(client) for client in returned] == [seen(client) for client in clients]


def test_a_hand_that_is_over_leaves_no_steps_behind(tmp_path: Path) -> None:
    chance = Random(4)
    with disk_in(tmp_path) as disk:
        clients = started(Rooms(disk=disk), "Ann", "Ben", preset="eights", target=1000)
        while clients[0].view["hand"] < 4:
            play_once(clients, chance)
        (steps,) = disk.folder.journal.db.execute("SELECT count(*) FROM steps").fetchone()
        assert steps == len(disk.saved().tables[0].steps) < 5
        assert len(disk.saved().tables[0].hands) == 3


def test_two_restarts_in_a_row_are_as_good_as_one(tmp_path: Path) -> None:
    chance = Random(9)
    with disk_in(tmp_path) as disk:
        clients = started(Rooms(disk=disk), *NAMES[:3], preset="classic")
        for _ in range(10):
            play_once(clients, chance)
        restarted(disk.saved(), disk)
        returned = back_in(restarted(disk.saved(), disk), clients)
        assert [seen(client) for client in returned] == [seen(client) for client in clients]
