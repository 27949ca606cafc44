"""The data folder as the host meets it: `check`, two servers, a disk that is full for a while."""

import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from bench.wire import LoadError, encode
from cardgame_server.folder import JOURNAL
from tests.end_to_end.hosted import COMMAND, PATIENCE, check, client, server, until


def test_check_is_silent_about_a_sound_folder_and_names_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server(folder) as (process, port):
        line, _ = client(port, "Ann")
        line.request({"type": "create", "id": 2, "preset": "duel", "seats": 2})
        line.socket.close()
        running = check(folder)
        assert running.returncode == 1
        assert "in use by another server" in running.stdout
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    sound = check(folder)
    assert (sound.returncode, sound.stdout, sound.stderr) == (0, "", "")
    (folder / JOURNAL).write_bytes(b"rubbish" * 1000)
    damaged = check(folder)
    assert damaged.returncode == 1
    assert len(damaged.stdout.splitlines()) == 1
    with server(folder) as (_, port):
        client(port, "Ann")[0].socket.close()
    assert "cannot be read at all" in Path(f"{folder}.log").read_text()


def test_a_second_server_on_the_same_folder_says_so_in_one_line_and_ends(tmp_path: Path) -> None:
    with server(tmp_path / "data"):
        argv = [*COMMAND, "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data")]
        second = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert second.returncode == 1
    assert second.stdout == ""
    assert len(second.stderr.splitlines()) == 1
    assert "in use by another server" in second.stderr


def test_a_restart_after_a_polite_end_brings_the_tables_back(tmp_path: Path) -> None:
    with server(tmp_path / "data") as (process, port):
        line, hello = client(port, "Ann")
        line.request({"type": "create", "id": 2, "preset": "duel", "seats": 2})
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        line.socket.close()
    with server(tmp_path / "data") as (_, port):
        line, back = client(port, "x", str(hello["token"]))
        assert (back["name"], back["table"], back["seat"]) == ("Ann", 1, 0)
        line.socket.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits another process, as Linux can")
def test_a_real_server_whose_disk_takes_nothing_goes_on_when_it_does(tmp_path: Path) -> None:
    with server(tmp_path / "data") as (process, port):
        line, _ = client(port, "Ann")
        watcher, _ = client(port, "Wim")
        # No file may grow from here on; that is what a full disk is to the server.
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))
        line.send(encode({"type": "create", "id": 2, "preset": "duel", "seats": 2}))
        told = until(watcher, "chat")
        assert told["name"] == "server"
        with pytest.raises(LoadError, match="disk_failed"):
            watcher.request({"type": "create", "id": 3, "preset": "duel", "seats": 2})
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        # What was asked before the disk failed is done now; nothing was lied about.
        assert until(line, "ok")["result"] == {"table": 1, "seat": 0}
        log = Path(f"{tmp_path / 'data'}.log")
        # The log has a thread of its own, which a kill would not wait for.
        for number in range(3, 10_000):
            if "again; play goes on" in log.read_text():
                break
            watcher.request({"type": "ping", "id": number})
        process.kill()
        process.wait(PATIENCE)
        line.socket.close()
        watcher.socket.close()
    assert check(tmp_path / "data").returncode == 0
    assert "the disk does not take" in log.read_text()
    assert "again; play goes on" in log.read_text()


def test_a_real_server_whose_folder_is_removed_acknowledges_nothing_any_more(
    tmp_path: Path,
) -> None:
    with server(tmp_path / "data") as (process, port):
        line, _ = client(port, "Ann")
        watcher, _ = client(port, "Wim")
        shutil.rmtree(tmp_path / "data")
        line.send(encode({"type": "create", "id": 2, "preset": "duel", "seats": 2}))
        assert "cannot write to its disk" in str(until(watcher, "chat")["text"])
        with pytest.raises(LoadError, match="disk_failed"):
            watcher.request({"type": "create", "id": 3, "preset": "duel", "seats": 2})
        process.terminate()
        assert process.wait(PATIENCE) == 0
        line.socket.close()
        watcher.socket.close()
    assert "was removed or exchanged" in Path(f"{tmp_path / 'data'}.log").read_text()
    assert not (tmp_path / "data").exists()
