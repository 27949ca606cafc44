"""The first lines of every page of a table."""

from cardgame_client.option_words import goal_words
from cardgame_client.screen.cells import Line, drawable, headed
from cardgame_client.screen.glyphs import Glyphs
from cardgame_protocol.view import View


def title(view: View, cells: int, glyphs: Glyphs) -> Line:
    """Return the first line: what is played and to which end, where, who watches."""
    end = goal_words(view.rules.options.get("match_end")).removesuffix(" points")
    dot = f" {glyphs.dot} "
    left = dot.join([f"{view.rules.preset}, {end}", *([f"hand {view.hand}"] if view.hand else [])])
    right = [drawable(view.name, glyphs.encoding)]
    if view.spectators:
        right.append(f"{len(view.spectators)} watching")
    return headed([("class:title", f" {left}")], [("class:dim", f"{dot.join(right)} ")], cells)


def rule(cells: int, glyphs: Glyphs) -> Line:
    """Return a line across."""
    return [("class:rule", glyphs.rule * cells)]
