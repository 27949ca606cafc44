"""What the chosen card would do under the rules of this table (the key `?`)."""

from collections.abc import Iterator, Mapping

from cardgame_client import notation
from cardgame_client.model import Model
from cardgame_client.reasons import why_not
from cardgame_client.screen.cards import FRAME_CELLS, frame
from cardgame_client.screen.cells import Line, stack, wrap
from cardgame_client.screen.glyphs import Glyphs
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.palette import card_style
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


def card_page(model: Model, chosen: int, size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return the chosen card: what it does, what it counts, whether it can be played now."""
    held = held_cards(model)
    if model.view is None or chosen >= len(held):
        return [[("class:dim", " No card is chosen.")]]
    card = held[chosen]
    sentences = list(effect(card.card, model.view.rules.options))
    sentences.append(f"Left in a hand it counts {value_of(card.card)} points.")
    sentences.append(why_not(card.card, model))
    text: list[Line] = [[("class:title", notation.card_words(card.card))], []]
    for sentence in sentences:
        text += [[("", piece)] for piece in wrap(sentence, size[0] - FRAME_CELLS - 4)]
    picture = frame(card.card, card.sign, glyphs.double, glyphs, card_style(colour_of(card.card)))
    return [[], *stack([(1, []), (FRAME_CELLS + 2, picture), (size[0] - FRAME_CELLS - 3, text)])]


def effect(card: str, options: Options) -> Iterator[str]:
    """Sentences about the card's effect under these options (names as in the rule sets)."""
    symbol = symbol_of(card)
    if is_wild(card):
        thing = "suit" if notation.is_french(card) else "colour"
        yield f"It fits on everything, and you name the {thing} that follows."
    else:
        own = "suit and on its own rank" if notation.is_french(card) else "colour, number or sign"
        yield f"It fits on its own {own}."
    if card == WILD_DRAW_FOUR:
        yield from _draw_four(options)
    elif notation.is_french(card):
        return
    elif symbol == SKIP:
        yield "The next player misses a turn."
    elif symbol == REVERSE:
        yield "The direction turns round; between two players it is a Skip."
    elif symbol == DRAW_TWO:
        yield from _draw_two(options)


def _draw_two(options: Options) -> Iterator[str]:
    if options.get("stacking") == "same":
        yield "The next player draws two and misses the turn, or passes it on with a Draw Two."
    else:
        yield "The next player draws two and misses the turn."


def _draw_four(options: Options) -> Iterator[str]:
    if options.get("stacking") == "same":
        yield "The next player draws four and misses the turn, or passes it on with another one."
    else:
        yield "The next player draws four and misses the turn."
    if options.get("wd4_condition") == "no_colour":
        yield "It may be played only while you hold no card of the colour in force."
    if options.get("wd4_enforcement") == "challenge":
        yield (
            "The next player may challenge: if you held the colour you draw the four, "
            "if not the challenger draws six."
        )
    if options.get("wd4_enforcement") == "penalty":
        yield "If you hold the colour you keep it, draw four and lose the turn."
