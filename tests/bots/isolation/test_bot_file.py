"""What is taken for a bot in a file, and what an author is told when there is none."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardgame_bots.isolation.bot_file import BotFileError, read_bot_file
from cardgame_bots.moment import remembers
from cardgame_rules import PRESETS
from tests.bots.files import THREE_LINES, write_bot
from tests.bots.kit import a_moment, a_view, a_you


def test_a_function_is_a_bot_that_plays_every_game_and_needs_no_memory(tmp_path: Path) -> None:
    found = read_bot_file(write_bot(tmp_path, THREE_LINES, "luck.py"))
    assert (found.name, list(found.presets)) == ("luck", list(PRESETS))
    bot = found.make()
    assert not remembers(bot)
    assert bot.choose(a_moment(a_view(), a_you("R1", "draw"))) == "draw"


def test_a_class_is_made_anew_for_each_match_and_remembers(tmp_path: Path) -> None:
    text = """
        class Mine:
            name = "mine"
            presets = ["duel"]

            def choose(self, moment):
                return None
    """
    found = read_bot_file(write_bot(tmp_path, text))
    assert (found.name, list(found.presets)) == ("mine", ["duel"])
    assert found.make() is not found.make()
    assert remembers(found.make())


def test_a_module_says_what_holds_for_its_function(tmp_path: Path) -> None:
    text = "name = 'deep'\npresets = 'eights'\nremembers = True\n" + THREE_LINES
    found = read_bot_file(write_bot(tmp_path, text))
    assert (found.name, list(found.presets)) == ("deep", ["eights"])
    assert remembers(found.make())


def test_one_of_several_is_named_behind_a_colon(tmp_path: Path) -> None:
    text = """
        class One:
            def choose(self, moment): return "draw"
        class Two(One):
            pass
    """
    path = write_bot(tmp_path, text)
    with pytest.raises(BotFileError, match="One, Two"):
        read_bot_file(path)
    assert read_bot_file(f"{path}:Two").name == "Two"


def test_a_module_beside_the_file_can_be_imported(tmp_path: Path) -> None:
    write_bot(tmp_path, "WORD = 'draw'", "beside_the_bot.py")
    text = "import beside_the_bot\n\ndef choose(moment):\n    return beside_the_bot.WORD\n"
    bot = read_bot_file(write_bot(tmp_path, text)).make()
    assert bot.choose(a_moment(a_view(), a_you("R1", "draw"))) == "draw"


LIBRARY = ["random", "token", "struct", "select", "types", "enum", "msgspec"]
"""Modules of the standard library, and one of this kit's libraries, that a file may be named as."""


@pytest.mark.parametrize(
    "command",
    [
        ["match", *(f"{name}.py" for name in LIBRARY), "--target", "1"],
        ["match", "luck.py", "simple", "--target", "1"],
        ["arena", "luck.py", "random.py", "--games", "2", "--jobs", "1"],
        ["check", "luck.py", "--presets", "duel"],
    ],
    ids=["they play", "they lie beside", "in an arena", "in a check"],
)
def test_files_named_like_library_modules_play_and_harm_nobody_beside_them(
    tmp_path: Path, command: list[str]
) -> None:
    for name in LIBRARY:
        write_bot(tmp_path, THREE_LINES, f"{name}.py")
    write_bot(tmp_path, "from random import Random\nimport msgspec.json\n" + THREE_LINES, "luck.py")
    program = Path(sys.executable).with_name("cardgame-bot")
    done = subprocess.run(
        [program, *command], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_named_like_a_library_module_does_not_take_its_place(tmp_path: Path) -> None:
    before = sys.modules["random"]
    assert read_bot_file(write_bot(tmp_path, THREE_LINES, "random.py")).name == "random"
    assert sys.modules["random"] is before
    assert sys.path[-1] == str(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def choose(moment)\n    return 1\n", "line 1: expected ':'"),
        ("import nothing_of_this_name\n", "line 1.*ModuleNotFoundError"),
        ("def chose(moment):\n    return 1\n", "neither a function choose"),
        ("x = 1\n\ndef choose(view, you):\n    return 1\n", r"line 3: it must be choose\(moment\)"),
        ("async def choose(moment):\n    return 1\n", "ordinary function"),
        ("choose = 3\n", "`choose` is 3"),
        (
            "class Mine:\n    def __init__(self, depth): ...\n    def choose(self, moment): ...\n",
            "without arguments.*depth",
        ),
        ("class Mine:\n    def choose(self): ...\n", r"choose\(self, moment\)"),
        ("presets = ['poker']\n" + THREE_LINES, "'poker'; there are only duel"),
        ("import sys\nsys.exit(3)\n", "line 2.*SystemExit"),
        ("choose = 1\0\n", r"bot\.py: source code .* null bytes$"),
        ("presets = []\n" + THREE_LINES, r"`presets` is \[\]; name the games"),
        ("presets = 5\n" + THREE_LINES, "`presets` is 5; name the games"),
    ],
)
def test_what_is_no_bot_is_told_with_its_file_its_line_and_what_to_do(
    tmp_path: Path, text: str, told: str
) -> None:
    path = write_bot(tmp_path, text)
    with pytest.raises(BotFileError, match=told) as error:
        read_bot_file(path)
    assert "bot.py" in str(error.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BotFileError, match="no such file"):
        read_bot_file("nowhere.py")


def test_a_folder_is_told_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(BotFileError, match="this is a folder; name the Python file in it"):
        read_bot_file(str(tmp_path))


def test_a_file_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    link = tmp_path / "bot.py"
    link.symlink_to("/proc/self/mem")  # nobody can read its first byte, not even root
    with pytest.raises(BotFileError, match=r"bot\.py: it cannot be read: Input/output error$"):
        read_bot_file(str(link))


def test_an_import_that_fails_is_told_with_the_authors_line_also_from_his_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path, "import nothing_of_this_name\n", "bot.py")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotFileError, match=r"bot\.py, line 1, in <module>: ModuleNotFoundError"):
        read_bot_file("bot.py")


def test_a_fault_in_code_that_is_in_no_file_is_told_with_the_line_that_ran_it(
    tmp_path: Path,
) -> None:
    path = write_bot(tmp_path, "exec(compile('1 / 0', '', 'exec'))\n")
    with pytest.raises(BotFileError, match=r"bot\.py, line 1, in <module>: ZeroDivisionError"):
        read_bot_file(path)


def test_a_fault_in_a_folder_whose_name_begins_alike_is_told_with_the_authors_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = tmp_path / "bot", tmp_path / "bots"
    own.mkdir()
    other.mkdir()
    write_bot(other, "1 / 0\n", "divides_by_nothing.py")
    monkeypatch.syspath_prepend(other)
    with pytest.raises(BotFileError, match=r"bot\.py, line 1, in <module>: ZeroDivisionError"):
        read_bot_file(write_bot(own, "import divides_by_nothing\n"))
