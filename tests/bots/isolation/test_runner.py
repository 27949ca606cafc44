"""A stranger's bot in its own process: what it does wrong comes out as a fault, and no more."""

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cardgame_bots.faults import BotFaultError, CrashError, IllegalChoiceError, TimeOutError
from cardgame_bots.isolation.bot_file import BotFileError
from cardgame_bots.isolation.runner import Runner
from cardgame_bots.levels.random_level import RandomLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_bots.moment import Bot
from cardgame_rules import PRESETS
from tests.bots import files
from tests.bots.files import write_bot
from tests.bots.kit import a_moment, a_view, a_you, seeded

CHOICE = a_moment(a_view(), a_you("R1 G1", "play R1", "draw"))


@pytest.fixture
def runners(tmp_path: Path) -> Iterator[list[Runner]]:
    """Runners that are closed in the end."""
    made: list[Runner] = []
    yield made
    for runner in made:
        runner.close()


def run(runners: list[Runner], folder: Path, text: str, seconds: float = 20.0) -> Runner:
    runners.append(Runner(write_bot(folder, text), seconds=seconds))
    return runners[-1]


def a_hand_of(bot: Bot, seed: int = 1) -> list[str]:
    match = LocalMatch(PRESETS["classic"], [bot, RandomLevel()], seeded(seed))
    match.play_hand()
    return match.match.record


def test_it_plays_as_the_same_file_does_each_time(runners: list[Runner], tmp_path: Path) -> None:
    runner = run(runners, tmp_path, files.THREE_LINES)
    assert a_hand_of(runner.make()) == a_hand_of(runner.make())


def test_each_match_begins_with_the_file_as_it_was_loaded(
    runners: list[Runner], tmp_path: Path
) -> None:
    text = """
        asked = []

        def choose(moment):
            asked.append(1)
            return f"asked {len(asked)}"
    """
    runner = run(runners, tmp_path, text)
    for _ in range(2):
        bot = runner.make()
        assert [bot.choose(CHOICE) for _ in range(2)] == ["asked 1", "asked 2"]


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (files.RAISES, CrashError, "line 2, in choose: IndexError"),
        (files.EXITS, CrashError, "SystemExit: enough"),
        (files.ENDS_THE_PROCESS, CrashError, r"ended its process \(exit code 0\)"),
        (files.EATS_MEMORY, CrashError, "MemoryError"),
        (files.NO_TEXT, IllegalChoiceError, "42.*'play R1', 'draw'"),
        (files.HALF_A_CHARACTER, IllegalChoiceError, r"returned '\\ud800', which is not among"),
        (files.RAISES_HALF_A_CHARACTER, CrashError, r"in choose: ValueError: half \?$"),
    ],
)
def test_a_fault_is_told_with_its_place_and_the_next_match_is_played(
    runners: list[Runner], tmp_path: Path, text: str, kind: type[BotFaultError], told: str
) -> None:
    runner = run(runners, tmp_path, text)
    for _ in range(2):
        with pytest.raises(kind, match=told):
            runner.make().choose(CHOICE)


def test_a_file_whose_name_is_not_utf_8_plays(runners: list[Runner], tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/gr\xfcn.py"
    with open(path, "w", encoding="utf-8") as file:
        file.write(files.THREE_LINES)
    runners.append(Runner(os.fsdecode(path), seconds=20.0))
    assert runners[-1].name == "gr?n"
    assert runners[-1].make().choose(CHOICE) in CHOICE.legal


def test_bug_B04_a_bot_that_hangs_is_ended_and_what_it_started_with_it(
    runners: list[Runner], tmp_path: Path
) -> None:
    runner = run(runners, tmp_path, files.HANGS, seconds=0.2)
    for _ in range(2):
        with pytest.raises(TimeOutError, match=r"longer than 0\.2 s$"):
            runner.make().choose(CHOICE)


def test_bug_B04_the_time_for_a_choice_is_that_for_all_of_the_answer(
    runners: list[Runner], tmp_path: Path
) -> None:
    runner = run(runners, tmp_path, files.HALF_AN_ANSWER, seconds=0.2)
    for _ in range(2):
        with pytest.raises(TimeOutError, match=r"longer than 0\.2 s$"):
            runner.make().choose(CHOICE)


def test_a_bot_that_reads_nothing_more_does_not_keep_who_asks_waiting(
    runners: list[Runner], tmp_path: Path
) -> None:
    bot = run(runners, tmp_path, files.ANSWERS_AHEAD, seconds=0.2).make()
    moments = iter([CHOICE] * 1000)  # more than the pipe to the bot can hold
    with pytest.raises(TimeOutError):
        all(bot.choose(moment) == "draw" for moment in moments)
    assert next(moments) is CHOICE  # it was not the answers that came to an end


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (files.ENDLESS_ANSWER, "something else than the kit has written into its pipe; choose"),
        (files.NONSENSE, "is no message"),
    ],
)
def test_what_a_bot_writes_itself_into_its_pipe_is_a_crash_that_says_so(
    runners: list[Runner], tmp_path: Path, text: str, told: str
) -> None:
    runner = run(runners, tmp_path, text)
    for _ in range(2):
        with pytest.raises(CrashError, match=rf"bot\.py: .*{told}"):
            runner.make().choose(CHOICE)


def test_text_of_an_author_s_own_kind_is_text(runners: list[Runner], tmp_path: Path) -> None:
    assert run(runners, tmp_path, files.TEXT_OF_A_KIND).make().choose(CHOICE) == "play R1"


