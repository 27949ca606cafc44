"""The server's password: who is let in, what guessing costs, and how it is kept and compared."""

import threading
from pathlib import Path

import pytest
import trio
import trio.testing

from cardgame_protocol.limits import HELLO_SECONDS
from cardgame_server import password as password_module
from cardgame_server import server as server_module
from cardgame_server.effects import Change, Disconnect
from cardgame_server.limits import GUESSES_WAITING, LONGEST_GUESS_PAUSE
from cardgame_server.password import VARIABLE, Guard, PasswordError, read
from cardgame_server.pipes import StreamPipe
from cardgame_server.server import Server
from cardgame_server.session import Session, greeting
from tests.server.kit import SECRET, Client, Plain, Rooms, SeededHouse
from tests.server.wire_kit import Wire

RIGHT = "open sesame"


@pytest.fixture
def rooms() -> Rooms:
    return Rooms(password=RIGHT)


def hello(client: Client, name: str, **fields: object) -> Plain:
    """Say hello, have the password judged, and return the answer."""
    number, frame = client.frame("hello", versions=[1], name=name, software="kit", **fields)
    client.feed(frame)
    client.rooms.judge()
    return client.answer_to(number)


def test_who_knows_the_password_is_let_in_and_nobody_else(rooms: Rooms) -> None:
    ann = rooms.connect()
    assert hello(ann, "Ann", password="open says me")["code"] == "wrong_password"
    assert ann.refused("list") == "hello_first"
    rooms.advance(1.5)
    assert hello(ann, "Ann", password=RIGHT)["type"] == "ok"
    assert ann.ok("list")["tables"] == []


def test_a_hello_without_a_password_is_refused_before_anything_is_computed(rooms: Rooms) -> None:
    ann = rooms.connect()
    answer = ann.ask("hello", versions=[1], name="Ann", software="kit")
    assert (answer["code"], rooms.guesses) == ("wrong_password", [])
    assert ann.goodbye is None


def test_a_name_is_not_looked_at_before_the_password(rooms: Rooms) -> None:
    assert hello(rooms.connect(), "Ann", password=RIGHT)["type"] == "ok"
    stranger = rooms.connect("10.0.0.9")
    assert hello(stranger, "Ann", password="guess")["code"] == "wrong_password"
    rooms.advance(1.5)
    assert hello(stranger, "Ann", password=RIGHT)["code"] == "name_taken"


def test_a_token_needs_no_password_and_a_wrong_token_does_not_replace_one(rooms: Rooms) -> None:
    ann = rooms.connect()
    token = hello(ann, "Ann", password=RIGHT)["result"]["token"]
    assert hello(rooms.connect(), "x", token=token)["result"]["name"] == "Ann"
    assert hello(rooms.connect(), "x", token="0" * 64)["code"] == "bad_token"


def test_the_house_process_needs_no_password(rooms: Rooms) -> None:
    assert hello(rooms.connect(), "house", house=SECRET)["type"] == "ok"


def test_a_server_without_a_password_takes_any_and_asks_for_none() -> None:
    rooms = Rooms()
    ann = rooms.connect()
    assert hello(ann, "Ann", password="whatever")["type"] == "ok"
    assert rooms.guesses == []


def test_each_wrong_guess_from_an_address_doubles_the_wait_up_to_a_minute(rooms: Rooms) -> None:
    waits = []
    for _ in range(9):
        assert hello(rooms.connect("10.9.9.9"), "Eve", password="guess")["code"] == "wrong_password"
        refused = hello(rooms.connect("10.9.9.9"), "Eve", password=RIGHT)
        assert refused["code"] == "rate_limited"
        waits.append(refused["wait"])
        rooms.advance(refused["wait"])
    assert waits == [1, 2, 4, 8, 16, 32, LONGEST_GUESS_PAUSE, LONGEST_GUESS_PAUSE, 60]
    # Nobody else waits for that, and the right one ends it.
    assert hello(rooms.connect("10.0.0.1"), "Ann", password=RIGHT)["type"] == "ok"
    assert hello(rooms.connect("10.9.9.9"), "Eve", password=RIGHT)["type"] == "ok"
    assert hello(rooms.connect("10.9.9.9"), "Eva", password="guess")["code"] == "wrong_password"
    assert hello(rooms.connect("10.9.9.9"), "Eva", password="guess")["wait"] == 1


def test_only_so_many_guesses_of_an_address_are_looked_at_at_once(rooms: Rooms) -> None:
    many = [rooms.connect("10.9.9.9") for _ in range(GUESSES_WAITING + 1)]
    asked = []
    for number, client in enumerate(many):
        asked.append(client.frame("hello", versions=[1], name=f"n{number}", software="kit",
                                  password=RIGHT))  # fmt: skip
        client.feed(asked[-1][1])
    assert len(rooms.guesses) == GUESSES_WAITING
    assert many[-1].answer_to(asked[-1][0])["code"] == "rate_limited"
    rooms.judge()
    assert all(c.answer_to(a[0])["type"] == "ok" for c, a in zip(many[:-1], asked, strict=False))


def test_two_hellos_at_once_are_one_guess(rooms: Rooms) -> None:
    ann = rooms.connect()
    first, frame = ann.frame("hello", versions=[1], name="Ann", software="kit", password=RIGHT)
    second, again = ann.frame("hello", versions=[1], name="Bob", software="kit", password=RIGHT)
    ann.feed(frame + again)
    assert len(rooms.guesses) == 1
    rooms.judge()
    assert ann.answer_to(first)["result"]["name"] == "Ann"
    assert ann.answer_to(second)["code"] == "rate_limited"


