"""The first words: greeting, hello, names, tokens, versions."""

import pytest

from cardgame_protocol.limits import NAME_CELLS
from tests.server.kit import SECRET, Rooms, pack


def test_the_greeting_comes_at_once_and_names_what_the_server_offers(rooms: Rooms) -> None:
    client = rooms.connect()
    assert client.inbox == [
        {
            "type": "greeting",
            "server": "cardgame",
            "server_id": "server-id",
            "software": "kit",
            "versions": [1],
            "presets": ["duel", "eights", "survival", "classic"],
            "levels": ["random", "simple", "steady", "sharp", "master"],
        }
    ]


def test_hello_is_answered_with_name_version_and_a_token(rooms: Rooms) -> None:
    result = rooms.connect().hello("Ann")
    assert result == {
        "version": 1,
        "name": "Ann",
        "token": f"{1:064x}",
        "table": None,
        "seat": None,
    }


@pytest.mark.parametrize("field", ["name", "software"])
def test_name_and_software_must_be_sent_with_a_token_too(rooms: Rooms, field: str) -> None:
    token = rooms.person("Ann").token
    hello = {"versions": [1], "name": "", "software": "", "token": token}
    without = {name: value for name, value in hello.items() if name != field}
    assert rooms.connect().refused("hello", **without) == "bad_request"
    assert rooms.connect().ok("hello", **hello)["name"] == "Ann"


def test_names_are_normalised_and_inner_spaces_collapsed(rooms: Rooms) -> None:
    assert rooms.connect().hello("Ann   e\u0301")["name"] == "Ann \xe9"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ann",
        "Ann ",
        "A\nnn",
        "A\x1b[2Jnn",
        "A\u2028nn",
        "A\x85nn",
        "A\u200bnn",
        "A\u202enn",
        "A\0nn",
        "\ue000",
        "\u0301",
        "\u3164",
        "\u2800",
        "\u115f",
        "A\u3164nn",
        "Ann\ufe0f",
        "A\u034fnn",
        "Ann\U000e0100",
        "\u00a0",
        "a" * (NAME_CELLS + 1),
        "日" * (NAME_CELLS // 2 + 1),
        "a" + "\u0301" * 5000,
    ],
)
def test_a_name_that_cannot_be_shown_is_refused_and_another_may_follow(
    rooms: Rooms, name: str
) -> None:
    client = rooms.connect()
    assert client.refused("hello", versions=[1], name=name, software="kit") == "name_invalid"
    assert client.hello("Ann")["name"] == "Ann"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("  ", "it is blank"),
        ("a" * 21, "it is 21 terminal cells wide, and 20 are the most"),
        ("q\u0301" * 21, "it has 42 code points, and 40 are the most"),
        ("a\x07", "it holds a control or format character"),
        ("a\u3164", "it holds a character that shows nothing"),
        (" a", "it begins or ends with a space"),
    ],
)
def test_a_name_that_is_refused_is_told_the_limit_that_it_broke(
    rooms: Rooms, name: str, why: str
) -> None:
    answer = rooms.connect().ask("hello", versions=[1], name=name, software="kit")
    assert answer["text"].startswith(f"This name cannot be used: {why}")


