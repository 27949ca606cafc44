"""What a bot starts ends with its match, and a bot with whoever asked it, however that ends."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cardgame_bots.faults import BotFaultError
from cardgame_bots.isolation.runner import Runner
from cardgame_bots.levels.random_level import RandomLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_rules import PRESETS
from tests.bots.files import write_bot
from tests.bots.kit import a_moment, a_view, a_you, seeded

CHOICE = a_moment(a_view(), a_you("R1 G1", "play R1", "draw"))

PATIENCE = 30.0
"""Seconds in which a process that ought to end must have ended, on a machine however busy."""

ENGINE = """
import os
import signal
import subprocess

class Engine:
    remembers = False

    def __init__(self):
        script = "exec 3>{fifo}; echo started; exec sleep 60"
        if {escapes}:
            script = f"({{script}}) & sleep 1000"
        self.engine = subprocess.Popen(
            ["sh", "-c", script], stdout=subprocess.PIPE, start_new_session={escapes}
        )
        self.engine.stdout.readline()
        self.choices = 0

    def choose(self, moment):
        self.choices += 1
        {choose}
        return moment.legal[0]
"""
"""A bot that starts a program, which has the FIFO open and perhaps escapes to a session of its own,
and loses its parent there."""

FAULTS = {
    "returns": "pass",
    "raises": "raise RuntimeError",
    "cheats": "return 'play ZZ'",
    "ends its process": "os._exit(0)",
    "is killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "hangs": "while True: pass",
    "hangs in another group": "os.setpgid(0, os.getpgid(os.getppid()))\n        while True: pass",
}


class Fifo:
    """Tells whether processes that have it open for writing are all gone."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self.descriptor, 0)

    def is_left_by_all(self) -> bool:
        """Wait for that; a FIFO that nobody has opened yet was left by nobody."""
        return bool(self._poll.poll(PATIENCE * 1000))


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[Fifo]:
    made = Fifo(tmp_path / "fifo")
    yield made
    os.close(made.descriptor)


def engine(fifo: Fifo, choose: str = "pass", *, escapes: bool = False) -> str:
    text = ENGINE.format(fifo=fifo.path, choose=choose, escapes=escapes)
    return write_bot(fifo.path.parent, text, "engine.py")


@pytest.mark.parametrize("choose", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("escapes", [False, True], ids=["it stays", "it escapes"])
def test_what_a_bot_has_started_ends_with_its_match(
    fifo: Fifo, choose: str, *, escapes: bool
) -> None:
    with closing(Runner(engine(fifo, choose, escapes=escapes), seconds=0.5)) as runner:
        bot = runner.make()
        try:
            bot.choose(CHOICE)
        except BotFaultError:
            pass
        finally:
            runner.end_match(None)
        assert fifo.is_left_by_all()


@pytest.mark.parametrize("escapes", [False, True], ids=["it stays", "it escapes"])
def test_what_a_bot_has_started_ends_when_it_is_closed_in_its_match(
    fifo: Fifo, *, escapes: bool
) -> None:
    with closing(Runner(engine(fifo, escapes=escapes), seconds=20)) as runner:
        runner.make().choose(CHOICE)
    assert fifo.is_left_by_all()


def test_what_the_file_has_started_when_it_was_loaded_lives_as_long_as_the_bot(fifo: Fifo) -> None:
    text = f"""
        import subprocess

        engine = subprocess.Popen(
            ["sh", "-c", "exec 3>{fifo.path}; while read line; do echo draw; done"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

        def choose(moment):
            print("?", file=engine.stdin, flush=True)
            return engine.stdout.readline().strip()
    """
    with closing(Runner(write_bot(fifo.path.parent, text), seconds=20)) as runner:
        for _ in range(3):
            assert runner.make().choose(CHOICE) == "draw"
            runner.end_match(None)
    assert fifo.is_left_by_all()


BUSY = """
import signal

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
held = open("{fifo}", "w")

def choose(moment):
    held.write("!")
    held.flush()
    while True:
        pass
"""
"""A bot that thinks for ever, with the FIFO open."""


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run `cardgame-bot`, with a pipe for standard error, which the arena's processes have too."""
    command = [sys.executable, "-m", "cardgame_bots.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("command", ["arena", "match"])
def test_nothing_is_left_of_a_command_that_was_killed_while_a_bot_thought(
    fifo: Fifo, command: str, ended_by: int
) -> None:
    bot = write_bot(fifo.path.parent, BUSY.format(fifo=fifo.path), "busy.py")
    with running(command, bot, "simple", "--seconds", "600") as process:
        thinks = select.poll()
        thinks.register(fifo.descriptor, select.POLLIN)
        assert thinks.poll(PATIENCE * 1000)
        process.send_signal(ended_by)
        process.communicate(timeout=PATIENCE)  # until nobody has its standard error: no worker
        os.read(fifo.descriptor, 1000)
        assert fifo.is_left_by_all()


def test_nothing_is_left_when_the_guard_of_a_bot_is_killed(fifo: Fifo) -> None:
    text = BUSY.format(fifo=fifo.path).replace(
        "    while", "    import os\n    os.kill(int(os.environ['GUARD']), 9)\n    while"
    )
    head = "import os\nos.environ['GUARD'] = str(os.getppid())\n"
    with closing(Runner(write_bot(fifo.path.parent, head + text), seconds=600)) as runner:
        bot = runner.make()
        with pytest.raises(BotFaultError, match="its process has ended"):
            bot.choose(CHOICE)
        runner.close()
        assert fifo.is_left_by_all()


def test_a_match_with_an_engine_is_played_to_its_end(fifo: Fifo) -> None:
    with closing(Runner(engine(fifo), seconds=20)) as runner:
        match = LocalMatch(PRESETS["classic"], [runner.make(), RandomLevel()], seeded(1))
        match.play_hand()
        assert match.match.hand_over