def test_who_waits_for_the_judgement_cannot_become_somebody_else(rooms: Rooms) -> None:
    ann = rooms.connect()
    token = hello(ann, "Ann", password=RIGHT)["result"]["token"]
    ann.ok("create", preset="duel", seats=2)
    thief = rooms.connect()
    first, frame = thief.frame("hello", versions=[1], name="Bob", software="kit", password=RIGHT)
    second, again = thief.frame("hello", versions=[1], name="x", software="kit", token=token)
    thief.feed(frame + again)
    rooms.judge()
    assert thief.answer_to(second)["code"] == "rate_limited"
    assert thief.answer_to(first)["result"]["name"] == "Bob"
    assert ann.goodbye is None
    thief.drop()
    assert [player.name for player in rooms.session.lobby.premises.players.away()] == []


def test_after_a_restart_a_wrong_password_leaves_time_for_the_right_one(rooms: Rooms) -> None:
    """The rooms' clock goes on where it stood, the one for connections begins anew."""
    ann = rooms.connect()
    real = rooms.now - 5000.0
    rooms.session.reception.guests[ann.conn].came_at = real
    ann.feed(ann.frame("hello", versions=[1], name="Ann", software="kit", password="guess")[1])
    judged = Change(rooms.now, real)
    rooms.session.password_judged(judged, ann.conn, ann.address, right=False)
    looked = Change(rooms.now + 1, real + 1)
    rooms.session.look_around(looked)
    assert looked.effects == []
    late = Change(rooms.now + HELLO_SECONDS, real + HELLO_SECONDS)
    rooms.session.look_around(late)
    assert [type(effect) for effect in late.effects] == [Disconnect]


def test_who_waits_for_the_judgement_is_not_timed_out_and_may_leave(rooms: Rooms) -> None:
    ann, bob = rooms.connect(), rooms.connect()
    for client in (ann, bob):
        client.feed(client.frame("hello", versions=[1], name="A", software="k", password=RIGHT)[1])
    rooms.wait(HELLO_SECONDS + 1)
    assert ann.goodbye is None
    bob.drop()
    rooms.judge()
    assert [message["type"] for message in ann.inbox] == ["greeting", "ok"]
    assert len(rooms.session.lobby.premises.players) == 1


def test_after_a_wrong_password_the_deadline_for_a_hello_runs_again(rooms: Rooms) -> None:
    ann = rooms.connect()
    hello(ann, "Ann", password="guess")
    rooms.wait(HELLO_SECONDS + 1)
    assert ann.goodbye == "timeout"


def test_a_guard_knows_the_password_and_keeps_neither_it_nor_a_plain_digest() -> None:
    guard = Guard(RIGHT)
    assert guard.check(RIGHT)
    assert not any(map(guard.check, ("", "open sesame ", "OPEN SESAME", "\ud800")))
    assert RIGHT not in str(vars(guard))
    assert vars(Guard(RIGHT)) != vars(guard)


@pytest.mark.trio
async def test_a_wrong_password_is_answered_late_and_in_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pause = 0.05
    monkeypatch.setattr(server_module, "WRONG_PASSWORD_SECONDS", pause)
    judged: list[tuple[str, bool]] = []

    def judge(text: str) -> bool:
        judged.append((text, threading.current_thread() is threading.main_thread()))
        return text == RIGHT

    tokens = iter("78")
    session = Session(
        greeting("kit", "id"), SeededHouse(1), lambda: 64 * next(tokens), SECRET, password=True
    )
    server = Server(session, is_password=judge)
    fields = {"versions": [1], "name": "Ann", "software": "kit"}
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            await nursery.start(server.serve)
            for address, given in (("10.0.0.1", "guess"), ("10.0.0.2", RIGHT)):
                ours, theirs = trio.testing.memory_stream_pair()
                nursery.start_soon(server.handle, StreamPipe(theirs), address)
                wire = Wire(ours)
                await wire.read()
                before = trio.current_time()
                answer = await wire.ask("hello", **fields, password=given)
                assert answer["type"] == ("ok" if given == RIGHT else "refused")
                assert given == RIGHT or trio.current_time() - before >= pause
            server.stop()
    assert judged == [("guess", False), (RIGHT, False)]


def test_the_password_is_the_first_line_of_the_file_else_the_environments(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("open sesame\r\nnothing else counts\n", encoding="utf-8")
    assert read(file, {VARIABLE: "other"}) == RIGHT
    assert read(None, {VARIABLE: "other"}) == "other"
    assert read(None, {}) is None
    assert read(None, {VARIABLE: ""}) is None


@pytest.mark.parametrize("content", [b"", b"\nx", b"x" * 101, b"\xff\xfe"])
def test_a_file_without_a_password_stops_the_server(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "password"
    file.write_bytes(content)
    with pytest.raises(PasswordError, match=str(file)):
        read(file, {})
    with pytest.raises(PasswordError, match="cannot be read"):
        read(tmp_path / "missing", {})


def test_of_a_password_s_file_no_more_is_read_than_a_password_can_be() -> None:
    with pytest.raises(PasswordError, match="more than 100 characters"):
        read(Path("/dev/zero"), {})


def test_the_cost_of_a_guess_is_what_the_documents_say() -> None:
    assert (password_module._SCRYPT_N, password_module._SCRYPT_R) == (16384, 8)
