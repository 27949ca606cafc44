"""`cardgame-bot check`: it passes what does right, and names what others do wrong."""

import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardgame_bots.check.positions import KINDS, kinds_of, positions
from cardgame_bots.check.server import ending
from cardgame_protocol import Greeting, encode
from cardgame_rules import PRESETS
from tests.bots import files
from tests.bots.files import write_bot
from tests.end_to_end.running_server import running_server

ROOT = Path(__file__).resolve().parents[2]
CHECK = [sys.executable, "-m", "cardgame_bots.cli", "check"]
PLAIN_PYTHON = [sys.executable, "-W", "error", str(ROOT / "examples" / "python" / "bot.py")]
BROKEN = [sys.executable, "-m", "tests.end_to_end.broken_bot"]


def check(*arguments: str, state: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the check; `state` is where it remembers servers."""
    environ = {**os.environ, **({} if state is None else {"XDG_STATE_HOME": str(state)})}
    return subprocess.run(
        [*CHECK, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environ,
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server")) as host_and_port:
        yield host_and_port


def test_a_three_line_bot_passes(tmp_path: Path) -> None:
    run = check(write_bot(tmp_path, files.THREE_LINES), "--presets", "classic")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].endswith("steps passed")


def test_the_plain_python_example_passes_and_without_a_preset_its_game_is_named() -> None:
    run = check("--", *PLAIN_PYTHON, "{address}", "duel")
    assert run.returncode == 0, run.stdout
    assert "ok    duel: play a card" in run.stdout
    assert "only duel was checked" in run.stdout


@pytest.fixture(scope="session")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the example in JavaScript, with its one dependency installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("node or npm is not installed")
    folder = tmp_path_factory.mktemp("javascript") / "bot"
    shutil.copytree(ROOT / "examples" / "javascript", folder)
    install = [npm, "install", "--no-audit", "--no-fund", "--silent"]
    try:
        done = subprocess.run(install, cwd=folder, timeout=120, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("the registry of npm cannot be reached")
    if done.returncode != 0:
        pytest.skip(f"the registry of npm cannot be reached: {done.stderr.decode()[-200:]}")
    return [node, str(folder / "bot.js")]


def test_the_javascript_example_passes(javascript: list[str]) -> None:
    run = check("--presets", "eights", "--", *javascript, "{address}", "{preset}")
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    "what", [["duel"], ["eights"], ["survival", "3"], ["classic", "4"]], ids=lambda what: what[0]
)
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_examples_play_a_whole_match_on_a_real_server(
    address: str, language: str, what: list[str], request: pytest.FixtureRequest
) -> None:
    command = PLAIN_PYTHON
    if language == "javascript":
        command = request.getfixturevalue("javascript")
    run = subprocess.run(
        [*command, address, *what], capture_output=True, text=True, timeout=120, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    points, winners = run.stdout.splitlines()
    assert points.startswith("points: ")
    assert winners.startswith("winners: ")


FAULTS = {
    "stubborn": ("go on after a refusal", "11 times, and each time it was refused as illegal"),
    "resigned": ("go on after a refusal", "refused as illegal it sent no other within 4 s"),
    "waiting": ("wait when it is rate limited", "send one of `legal` when `wait` is over"),
    "gone": ("come back in the middle of a turn", "did not connect"),
    "stranger": ("come back in the middle of a turn", "not the token of its first one"),
    "rushing": ("come back in the middle of a turn", "wait before each attempt, first 0.25 to"),
    "clinging": ("stay away after `replaced`", "connected again"),
    "deaf": ("answer a ping", "did not answer `ping`"),
    "inventive": ("take a penalty, or stack", "it moved 'draw'; legal was"),
    "hasty": ("play a card", "its move names turn 2; the open one is 1"),
    "talkative": ("nothing, off turn", "it moved 'draw'; legal was nothing"),
    "particular": ("pass over unknown fields", "KeyError: 'weather'"),
    "repeating": ("take a seat", "two requests with the id 1"),
    "posing": ("connect and say hello", "send `computer` true"),
    "colourless": ("play a wild card and name its colour", "it moved 'play F'; legal was"),
}
"""What `broken_bot` does wrong, with the step that is about it and what is said there."""


def check_of_broken(fault: str) -> subprocess.CompletedProcess[str]:
    how = ["--presets", "survival", "--seconds", "2"]
    return check(*how, "--", *BROKEN, fault, "{address}", "{preset}")


def test_a_broken_bot_fails_at_the_step_that_is_about_it() -> None:
    # Many at once, the slowest first: a check waits most of its time.
    with ThreadPoolExecutor(8) as threads:
        runs = dict(zip(FAULTS, threads.map(check_of_broken, FAULTS), strict=True))
    for fault, (step, told) in FAULTS.items():
        run = runs[fault]
        assert run.returncode == 1, fault
        assert told in run.stdout, fault
        assert run.stdout.splitlines()[-1].endswith(f"failed: survival: {step}"), fault
        assert "bytes: 0000" in run.stdout, fault


FAULTS_OF_FILES = {
    "raises": (files.RAISES, "play a card", "line 2, in choose: IndexError"),
    "illegal": (files.NOT_LEGAL, "play a card", "'play ZZ', which is not among the legal actions"),
    "exits": (files.ENDS_THE_PROCESS, "play a card", "ended its process"),
    "hangs": (files.HANGS, "play a card", "took longer than 0.5 s"),
    "penalty": (
        "def choose(moment):\n"
        "    if 'take' in moment.legal:\n"
        "        return 'draw'\n"
        "    return moment.legal[0]\n",
        "take a penalty, or stack",
        "'draw', which is not among the legal actions: ",
    ),
    "off_turn": (
        "class Mine:\n"
        "    def choose(self, moment):\n"
        "        return moment.rng.choice(moment.legal)\n",
        "nothing, off turn",
        "return None when moment.legal is empty",
    ),
}
"""Bots of this kit, each with the step that fails and what is told there."""


def test_a_broken_bot_of_this_kit_is_told_where_it_is_wrong(tmp_path: Path) -> None:
    def check_of_file(fault: str) -> subprocess.CompletedProcess[str]:
        bot = write_bot(tmp_path, FAULTS_OF_FILES[fault][0], f"{fault}.py")
        # Short only for the bot that hangs: another may have to wait for the machine.
        seconds = "0.5" if fault == "hangs" else "5"
        return check(bot, "--presets", "survival", "--seconds", seconds)

    with ThreadPoolExecutor(3) as threads:
        runs = dict(zip(FAULTS_OF_FILES, threads.map(check_of_file, FAULTS_OF_FILES), strict=True))
    for fault, (_, step, told) in FAULTS_OF_FILES.items():
        run = runs[fault]
        assert run.returncode == 1, fault
        assert told in run.stdout, fault
        assert run.stdout.splitlines()[-1].endswith(f"failed: survival: {step}"), fault


def test_what_was_not_tried_is_named_and_the_other_games_are_checked(tmp_path: Path) -> None:
    text = """
        def choose(moment):
            if "take" in moment.legal:
                return "draw"
            return moment.legal[0]
    """
    run = check(write_bot(tmp_path, text), "--presets", "survival,duel")
    lines = run.stdout.splitlines()
    failed = next(number for number, line in enumerate(lines) if line.startswith("FAIL"))
    behind = [line for line in lines[failed:] if line.startswith("--")]
    assert behind[0] == "--    survival: take a penalty, nothing else is left: not tried"
    assert behind[-1] == "--    survival: stay away after `replaced`: not tried"
    assert "ok    duel: stay away after `replaced`" in lines
    assert lines[-1].endswith(
        f"{len(behind)} not tried, failed: survival: take a penalty, or stack"
    )


def test_a_bot_that_never_comes_is_waited_for_once(tmp_path: Path) -> None:
    run = check("--", sys.executable, "-c", "pass", "{address}", "{preset}")
    assert run.returncode == 1
    assert run.stdout.count("FAIL") == 1
    assert "--    duel: all other steps: not tried" in run.stdout
    assert "--    classic: all steps: not tried" in run.stdout
    last = run.stdout.splitlines()[-1]
    assert last == "0 steps passed, the others not tried, failed: duel: connect and say hello"


def test_what_a_program_prints_does_nothing_to_the_terminal() -> None:
    words = "print('\\x1b[31mred\\x07')"
    run = check("--", sys.executable, "-c", words, "{address}")
    assert "it printed: ?[31mred?" in run.stdout


def test_a_real_server_passes(address: str) -> None:
    run = check("--server", address)
    assert run.returncode == 0, run.stdout
    for preset in PRESETS:
        assert f"ok    play a hand of {preset}" in run.stdout


@pytest.mark.parametrize(
    ("legal", "chosen"),
    [
        (["play G9", "play G9 call", "draw", "call"], ["play G9", "play G9 call"]),
        (["draw", "call", "catch 1"], ["draw"]),
    ],
)
def test_of_a_server_s_list_it_makes_moves_that_end_the_decision(
    legal: list[str], chosen: list[str]
) -> None:
    assert ending(legal) == chosen


def a_greeting(*presets: str) -> Greeting:
    return Greeting(
        server="broken",
        server_id="0",
        software="",
        versions=[1],
        presets=list(presets),
        levels=["random"],
    )


@contextmanager
def a_server_that(
    answer: Callable[[socket.socket], None], greeting: bytes | None = None
) -> Iterator[str]:
    """A server that greets, as it should by default, and does what `answer` does each time."""
    first = encode(a_greeting("duel")) if greeting is None else greeting
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    stream, _ = listener.accept()
                except OSError:
                    return
                with stream:
                    stream.sendall(first)
                    answer(stream)

        threading.Thread(target=serve, daemon=True).start()
        host, port = listener.getsockname()
        yield f"{host}:{port}"
        listener.shutdown(socket.SHUT_RDWR)


def _hangs_up(stream: socket.socket) -> None:
    stream.recv(10)


def _answers_nothing(stream: socket.socket) -> None:
    while stream.recv(65536):
        pass


@pytest.mark.parametrize("answer", [_hangs_up, _answers_nothing])
def test_a_broken_server_fails_each_step_by_its_name(
    answer: Callable[[socket.socket], None],
) -> None:
    with a_server_that(answer) as address:
        run = check("--server", address, "--seconds", "0.3")
    assert run.returncode == 1
    assert "ok    greet whoever connects" in run.stdout
    for step in ("refuse everything before hello", "part from a client that sends garbage"):
        assert f"FAIL  {step}" in run.stdout


def _says_nothing(stream: socket.socket) -> None:
    stream.recv(1)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("127.0.0.1:1", "cannot connect to 127.0.0.1:1: connection refused"),
        (None, "is no card server: it said nothing for 0.3 s"),
    ],
)
def test_where_no_server_is_there_is_one_line_and_nothing_to_check(
    address: str | None, told: str
) -> None:
    with a_server_that(_says_nothing, greeting=b"") as silent:
        run = check("--server", address or silent, "--seconds", "0.3")
    assert (run.returncode, run.stdout) == (3, "")
    assert told in run.stderr
    assert "`cardgame-server` starts one" in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_greeting_that_is_none_is_shown_and_nothing_else_is_tried() -> None:
    with a_server_that(_hangs_up, greeting=b"\x00\x00\x00\x01\xc1") as address:
        run = check("--server", address, "--seconds", "0.3")
    assert run.returncode == 1
    lines = run.stdout.splitlines()
    assert lines[0].startswith("FAIL  greet whoever connects: what it sent is not the protocol")
    assert "got 5 bytes: 00000001c1" in lines[1]
    assert "--    refuse everything before hello: not tried" in lines
    assert lines[-1] == "0 steps passed, 9 not tried, failed: greet whoever connects"


def test_a_game_of_a_newer_server_is_not_called_ok() -> None:
    with a_server_that(_hangs_up, greeting=encode(a_greeting("poker"))) as address:
        run = check("--server", address, "--seconds", "0.3")
    assert "--    play a hand of poker: not tried" in run.stdout
    assert "--    give a seat back by its token: not tried" in run.stdout


def test_a_server_with_tls_and_a_password_can_be_checked(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("let me in\n", encoding="utf-8")
    with running_server(tmp_path, "--tls", "--password-file", str(password)) as address:
        plain = check("--server", address, "--seconds", "1", state=tmp_path / "state")
        shut = check("--server", f"cardgames://{address}", state=tmp_path / "state")
        run = check(
            "--server",
            address,
            "--tls",
            "--password-file",
            str(password),
            state=tmp_path / "state",
        )
    assert (plain.returncode, shut.returncode) == (6, 6)
    assert "this server speaks TLS only: add --tls" in plain.stderr
    assert "the server has a password: give it by --password-file or" in shut.stderr
    assert run.returncode == 0, run.stdout
    assert run.stdout.splitlines()[-1] == "all 13 steps passed"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_kind_of_decision_of_a_game_is_asked(preset: str, seats: int) -> None:
    if seats <= PRESETS[preset].players[1]:
        found = positions(preset, seats)
        assert [position.kind for position in found] == kinds_of(preset)


def test_a_port_in_use_is_told_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run = check("simple", "--listen", str(port))
    told = f"--listen {port}: Address already in use; name another, or none for a free one\n"
    assert (run.returncode, run.stderr) == (2, f"cardgame-bot check: {told}")


def test_each_kind_of_decision_belongs_to_some_game() -> None:
    assert {kind for preset in PRESETS for kind in kinds_of(preset)} == set(KINDS)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name one thing to check"),
        (["simple", "--server", "h"], "name one thing to check"),
        (["--server", "h", "--presets", "duel"], "--presets and --listen are for a bot"),
        (["simple", "--presets", "poker"], "no game 'poker'"),
        (["--", "no-such-program"], "no program 'no-such-program'"),
        (["nowhere.py"], "no such file"),
        (["--", "true", "{adress}"], "{adress}; there are {address}, {host}, {port}, {preset}"),
        (["simple", "--listen", "70000"], "--listen 70000: ports are 1 to 65535; name another"),
    ],
)
def test_what_cannot_be_checked_is_said_in_one_line(arguments: list[str], told: str) -> None:
    run = check(*arguments)
    assert run.returncode == 2
    assert told in run.stderr
    assert run.stderr.count("\n") == 1
