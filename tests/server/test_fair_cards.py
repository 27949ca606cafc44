"""Commit and reveal at a table: what is told when, what nobody learns, what a restart keeps."""

from pathlib import Path
from random import Random

import pytest

from cardgame_rules.fairness import Fairness, secret_of_seed
from cardgame_rules.verifying import verify
from tests.rules import second_opinion
from tests.server.disk import back_in, disk_in, restarted
from tests.server.kit import Client, Plain, Rooms, on_turn, play_on, started, table_of


@pytest.fixture
def rooms() -> Rooms:
    return Rooms()


def play_out(people: list[Client]) -> None:
    play_on(people, lambda: people[0].view["state"] == "over")


def record_of(client: Client) -> str:
    pages = client.ok("record")["pages"]
    return "".join(client.ok("record", page=page)["text"] for page in range(1, pages + 1))


def test_the_commitment_is_shown_before_the_deal_and_stays_that_of_the_match(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob", target=1)
    shown: Plain = ann.view["fair"]
    assert (shown["match"], len(shown["commitment"]), shown["secret"]) == (1, 64, None)
    assert bob.view["fair"] == shown
    ann.ok("start")
    assert ann.events("match_started")[0]["commitment"] == shown["commitment"]
    assert ann.view["fair"] == shown
    assert ann.view["revealed"] is None


def test_the_secret_is_told_after_the_match_and_the_record_verifies(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob", target=1)
    commitment = ann.view["fair"]["commitment"]
    bob.ok("fair", text="  some luck ")
    ann.ok("start")
    play_out([ann, bob])
    revealed = ann.view["revealed"]
    assert (revealed["commitment"], revealed["texts"]) == (commitment, ["", "some luck"])
    assert second_opinion.commitment_to(bytes.fromhex(revealed["secret"]), 1) == commitment
    told = bob.events("revealed")
    assert told == [{"event": "revealed", "commitment": commitment, "secret": revealed["secret"]}]
    assert [e["event"] for e in ann.events()].index("revealed") > [
        e["event"] for e in ann.events()
    ].index("match_over")
    text = record_of(ann)
    assert text == rooms.records[0].text
    assert verify(text, commitment).faults == []
    assert second_opinion.wrong_draws(text) == 0


def test_no_byte_that_anybody_was_sent_before_the_end_holds_a_secret(rooms: Rooms) -> None:
    ann, bob = started(rooms, "Ann", "Bob", target=1)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    table = rooms.session.lobby.tables[1]
    assert table.fairness is not None
    secrets = [table.fairness.secret, table.next_secret]
    ann.refused("fair", text="x")
    ann.refused("record")
    ann.move("nonsense")
    play_on([ann, bob], lambda: ann.last["turn"] > 8)
    everything = b"".join(client.raw for client in (ann, bob, wim))
    for secret in secrets:
        assert secret not in everything
        assert secret.hex().encode() not in everything
    play_out([ann, bob])
    assert secrets[0].hex().encode() in ann.raw
    assert secrets[1].hex().encode() not in ann.raw


def test_each_match_has_a_secret_and_texts_of_its_own(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob", target=1)
    ann.ok("fair", text="once")
    ann.ok("start")
    play_out([ann, bob])
    coming = ann.view["fair"]
    assert coming["match"] == 2
    assert coming["commitment"] != ann.view["revealed"]["commitment"]
    assert coming["texts"] == ["", ""]
    bob.ok("fair", text="twice")
    assert ann.view["fair"]["texts"] == ["", "twice"]
    ann.ok("rematch")
    bob.ok("rematch")
    assert ann.view["fair"]["commitment"] == coming["commitment"]
    assert ann.view["revealed"] is None
    play_out([ann, bob])
    assert verify(record_of(ann), coming["commitment"]).faults == []
    assert "\ntext 1 twice\n" in record_of(ann)


def test_a_text_is_told_to_all_taken_back_and_gone_with_its_owner(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    bob.ok("fair", text="mine")
    assert ann.events("fair") == [{"event": "fair", "seat": 1, "text": "mine"}]
    bob.ok("fair", text="")
    assert ann.view["fair"]["texts"] == ["", ""]
    bob.ok("fair", text="mine again")
    bob.ok("leave")
    assert ann.view["fair"]["texts"] == ["", ""]


def test_a_text_is_refused_when_it_cannot_count(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    wim = rooms.person("Wim")
    assert wim.refused("fair", text="x") == "not_at_table"
    wim.ok("spectate", table=1)
    assert wim.refused("fair", text="x") == "not_seated"
    assert ann.refused("fair", text="a\nb") == "text_invalid"
    assert ann.refused("fair", text="x" * 101) == "text_invalid"
    assert ann.refused("fair", text=7) == "bad_request"
    ann.ok("start")
    assert bob.refused("fair", text="x") == "already_started"


def test_the_same_secret_with_another_text_deals_other_cards() -> None:
    hands = []
    for text in ("", "one", "two"):
        rooms = Rooms(seed=4)
        ann, _ = table_of(rooms, "Ann", "Bob")
        ann.ok("fair", text=text)
        ann.ok("start")
        hands.append(ann.you["hand"])
    assert hands[0] != hands[1] != hands[2] != hands[0]


def test_bug_X13_tables_and_servers_started_at_once_deal_differently() -> None:
    deals = set()
    for seed in (1, 2):
        rooms = Rooms(seed=seed)
        for number in range(10):
            host = rooms.person(f"Host {number}")
            table = host.ok("create", preset="classic", seats=2)["table"]
            guest = rooms.person(f"Guest {number}")
            guest.ok("join", table=table)
            host.ok("start")
            deals.add(tuple(host.you["hand"] + guest.you["hand"]))
    assert len(deals) == 20


def test_a_seed_is_for_all_to_see_and_makes_the_same_cards_again() -> None:
    hands = []
    for seed in (1, 2):
        rooms = Rooms(seed=seed)  # Another secret, of which nothing is used.
        ann, bob = table_of(rooms, "Ann", "Bob", seed="league 12", target=1)
        lister = rooms.person("Lis")
        assert lister.ok("list")["tables"][0]["seed"] == "league 12"
        assert ann.view["seed"] == bob.view["seed"] == "league 12"
        assert ann.refused("fair", text="x") == "seeded"
        ann.ok("start")
        hands.append(ann.you["hand"])
        play_out([ann, bob])
        secret = secret_of_seed("league 12", 1)
        assert ann.view["revealed"]["secret"] == secret.hex()
        assert (
            ann.view["fair"]["commitment"] == Fairness(2, secret_of_seed("league 12", 2)).commitment
        )
        text = record_of(ann)
        assert "\nseed league 12\n" in text
        assert "everybody could know its cards" in verify(text).notes[-1]
    assert hands[0] == hands[1]


@pytest.mark.parametrize("seed", ["", "  ", "a\tb", "x" * 101])
def test_a_seed_that_could_not_be_shown_is_refused(rooms: Rooms, seed: str) -> None:
    ann = rooms.person("Ann")
    assert ann.refused("create", preset="duel", seats=2, seed=seed) == "text_invalid"


def test_a_table_without_a_seed_shows_none(rooms: Rooms) -> None:
    ann, _ = table_of(rooms, "Ann", "Bob")
    assert ann.view["seed"] is None


def test_a_restarted_server_goes_on_with_what_it_has_committed_to(tmp_path: Path) -> None:
    chance = Random(3)
    with disk_in(tmp_path) as disk:
        rooms = Rooms(seed=3, disk=disk)
        people = table_of(rooms, "Ann", "Bob", preset="classic", target=40)
        people[1].ok("fair", text="before")
        commitment = people[0].view["fair"]["commitment"]
        people = back_in(restarted(disk.saved()), people)
        assert people[0].view["fair"]["commitment"] == commitment
        assert people[0].view["fair"]["texts"] == ["", "before"]
        people[0].rooms.disk = disk
        people[0].ok("start")
        for step in range(2000):
            if people[0].view["state"] == "over":
                break
            if step % 40 == 20:
                again = restarted(disk.saved())
                again.disk = disk
                people = back_in(again, people)
            if people[0].view["state"] == "between":
                for client in people:
                    client.ok("ready")
            else:
                mover = on_turn(people)
                plays = [text for text in mover.you["legal"] if text.startswith("play")]
                action = chance.choice(plays or [t for t in mover.you["legal"] if " " not in t])
                mover.move(action)
        assert people[0].view["state"] == "over"
        text = record_of(people[0])
        assert text.count("\nhand ") >= 1
        assert text.count("\nshuffle ") >= 2
        assert verify(text, commitment).faults == []
        after = people[0].view["fair"]
        people = back_in(restarted(disk.saved()), people)
        assert people[0].view["fair"] == after
        assert record_of(people[0]) == text
