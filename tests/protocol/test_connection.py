"""Both ends of a connection: bytes in, messages out, the handshake, and whose fault it is."""

from collections.abc import Callable
from itertools import chain

import hypothesis.strategies as st
import pytest
from hypothesis import given

from cardgame_protocol import (
    BadRequest,
    ClientConnection,
    Goodbye,
    GoodbyeCode,
    Greeting,
    HelloRequest,
    ListRequest,
    MoveRequest,
    Ok,
    Ping,
    PingRequest,
    Pong,
    ProtocolError,
    RefusalCode,
    Request,
    ServerConnection,
    UnsendableError,
    encode,
    encode_value,
    frame,
    shared_version,
)

HELLO = HelloRequest(id=1, versions=[1], name="Anna", software="test")
LIST = ListRequest(id=2)
GREETING = Greeting(
    server="here", server_id="x", software="test", versions=[1], presets=[], levels=[]
)


def heard() -> ServerConnection:
    """A server's end whose client has said hello."""
    server = ServerConnection()
    assert list(server.receive_data(encode(HELLO))) == [HELLO]
    server.accept_hello()
    return server


def greeted() -> ClientConnection:
    """A client's end that was greeted."""
    client = ClientConnection()
    assert list(client.receive_data(encode(GREETING))) == [GREETING]
    return client


def last_error(events: list[object]) -> ProtocolError:
    error = events[-1]
    assert isinstance(error, ProtocolError)
    return error


def test_a_hello_is_handed_out_and_its_version_used_once_it_is_accepted() -> None:
    server = ServerConnection()
    assert list(server.receive_data(encode(HELLO))) == [HELLO]
    assert server.version is None
    assert server.accept_hello() == 1
    assert server.version == 1


def test_accepting_a_hello_that_never_came_is_a_bug_of_the_caller() -> None:
    with pytest.raises(RuntimeError, match="without a hello"):
        ServerConnection().accept_hello()


def test_requests_behind_a_hello_in_one_segment_are_judged_after_it() -> None:
    server = ServerConnection()
    events = []
    for event in server.receive_data(encode(HELLO) + encode(LIST)):
        events.append(event)
        if isinstance(event, HelloRequest):
            server.accept_hello()
    assert events == [HELLO, LIST]


@pytest.mark.parametrize(
    "request_", [LIST, PingRequest(id=2), MoveRequest(id=2, turn=1, action="draw")]
)
def test_bug_P11_any_other_request_before_hello_is_refused(request_: Request) -> None:
    server = ServerConnection()
    (error,) = server.receive_data(encode(request_))
    assert isinstance(error, BadRequest)
    assert (error.code, error.id) == (RefusalCode.HELLO_FIRST, 2)
    assert list(server.receive_data(encode(HELLO))) == [HELLO]


def test_bug_P11_a_second_hello_is_refused_and_changes_nothing() -> None:
    server = heard()
    (error,) = server.receive_data(encode(HELLO))
    assert isinstance(error, BadRequest)
    assert (error.code, error.id) == (RefusalCode.ALREADY_HELLO, 1)
    assert server.version == 1
    assert list(server.receive_data(encode(LIST))) == [LIST]


def test_a_hello_that_was_not_accepted_may_be_said_again() -> None:
    server = ServerConnection()
    assert list(server.receive_data(encode(HELLO) * 2)) == [HELLO, HELLO]


@pytest.mark.parametrize("versions", [[], [0], [2, 3]])
def test_bug_P11_without_a_shared_version_the_connection_ends_and_both_are_named(
    versions: list[int],
) -> None:
    server = ServerConnection()
    hello = HelloRequest(id=1, versions=versions, name="Anna", software="test")
    error = last_error(list(server.receive_data(encode(hello) + encode(LIST))))
    assert error.code is GoodbyeCode.VERSION
    assert error.text.startswith("this server speaks protocol version 1, the client")
    assert ", ".join(map(str, versions)) in error.text
    assert server.error is error


def test_the_highest_shared_version_is_used() -> None:
    assert shared_version([1, 2, 3], [2, 1]) == 2
    assert shared_version([3], [1, 2]) is None
    server = ServerConnection(versions=(1, 2))
    hello = HelloRequest(id=1, versions=[1, 2, 7], name="Anna", software="test")
    assert list(server.receive_data(encode(hello))) == [hello]
    assert server.accept_hello() == 2


