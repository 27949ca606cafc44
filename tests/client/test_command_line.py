"""The command line: options, exit codes, and what is loaded for which."""

import io
import subprocess
import sys

import pytest

from cardgame_client.cli import main
from cardgame_client.exits import MEANINGS, Exit
from cardgame_client.launch import heed_locale


def client(*arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the client as a program; its input is a pipe that holds `said`."""
    command = [sys.executable, "-W", "error", "-m", "cardgame_client", *arguments]
    return subprocess.run(command, input=said, capture_output=True, check=False, timeout=60)


def test_the_help_tells_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    assert all(meaning in shown for meaning in MEANINGS.values())


def test_the_version_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("cardgame-client ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a b"], "no address"),
        (["host:99999"], "port"),
        (["--solo", "chess"], "no game"),
        (["--solo", "duel", "--players", "3"], "number of players"),
    ],
)
def test_a_mistake_on_the_command_line_is_a_usage_error(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == Exit.USAGE
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["host", "--solo"], ["--players", "3"], ["--level", "random"]]
)
def test_options_that_do_not_go_together_are_a_usage_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == Exit.USAGE
    assert "--solo" in capsys.readouterr().err


def test_an_address_without_a_server_has_its_own_exit_code_and_reason() -> None:
    ended = client("127.0.0.1:1")
    assert ended.returncode == Exit.CANNOT_CONNECT
    assert ended.stderr.decode() == (
        "cardgame-client: Cannot connect to 127.0.0.1 port 1: connection refused.\n"
    )


def test_help_and_version_load_nothing_that_draws_connects_or_decodes() -> None:
    program = (
        "import sys, cardgame_client.cli as cli\n"
        "cli.parser().format_help()\n"
        "sys.exit(bool({'anyio', 'prompt_toolkit', 'msgspec', 'tomllib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_plain_mode_and_bots_do_not_load_prompt_toolkit() -> None:
    program = (
        "import sys, cardgame_client.launch, cardgame_client.connection\n"
        "sys.exit('prompt_toolkit' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_first_screen_waits_for_nothing_that_it_does_not_show() -> None:
    unneeded = (
        *("cardgame_client.plain", "cardgame_client.solo", "cardgame_client.tls"),
        *("cardgame_client.viewing", "cardgame_client.film", "cardgame_rules.records"),
        *("cardgame_rules.fairness", "cardgame_rules.verifying", "cardgame_rules.snapshots"),
        *("tomllib", "sqlite3", "multiprocessing", "trio"),
    )
    program = (
        "import sys, cardgame_client.cli, cardgame_client.launch, cardgame_client.screen.app\n"
        f"print(*sorted(set({unneeded}) & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True)
    assert loaded.stdout.split() == []


def test_solo_without_a_terminal_takes_defaults_and_ends_cleanly_with_its_input() -> None:
    ended = client("--solo", said=b"state\n")
    assert (ended.returncode, ended.stderr) == (Exit.OK, b"")
    assert b"Match 1 begins: classic." in ended.stdout
    assert ended.stdout.count(b"(computer, simple)") >= 3


@pytest.mark.parametrize(
    ("environ", "encoding"),
    [
        ({"LC_ALL": "C"}, "ascii"),
        ({"LC_ALL": "POSIX"}, "ascii"),
        ({"LC_ALL": "C.UTF-8"}, "utf-8"),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
        ({}, "utf-8"),
    ],
)
def test_bug_U17_the_locale_c_is_no_utf8(environ: dict[str, str], encoding: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    heed_locale(environ, stream)
    assert stream.encoding == encoding
