"""The benchmarks still measure what they say: their drivers play, and their report judges."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bench import commits, engines, network, processes, restart, strength
from bench.interleave import Comparison, report

linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="the load reads the kernel's books in /proc and uses epoll"
)


@pytest.mark.parametrize(("preset", "seats"), [("eights", 2), ("classic", 2)])
def test_hands_and_matches_are_played_alike_by_their_drivers(preset: str, seats: int) -> None:
    hand, match = engines.our_hands(preset, seats), engines.our_matches(preset, seats)
    assert hand() > 2 * seats
    assert match() > 2 * seats


def test_the_same_seed_plays_the_same_hands() -> None:
    first, second = engines.our_hands("eights", 2), engines.our_hands("eights", 2)
    assert [first() for _ in range(5)] == [second() for _ in range(5)]


def test_a_report_holds_the_goal_against_the_second_contender_and_names_its_spread() -> None:
    figures = {"anchor": [10.0, 12.0, 11.0], "ours": [20.0, 36.0, 33.0], "more": [1.0, 1.0, 1.0]}
    told = report("title", ">= 4", lambda ratio: ratio >= 4, Comparison("x/s", figures))
    title, anchor, ours, more = told.splitlines()
    assert title == "title"
    assert "11 x/s  (10..12, n=3)" in anchor
    assert "x 3.00 (2.00..3.00)   goal >= 4: MISSED" in ours
    assert "goal" not in more


@linux_only
@pytest.mark.parametrize("run", [network.relay_run, network.table_run])
def test_a_loaded_server_is_charged_for_every_move(
    run: network.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "TABLES", 2)
    figures = run(0.2)
    assert figures["us_per_move"] > 1.0
    assert figures["moves_per_second"] > 10.0


def test_a_server_that_does_not_start_is_no_figure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(RuntimeError, match=r"cardgame_server\.cli did not start"),
        processes.cardgame(tmp_path / "file"),
    ):
        pytest.fail("there is no folder to run in")


def test_a_measured_server_ends_with_the_block_and_tells_what_it_printed(tmp_path: Path) -> None:
    with processes.cardgame(tmp_path) as server:
        pass
    assert server.process.returncode == 0
    with processes.cardgame(tmp_path, program="bench.timed_server") as server:
        told = server.end()
    assert [len(figures) for figures in json.loads(told.splitlines()[-1])] == [3, 3]


@linux_only
def test_a_restart_is_measured_when_all_tables_are_back(tmp_path: Path) -> None:
    made = tmp_path / "made"
    build = [sys.executable, "-m", "bench.restart_tables", str(made), "3"]
    subprocess.run(build, check=True)
    back = restart.restart(made, 3)
    assert 0 < back.listening < back.answered
    assert back.spent > 0


@linux_only
def test_a_commit_is_part_of_what_a_move_waits_for() -> None:
    rate, (answers, disk) = commits.measure(0.0, 0.5, tables=2)
    assert rate > 10
    assert 0 < disk[0] < answers[0]
    assert disk[2] > 0


def test_the_least_disturbed_run_counts_and_a_quiet_one_is_not_repeated() -> None:
    runs = [(50.0, 1.5), (40.0, 0.4), (60.0, 0.9), (1.0, 0.0)]
    loud = iter([{"us_per_move": cost, "others_cores": busy} for cost, busy in runs])
    quiet = iter([{"us_per_move": cost, "others_cores": busy} for cost, busy in runs[::-1]])
    assert network.cost_of_a_move(lambda _seconds: next(loud), 1.0) == 40.0
    assert network.cost_of_a_move(lambda _seconds: next(quiet), 1.0) == 1.0


def played(tmp_path: Path, command: str) -> Path:
    """Let the arena play what `command` says, and return its log."""
    program, *what = shlex.split(command)
    assert program == "cardgame-bot"
    bots = "import sys; from cardgame_bots.cli import main; sys.exit(main())"
    subprocess.run([sys.executable, "-c", bots, *what], cwd=tmp_path, check=True)
    return tmp_path / what[-1]


def test_a_line_of_strength_is_what_the_arena_counted(tmp_path: Path) -> None:
    command = strength.command_of(strength.setup_of("steady", "classic", "hand", 40))
    row = strength.row_of_log(played(tmp_path, command), "a note")
    assert row.key == ("steady", "classic", "hand")
    assert (row.rival, row.games) == ("random", 40)
    # The seed of the table is fixed, so these forty hands always end like this.
    assert row.share == 0.625
    assert row.margin == pytest.approx(0.157, abs=0.001)
    assert row.measured.endswith("a note")


def test_only_an_arena_of_the_table_makes_a_line_of_strength(tmp_path: Path) -> None:
    command = strength.command_of(strength.setup_of("steady", "classic", "hand", 4))
    whole = played(tmp_path, command.replace("--target 1 ", ""))
    with pytest.raises(ValueError, match=re.escape(f"this does: {command}")):
        strength.row_of_log(whole, "")


@pytest.mark.parametrize(
    ("games", "share", "verdict"),
    [(1999, 0.9, "open until n=2000"), (2000, 0.541, "reached"), (2000, 0.539, "missed")],
)
def test_a_goal_is_reached_by_the_upper_end_of_its_interval(
    games: int, share: float, verdict: str
) -> None:
    row = strength.Row("sharp", "steady", "classic", "hand", games, share, 0.01)
    assert strength.as_text(row).endswith(f"goal 55: {verdict}")
