"""The client's benchmarks still measure what they name; how fast it is, `make bench` tells."""

import subprocess
import sys

import pytest

from bench import client_redraw, client_start
from bench.interleave import Comparison, Effort
from bench.processes import environment

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel's books of CPU time are read in /proc"
)


def measured(comparison: Comparison) -> list[str]:
    """Return the names of what a comparison measured, each of which must have cost something."""
    assert all(value > 0 for values in comparison.figures.values() for value in values)
    return list(comparison.figures)


def test_short_answers_and_the_first_screen_are_measured_beside_their_anchors() -> None:
    assert measured(client_start.answers(1)) == [
        "python -c pass",
        "cardgame-client --help",
        "cardgame-client --version",
    ]
    assert measured(client_start.first_screen(1)) == [
        "importing the libraries",
        "cardgame-client, first screen",
    ]


def test_what_is_measured_keeps_its_bytecode_as_a_users_program_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    command = [sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"]
    told = subprocess.run(command, env=environment(), check=True, capture_output=True, text=True)
    assert told.stdout == "False\n"


def test_a_key_press_is_measured_beside_the_redraw_of_one_window() -> None:
    named = measured(client_redraw.key_press(Effort(seconds=0.1, runs=1)))
    assert named == ["one window of prompt_toolkit", f"cardgame, {client_redraw.CARDS} cards"]
