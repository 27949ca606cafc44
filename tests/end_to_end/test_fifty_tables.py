"""Fifty tables at once, over real sockets: matches of every preset to their ends."""

import subprocess
import sys

LONGEST_SECONDS = 600
"""A run takes some seven seconds of two free cores; beyond this a table has stuck."""

GOALS = ["--points", "100", "--lives", "2"]
"""Several hands a match and no more: it is their number that is tried here. Whole matches to the
presets' own goals are played in test_check and test_minimal_bot."""


def test_fifty_tables_of_computers_play_matches_to_their_ends_and_leave_a_clean_log() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "cardgame_bots.many_tables", "--tables", "50", *GOALS],
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    # Whatever the server and its computer players had to complain about goes to standard error.
    assert run.stderr == ""
    assert "50 of 50" in run.stdout, run.stdout
    assert "warnings and errors in the server's log: 0" in run.stdout, run.stdout
    assert run.returncode == 0
