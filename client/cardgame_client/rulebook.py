"""The rules of a table in sentences for players, made from its options.

The options are those of the rule sets (docs/rules.md lists them), as a view carries them; values
that are not known here are passed over, so that a newer server's table can still be read about.
"""

from collections.abc import Iterator, Mapping

Options = Mapping[str, object]

_MATCHING = {
    True: "Follow suit or rank. An eight may always be played, and whoever plays it names the suit "
    "that must follow.",
    False: "Play a card of the colour in force, or of the same number or sign as the top card. A "
    "wild card fits on anything, and whoever plays it names the colour.",
}

_STARTER = {
    "free": "The first card may be any: none is turned up.",
    "plain": "Cards are turned up until one is a number; it begins the discard pile.",
    "effects": "The card turned up acts on the first player: a Skip or a Draw Two hits them, for a "
    "Wild they name the colour; a Wild Draw Four goes back.",
}

_AFTER_DRAW = {
    "end_turn": "Instead of playing you may draw one card, and that ends the turn.",
    "drawn_only": "Instead of playing you may draw one card; then only that card may be played, "
    "or you pass.",
}

_COLOUR = "A Wild Draw Four may be played only if you hold no card of the colour in force"

_ENFORCED = {
    "refuse": f"{_COLOUR}.",
    "penalty": f"{_COLOUR}. If you hold one it comes back: you draw four and the turn is lost.",
    "challenge": f"{_COLOUR}, but you may bluff: the next player takes the four or "
    "challenges. Guilty, you draw the four; innocent, the challenger draws six.",
}

_LAST_DRAW = {
    "resolve": "A draw card that is somebody's last is still drawn, and counts.",
    "ignore": "A draw card that is somebody's last makes nobody draw.",
}

_BLOCKED = {
    "low_difference": "If nobody can move, the lowest hand scores the difference.",
    "void": "If nobody can move, nobody scores and no life is lost.",
}


def rulebook(name: str, options: Options, seats: int | None = None) -> list[str]:
    """Return the rules of a table that plays `name` with `options`; `seats` where they are known.

    With two seats what is said of Skip and Reverse is what they mean between two.
    """
    french = options.get("deck") == "french52"
    two = seats == 2 or _players(options) == (2, 2)
    text = [_head(name, options), _MATCHING[french], *_known(_STARTER, options, "starter")]
    if not french:
        text += list(_actions(options, two))
    text += list(_drawing(options))
    text += list(_calls(options))
    text += list(_scores(options, french))
    return text


def _head(name: str, options: Options) -> str:
    low, high = _players(options)
    players = f"{low} players" if low == high else f"{low} to {high} players"
    return f"{name}: {players}, {options.get('hand_size')} cards each, {_goal(options)}."


def _players(options: Options) -> tuple[object, object]:
    bounds = options.get("players")
    return (
        (bounds[0], bounds[1]) if isinstance(bounds, list | tuple) and len(bounds) == 2 else (2, 10)
    )


def _goal(options: Options) -> str:
    kind, _, number = str(options.get("match_end")).partition(":")
    if kind == "lives":
        return "one life for every person" if number == "1" else f"{number} lives for every person"
    return f"first to {number} points"


def _known(texts: Mapping[str, str], options: Options, name: str) -> Iterator[str]:
    text = texts.get(str(options.get(name)))
    if text:
        yield text


def _actions(options: Options, two: bool) -> Iterator[str]:
    again = "you play again" if two else "the next player misses a turn"
    yield f"Skip: {again}."
    if options.get("deck") != "color108_noreverse":
        yield (
            "Reverse: you play again, as with a Skip."
            if two
            else ("Reverse: play turns round; between two players it is a Skip.")
        )
    if options.get("stacking") == "same":
        yield (
            "Draw Two and Wild Draw Four wait for the next player, who takes all the cards and "
            "misses the turn, or adds a card of the same kind and passes the sum on."
        )
    else:
        yield "Draw Two: the next player draws two and misses a turn."
        yield "Wild Draw Four: the next player draws four and misses a turn."
    if options.get("wd4_condition") == "no_colour":
        yield from _known(_ENFORCED, options, "wd4_enforcement")
    else:
        yield "A Wild Draw Four may be played with any hand."
    yield from _known(_LAST_DRAW, options, "last_card_draw")


def _drawing(options: Options) -> Iterator[str]:
    yield from _known(_AFTER_DRAW, options, "after_draw")
    if options.get("after_draw") == "any_card":
        yield "You may draw as often as you like, and then play any card you hold."
    if options.get("stock_empty") == "none":
        yield (
            "Pass only when the stock is empty and you cannot play. The discard pile is not used "
            "again."
        )
    else:
        yield "When the stock is empty the discard pile is shuffled into a new one."


def _calls(options: Options) -> Iterator[str]:
    penalty = options.get("call_penalty")
    if penalty:
        yield (
            "Playing the next-to-last card, call: add call to the play. Who did not call can be "
            f"caught until the next player moves, and draws {penalty}."
        )
    else:
        yield "The last card need not be called."


def _scores(options: Options, french: bool) -> Iterator[str]:
    values = (
        "eights 50, ten to king 10, aces 1, others their number"
        if french
        else "numbers count their value, Skip, Reverse and Draw Two 20, wild cards 50"
    )
    yield f"Whoever has no cards left scores what the others hold: {values}."
    if str(options.get("match_end")).startswith("lives"):
        yield "Every other person loses a life, and is out of the match without lives."
    yield from _known(_BLOCKED, options, "blocked")
    limit = options.get("turn_limit")
    if limit:
        yield f"A hand ends after {limit} actions, as if nobody could move."
