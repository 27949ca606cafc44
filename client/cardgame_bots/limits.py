"""What a bot may use up and how much is played at once, as the command line gives them.

Each function reads one option for argparse, whose words then say which option it was. Raises
ArgumentTypeError for what nothing can be played with; the text says what to write.
"""

from argparse import ArgumentTypeError

MOST_SECONDS = 86_400.0
"""Of one choice: a day, more than anybody waits for, and less than any system call refuses."""

LEAST_MEGABYTES = 64
"""Of address space: a Python with the kit in it takes 30, and a bot wants to do something."""

MOST_MEGABYTES = 1_000_000
"""Of address space: a terabyte, more than any machine has that plays cards."""

MOST_JOBS = 256
"""Processes: more than most machines have cores, and few enough for any to start them all."""

SEEDS = range(1 << 63)
"""The seeds there are: what a log, a page and every reader of JSON can hold."""


def seconds(text: str) -> float:
    """Return how long a choice may take."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= MOST_SECONDS:  # nan is not, either
        raise ArgumentTypeError(
            f"{text!r}: write seconds, more than 0 and at most {MOST_SECONDS:.0f}, such as 0.5"
        )
    return number


def megabytes(text: str) -> int:
    """Return how much address space a bot's process may have; 0: as much as there is."""
    least, most = LEAST_MEGABYTES, MOST_MEGABYTES
    number = _whole(text)
    if number is None or (number != 0 and not least <= number <= most):
        raise ArgumentTypeError(f"{text!r}: write megabytes from {least} to {most}, or 0: no limit")
    return number


def jobs(text: str) -> int:
    """Return how many processes play."""
    number = _whole(text)
    if number is None or number not in range(1, MOST_JOBS + 1):
        raise ArgumentTypeError(f"{text!r}: write a number of processes from 1 to {MOST_JOBS}")
    return number


def seed(text: str) -> int:
    """Return the seed that the cards of a match or an arena follow from."""
    number = _whole(text)
    if number is None or number not in SEEDS:
        raise ArgumentTypeError(f"{text!r}: write a whole number from 0 to {SEEDS[-1]}")
    return number


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
