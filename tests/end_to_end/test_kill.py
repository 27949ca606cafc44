"""The short version of `make kill`."""

from pathlib import Path

from tests.end_to_end.kill import kill_again_and_again


def test_nothing_acknowledged_is_lost_when_the_server_is_killed_under_load(tmp_path: Path) -> None:
    findings = kill_again_and_again(tmp_path, kills=3, tables=4, seed=7)
    assert findings.clean, findings.report()
    assert findings.kills == 3
    assert findings.moves > 20
