"""Mistakes that other card games made in public: each has a test here that bears its id.

A test `test_bug_T01_...` asserts what is right in the situation that case T01 is about.
"""

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

CASES = {
    # Rules
    "R01": "Pending draw counted twice",
    "R02": "Wild Draw Four right after one's own judged against black",
    "R04": "Reverse at a two-seat table",
    "R06": "Wild or Wild Draw Four turned up first",
    "R08": "Reshuffle swallows the top card or forgets the named colour",
    "R11": "Blocked hand never ends",
    "R13": "After drawing, a different card is played or more are drawn",
    "R15": "Cross-stacking",
    "R17": "Named suit or colour survives into the next hand",
    "R19": "Player who is out is dealt another turn",
    "R21": "Leaver's cards disappear",
    "R23": "Challenge reveals too much or too little",
    # Lobby and seats
    "L02": "Ghost reservation says that the table is full",
    "L04": "Start pressed twice",
    "L06": "Host disappears",
    "L08": "Spectator tied to two tables, counts wrong",
    "L10": "Join/leave griefing of the countdown",
    "L12": "Rename during play",
    "L14": "LAN discovery trouble stops the server",
    # Turns and clock
    "T01": "Removing a player moves the turn to the wrong seat",
    "T04": "Pass, draw or a second play during the colour choice",
    "T06": "Blamed for idling when there was nothing to decide",
    "T08": "A timer from an older turn acts",
    "T10": "Acting out of turn blocks the one on turn",
    "T12": "Callout / challenge spam",
    # Disconnect and reconnect
    "D01": "Reconnect in the middle of a choice",
    "D03": "Everybody drops at once",
    "D05": "Half-open link",
    "D07": "Resume exactly at the hand change",
    "D09": "Waiting for someone who has left",
    "D11": "Client survives a server that went away",
    # Protocol and framing
    "P01": "Header announces 4 GiB",
    "P03": "Deep nesting",
    "P05": "Text that is not text",
    "P07": "Another protocol knocks",
    "P09": "Number look-alikes",
    "P11": "Version mismatch",
    "P13": "Send cancelled half-way, stream used again",
    "P15": "Error not tied to the request",
    # Bots
    "B02": "Illegal move, again and again",
    "B04": "Slow or hung bot stalls the connection",
    "B06": "Legal-move list is wrong or empty",
    "B08": "Bot storms the server after a restart",
    "B10": "Resigning, leaving and odd answers",
    # Terminal UI
    "U01": "Resize to 20x5 while choosing a colour",
    "U03": "Wide, zero-width and joined characters",
    "U05": "Output storm corrupts the screen",
    "U07": "Poor terminals",
    "U09": "Keys typed ahead hit the next question",
    "U11": "Terminal left raw after cancel or crash",
    "U13": "Two event loops",
    "U15": "Hand larger than the screen",
    "U17": "Suit and box glyphs missing",
    "U19": "Refused move leaves you blind",
    # Persistence, restarts
    "S02": "Torn save file",
    "S04": "Results lost",
    "S06": "Resume deals on top or reshuffles",
    "S08": "Cannot bind after a restart",
    # Security and abuse
    "X02": "Draw events name the card",
    "X04": "Card ids tell what they are",
    "X05": "Seat taken over by name",
    "X07": "Client supplies the facts",
    "X09": "Log forging",
    "X11": "Slow or silent connections eat all slots",
    "X13": "Predictable shuffle",
    "X15": "Chat without identity",
    # Performance and memory growth
    "M02": "One handler's exception ends the server",
    "M04": "Reservation and grace timers leak",
    "M06": "Whole history on every message",
    "M08": "Blocking work in the loop",
}


@cache
def bug_tests() -> dict[str, list[str]]:
    """Return the names of all tests of public bugs, by id."""
    found: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for name in re.findall(r"def (test_bug_\w+)", path.read_text(encoding="utf-8")):
            found.setdefault(name.split("_")[2], []).append(name)
    return found


@pytest.mark.parametrize("case", CASES)
def test_every_public_bug_has_a_test_that_bears_its_id(case: str) -> None:
    assert bug_tests().get(case), f"nothing shows that {case} ({CASES[case]}) cannot happen here"


def test_no_test_bears_the_id_of_a_case_that_is_none() -> None:
    assert bug_tests().keys() == CASES.keys()
