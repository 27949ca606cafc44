"""Locks on files, which the kernel lets go of however the program that has them ends."""

import sys


def locked(descriptor: int) -> bool:
    """Lock an open file for this process; false where another one has it. Raises OSError."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - there only

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not there

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter is what Windows says
        return False
    return True
