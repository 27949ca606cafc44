"""The processes below this one, and ending them: nothing that a stranger's program starts may stay.

On Linux all of them are found, whatever group or session they have made for themselves: a process
can ask to be the one to whom orphans come (prctl(2), PR_SET_CHILD_SUBREAPER), so that whoever loses
its parent is its child. Elsewhere only the groups that are known can be ended.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
"""As in Linux's <linux/prctl.h>."""

_TASKS = Path("/proc/self/task")
"""For each thread of this process a folder, in which `children` lists those that it has."""


def take_in_orphans() -> None:
    """Become the parent of every process below this one that loses its own. Linux only."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """Be killed when `parent`, whose child this process is, is gone. Linux only."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has gone before it was asked for
        os._exit(1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        rest = [ctypes.c_ulong(number) for number in (value, 0, 0, 0)]
        ctypes.CDLL(None).prctl(option, *rest)


def children() -> set[int]:
    """Return the children of this process, also those that have ended unnoticed. Linux only."""
    found: set[int] = set()
    for path in _TASKS.glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found.update(map(int, path.read_text(encoding="ascii").split()))
    return found


def end_children(keep: Collection[int] = ()) -> None:
    """Kill all children but those in `keep`, and whoever becomes one by that, to the last."""
    while ending := children().difference(keep):
        for child in ending:
            # Nobody else can have this number: it is a child's until it is waited for.
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in ending:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)
