"""The command `cardgame-server` as a process: what it prints, how it ends."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardgame_server.cli import default_data, main

COMMAND = [sys.executable, "-m", "cardgame_server.cli"]
PATIENCE = 20


@contextmanager
def server(tmp_path: Path, *arguments: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Start the command on a free loopback port; yield the process and the port."""
    argv = [*COMMAND, "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data"), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", process.stdout.readline())
            assert found
            yield process, int(found[1])
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_says_goodbye_to_everybody_and_ends_with_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    with server(tmp_path) as (process, port):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
            assert b"greeting" in client.recv(65536)
            process.send_signal(number)
            said = b""
            while data := client.recv(65536):
                said += data
            assert b"goodbye" in said
            assert b"shutdown" in said
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_with_until_eof_it_ends_when_its_input_is_closed(tmp_path: Path) -> None:
    with server(tmp_path, "--until-eof") as (process, _):
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_bug_L14_a_port_in_use_is_one_line_and_exit_status_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [*COMMAND, "--listen", where, "--data", str(tmp_path)],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"cardgame-server: cannot listen on {where}: address already in use\n"


def test_a_place_that_is_none_is_no_command_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--listen", "host:port", "--data", str(tmp_path)])
    assert stopped.value.code == 2
    told = "error: --listen 'host:port': a port is a number from 0 to 65535, not 'port'\n"
    assert capsys.readouterr().err.endswith(told)


def test_a_log_that_cannot_be_written_is_one_line_and_exit_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "no" / "such" / "log"
    assert main(["--log", str(log), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"cardgame-server: cannot write the log: {log}: no such file or directory\n"
    )


@pytest.mark.parametrize("blocked", ["data", "data/records"])
def test_a_data_folder_that_cannot_be_written_is_one_line_and_exit_status_1(
    blocked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / blocked
    file.parent.mkdir(exist_ok=True)
    file.write_text("a file where a folder should be")
    assert main(["--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"cardgame-server: cannot write there: {file}: ")
    assert said.err.count("\n") == 1
    assert "Errno" not in said.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize("arguments", [["--listen", "127.0.0.1:0"], ["--help"], ["--version"]])
def test_output_that_cannot_be_written_is_one_line_and_exit_status_1(
    arguments: list[str], tmp_path: Path
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "--data", str(tmp_path), *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert done.stderr == (
        "cardgame-server: cannot write to standard output: no space left on device\n"
    )
    assert done.returncode == 1


def test_with_tls_the_fingerprint_is_printed_and_the_same_after_a_restart(tmp_path: Path) -> None:
    shown = []
    for _ in range(2):
        with server(tmp_path, "--tls", "--until-eof") as (process, _):
            assert process.stdout is not None
            shown.append(process.stdout.readline())
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(PATIENCE) == 0
            assert process.stderr is not None
            assert "encrypted" not in process.stderr.read()
    assert re.fullmatch(r"certificate: SHA256:[A-Za-z0-9+/]{43}\n", shown[0])
    assert shown[0] == shown[1]


@pytest.mark.parametrize(("listen", "said"), [("0.0.0.0:0", 1), ("127.0.0.1:0", 0)])
def test_without_tls_it_is_said_once_that_nothing_is_encrypted_unless_nobody_could_read_it(
    tmp_path: Path, listen: str, said: int
) -> None:
    with server(tmp_path, "--listen", listen, "--until-eof") as (process, _):
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read().count("nothing is encrypted") == said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cert", "missing.pem", "--key", "missing.pem"], "cannot be used"),
        (["--password-file", "missing"], "the password cannot be read from missing"),
    ],
)
def test_what_cannot_be_used_for_tls_or_as_password_is_one_line_and_exit_status_1(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--listen", "127.0.0.1:0", "--data", str(tmp_path)]
    assert main([*where, *arguments]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert says in told.err


def test_a_certificate_without_its_key_is_a_wrong_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--cert", "some.pem"])
    assert stopped.value.code == 2
    assert "--cert and --key go together" in capsys.readouterr().err


def test_a_wrong_command_line_is_exit_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--colour"])
    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["21108"], "'21108' is no command: write --listen :21108 to say where to listen"),
        (["--tls", "10.0.0.1:7"], "'10.0.0.1:7' is no command: write --listen 10.0.0.1:7 to say"),
        (["chek", "data"], "or check DATA to verify a data folder"),
        (["check"], "check needs a data folder: write check DATA"),
    ],
)
def test_a_word_that_is_no_option_is_answered_with_what_to_write(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_help_names_the_exit_statuses_and_needs_neither_trio_nor_the_games() -> None:
    code = (
        "import sys; from cardgame_server.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('trio', 'cardgame_rules', 'msgpack')\n"
        "print('imported:', *(name for name in heavy if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert "exit status: 0" in done.stdout
    assert done.stdout.splitlines()[-1] == "imported:"


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert re.fullmatch(r"cardgame-server \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


def test_data_goes_where_the_xdg_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert default_data() == Path("/somewhere/cardgame")
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_data() == Path("/home/ann/.local/state/cardgame")


def test_bug_S08_a_restart_on_the_same_port_works_at_once(tmp_path: Path) -> None:
    with server(tmp_path) as (first, port):
        client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        client.recv(65536)
        first.send_signal(signal.SIGTERM)
        assert first.wait(PATIENCE) == 0
    argv = [*COMMAND, "--listen", f"127.0.0.1:{port}", "--data", str(tmp_path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == f"listening on 127.0.0.1:{port}\n"
        second.terminate()
        assert second.wait(PATIENCE) == 0
    client.close()
    assert (tmp_path / "data" / "server_id").exists()
