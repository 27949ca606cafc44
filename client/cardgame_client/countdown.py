"""How long the table still waits, and what happens then: from the `waits` of the view."""

from math import ceil

from cardgame_client.safe import safe
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


def seconds_left(view: View, passed: float = 0.0) -> int | None:
    """Return the seconds left, `passed` seconds after the view came; None where it is not told."""
    wait = first_wait(view)
    if wait is None or wait.left is None:
        return None
    left = max(0, ceil(wait.left - passed))
    return None if wait.then == "closes" and left > SOON else left


def then_words(view: View) -> str:
    """Return what happens then: `a computer plays`."""
    wait = first_wait(view)
    return "" if wait is None else _THEN.get(wait.then or "", "")


def span(seconds: int) -> str:
    """Return a length of time: `45 s`, `29:05`."""
    return f"{seconds} s" if seconds < 100 else f"{seconds // 60}:{seconds % 60:02}"


def countdown_sentence(view: View) -> str:
    """Return ` In 45 seconds the server plays.`, or nothing; for a line that is read once."""
    left = seconds_left(view)
    if left is None:
        return ""
    when = counted(left, "second") if left < 100 else counted(round(left / 60), "minute")
    return f" In {when} {then_words(view)}."


def pause_sentence(view: View) -> str:
    """Return why the match stands still and what ends that; empty if it does not."""
    if view.paused is None:
        return ""
    if view.paused == "away":
        return "Pause: all the people are away."
    slow = [safe(wait.name) for wait in view.waits if wait.why == "resume" and wait.name]
    return f"Pause. Waiting for {', '.join(slow) or 'the host'} to type resume."