def test_a_bad_request_is_handed_out_and_reading_goes_on() -> None:
    bad = frame(encode_value({"type": "list", "id": 5, "page": 0}))
    error, after = heard().receive_data(bad + encode(LIST))
    assert isinstance(error, BadRequest)
    assert (error.id, error.field) == (5, "page")
    assert after == LIST


@pytest.mark.parametrize("bad", [b"\xff\xff\xff\xff", bytes(4), frame(b"\xc1")])
def test_nothing_is_read_after_bytes_that_are_not_the_protocol(bad: bytes) -> None:
    server = heard()
    events = list(server.receive_data(encode(LIST) + bad + encode(LIST)))
    assert events == [LIST, server.error]
    assert list(server.receive_data(encode(LIST))) == []


def test_a_pong_needs_no_hello() -> None:
    assert list(ServerConnection().receive_data(encode(Pong()))) == [Pong()]


def test_a_server_stops_reading_when_it_stops_asking() -> None:
    server = heard()
    events = server.receive_data(encode(LIST) + frame(b"\xc1"))
    assert next(events) == LIST
    assert server.error is None


def test_nothing_is_sent_after_a_goodbye() -> None:
    server = heard()
    assert server.send(Ok(id=1)) == encode(Ok(id=1))
    goodbye = Goodbye(code=GoodbyeCode.SHUTDOWN, text="See you.")
    assert server.send(goodbye) == encode(goodbye)
    with pytest.raises(UnsendableError, match="after a goodbye"):
        server.send(Ok(id=2))


def test_a_client_must_be_greeted_first() -> None:
    client = ClientConnection()
    error = last_error(list(client.receive_data(encode(Ok(id=1)))))
    assert "greeting" in error.text
    assert client.error is error
    assert list(client.receive_data(encode(GREETING))) == []


def test_a_client_may_be_turned_away_instead_of_greeted() -> None:
    goodbye = Goodbye(code=GoodbyeCode.FULL, text="No room.")
    client = ClientConnection()
    assert list(client.receive_data(encode(goodbye))) == [goodbye]
    assert client.goodbye == goodbye


def test_a_client_reads_nothing_after_a_goodbye() -> None:
    client = greeted()
    goodbye = Goodbye(code=GoodbyeCode.QUIT, text="Bye.")
    assert list(client.receive_data(encode(goodbye) + encode(Ping()))) == [goodbye]
    assert list(client.receive_data(encode(Ping()))) == []


def test_a_client_leaves_out_what_it_does_not_know() -> None:
    weather = frame(encode_value({"type": "weather"}))
    assert list(greeted().receive_data(weather + encode(Ping()))) == [Ping()]


def test_bug_P01_a_client_refuses_a_servers_long_frame() -> None:
    client = greeted()
    error = last_error(list(client.receive_data(b"\xff\xff\xff\xff")))
    assert error.code is GoodbyeCode.TOO_LONG


def test_a_clients_ids_never_repeat() -> None:
    client = ClientConnection()
    assert [client.new_id() for _ in range(3)] == [1, 2, 3]
    assert client.send(ListRequest(id=3)) == encode(ListRequest(id=3))


@pytest.mark.parametrize("end", [heard, greeted])
def test_bug_P13_an_end_of_the_stream_inside_a_frame_can_be_told(
    end: Callable[[], ServerConnection | ClientConnection],
) -> None:
    connection = end()
    assert not connection.unfinished
    assert list(connection.receive_data(encode(Pong())[:-1])) == []
    assert connection.unfinished


@given(st.lists(st.binary(max_size=80)))
def test_bug_P07_no_bytes_make_either_end_raise(chunks: list[bytes]) -> None:
    for end in (ServerConnection(), heard(), ClientConnection(), greeted()):
        events = list(chain.from_iterable(end.receive_data(chunk) for chunk in chunks))
        fatal = [event for event in events if isinstance(event, ProtocolError)]
        assert fatal == ([] if end.error is None else [end.error])
        assert not fatal or events[-1] is fatal[0]


@given(st.binary(min_size=1, max_size=200))
def test_bug_P07_a_stranger_is_answered_at_most_once(knock: bytes) -> None:
    server = ServerConnection()
    events = list(server.receive_data(knock)) + list(server.receive_data(knock))
    assert sum(isinstance(event, ProtocolError) for event in events) <= 1
