"""`make demo`: one whole match of each preset over real sockets, told in short."""

import signal
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "cardgame_bots.demo"]

PRESETS = ("duel", "eights", "survival", "classic")


def test_the_demo_plays_every_preset_and_ends_with_the_final_scores() -> None:
    run = subprocess.run(COMMAND, capture_output=True, text=True, timeout=120, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[-5] == "Final scores"
    for preset, line in zip(PRESETS, lines[-4:], strict=True):
        assert line.startswith(f"  {preset}: ")
        assert line.endswith("won")
    assert len(lines) < 150, "it is told in short"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_demo_can_be_interrupted_and_leaves_nothing_behind(end: signal.Signals) -> None:
    demo = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert demo.stdout is not None
    assert demo.stdout.readline().startswith("duel, to 500 points: ")
    demo.send_signal(end)
    # Its server and the house hold the same standard error: this ends when all three have ended.
    _, errors = demo.communicate(timeout=60)
    assert (demo.returncode, errors) == (130, "")
