"""Processes that this program has started, and their end."""

import subprocess


def end_within(seconds: float, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a process that was asked to end has ended; after so long it is killed."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
