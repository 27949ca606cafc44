"""Where the server listens, and what it tells people to type."""

import socket

import pytest

from cardgame_server import addresses
from cardgame_server.addresses import Address, AddressError, listen, parse, shown


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", Address("", 10108)),
        ("localhost", Address("localhost", 10108)),
        ("10.0.0.1:7000", Address("10.0.0.1", 7000)),
        (":0", Address("", 0)),
        ("*:7000", Address("", 7000)),
        ("[::1]:7000", Address("::1", 7000)),
        ("[::1]", Address("::1", 10108)),
        ("::1", Address("::1", 10108)),
        ("fe80::1", Address("fe80::1", 10108)),
        (" host:1 ", Address("host", 1)),
    ],
)
def test_a_place_to_listen_is_read_in_every_usual_way(text: str, address: Address) -> None:
    assert parse(text) == address


@pytest.mark.parametrize("text", ["host:port", "host:65536", "host:-1", "[::1", "[::1]x", "h:1.5"])
def test_a_place_that_is_none_is_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(AddressError, match=r"port|IPv6"):
        parse(text)


def test_a_bare_number_is_a_port_and_said_to_be_written_as_one() -> None:
    with pytest.raises(AddressError, match="write :21108"):
        parse("21108")


def test_the_default_port_is_left_out_where_it_is_typed() -> None:
    assert shown("10.0.0.1", 10108, default=10108) == "10.0.0.1"
    assert shown("10.0.0.1", 7000, default=10108) == "10.0.0.1:7000"
    assert shown("::1", 7000) == "[::1]:7000"


def close_all(listeners: list[socket.socket]) -> None:
    """Close what a test has opened."""
    for listener in listeners:
        listener.close()


def test_bug_S08_port_0_gives_one_port_for_all_families() -> None:
    listeners = listen(Address("", 0))
    try:
        ports = {listener.getsockname()[1] for listener in listeners}
        assert len(ports) == 1
        host, port = addresses.for_this_computer(listeners)
        with socket.create_connection((host, port), timeout=5):
            pass
    finally:
        close_all(listeners)


def test_bug_S08_a_port_in_use_is_one_line_that_names_it() -> None:
    listeners = listen(Address("127.0.0.1", 0))
    port = listeners[0].getsockname()[1]
    try:
        with pytest.raises(AddressError, match=f"127.0.0.1:{port}: .*in use"):
            listen(Address("127.0.0.1", port))
    finally:
        close_all(listeners)


def test_a_host_that_is_not_ours_is_refused_in_one_line() -> None:
    with pytest.raises(AddressError, match="cannot listen on"):
        listen(Address("192.0.2.1", 0))


def test_without_ipv6_the_server_listens_on_ipv4_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_has_ipv6", lambda: False)
    listeners = listen(Address("", 0))
    try:
        assert [listener.family for listener in listeners] == [socket.AF_INET]
        assert addresses.for_this_computer(listeners)[0] == "127.0.0.1"
    finally:
        close_all(listeners)


def test_a_loopback_server_is_told_to_nobody_on_the_lan() -> None:
    listeners = listen(Address("127.0.0.1", 0))
    try:
        assert addresses.for_the_lan(listeners) == []
    finally:
        close_all(listeners)


def test_own_addresses_are_none_that_only_this_computer_reaches() -> None:
    found = addresses.own_addresses()
    assert found == sorted(set(found))
    assert not any(host.startswith("127.") for host in found)
