"""Pages of text laid over the table: keys, and the rules of the game that is played."""

from collections.abc import Sequence

from cardgame_client.screen.cells import Line, drawable, fit, wrapped
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.heading import rule
from cardgame_client.screen.scroll import Scroll

REPLAY = ("A replay", "")
"""The heading of the keys that come first while one is looked at."""

KEYS = (
    ("Everywhere", ""),
    (": or /", "open the command line; Tab completes, Enter sends, Esc closes and keeps the text"),
    ("F1", "this page; F4 the rules of the table"),
    ("F2", "chat with everybody at the table, or in the lobby"),
    ("F3", "back to the lobby; at a match it asks first"),
    ("F5", "no more of the hints for first games, for good"),
    ("PgUp PgDn", "scroll log and chat; up and down scroll a score sheet longer than the screen"),
    (
        "mouse",
        "a click chooses, a second one acts; the wheel scrolls; with Shift text is selected",
    ),
    ("Q", "quit; at a match it asks first. Ctrl-C quits at once"),
    ("A turn", ""),
    ("arrows", "left and right choose a card, up and down the next that can be played"),
    ("Enter", "play the chosen card; a wild one asks for its colour; in a pause: go on"),
    ("P", "draw; take what is pending; after drawing: pass"),
    ("R G Y B", "name the colour when one is asked, else jump to the cards of that colour"),
    ("T, C", "a Wild Draw Four on you: take four cards, or challenge it"),
    ("C", "call your last card: before or after you play down to one"),
    ("K", "catch somebody who has not called"),
    ("D, X", "draw, pass"),
    ("?", "what the chosen card would do; in the lobby: all about the chosen table"),
    ("L", "host: computers' level, before your own first card of a hand"),
    ("Eights", ""),
    ("7 then H", "play the seven of hearts: rank A 2 to 9 T J Q K, then suit C D H S"),
    ("C D H S", "the suit asked for after an eight"),
    REPLAY,
    ("left right", "one move back or on, as P and N do; Enter and Space go on too"),
    ("up down", "the hand before, the next hand"),
    ("Home End", "the beginning, the end"),
    ("V, Tab", "whose cards are seen: each seat, all in turn, a spectator"),
    ("Signs", ""),
    ("* !", "can be played; can be played at a risk"),
    ("~ c !", "in a small terminal: somebody away, a computer, one card left"),
)


def key_page(
    size: tuple[int, int], glyphs: Glyphs, scroll: Scroll, *, replay: bool = False
) -> list[Line]:
    """Return the keys, in a `replay` its own first, scrolled down as far as that says."""
    cells = size[0]
    lines: list[Line] = []
    for key, text in _replay_first() if replay else KEYS:
        if not text:
            lines += [[], [("class:title", f" {key}")]] if lines else [[("class:title", f" {key}")]]
            continue
        lines += wrapped(("", text), cells, [("bold", f"  {key:<10} ")])
    return paged("Keys", lines, size, glyphs, scroll)


def _replay_first() -> Sequence[tuple[str, str]]:
    """Return the keys with those of a replay before all others."""
    begin = KEYS.index(REPLAY)
    end = next(place for place in range(begin + 1, len(KEYS)) if not KEYS[place][1])
    return (*KEYS[begin:end], *KEYS[:begin], *KEYS[end:])


def text_page(
    topic: str, text: Sequence[str], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Return a page of text under its topic, wrapped to the width."""
    lines: list[Line] = []
    for line in text:
        lines += wrapped(("", drawable(line, glyphs.encoding)), size[0]) or [[]]
    return paged(topic.capitalize(), lines, size, glyphs, scroll)


def paged(
    topic: str, lines: list[Line], size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Return exactly `size` = (cells, rows) of lines under a heading that says which they are."""
    cells, rows = size
    room = max(1, rows - 2)
    first = scroll.reached(len(lines) - room)
    more = (
        f" {first + 1}-{min(len(lines), first + room)} of {len(lines)}" if len(lines) > room else ""
    )
    head: list[Line] = [[("class:title", f" {topic}"), ("class:dim", more)], rule(cells, glyphs)]
    shown = [fit(line, cells) for line in [*head, *lines[first : first + room]]]
    return (shown + [[]] * rows)[:rows]
