"""`cardgame-bot match`: a match in this terminal, and what is said when it cannot be."""

from pathlib import Path

import pytest

from cardgame_bots.cli import main
from cardgame_rules.records import replay
from tests.bots import files
from tests.bots.files import write_bot


def test_a_match_is_told_hand_by_hand_to_its_winner(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES, "luck.py")
    assert main(["match", bot, "simple", "--rules", "duel", "--seed", "1", "--target", "100"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "duel, to 100 points: luck, simple"
    assert lines[1].startswith("  hand 1: ")
    assert " won (seed 1)" in lines[-1]


def test_the_same_seed_plays_the_same_match(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES)

    def told(seed: str) -> str:
        main(["match", bot, bot, "--seed", seed, "--target", "1"])
        return capfd.readouterr().out

    assert told("1") == told("1")
    assert told("1") != told("2")


def test_the_record_of_a_match_replays(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    main(["match", "simple", "random", "simple", "--rules", "survival", "--record", str(record)])
    assert replay(record.read_text(encoding="utf-8")).over


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simple", "simple", "simple", "--rules", "duel"], "duel seats 2, not 3"),
        (["simple", "nobody"], "nobody: there is no such file and no such level"),
        (["simple", "nowhere.py"], "nowhere.py: there is no such file"),
        (["simple", "simple", "--rules", "poker"], "no game 'poker'; there are duel, eights"),
        (["simple", "simple", "--target", "0"], "target=0"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    arguments: list[str], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    error = capfd.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_bot_that_does_not_play_the_game_is_not_made_to(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = write_bot(tmp_path, "presets = ['duel']\n" + files.THREE_LINES)
    assert main(["match", bot, "simple", "--rules", "classic"]) == 2
    assert "does not play classic: its `presets` are duel" in capfd.readouterr().err


def test_a_fault_after_the_end_is_told_with_the_score(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    fails_in_the_end = "\ndef ended(moment):\n    raise ValueError('no view of the end')\n"
    bot = write_bot(tmp_path, files.THREE_LINES + fails_in_the_end)
    assert main(["match", bot, "simple", "--rules", "duel", "--target", "1"]) == 1
    told = capfd.readouterr()
    assert "no view of the end" in told.err
    assert " won (seed " in told.out.splitlines()[-1]


@pytest.mark.parametrize("text", [files.RAISES, files.NOT_LEGAL, files.ENDS_THE_PROCESS])
def test_a_fault_ends_the_match_with_its_place_and_code_1(
    tmp_path: Path, text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = write_bot(tmp_path, text)
    assert main(["match", bot, "simple", "--seed", "7"]) == 1
    told = capfd.readouterr()
    assert "the match ends: " in told.err
    assert told.out.splitlines()[-1] == "(seed 7)"


def test_without_a_command_the_help_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "match" in capfd.readouterr().err


EVIL = """
name = "evil\\x1b[31m\\nline 2"

def choose(moment):
    if len(moment.hand) < 5:
        raise ValueError("two\\nlines \\x1b[31m in red")
    return moment.legal[0]
"""


@pytest.mark.parametrize("command", ["match", "arena"])
def test_a_bot_s_words_do_nothing_to_the_terminal(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    how = ["--seed", "1", *(["--games", "2", "--jobs", "1"] if command == "arena" else [])]
    assert main([command, write_bot(tmp_path, EVIL), "simple", *how, "--rules", "duel"]) == 1
    told = capfd.readouterr()
    assert "evil?[31m line 2" in told.out
    assert "ValueError: two lines ?[31m in red" in told.out + told.err
    assert "\x1b" not in told.out + told.err


def test_one_point_is_told_as_one(capfd: pytest.CaptureFixture[str]) -> None:
    main(["match", "simple", "random", "--target", "1"])
    assert capfd.readouterr().out.startswith("classic, to 1 point: simple, random\n")
    main(["match", "simple", "random", "--rules", "survival", "--target", "1"])
    assert capfd.readouterr().out.startswith("survival, 1 life each: simple, random\n")
