"""The processes that are measured, started as those of a user are."""

import os


def environment() -> dict[str, str]:
    """Return this process's environment, in which Python keeps its bytecode.

    Where `PYTHONDONTWRITEBYTECODE` is set, as images for tests like to, each start would compile
    our modules anew but find the libraries' compiled by the installer: a cost that nobody has who
    has started the program before.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
