"""Tokens on disk: who may read them, who holds them, and what a crash leaves."""

import errno
import os
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest

from cardgame_client.tokens import Claim, TokenFolder
from cardgame_client.writing import write_new, write_whole
from tests.client.kit import TOKEN

OTHER = "cd" * 32


def claimed(folder: Path, server: str = "1234", name: str = "Ana") -> Claim:
    claim = TokenFolder(folder).claim(server, name)
    assert claim is not None
    return claim


def test_a_token_is_there_for_the_next_start(tmp_path: Path) -> None:
    claim = claimed(tmp_path)
    assert claim.token() is None
    claim.keep(TOKEN)
    claim.release()
    assert claimed(tmp_path).token() == TOKEN


@pytest.mark.parametrize(("server", "name"), [("1235", "Ana"), ("1234", "Bea"), ("123", "4Ana")])
def test_another_server_or_name_has_another_token(server: str, name: str, tmp_path: Path) -> None:
    claimed(tmp_path).keep(TOKEN)
    assert claimed(tmp_path, server, name).token() is None


def test_names_that_count_as_the_same_share_a_token(tmp_path: Path) -> None:
    claim = claimed(tmp_path, name="Zo\u0065\u0308  Lee")
    claim.keep(TOKEN)
    claim.release()
    assert claimed(tmp_path, name="ZO\u00cb Lee").token() == TOKEN


def test_nobody_else_can_read_a_token(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "tokens"
    claimed(folder).keep(TOKEN)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_a_folder_that_others_could_read_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    claimed(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_a_name_and_a_server_from_elsewhere_never_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "tokens"
    claimed(folder, "../../x\x00\ud800", "../\x1b[2J/\n").keep(TOKEN)
    assert {path.name for path in tmp_path.iterdir()} == {"tokens"}
    text = next(folder.glob("*.token")).read_text()
    assert all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize("content", [b"", b"ab", b"\xff" * 64, b"x" * 64, b"../" * 30])
def test_what_is_no_token_is_none(content: bytes, tmp_path: Path) -> None:
    claim = claimed(tmp_path)
    claim.keep(TOKEN)
    next(tmp_path.glob("*.token")).write_bytes(content)
    assert claim.token() is None
    claim.keep(OTHER)
    assert claim.token() == OTHER


def test_a_refused_token_is_removed(tmp_path: Path) -> None:
    claim = claimed(tmp_path)
    claim.keep(TOKEN)
    claim.forget()
    claim.forget()
    assert not list(tmp_path.glob("*.token"))


HOLDER = (
    "import sys; from pathlib import Path; from cardgame_client.tokens import TokenFolder\n"
    "claim = TokenFolder(Path(sys.argv[1])).claim('1234', 'Ana')\n"
    "print(claim is not None, flush=True); sys.stdin.read()"
)


def test_one_client_at_a_time_has_a_name_and_a_killed_one_has_it_no_more(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert TokenFolder(tmp_path).claim("1234", "ANA") is None
        assert TokenFolder(tmp_path).claim("1234", "Bea") is not None
        holder.send_signal(signal.SIGKILL)
    assert TokenFolder(tmp_path).claim("1234", "Ana") is not None


WRITER = (
    "import itertools, sys; from pathlib import Path\n"
    "from cardgame_client.writing import write_whole\n"
    "for number in itertools.count():\n"
    "    write_whole(Path(sys.argv[1]), str(number % 10) * 5000)\n"
    "    if number == 3: print(flush=True)"
)


def test_bug_S02_a_kill_at_any_moment_leaves_the_old_text_or_the_new(tmp_path: Path) -> None:
    target = tmp_path / "file"
    for _ in range(5):
        command = [sys.executable, "-c", WRITER, str(target)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            writer.kill()
        text = target.read_text()
        assert len(text) == 5000
        assert len(set(text)) == 1


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.usefixtures("full_disk")
def test_bug_S02_a_full_disk_leaves_the_old_text_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    with pytest.raises(OSError, match="No space"):
        write_whole(target, "new")
    with pytest.raises(OSError, match="No space"):
        write_new(tmp_path / "other", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert target.read_text() == "old"


def test_a_new_file_is_one_of_the_player_s_usual_ones_and_takes_no_other_s_place(
    tmp_path: Path,
) -> None:
    target, usual = tmp_path / "file", tmp_path / "usual"
    write_new(target, "one\n")
    usual.touch()
    assert target.stat().st_mode == usual.stat().st_mode
    with pytest.raises(FileExistsError):
        write_new(target, "two\n")
    assert target.read_bytes() == b"one\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "usual"]


class Msvcrt(types.ModuleType):
    """As much of Windows' module as is used."""

    LK_NBLCK = 2

    def __init__(self, *, taken: bool) -> None:
        super().__init__("msvcrt")
        self.taken = taken

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        if self.taken:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("taken", [False, True])
def test_on_windows_the_lock_is_that_of_its_own_library(
    taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt(taken=taken))
    monkeypatch.setattr(sys, "platform", "win32")
    assert (TokenFolder(tmp_path).claim("1234", "Ana") is None) is taken
