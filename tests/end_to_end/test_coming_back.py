"""Coming back: to a seat after the terminal was closed, to a server that was away."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.end_to_end.real_terminal import client_in_terminal
from tests.end_to_end.running_server import running_server
from tests.end_to_end.test_plain_match import Typist, typing

TABLE = ("create classic seats 2 pace 0", "add simple", "start")


def wait_for(typist: Typist, beginning: str) -> str:
    """Return the next line that begins so."""
    for line in typist.lines():
        if line.startswith(beginning):
            return line
    raise AssertionError("\n".join(typist.heard))


@contextmanager
def dealt(address: str) -> Iterator[Typist]:
    """A client in the middle of a hand."""
    with typing(address) as ana:
        ana.type(*TABLE)
        wait_for(ana, "You hold ")
        yield ana


def test_who_is_killed_in_a_match_comes_back_to_the_seat(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        with dealt(address) as ana:
            ana.process.kill()
            ana.process.wait()
        with typing(address) as again:
            assert (
                wait_for(again, "You are ") == "You are Ana on " + again.heard[-1].split(" on ")[1]
            )
            again.type("state")
            wait_for(again, "Ana (you), host: ")
            assert again.leave() == 0
        with typing(address) as after:
            after.type("state")
            wait_for(after, "You are in the lobby.")
            assert after.leave() == 0


def test_a_guest_is_somebody_new_each_time(tmp_path: Path) -> None:
    with running_server(tmp_path) as address:
        command = [sys.executable, "-m", "cardgame_client", address, "--plain", "--guest"]
        guest = subprocess.run(
            [*command, "--name", "Bea"], input=b"list\n", capture_output=True, check=False
        )
        assert guest.returncode == 0
    assert not Path(os.environ["XDG_STATE_HOME"]).exists()


def test_two_clients_on_one_login_do_not_cut_each_other_off(tmp_path: Path) -> None:
    with running_server(tmp_path) as address, dealt(address) as ana:
        with typing(address) as second:
            assert second.leave() == 1
        assert second.heard == [
            "cardgame-client: Another client of yours plays as Ana on this server: "
            "go on there, or take another --name."
        ]
        ana.type("hand")
        wait_for(ana, "You hold ")
        assert ana.leave() == 0


def test_bug_D11_a_lost_server_is_counted_down_for_and_retried_at_will(tmp_path: Path) -> None:
    with ExitStack() as server:
        address = server.enter_context(running_server(tmp_path))
        with client_in_terminal([address, "--name", "Ana"]) as terminal:
            terminal.sees("Lobby of")
            server.close()
            terminal.sees("Connection lost: attempt ")
            for attempt in (3, 4, 5):
                terminal.send(":retry\r")
                terminal.sees(f"attempt {attempt} in ")
            terminal.send("\x03")
            assert terminal.ended() == 130
