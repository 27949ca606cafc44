"""What the player can read up: the rules of the four games in short, and the commands."""

from cardgame_client.model import Model
from cardgame_client.option_words import option_words
from cardgame_client.rulebook import rulebook
from cardgame_client.safe import safe
from cardgame_client.verbs import VERBS, Place, find_verb, one_line, similar_verbs
from cardgame_protocol import View
from cardgame_rules import PRESETS

_PLACES: dict[Place, str] = {
    "game": "In the game:",
    "table": "At a table:",
    "lobby": "In the lobby:",
    "anywhere": "Anywhere:",
}


def rules(preset: str, model: Model) -> list[str]:
    """Return the rules of a preset, or of the table with what was changed there."""
    wanted = preset.lower() or (model.view.rules.preset if model.view else "")
    if model.view and model.view.rules.preset == wanted:
        return _of_the_table(model.view)
    if wanted not in PRESETS:
        return [f"Rules of which game? Type rules and one of {', '.join(PRESETS)}."]
    return rulebook(wanted, PRESETS[wanted].options())


def _of_the_table(view: View) -> list[str]:
    options = view.rules.options
    text = rulebook(view.rules.preset, options, len(view.seats))
    if view.changed:
        changed = ", ".join(option_words(options, view.changed))
        text.append(f"Changed at this table: {changed}.")
    text += _house(view)
    return [safe(line) for line in text]


_LATE = {
    "none": "Nobody can sit down while a match is played.",
    "next_hand": "Whoever joins while a match is played gets a computer's seat with the next hand.",
    "stand_in": "Whoever joins while a match is played gets a computer's seat at once.",
}


def _house(view: View) -> list[str]:
    """Return what holds at the table beside the game's rules: the clock, and who may join late."""
    if view.turn_seconds is None:
        clock = "There is no clock: a turn may take as long as it takes."
    else:
        clock = f"A turn may take {view.turn_seconds:g} seconds"
        if view.bank_seconds:
            clock += f", and each seat has {view.bank_seconds:g} more for the whole match"
        clock += "; then the server acts."
    return [clock, _LATE.get(view.latecomers, _LATE["none"])]


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
