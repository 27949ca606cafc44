"""The log of an arena: gone on with where it fits, left alone where it does not."""

import json
import os
from pathlib import Path

import pytest

from cardgame_bots.arena.game import Outcome
from cardgame_bots.arena.log import ArenaLog, arena_log
from cardgame_bots.cli import main
from cardgame_bots.outputs import NotWrittenError
from tests.bots import files
from tests.bots.arenas import a_setup, arena
from tests.bots.files import write_bot


def test_a_log_is_gone_on_with_in_its_own_seed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    what = ["simple", "random", "--save", str(tmp_path / "log"), "--json"]
    begun = json.loads(arena(capfd, *what, "--games", "4"))
    going_on = json.loads(arena(capfd, *what, "--games", "10"))
    assert going_on["seed"] == begun["seed"]
    assert going_on["games"] == 10
    other = ["--games", "10", "--seed", str(begun["seed"] + 1)]
    assert main(["arena", *what, *other]) == 2
    assert "its seed is" in capfd.readouterr().err


def test_what_was_saved_is_not_played_again_and_the_numbers_are_the_same(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    arena(capfd, "simple", "random", "--games", "14", "--save", str(log))
    what = ["simple", "random", "--games", "40", "--json"]
    whole = arena(capfd, *what, "--seed", str(json.loads(log.read_bytes().splitlines()[0])["seed"]))
    begun = log.read_bytes()
    log.write_bytes(begun + b'[{"game": 14, "de')  # as a crash in the middle of a line leaves it
    assert arena(capfd, *what, "--save", str(log)) == whole
    assert log.read_bytes().startswith(begun)
    assert len(log.read_bytes().splitlines()) == 1 + 20


def test_a_log_of_another_arena_is_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log, bot = tmp_path / "log", write_bot(tmp_path, files.THREE_LINES)
    what = [bot, "random", "--games", "2", "--save", str(log)]
    arena(capfd, *what)
    for change in (["--seed", "2"], ["--rules", "duel"]):
        assert main(["arena", *what, *change]) == 2
        assert "is of another arena" in capfd.readouterr().err
    write_bot(tmp_path, files.THREE_LINES + "# changed")
    assert main(["arena", *what]) == 2
    assert f"{log} is of another arena: {bot}, or what it imports" in capfd.readouterr().err
    assert main(["arena", "simple", *what[1:]]) == 2
    assert f"its bots are {bot}, random, not simple, random; " in capfd.readouterr().err


def test_a_bot_is_another_one_when_a_module_beside_it_has_changed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    taste = tmp_path / "taste.py"
    taste.write_text("place = 0")
    text = "import taste\n\ndef choose(moment):\n    return moment.legal[taste.place]\n"
    log, bot = tmp_path / "log", write_bot(tmp_path, text)
    what = [bot, "random", "--games", "2", "--save", str(log)]
    arena(capfd, *what)
    arena(capfd, *what)
    taste.write_text("place = -1")
    assert main(["arena", *what]) == 2
    told = f"{log} is of another arena: {bot}, or what it imports from its folder, has changed"
    assert told in capfd.readouterr().err


def test_a_line_of_a_log_that_is_damaged_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    what = ["simple", "random", "--games", "6", "--seed", "1", "--save", str(log)]
    arena(capfd, *what)
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join([*lines[:2], "no line\n", *lines[3:]]))
    assert main(["arena", *what]) == 2
    assert f"{log} is damaged in line 3: " in capfd.readouterr().err


def test_a_log_is_written_by_one_arena_at_a_time(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    what = ["simple", "random", "--games", "2", "--seed", "1", "--save", str(log)]
    with arena_log(log, a_setup("simple", "random", games=2), ["", ""]):
        assert main(["arena", *what]) == 2
        assert f"--save {log}: another arena is writing it; wait" in capfd.readouterr().err
    arena(capfd, *what)


def test_a_folder_is_no_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for seed in ([], ["--seed", "1"]):
        assert main(["arena", "simple", "random", "--save", str(tmp_path), *seed]) == 2
        told = f"cardgame-bot arena: --save {tmp_path}: it cannot be used: Is a directory; name a"
        assert capfd.readouterr().err.startswith(told)


@pytest.mark.parametrize("seed", [[], ["--seed", "1"]], ids=["no seed", "a seed"])
@pytest.mark.parametrize("text", ["not ended by a new line", "ended\n", '{"version":1}\n'])
def test_a_file_that_is_something_else_is_left_as_it_is(
    text: str, seed: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes"
    file.write_text(text)
    assert main(["arena", "simple", "random", "--save", str(file), *seed]) == 2
    assert f"{file} is no log of an arena" in capfd.readouterr().err
    assert file.read_text() == text


def test_a_log_that_was_cut_in_its_first_line_begins_anew(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    what = ["simple", "random", "--games", "2", "--save", str(log)]
    arena(capfd, *what)
    whole = log.read_bytes()
    for cut in (1, 20):
        log.write_bytes(whole[:cut])
        arena(capfd, *what)
        assert len(log.read_bytes().splitlines()) == 2


def test_a_device_is_no_log(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "simple", "random", "--save", "/dev/null"]) == 2
    told = "cardgame-bot arena: --save /dev/null: it cannot be used: it is no file; name a file"
    assert capfd.readouterr().err.startswith(told)


def test_a_deal_that_the_disk_takes_only_in_part_is_told() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)  # a disk that is full once it has taken what a pipe takes
    with open(reading, "rb"), open(writing, "wb", buffering=0) as full:
        log = ArenaLog(full.fileno(), [])
        with pytest.raises(NotWrittenError, match="what was played before is kept"):
            log.add([Outcome(0, 0, (0, 1), [[0], [1]], [0, 0])] * 10_000)
