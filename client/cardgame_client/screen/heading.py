"""The first lines of every page of a table."""

from collections.abc import Sequence

from cardgame_client.option_words import goal_words
from cardgame_client.screen.cells import Fragment, Line, beside, drawable, headed
from cardgame_client.screen.glyphs import Glyphs
from cardgame_protocol.view import View


def title(view: View, cells: int, glyphs: Glyphs, own: Sequence[Fragment] = ()) -> Line:
    """Return the first line: what is played and to which end, where, who watches.

    With `own` the player's own standing is there in the place of the last two.
    """
    end = goal_words(view.rules.options.get("match_end")).removesuffix(" points")
    dot = f" {glyphs.dot} "
    left = dot.join([f"{view.rules.preset}, {end}", *([f"hand {view.hand}"] if view.hand else [])])
    if own:
        return beside([("class:title", f" {left}")], own, cells)
    right = [drawable(view.name, glyphs.encoding)]
    if view.spectators:
        right.append(f"{len(view.spectators)} watching")
    return headed([("class:title", f" {left}")], [("class:dim", f"{dot.join(right)} ")], cells)


def rule(cells: int, glyphs: Glyphs) -> Line:
    """Return a line across."""
    return [("class:rule", glyphs.rule * cells)]
