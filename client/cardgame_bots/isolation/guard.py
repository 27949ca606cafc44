"""A process that runs no stranger's code, and ends the one that does, with all that it started.

It ends it when it is told to, when whoever told it so is gone, and when it has ended by itself and
left others behind. Nothing that the stranger's code does to its own process changes that.
"""

import os
import select
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from .offspring import die_with, end_children, take_in_orphans

_SIGNALS = (signal.SIGTERM, signal.SIGCHLD)
"""What wakes the guard: an order to end, and the end of a process below it."""


def guarded(lifeline: int, work: Callable[[], int]) -> int:
    """Run `work` in a process below this one, and return what it returned or ended with.

    `lifeline` is the reading end of a pipe: when nobody has its other end any more, or at SIGTERM,
    the process is killed. In each case whatever it has started is killed as well.
    """
    woken = _wake_by_signals()
    guard = os.getpid()
    ward = os.fork()
    if ward == 0:
        _forget_signals(woken)
        die_with(guard)
        os.setpgid(0, 0)
        run_and_exit(work)
    with suppress(OSError):  # the child may have done so, and more, already
        os.setpgid(ward, ward)
    take_in_orphans()
    status = _watch(ward, lifeline, woken[0])
    with suppress(ProcessLookupError):
        os.killpg(ward, signal.SIGKILL)
    end_children()
    return status


def run_and_exit(work: Callable[[], int]) -> NoReturn:
    """Run `work` in a fork and end it with what that returns, 1 if it raises."""
    code = 1
    try:
        code = work()
    except BaseException:  # noqa: BLE001 - nothing may go on with what is the parent's to do
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            # Not sys.exit: what a bot left for the end of its process must not keep it alive.
            os._exit(code)


def _wake_by_signals() -> tuple[int, int]:
    """Let each signal put its number into a pipe; return the two ends."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    for number in _SIGNALS:
        signal.signal(number, lambda _number, _frame: None)
    return woken, wake


def _forget_signals(pipe: tuple[int, int]) -> None:
    signal.set_wakeup_fd(-1)
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    for end in pipe:
        os.close(end)


def _watch(ward: int, lifeline: int, woken: int) -> int:
    """Wait until the process is to end, or has; return its exit code, 0 if it has none yet."""
    poll = select.poll()
    poll.register(lifeline, 0)  # nothing but that its other end is gone
    poll.register(woken, select.POLLIN)
    while True:
        ready = [descriptor for descriptor, _ in poll.poll()]
        if lifeline in ready or signal.SIGTERM in os.read(woken, select.PIPE_BUF):
            return 0
        status = _status_of(ward)
        if status is not None:
            return status


def _status_of(ward: int) -> int | None:
    """Wait for all that have ended; return the exit code of `ward` if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == ward:
                found = os.waitstatus_to_exitcode(ended[1])
    return found
