"""The client's benchmarks still measure what they say they do."""

import sys

import pytest

from bench import client_redraw, client_start
from bench.interleave import Comparison, Effort

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel's books of CPU time are read in /proc"
)


def figures(comparison: Comparison) -> list[float]:
    return [values[0] for values in comparison.figures.values()]


def test_short_answers_and_first_screen_cost_more_than_their_anchors() -> None:
    bare, helped, told = figures(client_start.answers(1))
    libraries, screen = figures(client_start.first_screen(1))
    assert 0 < bare < helped
    assert bare < told < libraries < screen


def test_a_key_press_is_drawn_and_costs_more_than_one_window() -> None:
    window, press = figures(client_redraw.key_press(Effort(seconds=0.1, runs=1)))
    assert 100 < window < press
