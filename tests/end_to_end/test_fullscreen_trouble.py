"""The full-screen client in a real terminal, when things go wrong around it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal

from cardgame_client.connection import Link, RefusedError
from cardgame_protocol import ChatRequest, CreateRequest
from tests.end_to_end.cut_line import line_to
from tests.end_to_end.real_terminal import RealTerminal, client_in_terminal
from tests.end_to_end.running_server import running_server

MOST_DRAWN = 45
"""Cards that can be drawn in `eights` before the stock is empty; an eight is among them."""

QUIET_SECONDS = 0.27
"""No change for so long: the pause for keys that come too early is over."""

EIGHT = re.compile(r"8([CDHS])")
FOCUS_OUT, RIGHT, SHIFT_TAB = "\x1b[O", "\x1b[C", "\x1b[Z"

HOSTILE_NAME = "\u65e5\u672c\u8a9ee\u0301\u0327\u0627\u0644"
HOSTILE_TABLE = "\uff37\uff29\uff24\uff25" + "x\u0301" * 5
NASTY_CHAT = (
    "\u65e5" * 200,
    "a" + "\u0301" * 200,
    "\U0001f468\U0001f469 \u2764\ufe0f \U0001f1e9\U0001f1ea",
    "\u0645\u0631\u062d\u0628\u0627 " * 20,
    "#" * 400,
)
ESCAPES = "\x1b[2J\x1b[H\x1b]0;forged\x07\x1b[?1049l boo"


def own_table(terminal: RealTerminal, command: str) -> None:
    terminal.sees("Lobby of")
    terminal.send(f":{command}\r")
    terminal.sees("The match waits for")


def quiet(terminal: RealTerminal) -> None:
    """Read until nothing changes any more and keys count again."""
    while terminal.read(QUIET_SECONDS):
        pass


def an_eight(terminal: RealTerminal) -> str:
    """Draw until an eight is in the hand; returns it. The hand is what stands below its rule."""
    quiet(terminal)
    for _ in range(MOST_DRAWN):
        terminal.until(lambda: "D draw" in terminal.keybar)
        found = EIGHT.search(terminal.text.split("Your turn", 1)[1])
        if found:
            quiet(terminal)
            return found.group()
        terminal.send("d")
        while terminal.read(0.05):
            pass
    raise AssertionError(f"no eight in the stock:\n{terminal.text}")


def test_a_cut_during_a_choice_of_suit_comes_back_to_the_same_choice(tmp_path: Path) -> None:
    with (
        running_server(tmp_path) as server,
        line_to(server) as line,
        client_in_terminal([line.address, "--name", "Ana", "--guest"]) as terminal,
    ):
        before = terminal.settings()
        own_table(terminal, "create eights pace 10")
        terminal.send("a")  # the other seat; computers and stand-ins take ten seconds
        terminal.sees("computer, simple")
        terminal.send("\r")
        terminal.sees("Your turn")
        eight = an_eight(terminal)
        terminal.send("8")
        terminal.sees("and then:")
        terminal.send(eight[1].lower())
        terminal.sees("which suit?")
        line.cut()
        terminal.sees("Connection lost")
        terminal.until(lambda: "H hearts" in terminal.keybar)
        terminal.send("h")
        terminal.sees("There is no connection now")
        terminal.send(":say still here")
        terminal.sees(": say still here")
        line.mend()
        terminal.until(lambda: "Connection lost: attempt" not in terminal.text)
        assert ": say still here" in terminal.text
        terminal.send("\r")
        terminal.sees("Ana: still here")
        terminal.until(lambda: "H hearts" in terminal.keybar)
        terminal.send("h")
        terminal.sees("naming hearts")
        terminal.send("\x03")
        assert terminal.ended() == 130
        assert terminal.settings() == before


@contextmanager
def stranger(server: str) -> Iterator[Callable[[str], None]]:
    """Run another client beside, with a hostile name and a table; yields how to let it talk."""
    host, _, port = server.rpartition(":")
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Link.open(host, int(port))) as link,
    ):
        portal.call(link.hello, HOSTILE_NAME)
        portal.call(link.request, CreateRequest(id=1, preset="duel", seats=2, name=HOSTILE_TABLE))

        def talk(text: str) -> None:
            portal.call(link.request, ChatRequest(id=1, text=text))

        yield talk


def test_bug_U03_names_and_chat_of_another_client_leave_the_terminal_whole(tmp_path: Path) -> None:
    with (
        running_server(tmp_path) as server,
        client_in_terminal([server, "--name", "Ana", "--guest", "--no-hints"]) as terminal,
        stranger(server) as talks,
    ):
        terminal.until(lambda: "Enter join" in terminal.keybar)
        while terminal.read(0.3):
            pass  # A key right after the list has changed does nothing (U-09).
        terminal.send("\r")
        terminal.sees("Enter ready")
        for text in NASTY_CHAT:
            talks(text)
        with pytest.raises(RefusedError):
            talks(ESCAPES)
        talks("the end")
        terminal.sees("the end")
        assert terminal.screen.title == ""
        assert b"forged" not in terminal.raw
        assert "Enter ready" in terminal.keybar
        rule = "\u2500" * 80
        assert [row for row in terminal.text.splitlines() if rule in row]
        assert any("(free)" not in row and "Ana" in row for row in terminal.text.splitlines())
        terminal.send("\r")
        terminal.until(lambda: "Enter not ready" in terminal.keybar)
        terminal.send("\x03")
        assert terminal.ended() == 130


def test_a_key_press_writes_little_to_a_real_terminal() -> None:
    solo = ["--solo", "eights", "--level", "random", "--name", "Ana", "--no-hints"]
    with client_in_terminal(solo) as terminal:
        terminal.sees("Your turn")
        while terminal.read(0.2):
            pass
        before = len(terminal.raw)
        terminal.send(RIGHT)
        terminal.until(lambda: len(terminal.raw) > before)
        # Two cards of four lines: 25 bytes for each line of them and as much for its styles, and
        # the same again for the key bar and the seconds.
        terminal.read(0.1)
        assert len(terminal.raw) - before <= 2 * (2 * 4 * 2 * 25)
        terminal.send("\x03")
        assert terminal.ended() == 130


def test_a_turn_reaches_a_window_without_focus_and_the_title_is_put_back() -> None:
    solo = ["--solo", "duel", "--level", "random", "--name", "Ana"]
    with client_in_terminal(solo) as terminal:
        terminal.send(FOCUS_OUT)
        terminal.until(lambda: b"\x1b]9;Your turn at " in terminal.raw)
        assert terminal.raw.index(b"\x1b[22;0t") < terminal.raw.index(b"\x1b]2;Your turn at ")
        terminal.send("\x03")
        assert terminal.ended() == 130
        assert terminal.raw.rfind(b"\x1b[?1004l") > terminal.raw.rfind(b"\x1b[?1004h")
        assert terminal.raw.rfind(b"\x1b[23;0t") > terminal.raw.rfind(b"\x1b]2;")


@pytest.mark.parametrize("term", ["screen", "screen-256color", "tmux-256color", "vt100", "linux"])
def test_bug_U07_terminals_of_many_kinds_show_the_table_and_are_left_whole(term: str) -> None:
    solo = ["--solo", "classic", "--players", "3", "--level", "random", "--name", "Ana"]
    with client_in_terminal(solo, {"TERM": term}) as terminal:
        before = terminal.settings()
        terminal.sees("in force")
        terminal.until(lambda: "F3 lobby" in terminal.keybar)
        terminal.send("\x03")
        assert terminal.ended() == 130
        assert terminal.settings() == before
        if term in ("vt100", "linux"):
            assert b"\x1b]" not in terminal.raw


def test_bug_U07_a_dumb_terminal_gets_lines() -> None:
    solo = ["--solo", "eights", "--level", "random", "--name", "Ana"]
    with client_in_terminal(solo, {"TERM": "dumb"}) as terminal:
        terminal.sees("Your turn, Ana.")
        assert b"\x1b" not in terminal.raw
        terminal.send("quit\n")
        assert terminal.ended() == 0
