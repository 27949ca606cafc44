"""`cardgame-bot play` at a real server: tables made and joined, losses, refusals, the end."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots import files
from tests.bots.files import write_bot
from tests.end_to_end.running_server import running_server

PLAY = [sys.executable, "-m", "cardgame_bots.cli", "play"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server")) as host_and_port:
        yield host_and_port


def play(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PLAY, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    "table",
    [
        ["--create", "duel", "--target", "100"],
        ["--create", "eights"],
        ["--create", "survival", "--against", "random,simple"],
        ["--create", "classic", "--against", "simple,simple,random", "--target", "50"],
    ],
    ids=lambda table: table[1],
)
def test_a_three_line_bot_plays_a_whole_match(
    address: str, tmp_path: Path, table: list[str]
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES, "luck.py")
    run = play(tmp_path, bot, address, *table)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].endswith(" won")
    assert "luck" in run.stdout
    assert "connected as luck" in (tmp_path / "luck.log").read_text(encoding="utf-8")


def test_two_copies_meet_at_a_table_by_its_name_under_two_names(
    address: str, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES, "twin.py")
    make = [*PLAY, bot, address, "--create", "duel", "--seats", "2", "--target", "1"]
    with subprocess.Popen([*make, "--log", "a.log"], cwd=tmp_path, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        joined = play_until_made(tmp_path, bot, address, "twin's table")
        assert joined.returncode == 0, joined.stderr
        assert "twin 2" in joined.stdout
        assert first.wait(60) == 0


def play_until_made(
    folder: Path, bot: str, address: str, table: str
) -> subprocess.CompletedProcess[str]:
    """Join a table of another bot; it may take that one a moment to make it."""
    join = [bot, address, "--table", table, "--log", "b.log"]
    for _ in range(50):
        run = play(folder, *join)
        if "there is no table" not in run.stderr:
            return run
    raise AssertionError("the table was never made")


HANGS_THREE_TIMES = """
def choose(moment):
    with open("hung", "a") as file:
        file.write("!")
        times = file.tell()
    while times <= 3:
        pass
    return moment.legal[0]
