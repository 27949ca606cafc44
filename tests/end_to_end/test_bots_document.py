"""docs/bots.md: a newcomer who does what it says gets what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cardgame_bots.cli import parser
from cardgame_bots.levels import LEVELS
from cardgame_bots.moment import Moment
from cardgame_client.exits import Exit
from tests.bots import files
from tests.end_to_end.running_server import running_server

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```python (\S+)\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("cardgame-bot ")
]
BEATS = "cardgame-bot arena counter.py simple --rules eights --games 1000"
"""The longest of them, which has a test of its own."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the page's files in it and nothing else."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-W", "error", "-m", "cardgame_bots.cli", *shlex.split(command)[1:]]
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


def test_the_first_bot_has_as_many_lines_as_the_page_says() -> None:
    assert "A bot is a Python file of three lines" in PAGE
    assert len(FILES["luck.py"].splitlines()) == 3


def test_the_first_bot_is_the_same_wherever_it_is_shown() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Three lines are a bot:\n\n```python\n{FILES['luck.py']}```" in readme
    assert files.THREE_LINES.lstrip() == FILES["luck.py"]


def test_the_page_names_every_level() -> None:
    told = PAGE.partition("computer levels, each stronger")[2].partition(".md")[0]
    assert re.findall(r"`(\w+)`", told) == list(LEVELS)


@pytest.mark.parametrize("command", [c for c in COMMANDS if "localhost" not in c and c != BEATS])
def test_every_command_without_a_server_does_what_it_says(folder: Path, command: str) -> None:
    done = run(folder, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_command_at_a_server_plays_a_match_to_its_end(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commands = [command for command in COMMANDS if "localhost" in command]
    assert len(commands) >= 2
    with running_server(tmp_path_factory.mktemp("server")) as address:
        for command in commands:
            done = run(folder, command.replace("localhost", address))
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.splitlines()[-1].endswith(" won")
    assert (folder / "luck.log").exists()


def test_the_second_bot_beats_simple_as_the_page_says(folder: Path) -> None:
    # 1000 hands with a fixed seed give one figure, 53.2 %; a level or a rule may change it.
    assert BEATS in COMMANDS
    done = run(folder, f"{BEATS} --seed 1")
    assert (done.returncode, done.stderr) == (0, "")
    own = re.search(r"^counter +1000 +([0-9.]+)", done.stdout, re.MULTILINE)
    assert own is not None
    assert float(own[1]) > 51


def test_the_second_bot_is_typed_against_the_installed_package(folder: Path) -> None:
    check = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "counter.py"]
    done = subprocess.run(check, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Success"), done.stdout
    wrong = FILES["counter.py"].replace("event.card)", "event.crad)")
    (folder / "wrong.py").write_text(wrong, encoding="utf-8")
    check[-1] = "wrong.py"
    done = subprocess.run(check, cwd=folder, capture_output=True, text=True, check=False)
    assert 'has no attribute "crad"' in done.stdout


def test_every_field_of_a_moment_and_every_option_in_the_page_exists() -> None:
    named = set(re.findall(r"`moment\.(\w+)`", PAGE))
    own = {*Moment.__struct_fields__, "legal", "hand", "on_turn"} - {"you"}
    assert named - {"you"} == own
    told = parser().format_help() + "".join(
        command.format_help()
        for action in parser()._actions
        for command in (getattr(action, "choices", None) or {}).values()
    )
    for option in re.findall(r"--[a-z]+", PAGE):
        assert option in told, option


def test_the_exit_codes_are_those_of_the_client_and_the_page_has_each() -> None:
    codes = [int(code) for code in Exit]
    shown = re.findall(r"^ +(\d+)  ", parser().format_help().partition("exit codes:")[2], re.M)
    assert [int(code) for code in shown] == codes
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \|", PAGE.partition("| exit code |")[2], re.M)
    ranges = (range(int(first), int(last or first) + 1) for first, last in rows)
    assert [code for some in ranges for code in some] == codes
