"""The score sheet between two hands and at the end of a match."""

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from cardgame_client.countdown import span, then_words
from cardgame_client.model import Model
from cardgame_client.notation import card_words
from cardgame_client.pages import place_in_hand
from cardgame_client.screen import cards
from cardgame_client.screen.cells import Line, beside, packed, pad, shorten, width, wrapped
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.heading import rule, title
from cardgame_client.screen.seats import name_of, standing
from cardgame_client.screen.waits import pause
from cardgame_protocol.view import HandSheet, MatchResult, View

NAME_CELLS = 12
NARROW_NAME = 7
AIRY_ROWS = 14
"""From this height on a blank line sets the last line of the sheet apart."""

WIDE_CELLS = 60
"""From this width on names have their full column."""


def sheet_page(model: Model, desk: Desk, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Draw the score sheet of the last hand, once the match is over with its result above.

    It may be longer than `size` has rows.
    """
    view = model.view
    if view is None:
        return []
    cells, rows = size
    lines: list[Line] = []
    if view.result:
        lines += _result(view, view.result, (model.seat, *size), glyphs)
    if view.last_hand:
        lines += _hand_sheet(view, view.last_hand, cells, glyphs)
    if rows >= AIRY_ROWS:
        lines.append([])
    if not model.replay:  # there nobody is asked, and nothing is waited for
        lines += _who_is_ready(model, view, desk, cells, glyphs)
    head = [title(view, cells, glyphs), rule(cells, glyphs)]
    # Where not all can be seen at once no line is spent on a rule.
    return [*(head if len(lines) + 2 <= rows else head[:1]), *lines]


def _result(
    view: View, result: MatchResult, shape: tuple[int | None, int, int], glyphs: Glyphs
) -> list[Line]:
    """Return who won and everybody's rank; `shape` = (own seat, cells, rows)."""
    own, cells, rows = shape
    names = [name_of(view.seats[seat], seat, glyphs) for seat in result.winners]
    if own in result.winners:
        head = "You win the match" if len(names) == 1 else "You win the match together with others"
        style = "class:good"
    elif names:
        style, head = "class:notice", f"{' and '.join(names)} won the match"
    else:
        style, head = "class:notice", "The match is over, nobody won it"
    why = {
        "target": "the target is reached",
        "lives": "the lives ran out",
        "limit": "the limit of hands is reached",
        "agreed": "everybody agreed to end it",
    }
    lines = wrapped((style, head), cells)
    lines += wrapped(("class:dim", why.get(result.reason, result.reason)), cells)
    return lines + _ranking(view, result, (cells, rows), glyphs)


def _ranking(view: View, result: MatchResult, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return a line for each rank, on a low screen all of them in a row."""
    ranks = [
        (place, name_of(view.seats[seat], seat, glyphs), result.totals[seat])
        for place, group in enumerate(result.ranking, start=1)
        for seat in group
    ]
    if size[1] < AIRY_ROWS:
        parts = [f"{place}. {name} {total}" for place, name, total in ranks]
        return packed(parts, "bold", size[0])
    lines: list[Line] = [
        [("", f"  {place}. "), ("bold", pad(name, NAME_CELLS)), ("", f" {total:>6}")]
        for place, name, total in ranks
    ]
    return [*lines, []]


def _hand_sheet(view: View, sheet: HandSheet, cells: int, glyphs: Glyphs) -> list[Line]:
    columns: Line = [("class:dim", "hand    total " if cells >= WIDE_CELLS else "hand total ")]
    room = cells - width(columns) - 1
    head = f"Hand {sheet.hand}: {_ending(view, sheet, glyphs)}"
    if get_cwidth(head) >= room and (view.top and sheet.reason == "out"):
        head = f"Hand {sheet.hand}: {_ending(view, sheet, glyphs, card=False)}"
    lines = [beside([("class:title", f" {shorten(head, room)}")], columns, cells)]
    for seat in _order(view, sheet):
        lines += _rows(view, sheet, seat, cells, glyphs)
    return lines


def _ending(view: View, sheet: HandSheet, glyphs: Glyphs, *, card: bool = True) -> str:
    """Return how the hand ended, with the last `card` played, which still lies on top."""
    if sheet.winner is not None:
        name = name_of(view.seats[sheet.winner], sheet.winner, glyphs)
        last = f" with {card_words(view.top)}" if card and view.top else ""
        return f"{name} went out{last}" if sheet.reason == "out" else f"{name} scores"
    ends = {"blocked": "nobody could move", "limit": "the turn limit was reached"}
    return ends.get(sheet.reason, sheet.reason)


def _order(view: View, sheet: HandSheet) -> Sequence[int]:
    """Return the seats, the winner first: the eye looks for the end of the hand there."""
    return sorted(
        range(min(len(view.seats), len(sheet.cards))),
        key=lambda seat: (seat != sheet.winner, -sheet.points[seat]),
    )


def _rows(view: View, sheet: HandSheet, number: int, cells: int, glyphs: Glyphs) -> list[Line]:
    """Return the line of a seat, and more where the cards left in its hand need them."""
    seat, points = view.seats[number], sheet.points[number]
    total = standing(seat, glyphs)
    lost = " -1 life" if number in sheet.lives_lost else ""
    right: Line = [
        ("class:alarm", lost),
        ("class:good" if points else "class:dim", f" {points:+5d}" if points else f" {'-':>5}"),
        ("bold", f" {total:>{8 if cells >= WIDE_CELLS else 5}} "),
    ]
    name = pad(name_of(seat, number, glyphs), NAME_CELLS if cells >= WIDE_CELLS else NARROW_NAME)
    left: Line = [("bold", f" {name} ")]
    indent = width(left)
    if not sheet.cards[number]:
        said = "went out" if number == sheet.winner else "-"
        return [beside([*left, ("class:good", said)], right, cells)]
    first, *more = _left_over(
        sheet.cards[number], (cells - indent - width(right), cells - indent), glyphs
    )
    begin: Line = [("", " " * indent)]
    return [beside([*left, *first], right, cells), *[[*begin, *line] for line in more]]


def _left_over(held: Sequence[str], rooms: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the cards left in a hand; `rooms` = (cells of the first line, of each further one)."""
    lines: list[Line] = [[]]
    for card in sorted(held, key=place_in_hand):
        piece = cards.token(card, glyphs)
        if lines[-1] and width(lines[-1]) + width(piece) > rooms[len(lines) > 1]:
            lines.append([])
        lines[-1] += piece
    return lines


def _seconds(model: Model, desk: Desk) -> int | None:
    """Return the seconds until the next hand; else until a pause, a vote or the table ends."""
    soon = model.view is not None and model.view.state == "between" and not model.view.paused
    return desk.seconds_left(model) if soon else desk.wait_left(model)


def _who_is_ready(model: Model, view: View, desk: Desk, cells: int, glyphs: Glyphs) -> list[Line]:
    """Draw what the next hand, or a rematch, still waits for."""
    over, left = view.state == "over", _seconds(model, desk)
    if view.paused:
        ends = [] if left is None else [f"in {span(left)} {then_words(view)}"]
        return packed([pause(model, view, glyphs), *ends], "class:dim", cells)
    people = [
        name_of(seat, number, glyphs)
        + (" yes" if (seat.asked if over else seat.ready) else " not yet")
        for number, seat in enumerate(view.seats)
        if seat.kind == "person" and seat.here and not seat.stand_in
    ]
    soon = "" if left is None else f"in {span(left)}, or "
    all_ready = "all are ready" if cells >= WIDE_CELLS else "all ready"
    what = "Rematch when all ask for it" if over else f"Next hand {soon}when {all_ready}"
    lines = wrapped(("class:dim", f"{what}: {', '.join(people)}"), cells)
    if len(lines) > 1:  # what is whose is not torn apart
        lines = wrapped(("class:dim", f"{what}:"), cells) + packed(people, "class:dim", cells)
    if over and left is not None:
        lines += wrapped(("class:dim", f"in {span(left)} {then_words(view)}"), cells)
    return lines