"""


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (HANGS_THREE_TIMES, "timeout", "choose() took longer than 0.1 s"),
        (files.RAISES, "crash", "line 2, in choose: IndexError: list index out of range"),
        (files.NOT_LEGAL, "illegal", "choose() returned 'play ZZ', which is not among"),
        ("def choose(moment):\n    return None\n", "illegal", "choose() returned None, which is"),
        ("def choose(moment):\n    return 42\n", "illegal", "choose() returned 42, which is"),
    ],
    ids=["hangs", "raises", "not legal", "nothing", "no text"],
)
def test_faults_cost_moves_and_not_the_match_and_are_told_and_counted(
    address: str, tmp_path: Path, text: str, kind: str, told: str
) -> None:
    bot = write_bot(tmp_path, text)
    # Short only for the bot that hangs: another may have to wait for the machine.
    seconds = "0.1" if kind == "timeout" else "30"
    run = play(tmp_path, bot, address, "--create", "duel", "--target", "1", "--seconds", seconds)
    assert run.returncode == 1
    assert run.stdout.splitlines()[-1].endswith(" won")
    first, where, last = run.stderr.splitlines()
    assert first.startswith("cardgame-bot play: the bot has failed: ")
    assert told in first
    assert where.endswith("a safe move takes its place; what follows is in bot.log")
    log = (tmp_path / "bot.log").read_text(encoding="utf-8")
    count = log.count(f" ERROR {kind}: ")
    decisions = "1 decision" if count == 1 else f"{count} decisions"
    assert last.endswith(f": {decisions} of the bot failed ({count} {kind}); each is in bot.log")
    assert "cardgame_bots" not in log


def test_a_fault_at_the_end_of_a_match_is_told_too(address: str, tmp_path: Path) -> None:
    text = files.THREE_LINES + "\ndef ended(moment):\n    raise KeyError('score')\n"
    run = play(tmp_path, write_bot(tmp_path, text), address, "--create", "duel", "--target", "1")
    assert run.returncode == 1
    assert "in ended: KeyError: 'score'" in run.stderr
    assert "1 decision of the bot failed (1 crash)" in run.stderr


def test_what_a_bot_prints_is_in_the_log_and_not_on_the_screen(
    address: str, tmp_path: Path
) -> None:
    text = "def choose(moment):\n    print('thinking')\n    return moment.legal[0]\n"
    run = play(tmp_path, write_bot(tmp_path, text), address, "--create", "duel", "--target", "1")
    assert run.returncode == 0
    assert "thinking" not in run.stdout
    assert "thinking" in (tmp_path / "bot.log").read_text(encoding="utf-8")


def test_ctrl_c_leaves_the_table_and_ends(address: str, tmp_path: Path) -> None:
    bot = write_bot(tmp_path, files.HANGS)
    make = [*PLAY, bot, address, "--create", "duel", "--seconds", "60"]
    with subprocess.Popen(make, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "log: bot.log\n"
        assert process.stdout.readline().startswith("duel, ")
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stdout.read() == "left\n"


def test_a_bot_whose_output_nobody_reads_leaves_the_table_and_ends_quietly(
    address: str, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES)
    make = [*PLAY, bot, address, "--create", "duel", "--target", "100000", "--matches", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(make, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "log: bot.log\n"
        process.stdout.close()
        assert (process.wait(30), process.stderr.read()) == (0, "")
    log = (tmp_path / "bot.log").read_text(encoding="utf-8")
    assert "connected as bot" in log
    assert "Error" not in log


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--table", "nowhere"], 6, "no table 'nowhere'"),
        ([], 6, "no table has a free seat"),
    ],
)
def test_what_is_not_to_be_had_at_the_server_is_told_in_one_line(
    address: str, tmp_path: Path, arguments: list[str], code: int, told: str
) -> None:
    run = play(tmp_path, write_bot(tmp_path, files.THREE_LINES), address, *arguments)
    assert run.returncode == code
    assert told in run.stderr
    assert run.stderr.count("\n") == 1


EIGHTS_ALONE = files.THREE_LINES + "\npresets = ['eights']\n"


@pytest.mark.parametrize(
    ("text", "arguments", "told"),
    [
        (files.THREE_LINES, ["--create", "duel", "--seats", "5"], "duel seats 2, not 5"),
        (files.THREE_LINES, ["--create", "classic", "--seats", "0"], "seats 2 to 10, not 0"),
        (files.THREE_LINES, ["--create", "poker"], "no game 'poker'"),
        (
            files.THREE_LINES,
            ["--create", "duel", "--against", "genius"],
            "no level 'genius'; there",
        ),
        (
            files.THREE_LINES,
            ["--create", "classic", "--seats", "2", "--against", "simple,simple"],
            "--seats 2 is too few for 2 computers",
        ),
        (files.THREE_LINES, ["--seats", "3"], "belong to --create"),
        (files.THREE_LINES, ["--password", "x" * 101], "password has at most 100 characters"),
        (files.THREE_LINES, ["--seats", "0"], "belong to --create"),
        (files.THREE_LINES, ["--create", "duel", "--target", "0"], "target=0"),
        (files.THREE_LINES, ["--create", "duel", "--matches", "-1"], "or 0 for no end"),
        (files.THREE_LINES, ["--name", ""], "--name: This name cannot be used: it is blank"),
        (files.THREE_LINES, ["--name", "\u200b"], "--name: This name cannot be used: it holds a"),
        (files.THREE_LINES, ["--log", "no/such/folder/x.log"], "No such file or directory"),
        (files.THREE_LINES, ["--password-file", "nowhere"], "cannot read nowhere"),
        (files.THREE_LINES + "name = '\\x1b[31m'\n", [], "its `name`: This name cannot be used"),
        (EIGHTS_ALONE, ["--create", "duel"], "does not play duel: its `presets` are eights"),
        ("def choos(moment):\n    pass\n", [], "choose"),
        ("def choose(moment\n", [], "line 1"),
    ],
)
def test_what_cannot_be_is_said_before_anybody_is_asked_and_leaves_no_log(
    tmp_path: Path, text: str, arguments: list[str], told: str
) -> None:
    # At this address is nobody: to connect would end with 3.
    run = play(tmp_path, write_bot(tmp_path, text, "bot.py"), "127.0.0.1:1", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr
    assert run.stderr.count("\n") == 1
    assert not (tmp_path / "bot.log").exists()


def test_a_file_that_is_no_log_of_play_is_left_alone(tmp_path: Path) -> None:
    games = tmp_path / "bot.log"
    games.write_text('{"version":"0.1.0"}\n')
    run = play(tmp_path, write_bot(tmp_path, files.THREE_LINES, "bot.py"), "127.0.0.1:1")
    assert (run.returncode, run.stderr) == (
        2,
        "cardgame-bot play: bot.log is there already and is no log of `play`: name another file by"
        " --log\n",
    )
    assert games.read_text() == '{"version":"0.1.0"}\n'


def test_a_file_that_is_missing_leaves_no_log(tmp_path: Path) -> None:
    run = play(tmp_path, "nosuch.py", "127.0.0.1:1")
    assert run.returncode == 2
    assert "nosuch.py: there is no such file" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_a_game_that_the_bot_does_not_play_is_left_alone(
    address: str, tmp_path: Path
) -> None:
    make = [*PLAY, "random", address, "--create", "classic", "--seats", "2", "--name", "Odd"]
    with subprocess.Popen([*make, "--log", "a.log"], cwd=tmp_path, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        bot = write_bot(tmp_path, EIGHTS_ALONE)
        run = play_until_made(tmp_path, bot, address, "Odd's table")
        os.kill(first.pid, signal.SIGINT)
    assert run.returncode == 2
    assert "plays classic, which bot does not: its `presets` are eights" in run.stderr


def test_each_match_of_several_is_told_when_it_ends(address: str, tmp_path: Path) -> None:
    run = play(tmp_path, "random", address, "--create", "duel", "--target", "1", "--matches", "3")
    assert run.returncode == 0
    told = [
        "start" if line.startswith("duel, ") else "end"
        for line in run.stdout.splitlines()
        if line.startswith("duel, ") or line.endswith(" won")
    ]
    assert told == ["start", "end"] * 3


def test_a_table_with_a_password_is_told_how_to_be_given_it(address: str, tmp_path: Path) -> None:
    make = [*PLAY, "random", address, "--create", "duel", "--seats", "2", "--name", "Shut"]
    make += ["--password", "x", "--log", "a.log"]
    with subprocess.Popen(make, cwd=tmp_path, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        run = play_until_made(tmp_path, "random", address, "Shut's table")
        os.kill(first.pid, signal.SIGINT)
    assert run.returncode == 6
    assert "has a password: give it by --password" in run.stderr


def test_where_nothing_listens_it_says_so_at_once(tmp_path: Path) -> None:
    run = play(tmp_path, "random", "127.0.0.1:1")
    assert run.returncode == 3
    assert "127.0.0.1" in run.stderr
    assert "`cardgame-server` starts one" in run.stderr


THINKS_UNTIL_THE_SERVER_IS_GONE = """
import os
import time

