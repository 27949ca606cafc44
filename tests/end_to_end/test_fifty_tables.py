"""Fifty tables at once, over real sockets: whole matches of every preset to their ends."""

import subprocess
import sys

LONGEST_SECONDS = 600
"""A run takes some twenty seconds of two free cores; beyond this a table has stuck."""


def test_fifty_tables_of_computers_play_whole_matches_and_leave_a_clean_log() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "cardgame_bots.many_tables", "--tables", "50"],
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
