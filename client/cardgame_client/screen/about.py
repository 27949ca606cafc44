"""What the chosen card would do under the rules of this table (the key `?`)."""

from collections.abc import Iterator, Mapping

from cardgame_client import notation
from cardgame_client.model import Model
from cardgame_client.reasons import why_not
from cardgame_client.screen.cards import FRAME, frame
from cardgame_client.screen.cells import Line, stack, wrapped
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.help import paged
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.palette import card_style
from cardgame_client.screen.scroll import Scroll
from cardgame_rules.cards import (
    DRAW_TWO,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
    colour_of,
    is_wild,
    symbol_of,
    value_of,
)

Options = Mapping[str, object]

LAST_BUT_ONE = 2
"""Cards of a hand of which a play leaves one, which is the moment to call (D8)."""


def card_page(
    model: Model, chosen: int, size: tuple[int, int], glyphs: Glyphs, scroll: Scroll
) -> list[Line]:
    """Return the chosen card: what it does, what it counts, whether it can be played now.

    On a low screen it is scrolled, under its name.
    """
    held = held_cards(model)
    if model.view is None or chosen >= len(held):
        return [[("class:dim", " No card is chosen.")]]
    card = held[chosen]
    text: list[Line] = [[("class:title", notation.card_words(card.card))], []]
    for sentence in about(card.card, model):
        text += wrapped(("", sentence), size[0] - FRAME[0] - 3, lead=())
    picture = frame(card.card, card.sign, glyphs.double, glyphs, card_style(colour_of(card.card)))
    if len(text) < size[1]:
        return [[], *stack([(1, []), (FRAME[0] + 2, picture), (size[0] - FRAME[0] - 3, text)])]
    lines = [
        line for sentence in about(card.card, model) for line in wrapped(("", sentence), size[0])
    ]
    return paged(notation.card_words(card.card), lines, size, glyphs, scroll)


def about(card: str, model: Model) -> Iterator[str]:
    """Yield everything to be said of a card at this table, in sentences."""
    if model.view is None:
        return
    options = model.view.rules.options
    yield from effect(card, options, two_play=_playing(model) == 2)
    if options.get("call_penalty") and len(model.hand) == LAST_BUT_ONE:
        yield (
            "It leaves you one card: call with it (C before you play), for whoever is caught "
            f"without draws {options['call_penalty']}."
        )
    yield f"Left in a hand it counts {value_of(card)} points."
    yield why_not(card, model)


def _playing(model: Model) -> int:
    return sum(seat.in_match for seat in model.seats)


def effect(card: str, options: Options, *, two_play: bool = False) -> Iterator[str]:
    """Sentences about the card's effect under these options (names as in the rule sets).

    `two_play`: only two are left, which changes what Skip and Reverse mean.
    """
    symbol = symbol_of(card)
    if is_wild(card):
        thing = "suit" if notation.is_french(card) else "colour"
        yield f"It fits on everything, and you name the {thing} that follows."
    else:
        own = "suit and on its own rank" if notation.is_french(card) else "colour, number or sign"
        yield f"It fits on its own {own}."
    if notation.is_french(card):
        return
    if card == WILD_DRAW_FOUR:
        yield from _draw_four(options)
    elif symbol in (SKIP, REVERSE):
        yield _turned(symbol, options, two_play)
    elif symbol == DRAW_TWO:
        yield _drawn("two", "a Draw Two", options)
    if symbol == DRAW_TWO or card == WILD_DRAW_FOUR:
        yield from _as_last_card(options)


def _turned(symbol: str, options: Options, two_play: bool) -> str:
    """Return what Skip and Reverse do (A11, C7, D5)."""
    if symbol == SKIP:
        return (
            "The other misses a turn, you play again."
            if two_play
            else ("The next player misses a turn.")
        )
    if two_play and options.get("two_player_reverse") == "skip":
        return "Between two players it is a Skip: you play again."
    return "The direction of play turns round."


def _drawn(count: str, same: str, options: Options) -> str:
    """Return what a draw card does, with the way to pass it on where draw cards stack (C6)."""
    if options.get("stacking") == "same":
        return (
            f"The next player draws {count} and misses the turn, or adds {same} and passes it on: "
            "the sum grows."
        )
    return f"The next player draws {count} and misses the turn."


def _draw_four(options: Options) -> Iterator[str]:
    yield _drawn("four", "a Wild Draw Four", options)
    if options.get("wd4_condition") == "no_colour":
        yield "It is lawful only while you hold no card of the colour in force."
    if options.get("wd4_enforcement") == "challenge":
        yield (
            "You may bluff, but the next player may challenge: if you held the colour you draw "
            "the four, if not the challenger draws six."
        )
    if options.get("wd4_enforcement") == "penalty":
        yield "If you hold the colour you keep it, draw four and lose the turn."


def _as_last_card(options: Options) -> Iterator[str]:
    """Yield what becomes of the draw when it is somebody's last card."""
    if options.get("last_card_draw") == "ignore":
        yield "As a last card it ends the hand, and nobody draws."
    elif options.get("last_card_draw"):
        yield "As a last card it still makes the next player draw, which counts for you."