def choose(moment):
    while not os.path.exists("gone"):
        time.sleep(0.02)
    return moment.legal[0]
"""


def test_a_lost_server_is_waited_for_and_the_match_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    bot = write_bot(tmp_path, THINKS_UNTIL_THE_SERVER_IS_GONE)
    with running_server(folder) as address:
        make = [*PLAY, bot, address, "--create", "classic", "--target", "1", "--seconds", "60"]
        process = subprocess.Popen(
            make, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        while not process.stdout.readline().startswith("classic, "):
            pass
    (tmp_path / "gone").touch()
    port = address.rpartition(":")[2]
    with process, running_server(folder, "--listen", f"127.0.0.1:{port}"):
        rest, told = process.communicate(timeout=120)
        assert process.returncode == 0
    assert rest.splitlines()[-1].endswith(" won")
    lost, back = told.splitlines()
    assert lost.endswith("; trying again by itself, for 3 minutes")
    assert back == "cardgame-bot play: connected again"


@pytest.mark.parametrize(
    ("password", "told"),
    [
        (None, "write it into a file and name that by --password-file"),
        ("wrong", "That is not the password of this server."),
    ],
)
def test_a_server_with_a_password_is_told_how_to_be_given_it(
    tmp_path: Path, password: str | None, told: str
) -> None:
    (tmp_path / "right").write_text("right\n", encoding="utf-8")
    how = []
    if password is not None:
        (tmp_path / "given").write_text(password, encoding="utf-8")
        how = ["--password-file", "given"]
    with running_server(tmp_path, "--password-file", str(tmp_path / "right")) as address:
        run = play(tmp_path, "random", address, "--create", "duel", *how)
    assert run.returncode == 6
    assert told in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_server_of_tls_is_told_how_to_be_reached_by_a_bot(tmp_path: Path) -> None:
    with running_server(tmp_path, "--tls") as address:
        run = play(tmp_path, "random", address, "--create", "duel")
    assert run.returncode == 6
    assert run.stderr == (
        "cardgame-bot play: this server speaks TLS only: add --tls, or write cardgames://HOST\n"
    )


def test_the_certificate_of_a_server_is_shown_to_a_bot_s_author_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    hand = ["--create", "duel", "--target", "1", "--tls"]
    with running_server(tmp_path, "--tls") as address:
        first, again = (play(tmp_path, "random", address, *hand) for _ in range(2))
    assert (first.returncode, again.returncode) == (0, 0)
    assert "First connection to this server over TLS. Its certificate is SHA256:" in first.stderr
    assert again.stderr == ""


def test_a_log_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    run = play(tmp_path, "random", "127.0.0.1:1", "--log", "pipe")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "cardgame-bot play: pipe is a pipe, no file: name another file by --log\n"
    )


def test_a_bot_s_words_do_nothing_to_terminal_and_log(address: str, tmp_path: Path) -> None:
    text = "def choose(moment):\n    raise ValueError('two\\nlines \\x1b[31m in red')\n"
    run = play(tmp_path, write_bot(tmp_path, text), address, "--create", "duel", "--target", "1")
    log = (tmp_path / "bot.log").read_text(encoding="utf-8")
    for told in (run.stderr, log):
        assert "ValueError: two lines ?[31m in red" in told
        assert "\x1b" not in told
