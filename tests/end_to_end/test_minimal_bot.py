"""The bot that was written from docs/protocol.md alone plays whole matches on a real server."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.running_server import running_server

BOT = Path(__file__).resolve().parents[2] / "examples" / "minimal_bot.py"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server")) as host_and_port:
        yield host_and_port


@pytest.mark.parametrize(
    "what",
    [[], ["duel"], ["eights"], ["survival", "3"], ["classic", "4"]],
    ids=lambda what: " ".join(what) or "default",
)
def test_the_minimal_bot_plays_a_whole_match(address: str, what: list[str]) -> None:
    command = [sys.executable, "-W", "error", str(BOT), address, *what]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (run.returncode, run.stderr) == (0, "")
    points, winners = run.stdout.splitlines()
    totals = [int(word) for word in points.removeprefix("points: ").split()]
    assert len(totals) == int([*what, "2"][1] if len(what) > 1 else 2)
    assert winners.startswith("winners: ")


def test_the_minimal_bot_says_why_it_was_refused(address: str) -> None:
    command = [sys.executable, str(BOT), address, "duel", "3"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 1
    assert run.stderr.startswith("seat_count: ")


@pytest.mark.parametrize("bot", [BOT, BOT.parent / "python" / "bot.py"], ids=["minimal", "whole"])
@pytest.mark.parametrize("arguments", [[], ["localhost"], ["localhost:"], ["localhost:x"], [":1"]])
def test_an_address_without_a_port_is_answered_with_what_to_write(
    bot: Path, arguments: list[str]
) -> None:
    command = [sys.executable, "-W", "error", str(bot), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert "HOST:PORT" in run.stderr
    assert run.stderr.count("\n") == 1


def test_the_minimal_bot_imports_nothing_of_this_project_and_has_sixty_lines() -> None:
    source = BOT.read_text("utf-8")
    tree = ast.parse(source)
    modules = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules - set(sys.stdlib_module_names) == {"msgpack"}
    assert len(source.splitlines()) <= 60
