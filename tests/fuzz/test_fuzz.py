"""A little of the fuzzing, and that it finds what it looks for."""

from random import Random

import pytest
import trio

from cardgame_protocol.answers import Ok, Ping
from cardgame_protocol.codec import encode
from cardgame_server.session import greeting
from tests.fuzz.rooms import FoundError, Scene, bytes_of, read_strictly, run_case
from tests.fuzz.sockets import run_cases
from tests.server.kit import pack


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


def test_a_fault_of_the_rooms_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(1)
    hello = {"type": "hello", "id": 1, "versions": [1], "name": "a", "software": "s"}
    with monkeypatch.context() as broken:
        broken.setattr(scene.rooms.session, "_answer", None)
        scene.case(pack(hello), Random(1))
    with pytest.raises(FoundError, match="a fault in connection"):
        scene.undisturbed()
