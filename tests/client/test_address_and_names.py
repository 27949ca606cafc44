"""Addresses as people type them, names as people have them."""

import pytest
from prompt_toolkit.utils import get_cwidth

from cardgame_client.address import Address, AddressError, parse_address
from cardgame_client.exits import MEANINGS, Exit
from cardgame_client.names import made_valid, variant
from cardgame_client.safe import LONGEST, safe
from cardgame_protocol.limits import NAME_CELLS


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("kitchen", "kitchen", 10108),
        ("kitchen:7000", "kitchen", 7000),
        ("192.168.1.4:1", "192.168.1.4", 1),
        ("[::1]:7000", "::1", 7000),
        ("[::1]", "::1", 10108),
        ("fe80::1", "fe80::1", 10108),
        ("cardgame://kitchen:7000", "kitchen", 7000),
        ("cardgame://[::1]:7000/", "::1", 7000),
        (" kitchen ", "kitchen", 10108),
    ],
)
def test_an_address_is_read_in_every_usual_form(text: str, host: str, port: int) -> None:
    address = parse_address(text)
    assert (address.host, address.port) == (host, port)
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":7000",
        "a:",
        "a:0",
        "a:65536",
        "a:x",
        "a:+1",
        "[::1",
        "[::1]7",
        "a b",
        "http://a",
        "21108",
    ],
)
def test_what_is_no_address_is_refused_with_what_to_write_instead(text: str) -> None:
    with pytest.raises(AddressError, match="write"):
        parse_address(text)


@pytest.mark.parametrize(("text", "tls"), [("cardgames://kitchen:7", True), ("kitchen:7", False)])
def test_a_scheme_says_that_the_connection_is_encrypted(text: str, tls: bool) -> None:
    address = parse_address(text)
    assert address == Address("kitchen", 7, tls=tls)
    assert parse_address(str(address)) == address


def test_an_address_is_shown_without_the_port_that_goes_without_saying() -> None:
    assert str(Address("kitchen")) == "kitchen"
    assert str(Address("::1", 7)) == "[::1]:7"


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ana", "Ana"),
        ("  a   b ", "A b"),
        ("", "Player"),
        ("\x1b[31m", "[31m"),
        ("x" * 30, "X" + "x" * 19),
        ("日本語日本語日本語日本語", "日本語日本語日本語日"),
        ("\udcff", "Player"),
    ],
)
def test_a_login_name_is_made_a_valid_name(login: str, name: str) -> None:
    assert made_valid(login) == name
    assert get_cwidth(made_valid(login)) <= NAME_CELLS


def test_a_variant_of_a_name_stays_within_the_limit() -> None:
    assert variant("Ana", 2) == "Ana 2"
    assert variant("x" * 20, 3) == "x" * 18 + " 3"
    assert get_cwidth(variant("日" * 10, 2)) <= NAME_CELLS


def test_bug_X09_no_character_of_a_stranger_moves_the_cursor_or_forges_a_line() -> None:
    assert safe("a\x1b[2Jb\nc\u0085d\u2028e\u202ef\x00g\ud800") == "a?[2Jb c?d?e?f?g?"


def test_bug_U03_joined_and_piled_up_characters_come_apart() -> None:
    assert safe("\U0001f468\u200d\U0001f469") == "\U0001f468\U0001f469"
    assert safe("\u0645\u06cc\u200c\u062e") == "\u0645\u06cc\u062e"
    assert safe("e" + "\u0301" * 50) == "e\u0301\u0301"
    assert len(safe("x" * 99999)) == LONGEST


def test_every_exit_code_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Exit)
