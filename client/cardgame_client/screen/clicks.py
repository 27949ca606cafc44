"""What lies under the mouse: parts of a drawn line that can be clicked carry the name of a target.

The name stands in square brackets in the style, which prompt_toolkit passes over when it colours
(as it does for its own `[SetCursorPosition]`), so drawing stays pure and needs no handlers.
"""

from collections.abc import Iterable, Sequence

from cardgame_client.screen.cells import Fragment, Line

CARD, ROW, FIELD, KEY, SEAT, SHEET = "card", "row", "field", "key", "seat", "sheet"
"""Kinds of targets: a card of the hand, a line of a list, a line of the form, a key of the bar
or of the table, a seat, a page that can be scrolled."""


def clickable(style: str, kind: str, which: int | str) -> str:
    """Return `style` with the target `kind:which`; a space in it would end the style's word."""
    return f"{style} [{kind}:{str(which).replace(' ', '_')}]"


def all_clickable(lines: Iterable[Sequence[Fragment]], kind: str, which: int | str) -> list[Line]:
    """Return lines every part of which is the same target."""
    return [[(clickable(style, kind, which), text) for style, text in line] for line in lines]


def target_at(line: Sequence[Fragment], column: int) -> tuple[str, str] | None:
    """Return kind and name of the target at a column, counted in characters; None beside one."""
    passed = 0
    for style, text in line:
        passed += len(text)
        if column < passed:
            return _target(style)
    return None


def _target(style: str) -> tuple[str, str] | None:
    for word in style.split():
        if word.startswith("[") and word.endswith("]"):
            kind, _, which = word[1:-1].partition(":")
            return kind, which.replace("_", " ")
    return None
