"""The full screen while much happens at once, and while nothing has happened yet."""

import re
import signal
import socket
from pathlib import Path

import pytest

from bench.wire import Line, encode
from tests.end_to_end.real_terminal import client_in_terminal
from tests.end_to_end.running_server import running_server

LOOKS = 5
VISITORS = 10


def visitor(port: int, number: int) -> Line:
    """Connect and say hello."""
    line = Line(port)
    line.first_message()
    name = f"visitor {number}"
    line.request({"type": "hello", "id": 1, "versions": [1], "name": name, "software": "test"})
    return line


def test_bug_U05_fifty_who_come_and_go_within_a_second_leave_the_screen_whole(
    tmp_path: Path,
) -> None:
    with (
        running_server(tmp_path) as server,
        client_in_terminal([server, "--name", "Ana", "--guest", "--no-hints"]) as terminal,
    ):
        terminal.sees("Lobby of")
        terminal.send(":create eights\r")
        terminal.sees("Ana's table")
        terminal.until(lambda: "Esc" in terminal.keybar or "F3" in terminal.keybar)
        visitors = [visitor(int(server.rpartition(":")[2]), n) for n in range(VISITORS)]
        for number in range(LOOKS):
            for line in visitors:
                line.send(encode({"type": "spectate", "id": 2, "table": 1}))
                line.send(encode({"type": "chat", "id": 3, "text": f"hello {number}"}))
                line.send(encode({"type": "leave", "id": 4}))
        visitors[0].request({"type": "spectate", "id": 5, "table": 1})
        visitors[0].request({"type": "chat", "id": 6, "text": "the end"})
        terminal.sees("the end")
        # What the terminal answers to questions of its own must not stand on it, nor be typed.
        assert not re.search(r"\[\d+;\d+R", terminal.text)
        assert len([row for row in terminal.text.splitlines() if "\u2500" * 40 in row]) >= 2
        terminal.resize(81, 24)
        terminal.until(lambda: "F3" in terminal.keybar)
        for line in visitors:
            line.socket.close()
        terminal.send("\x03")
        assert terminal.ended() == 130


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 1), (signal.SIGHUP, 1)]
)
def test_bug_U13_a_client_whose_server_says_nothing_yet_ends_when_it_is_told_to(
    number: signal.Signals, code: int
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with client_in_terminal([address, "--name", "Ana", "--guest"]) as terminal:
            before = terminal.settings()
            link, _ = silent.accept()
            with link:
                terminal.process.send_signal(number)
                assert terminal.ended() == code
            assert terminal.settings() == before
            assert "Traceback" not in terminal.text


def test_bug_U13_ctrl_c_is_heard_while_the_link_is_made_and_a_resize_harms_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with client_in_terminal([address, "--name", "Ana", "--guest"]) as terminal:
            link, _ = silent.accept()
            with link:
                terminal.resize(60, 20)
                terminal.send("\x03")
                assert terminal.ended() == 130
            assert "Traceback" not in terminal.text
