"""Choosing a game to play alone, and the server of one's own."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgame_client.connection import Link
from cardgame_client.solo import Choice, ChoiceError, ServerError, choose, own_server
from cardgame_client.solo_folder import LOCK, PREFIX, remove_left_behind, solo_folder


def answers(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """Return an `ask` that gives these answers, and the list of what it was asked."""
    waiting, asked = list(lines), list[str]()

    def ask(question: str) -> str:
        asked.append(question)
        return waiting.pop(0)

    return ask, asked


def test_without_a_terminal_the_defaults_are_taken() -> None:
    assert choose(None, None, None, None) == Choice("classic", 4, "simple")
    assert choose("duel", None, None, None) == Choice("duel", 2, "simple")


def test_what_is_given_is_not_asked() -> None:
    ask, asked = answers()
    assert choose("CLASSIC", 3, "random", ask) == Choice("classic", 3, "random")
    assert asked == []


def test_what_is_not_given_is_asked_with_its_choices_and_its_default() -> None:
    ask, asked = answers("survival", "3", "")
    assert choose(None, None, None, ask) == Choice("survival", 3, "simple")
    assert [question.split("?")[0] for question in asked] == [
        "Which game",
        "How many players, you among them",
        "How strong are the computers",
    ]
    assert "2, 3, 4 [4]" in asked[1]


def test_a_game_for_two_does_not_ask_for_the_number_of_players() -> None:
    ask, asked = answers("random")
    assert choose("eights", None, None, ask) == Choice("eights", 2, "random")
    assert len(asked) == 1


def test_a_wrong_answer_is_asked_again_and_a_beginning_is_enough() -> None:
    ask, asked = answers("chess", "cl", "11", "10", "si")
    assert choose(None, None, None, ask) == Choice("classic", 10, "simple")
    assert len(asked) == 5
    assert asked[1].startswith("chess is none of these.\nWhich game? duel, ")


def test_an_answer_that_could_mean_several_is_answered_with_them_and_asked_again() -> None:
    ask, asked = answers("s", "st")
    assert choose("duel", None, None, ask) == Choice("duel", 2, "steady")
    assert asked == [
        "How strong are the computers? random, simple, steady, sharp, master [simple] ",
        "s could be simple, steady or sharp.\n"
        "How strong are the computers? random, simple, steady, sharp, master [simple] ",
    ]


def test_a_number_is_never_taken_for_the_beginning_of_another() -> None:
    ask, asked = answers("1", "2")
    assert choose("classic", None, "random", ask) == Choice("classic", 2, "random")
    assert asked[1].startswith("1 is none of these.\n")


@pytest.mark.parametrize(
    ("preset", "players", "says"), [("chess", None, "duel, eights"), ("duel", 3, "choose one of 2")]
)
def test_an_impossible_choice_is_refused_with_what_is_possible(
    preset: str, players: int | None, says: str
) -> None:
    with pytest.raises(ChoiceError, match=says):
        choose(preset, players, None, None)


def test_the_opening_sets_the_table_up() -> None:
    assert Choice("classic", 3, "random").opening() == [
        "create classic seats 3 hidden",
        "add random",
        "add random",
        "start",
    ]


@pytest.mark.anyio
async def test_a_server_of_one_s_own_answers_and_ends_with_the_block() -> None:
    async with own_server() as address, Link.open(address.host, address.port) as link:
        assert "duel" in link.greeting.presets
    with pytest.raises(Exception, match="cannot connect"):
        async with Link.open(address.host, address.port):
            pytest.fail("the server is still there")


@pytest.mark.anyio
async def test_a_server_that_does_not_start_is_told_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\necho first >&2\necho 'no room left' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(fake))
    with pytest.raises(ServerError, match="did not start: no room left"):
        async with own_server():
            pytest.fail("a server was found")


def left(place: Path, name: str, age: float = 3600.0, *, lock: bool = True) -> Path:
    """Make a folder as a client leaves it that was killed so many seconds ago."""
    folder = place / name
    folder.mkdir()
    (folder / "server.log").write_text("x")
    if lock:
        (folder / LOCK).touch()
    made_at = time.time() - age
    os.utime(folder, (made_at, made_at))
    return folder


def test_the_folder_of_a_killed_client_goes_with_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stale = left(tmp_path, f"{PREFIX}old")
    with solo_folder() as folder:
        assert not stale.exists()
        assert Path(folder).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_no_other_folder_is_touched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    kept = [
        left(tmp_path, f"{PREFIX}young", age=5.0),
        left(tmp_path, f"{PREFIX}unlocked", lock=False),
        left(tmp_path, "cardgame-other"),
        left(elsewhere, f"{PREFIX}linked"),
    ]
    (tmp_path / f"{PREFIX}link").symlink_to(kept[-1])
    with solo_folder() as first:
        long_ago = time.time() - 3600
        os.utime(first, (long_ago, long_ago))
        with solo_folder():
            assert Path(first).exists()  # its client lives
    assert all(folder.exists() for folder in kept)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users to tell apart")
def test_a_folder_of_somebody_else_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stale = left(tmp_path, f"{PREFIX}theirs")
    monkeypatch.setattr(os, "getuid", lambda: 12345678)
    remove_left_behind(tmp_path, time.time())
    assert stale.exists()
