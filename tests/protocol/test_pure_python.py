"""The pure-Python msgpack decodes differently inside; what comes out must be the same."""

import os
import subprocess
import sys
from pathlib import Path

HOSTILE = Path(__file__).with_name("test_hostile_bytes.py")


def test_hostile_bytes_end_the_same_way_with_the_pure_python_msgpack() -> None:
    environment = {**os.environ, "MSGPACK_PUREPYTHON": "1", "CI": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(HOSTILE)]
    run = subprocess.run(
        command,
        env=environment,
        cwd=HOSTILE.parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
