"""What the player can read up: the rules of the four games in short, and the commands."""

from collections.abc import Mapping

from cardgame_client.model import Model
from cardgame_client.safe import safe
from cardgame_client.verbs import VERBS, Place, find_verb, one_line, similar_verbs

_SAME = (
    "Play a card of the colour in force, or of the same number or sign as the top card. A wild "
    "card fits on anything, and whoever plays it names the colour."
)

RULES: Mapping[str, tuple[str, ...]] = {
    "duel": (
        "duel: two players, seven cards each, first to 500 points.",
        _SAME,
        "Draw Two: the other draws two and misses a turn, you play again. Skip: you play again.",
        "Wild Draw Four: the other draws four and misses a turn. It may be played only if you hold "
        "no card of the colour in force. If you do it comes back: you draw four, the turn is lost.",
        "Instead of playing you may draw one card; then only that card may be played, or you pass.",
        "Whoever has no cards left scores what the other still holds: numbers count their value, "
        "Skip and Draw Two 20, wild cards 50. A last Draw Two or Wild Draw Four still draws.",
    ),
    "eights": (
        "eights: two players, seven cards each of a pack of 52, first to 100 points.",
        "The first card may be any. Then follow suit or rank. An eight may always be played, and "
        "whoever plays it names the suit that must follow.",
        "Draw as often as you like, and you must while you cannot play. Pass only when the stock "
        "is empty and you cannot play. The discard pile is not used again.",
        "Whoever has no cards left scores what the other holds: eights 50, ten to king 10, aces "
        "1, others their number. If nobody can move, the lower hand scores the difference.",
    ),
    "survival": (
        "survival: two to four players, five cards each, three lives for every person.",
        _SAME,
        "Instead of playing you may draw one card, and that ends the turn.",
        "Skip: the next player misses a turn. Reverse: play turns around. With two players both "
        "give you another turn.",
        "Draw Two and Wild Draw Four wait for the next player, who takes all the cards and misses "
        "the turn, or adds a card of the same kind and passes the sum on.",
        "Whoever has no cards left wins the hand and scores what the others hold. Every other "
        "person loses a life, and is out without lives.",
    ),
    "classic": (
        "classic: two to ten players, seven cards each, first to 500 points.",
        _SAME,
        "Instead of playing you may draw one card; then only that card may be played, or you pass.",
        "Skip: the next player misses a turn. Reverse: play turns around (with two players it is "
        "a Skip). Draw Two: the next player draws two and misses a turn.",
        "Wild Draw Four: lawful only if you hold no card of the colour in force, but you may "
        "bluff. The next player takes four and misses the turn, or challenges: guilty, you draw "
        "the four; innocent, the challenger draws six.",
        "Playing the next-to-last card, call: add call to the play. Who did not call can be caught "
        "until the next player moves, and draws two.",
        "Whoever has no cards left scores what the others hold. A last draw card still draws.",
    ),
}
"""Each preset's rules in sentences for players; rules.md and docs/rules.md have them in full."""

_PLACES: dict[Place, str] = {
    "game": "In the game:",
    "table": "At a table:",
    "lobby": "In the lobby:",
    "anywhere": "Anywhere:",
}


def rules(preset: str, model: Model) -> list[str]:
    """Return the rules of a preset, or of the table with what was changed there."""
    wanted = preset.lower() or (model.view.rules.preset if model.view else "")
    text = RULES.get(wanted)
    if text is None:
        return [f"Rules of which game? Type rules and one of {', '.join(RULES)}."]
    if model.view is None or model.view.rules.preset != wanted or not model.view.changed:
        return list(text)
    options = model.view.rules.options
    changed = ", ".join(f"{name} is {options.get(name)}" for name in model.view.changed)
    return [*text, f"Changed at this table: {safe(changed)}."]


def commands_help(name: str) -> list[str]:
    """Return one line for each command, or the usage of the one that was asked for."""
    if name:
        return _one(name.lower())
    lines: list[str] = []
    for place, heading in _PLACES.items():
        lines.append(heading)
        lines += [one_line(verb) for verb in VERBS if verb.place == place]
    lines.append("A card or a colour alone is enough: r7, w g, 8c h. See help play.")
    return lines


def _one(name: str) -> list[str]:
    verb = find_verb(name)
    if verb is None:
        similar = similar_verbs(name)
        hint = f" Did you mean {' or '.join(similar)}?" if similar else " Type help for all."
        return [f"There is no command {safe(name)!r}.{hint}"]
    also = f" Also: {', '.join(verb.aliases)}." if verb.aliases else ""
    return [f"{one_line(verb)}.{also}"]
