"""A little of the fuzzing, and that it finds what it looks for."""

from random import Random

import pytest
import trio

from cardgame_protocol.answers import Goodbye, Ok, Ping, Refused
from cardgame_protocol.codec import encode
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.requests import REQUESTS
from cardgame_server.session import greeting
from tests.fuzz.allowed import ALWAYS, CODES
from tests.fuzz.rooms import FoundError, Scene, bytes_of, read_strictly, run_case
from tests.fuzz.sockets import run_cases
from tests.server.kit import Plain, pack


def test_bug_P07_strangers_bytes_get_only_what_the_protocol_allows() -> None:
    scene = Scene(1)
    told = sum(run_case(seed, bytes_of(seed)[0], scene) for seed in range(60))
    assert told > 60
    assert scene.moves == 60


def test_a_seed_makes_the_same_bytes_again() -> None:
    assert bytes_of(7) == bytes_of(7) != bytes_of(8)


def test_the_same_bytes_over_a_real_socket_get_no_more() -> None:
    sent, told = trio.run(run_cases, 1, 200)
    assert sent >= 200
    assert told > 10


@pytest.mark.parametrize(
    "raw",
    [
        pack({"type": "greeting"}),
        pack({"type": "ping", "stock": ["R5"]}),
        encode(Ping()),
        encode(greeting("kit", "id")) + encode(Ok(id=7)),
        encode(Ping())[:-1],
        b"",
    ],
    ids=[
        "fields missing",
        "a field too many",
        "no greeting",
        "an answer to nothing",
        "torn",
        "nothing",
    ],
)
def test_what_no_server_may_say_is_found(raw: bytes) -> None:
    with pytest.raises(FoundError):
        read_strictly(raw, b"")


HELLO = {"type": "hello", "id": 1, "versions": [1], "name": "a", "software": "s"}
GREETING = encode(greeting("kit", "id"))
WELCOME = encode(
    Ok(id=1, result={"version": 1, "name": "a", "token": "t", "table": None, "seat": None})
)


def refused(number: int, code: RefusalCode) -> bytes:
    """A refusal's frame."""
    return encode(Refused(id=number, code=code, text="No."))


@pytest.mark.parametrize(
    ("sent", "raw"),
    [
        ([HELLO], GREETING),
        ([HELLO], GREETING + refused(1, RefusalCode.SEEDED)),
        ([HELLO], GREETING + encode(Ok(id=1))),
        ([HELLO], GREETING + WELCOME + WELCOME),
        ([{"type": "ping", "id": 1}], GREETING + encode(Ok(id=1))),
        ([HELLO, {"type": "move", "id": 2}], GREETING + WELCOME + refused(2, RefusalCode.NO_CLOCK)),
        ([HELLO, {"type": "jump", "id": 2}], GREETING + WELCOME + encode(Ok(id=2))),
        ([], GREETING + encode(Ping())),
        ([], GREETING + encode(Goodbye(code=GoodbyeCode.QUIT, text="-")) + encode(Ping())),
    ],
    ids=[
        "no answer",
        "a refusal for another request",
        "a result that is missing",
        "two answers",
        "carried out before the hello",
        "a move refused for its clock",
        "an unknown request carried out",
        "a ping before the hello",
        "a word after the goodbye",
    ],
)
def test_an_answer_that_does_not_fit_its_request_is_found(sent: list[Plain], raw: bytes) -> None:
    with pytest.raises(FoundError):
        read_strictly(raw, b"".join(map(pack, sent)))


def test_answers_that_fit_are_not_found() -> None:
    sent = [HELLO, {"type": "ping", "id": 2}, {"type": "move", "id": 2}]
    raw = GREETING + WELCOME + refused(2, RefusalCode.STALE) + encode(Ok(id=2))
    assert read_strictly(raw, b"".join(map(pack, sent))) == 4


def test_every_request_has_its_codes_and_every_code_a_request() -> None:
    assert set(CODES) == {str(one.__struct_config__.tag) for one in REQUESTS}
    asked_for = ALWAYS.union(*CODES.values(), {"unknown_type", "disk_failed"})
    assert asked_for == {code.value for code in RefusalCode}


def test_a_fault_of_the_rooms_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(1)
    hello = {"type": "hello", "id": 1, "versions": [1], "name": "a", "software": "s"}
    with monkeypatch.context() as broken:
        broken.setattr(scene.rooms.session, "_answer", None)
        scene.case(pack(hello), Random(1))
    with pytest.raises(FoundError, match="a fault in connection"):
        scene.undisturbed()