def test_a_file_that_wants_to_hear_of_no_children_that_end_is_played_all_the_same(
    runners: list[Runner], tmp_path: Path
) -> None:
    text = """
        import signal

        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

        def choose(moment):
            return "draw"
    """
    runner = run(runners, tmp_path, text)
    assert [runner.make().choose(CHOICE) for _ in range(2)] == ["draw", "draw"]


def test_a_bot_that_could_not_be_made_does_no_harm_to_the_next_match(
    runners: list[Runner], tmp_path: Path
) -> None:
    text = """
        from pathlib import Path

        class Mine:
            remembers = False

            def __init__(self):
                if Path(__file__).with_name("no").exists():
                    raise RuntimeError("no match today")

            def choose(self, moment):
                return "draw"
    """
    runner = run(runners, tmp_path, text)
    (tmp_path / "no").touch()
    runner.make()
    for _ in range(2):
        with pytest.raises(CrashError, match="no match today"):
            runner.make().choose(CHOICE)


def test_a_file_that_cannot_be_loaded_again_is_a_crash_of_its_bot(
    runners: list[Runner], tmp_path: Path
) -> None:
    runner = run(runners, tmp_path, files.HANGS, seconds=0.2)
    write_bot(tmp_path, "x = 1")
    with pytest.raises(TimeOutError):
        runner.make().choose(CHOICE)
    with pytest.raises(CrashError, match="neither a function"):
        runner.make().choose(CHOICE)


def test_bug_B04_a_deadline_shortens_the_time_for_a_choice(
    runners: list[Runner], tmp_path: Path
) -> None:
    runner = run(runners, tmp_path, files.HANGS, seconds=600)
    moment = a_moment(a_view(), a_you("R1", "draw"), deadline=0.1)
    with pytest.raises(TimeOutError):
        runner.make().choose(moment)


@pytest.mark.parametrize(("deadline", "told"), [(None, "20.0"), (600.0, "20.0"), (10.0, "9.0")])
def test_a_bot_is_told_the_time_it_has(
    runners: list[Runner], tmp_path: Path, deadline: float | None, told: str
) -> None:
    text = "def choose(moment):\n    return str(moment.deadline)\n"
    moment = a_moment(a_view(), a_you("R1", "draw"), deadline=deadline)
    assert run(runners, tmp_path, text, seconds=20.0).make().choose(moment) == told


def test_a_bot_that_has_failed_is_not_asked_again_in_its_match(
    runners: list[Runner], tmp_path: Path
) -> None:
    bot = run(runners, tmp_path, files.RAISES).make()
    with pytest.raises(CrashError):
        bot.choose(CHOICE)
    with pytest.raises(CrashError, match="failed in this match before"):
        bot.choose(CHOICE)


def test_what_it_prints_goes_where_it_is_told_to(runners: list[Runner], tmp_path: Path) -> None:
    path = write_bot(tmp_path, files.NOT_LEGAL)
    with (tmp_path / "out").open("w+", encoding="utf-8") as output:
        with closing(Runner(path, seconds=20, output=output)) as runner:
            assert runner.make().choose(CHOICE) == "play ZZ"
            runner.make()  # by now the first match has ended, and its output is written
        output.seek(0)
        assert "about to cheat" in output.read()


def test_rule_B11_no_hidden_card_can_be_reached_through_the_interpreter(
    runners: list[Runner], tmp_path: Path
) -> None:
    # All that a bot could find of a match: every object, every frame, every loaded module.
    text = """
        import gc
        import sys

        def choose(moment):
            kinds = {type(thing).__module__ for thing in gc.get_objects()}
            frame, names = sys._getframe(), []
            while frame is not None:
                names += [*frame.f_locals]
                frame = frame.f_back
            views = [t for t in gc.get_objects() if type(t).__name__ == "You"]
            raise RuntimeError(
                f"{'cardgame_rules.match' in kinds} {'cardgame_rules.hand' in kinds} "
                f"{'match' in names} {len({you.seat for you in views})}"
            )
    """
    with pytest.raises(CrashError, match=r"RuntimeError: False False False 1$"):
        a_hand_of(run(runners, tmp_path, text).make())


def test_the_end_of_a_match_is_told_to_a_bot_that_wants_it(
    runners: list[Runner], tmp_path: Path
) -> None:
    text = """
        def choose(moment):
            return moment.rng.choice(moment.legal)

        def ended(moment):
            raise RuntimeError(f"{moment.view.state} {moment.view.result.winners}")
    """
    rules = PRESETS["classic"].changed(match_end="points:1")
    match = LocalMatch(rules, [run(runners, tmp_path, text).make(), RandomLevel()], Random(1))
    with pytest.raises(CrashError, match=r"RuntimeError: over \[[01]\]"):
        match.play()


def test_a_file_that_is_no_bot_is_told_before_any_match(
    runners: list[Runner], tmp_path: Path
) -> None:
    with pytest.raises(BotFileError, match="neither a function"):
        run(runners, tmp_path, "x = 1")
    with pytest.raises(BotFileError, match="while it was loaded, its process has ended"):
        run(runners, tmp_path, "import os\nos._exit(3)")


def test_closing_ends_a_bot_that_another_thread_waits_for(
    runners: list[Runner], tmp_path: Path
) -> None:
    runner = run(runners, tmp_path, files.HANGS, seconds=600)
    bot = runner.make()
    faults: list[BotFaultError] = []

    def ask() -> None:
        try:
            bot.choose(CHOICE)
        except BotFaultError as fault:
            faults.append(fault)

    thread = threading.Thread(target=ask)
    thread.start()
    runner.close()
    thread.join(20)
    assert not thread.is_alive()
    assert len(faults) == 1
