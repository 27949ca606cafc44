"""What the kernel knows about processors: who used how much, and who may run where."""

import os
import resource
from pathlib import Path
from typing import NamedTuple


class Snapshot(NamedTuple):
    """A moment of the machine and of this process."""

    busy: float  # seconds of all processors together since the machine started
    total: float
    own: float  # seconds of this process


def spent_by(pid: int) -> float:
    """Return the CPU seconds of a process so far, summed over its threads, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def snapshot() -> Snapshot:
    """Return what has been used up to now."""
    with Path("/proc/stat").open() as stat:
        ticks = [int(field) for field in stat.readline().split()[1:]]
    idle = ticks[3] + ticks[4]  # idle and waiting for disks
    second = os.sysconf("SC_CLK_TCK")
    own = resource.getrusage(resource.RUSAGE_SELF)
    return Snapshot((sum(ticks) - idle) / second, sum(ticks) / second, own.ru_utime + own.ru_stime)


def others_busy(before: Snapshot, after: Snapshot) -> float:
    """Return how many processors everyone but this process kept busy between two snapshots."""
    wall = (after.total - before.total) / (os.cpu_count() or 1)
    return (after.busy - before.busy - (after.own - before.own)) / wall


def place(pid: int, processor: int) -> None:
    """Keep a process on one processor, where the machine has more than one."""
    if processor in os.sched_getaffinity(0) and len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(pid, {processor})
