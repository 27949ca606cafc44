"""The three standard streams, which whoever starts a program may have closed (`<&-`, `>&-`)."""

import os
import sys

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""By the numbers of their descriptors."""


def open_closed_streams() -> None:
    """Let each standard stream that was closed read and write nothing.

    Python has none of its own then, and the next file or socket gets its number: what is printed
    into that number, as by a program that this one starts, would go there.
    """
    for name, mode in _STREAMS:
        if getattr(sys, name) is None:
            # The lowest number that is free, so its own: those below are open by now.
            descriptor = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(descriptor, True)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8"))
