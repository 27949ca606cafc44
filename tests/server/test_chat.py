"""Chat: who hears it, who it is from, and what it may hold."""

import pytest

from cardgame_protocol.limits import CHAT_CHARS
from tests.server.kit import SECRET, Rooms, table_of


def test_chat_at_a_table_is_heard_there_and_nowhere_else(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    wim, vic = rooms.person("Wim"), rooms.person("Vic")
    wim.ok("spectate", table=1)
    ann.ok("chat", text="  hello  ")
    for client in (ann, bob, wim):
        assert client.of_type("chat") == [
            {"type": "chat", "scope": "table", "name": "Ann", "role": "player", "text": "hello"}
        ]
    assert vic.of_type("chat") == []


def test_chat_in_the_lobby_is_heard_by_those_in_the_lobby(rooms: Rooms) -> None:
    ann, _ = table_of(rooms, "Ann", "Bob")
    vic, wim = rooms.person("Vic"), rooms.person("Wim")
    unnamed = rooms.connect()
    vic.ok("chat", text="anybody?")
    assert wim.of_type("chat")[0]["role"] == "visitor"
    assert wim.of_type("chat")[0]["scope"] == "lobby"
    assert ann.of_type("chat") == unnamed.of_type("chat") == []


def test_bug_X15_sender_and_role_are_the_servers_word(rooms: Rooms) -> None:
    ann, _ = table_of(rooms, "Ann", "Bob")
    wim, bot = rooms.person("Wim"), rooms.bot("bot")
    for client in (wim, bot):
        client.ok("spectate", table=1)
        client.ok("chat", text="I am Ann", name="Ann", role="player", seat=0, **{"from": "Ann"})
    said = [(chat["name"], chat["role"]) for chat in ann.of_type("chat")]
    assert said == [("Wim", "spectator"), ("bot", "computer")]
    wim.ok("leave")
    wim.ok("chat", text="from outside")
    assert len(ann.of_type("chat")) == 2


def test_bug_X15_nobody_chats_before_hello(rooms: Rooms) -> None:
    vic = rooms.person("Vic")
    assert rooms.connect().refused("chat", text="hi") == "hello_first"
    assert vic.of_type("chat") == []


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "x" * (CHAT_CHARS + 1), "a\nb", "a\x1b[2J", "a\u2028b", "a\x85b", "\0", "a\rb",
        "\u3164", "\u2800 \u115f", "\u0301", "\u200d", "a\u200d", "\u200ca", "a\u200d\u200db",
        "a\u200c b", "a\u200bb", "a\u202eb",
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_shown_in_a_line_is_refused(rooms: Rooms, text: str) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    assert ann.refused("chat", text=text) == "text_invalid"
    assert bob.of_type("chat") == []


def test_bug_P05_marks_and_emoji_pass_and_can_always_be_sent_to_others(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    for text in ("🃏", "e" + "\u0301" * (CHAT_CHARS - 1), "日" * CHAT_CHARS):
        ann.ok("chat", text=text)
        assert bob.of_type("chat")[-1]["text"] == text
    assert ann.refused("chat", text="\u0301" * 10_000) == "text_invalid"


@pytest.mark.parametrize(
    "text",
    [
        "👨\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥",
        "\u0645\u06cc\u200c\u062e\u0648",
        "ക്\u200dഷ",
        "a\u3164b",
    ],
)
def test_joiners_between_characters_pass_as_emoji_and_scripts_need_them(
    rooms: Rooms, text: str
) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    ann.ok("chat", text=text)
    assert bob.of_type("chat")[-1]["text"] == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" ", "The text is blank"),
        ("x" * (CHAT_CHARS + 1), f"The text has {CHAT_CHARS + 1} code points"),
        ("a\x07b", "The text holds a control or format character"),
    ],
)
def test_a_text_that_is_refused_is_told_the_limit_that_it_broke(
    rooms: Rooms, text: str, why: str
) -> None:
    ann, _ = table_of(rooms, "Ann", "Bob")
    assert ann.ask("chat", text=text)["text"].startswith(why)


def test_chat_is_limited_and_says_how_long_to_wait(rooms: Rooms) -> None:
    ann, bob = table_of(rooms, "Ann", "Bob")
    answers = [ann.ask("chat", text=str(number)) for number in range(60)]
    limited = [answer for answer in answers if answer["type"] == "refused"]
    assert limited[0]["code"] == "rate_limited"
    assert 0 < limited[0]["wait"] <= 1
    assert 35 <= len(bob.of_type("chat")) <= 40
    rooms.advance(limited[-1]["wait"])
    ann.ok("chat", text="again")


def test_the_houses_computers_are_not_told_what_is_said(rooms: Rooms) -> None:
    house = rooms.person("house", computer=True, house=SECRET)
    ann = rooms.person("Ann")
    ann.ok("create", preset="duel", seats=2)
    ann.ok("add_computer", level="simple")
    computer = rooms.connect("127.0.0.1")
    computer.hello("x", token=house.of_type("assign")[0]["token"])
    ann.ok("chat", text="hello")
    assert computer.of_type("chat") == house.of_type("chat") == []