@pytest.mark.parametrize("name", ["日" * (NAME_CELLS // 2), "a" * NAME_CELLS, "Zoë 🃏", "x" * 3])
def test_a_name_is_measured_in_cells_of_a_terminal(rooms: Rooms, name: str) -> None:
    assert rooms.connect().hello(name)["name"] == name


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", "STRASSE", "straße"])
def test_a_name_is_unique_while_it_is_held_whatever_its_case(rooms: Rooms, name: str) -> None:
    rooms.person("Ann")
    holder = rooms.person("Straße")
    newcomer = rooms.connect()
    assert newcomer.refused("hello", versions=[1], name=name, software="kit") == "name_taken"
    holder.ok("quit")
    assert newcomer.hello("Straße")["name"] == "Straße"


def test_quit_gives_up_name_and_token_and_is_told_goodbye(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    ann.ok("quit")
    assert ann.goodbye == "quit"
    again = rooms.connect()
    refusal = again.refused("hello", versions=[1], name="x", software="", token=ann.token)
    assert refusal == "bad_token"
    assert again.hello("Ann")["token"] != ann.token


def test_a_request_before_hello_is_refused_and_after_hello_accepted(rooms: Rooms) -> None:
    client = rooms.connect()
    assert client.refused("list") == "hello_first"
    client.hello("Ann")
    client.ok("list")


def test_bug_L12_a_second_hello_is_refused_and_changes_nothing(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    assert ann.refused("hello", versions=[1], name="Bob", software="kit") == "already_hello"
    assert rooms.connect().hello("Bob")["name"] == "Bob"
    ann.ok("chat", text="still Ann")
    assert ann.of_type("chat")[-1]["name"] == "Ann"


@pytest.mark.parametrize("versions", [[0], [2, 99], []])
def test_bug_P11_no_shared_version_ends_with_both_sides_named(
    rooms: Rooms, versions: list[int]
) -> None:
    client = rooms.connect()
    client.feed(pack({"type": "hello", "id": 1, "versions": versions, "name": "A", "software": ""}))
    assert client.goodbye == "version"
    assert "version 1" in client.goodbye_text
    assert client.of_type("ok") == []


def test_bug_P11_a_higher_version_beside_ours_and_unknown_fields_do_no_harm(rooms: Rooms) -> None:
    result = rooms.connect().ok(
        "hello", versions=[1, 7], name="Ann", software="kit", features={"x": 1}
    )
    assert result["version"] == 1


@pytest.mark.parametrize("versions", ["1", None, [True], [1.0], ["1"]])
def test_bug_P11_versions_of_a_wrong_type_are_refused_with_the_field_named(
    rooms: Rooms, versions: object
) -> None:
    answer = rooms.connect().ask("hello", versions=versions, name="Ann", software="kit")
    assert (answer["type"], answer["code"]) == ("refused", "bad_request")
    assert "versions" in answer["text"]


@pytest.mark.parametrize("token", ["", "0", "f" * 64, "ä" * 64, f"{1:063x}"])
def test_bug_X05_a_guessed_token_is_refused(rooms: Rooms, token: str) -> None:
    rooms.person("Ann")
    guesser = rooms.connect()
    code = guesser.refused("hello", versions=[1], name="Ann", software="", token=token)
    assert code == "bad_token"


def test_bug_X05_guessing_tokens_is_limited_and_ends_with_flood(rooms: Rooms) -> None:
    guesser = rooms.connect()
    guesses = b"".join(
        guesser.frame("hello", versions=[1], name="A", software="", token=f"{n:064x}")[1]
        for n in range(10_000)
    )
    for start in range(0, len(guesses), 16_384):
        guesser.feed(guesses[start : start + 16_384])
    assert guesser.goodbye == "flood"
    assert len(guesser.of_type("refused")) < 300


def test_a_wrong_house_secret_is_refused_as_reserved(rooms: Rooms) -> None:
    client = rooms.connect()
    fields = {"versions": [1], "name": "house", "software": "", "computer": True}
    assert client.refused("hello", **fields, house="guess") == "reserved"
    client.ok("hello", **fields, house=SECRET)


def test_the_house_process_may_do_nothing_but_be_assigned_seats(rooms: Rooms) -> None:
    house = rooms.person("house", computer=True, house=SECRET)
    assert house.refused("create", preset="duel", seats=2) == "reserved"
    assert house.refused("quit") == "reserved"


def test_the_server_keeps_only_a_digest_of_a_persons_token(rooms: Rooms) -> None:
    ann = rooms.person("Ann")
    player = rooms.session.reception.guests[ann.conn].player
    assert player is not None
    assert player.key != ann.token.encode()
    kept = [getattr(player, name, None) for name in player.__slots__]
    assert ann.token not in kept
