"""How long the table still waits, and what happens then: from the `waits` of the view."""

from math import ceil

from cardgame_client.voice import counted
from cardgame_protocol.view import View, Wait

_THEN = {
    "default": "the server plays",
    "stand_in": "a computer plays",
    "closes": "the table closes",
    "lapses": "the vote has failed",
    "resumes": "play goes on",
    "ends": "the match ends as it stands",
}

SOON = 600
"""Seconds from which on it is worth saying that a table closes; before that it is only noise."""

IN_MINUTES = 100
"""Seconds from which on minutes are said: three digits are not read at a glance."""


def first_wait(view: View) -> Wait | None:
    """Return what the table waits for before all else, if its end is for people to know.

    The server's own computers and stand-ins play in a moment, and the next hand is told anyway.
    """
    if not view.waits:
        return None
    wait = view.waits[0]
    seat = None if wait.seat is None or wait.seat >= len(view.seats) else view.seats[wait.seat]
    house = seat is not None and (seat.level is not None or seat.stand_in)
    return None if house or wait.then not in _THEN else wait


def left_of(wait: Wait, passed: float = 0.0) -> int | None:
    """Return the seconds left of a wait, `passed` seconds after the view came; None: no limit."""
    return None if wait.left is None else max(0, ceil(wait.left - passed))


def seconds_left(view: View, passed: float = 0.0) -> int | None:
    """Return the seconds left, `passed` seconds after the view came; None where it is not told."""
    wait = first_wait(view)
    left = None if wait is None else left_of(wait, passed)
    closes = wait is not None and wait.then == "closes"
    return None if left is None or (closes and left > SOON) else left


def next_hand_in(view: View, passed: float = 0.0) -> int | None:
    """Return the seconds until the next hand begins by itself; None where none will."""
    return None if view.next_in is None else max(0, ceil(view.next_in - passed))


def returns(view: View) -> list[Wait]:
    """Return the waits for people who are gone and not on turn, each until a computer plays."""
    gone = [wait for wait in view.waits if wait.why == "return" and wait.then == "stand_in"]
    return [wait for wait in gone if wait.seat != view.to_move]


def then_words(view: View) -> str:
    """Return what happens then: `a computer plays`."""
    wait = first_wait(view)
    return "" if wait is None else _THEN.get(wait.then or "", "")


def span(seconds: int) -> str:
    """Return a length of time: `45 s`, `29:05`."""
    return f"{seconds} s" if seconds < IN_MINUTES else f"{seconds // 60}:{seconds % 60:02}"


def span_words(seconds: int) -> str:
    """Return a length of time to be read aloud: `45 seconds`, `29 minutes`."""
    if seconds < IN_MINUTES:
        return counted(seconds, "second")
    return counted(round(seconds / 60), "minute")


def countdown_sentence(view: View, passed: float = 0.0) -> str:
    """Return ` In 45 seconds the server plays.`, or nothing; for a line that is read once."""
    left = seconds_left(view, passed)
    return "" if left is None else f" In {span_words(left)} {then_words(view)}."
