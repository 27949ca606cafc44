"""What can be typed next: a pure function of the line so far and the model."""

from collections.abc import Iterator
from dataclasses import dataclass

from cardgame_client.hand_pages import playable_cards
from cardgame_client.model import Model
from cardgame_client.notation import card_words, colours_of, is_wild
from cardgame_client.pages import voice_of
from cardgame_client.safe import safe
from cardgame_client.verbs import VERBS, find_verb


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on: `text` replaces what follows position `start`; `hint` explains it."""

    text: str
    start: int
    hint: str = ""


def completions(text: str, model: Model) -> list[Completion]:
    """Return what may complete the last word of `text`, what can be played first."""
    low = text.lower()
    start = low.rfind(" ") + 1
    before, last = low[:start].split(), low[start:]
    offers = _after(before, model) if before else _first(model)
    unique = {word: hint for word, hint in offers if word.startswith(last) and word != last}
    return [Completion(word, start, hint) for word, hint in unique.items()]


def _first(model: Model) -> Iterator[tuple[str, str]]:
    if model.question is not None:
        yield from _colours(model)
    for card in playable_cards(model.legal):
        yield card.lower(), f"play {card_words(card)}"
    for verb in VERBS:
        yield verb.name, verb.help


def _after(before: list[str], model: Model) -> Iterator[tuple[str, str]]:
    verb = find_verb(before[0])
    name = verb.name if verb else "play"
    if name == "play":
        yield from _play(before[1:] if verb else before, model)
    elif name == "name":
        yield from _colours(model)
    elif name in ("catch", "remove", "kick", "level"):
        yield from _people(name, before[1:], model)
    elif name == "add":
        yield from _levels(model) if len(before) == 1 else iter([("seat", "")])
    elif name in ("create", "rules"):
        yield from _create(before, model) if name == "create" else _presets(model)
    elif name in ("join", "watch"):
        yield from _tables(before, model)
    elif name == "help":
        yield from ((other.name, other.help) for other in VERBS)
    elif name in ("ready", "end"):
        yield "no", "take it back"


def _play(words: list[str], model: Model) -> Iterator[tuple[str, str]]:
    if not words:
        playable = playable_cards(model.legal)
        for card in dict.fromkeys([*playable, *model.hand]):
            yield card.lower(), card_words(card) + ("" if card in playable else " (not now)")
        return
    if is_wild(words[0].upper()) and len(words) == 1:
        yield from _colours(model)
    if any(action.endswith(" call") for action in model.legal):
        yield "call", "call your last card"


def _colours(model: Model) -> Iterator[tuple[str, str]]:
    for letter, word in colours_of(model.french).items():
        yield letter.lower(), word
        yield word, ""


def _people(name: str, words: list[str], model: Model) -> Iterator[tuple[str, str]]:
    if name == "level" and words:
        yield from _levels(model)
    kinds = {"remove": {"computer"}, "level": {"computer"}, "kick": {"person"}}
    wanted = kinds.get(name, {"computer", "person"})
    for number, seat in enumerate(model.seats):
        if seat.kind in wanted and number != model.seat:
            yield voice_of(model).plain_name(number).lower(), seat.kind


def _levels(model: Model) -> Iterator[tuple[str, str]]:
    for level in model.greeting.levels if model.greeting else []:
        yield safe(level), "level"


def _presets(model: Model) -> Iterator[tuple[str, str]]:
    for preset in model.greeting.presets if model.greeting else []:
        yield safe(preset), "game"


_CREATE: dict[str, str] = {
    "seats": "number of seats",
    "target": "points that win, or lives",
    "call": "penalty for a forgotten call: 0, 2 or 4",
    "limit": "turns after which a hand ends",
    "password": "what others must know",
    "name": "the table's name",
    "pace": "seconds a computer takes",
    "watch": "be host without a seat",
    "hidden": "not in the list",
    "closed": "no spectators",
}


def _create(before: list[str], model: Model) -> Iterator[tuple[str, str]]:
    if len(before) == 1:
        yield from _presets(model)
        return
    yield from ((word, hint) for word, hint in _CREATE.items() if word not in before)


def _tables(before: list[str], model: Model) -> Iterator[tuple[str, str]]:
    if len(before) > 1:
        yield "password", "its password"
        return
    for line in model.lobby.tables if model.lobby else []:
        yield str(line.table), f"{safe(line.name)}, {safe(line.preset)}"
