"""Completion of the command line: commands, cards, colours, names, tables, levels.

Only what makes sense at the moment is offered: commands by the place one is at, cards from the
legal actions.
"""

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cardgame_client.hand_pages import playable_cards
from cardgame_client.model import Model
from cardgame_client.notation import card_words, colours_of
from cardgame_client.safe import safe
from cardgame_client.verbs import REPLAY_VERBS, VERBS, Place, find_verb

Offer = tuple[str, str]
"""A text to complete to, and what it means."""


class CommandCompleter(Completer):
    """Complete the last word of the command line from what the model knows."""

    def __init__(self, model: Model, typing_chat: Callable[[], bool]) -> None:
        self._model = model
        self._typing_chat = typing_chat

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield what the word before the cursor may become; nothing in a line of chat."""
        del complete_event  # how completion was asked for makes no difference here
        if self._typing_chat():
            return
        *before, word = document.text_before_cursor.lstrip(":/").split(" ")
        for text, meaning in offers([part for part in before if part], self._model):
            if text.lower().startswith(word.lower()):
                yield Completion(text, start_position=-len(word), display_meta=meaning)


def offers(before: Sequence[str], model: Model) -> list[Offer]:
    """Return what may be typed after the words `before`."""
    if model.replay:
        return [] if before else [(verb.name, verb.help) for verb in REPLAY_VERBS]
    if not before:
        return _commands(model)
    verb = find_verb(before[0].lower())
    source = _ARGUMENTS.get(verb.name) if verb else None
    return source(before[1:], model) if source else []


def _commands(model: Model) -> list[Offer]:
    places: set[Place] = {"anywhere", "table", "game"} if model.view else {"anywhere", "lobby"}
    if model.view and model.seat is None:
        places.discard("game")
    cards = [(card.lower(), f"play {card_words(card)}") for card in playable_cards(model.legal)]
    return [*cards, *((verb.name, verb.help) for verb in VERBS if verb.place in places)]


def _plays(given: Sequence[str], model: Model) -> list[Offer]:
    """Return cards, then for a wild one its colours, then `call`, as the legal actions allow."""
    wanted = [word.upper() if word.lower() != "call" else "call" for word in given]
    found: dict[str, str] = {}
    for action in model.legal:
        words = action.split()[1:]
        if (
            action.startswith("play ")
            and words[: len(wanted)] == wanted
            and len(words) > len(given)
        ):
            text = words[len(given)]
            found[text.lower()] = card_words(text) if not given else _colour_meaning(text, model)
    return list(found.items())


def _colour_meaning(text: str, model: Model) -> str:
    return colours_of(model.french).get(text, "call your last card")


def _colours(given: Sequence[str], model: Model) -> list[Offer]:
    if given:
        return []
    return [(name, "") for name in colours_of(model.french).values()]


def _computers(given: Sequence[str], model: Model) -> list[Offer]:
    if given:
        return []
    return [(safe(seat.name), seat.level or "") for seat in model.seats if seat.kind == "computer"]


def _levels(given: Sequence[str], model: Model) -> list[Offer]:
    return [] if given or not model.greeting else [(level, "") for level in model.greeting.levels]


def _level(given: Sequence[str], model: Model) -> list[Offer]:
    return _levels(given[1:], model) if given else _computers(given, model)


def _people(given: Sequence[str], model: Model) -> list[Offer]:
    if given or model.view is None:
        return []
    seated = [seat.name for seat in model.seats if seat.kind == "person"]
    return [(safe(name), "") for name in [*seated, *model.view.spectators] if name != model.name]


def _uncalled(given: Sequence[str], model: Model) -> list[Offer]:
    if given or model.view is None:
        return []
    return [(safe(model.seats[seat].name), "has not called") for seat in model.view.uncalled]


def _tables(given: Sequence[str], model: Model) -> list[Offer]:
    if not model.lobby:
        return []
    if given:
        return [("password", "what the host told you")]
    return [(str(line.table), f"{safe(line.name)}, {line.preset}") for line in model.lobby.tables]


def _create(given: Sequence[str], model: Model) -> list[Offer]:
    if not given:
        return [(preset, "") for preset in model.greeting.presets] if model.greeting else []
    if given[-1] in _CREATE_KEYS:
        return []
    return [(key, text) for key, text in _CREATE_OPTIONS.items() if key not in given]


_CREATE_KEYS = {
    "seats", "target", "call", "limit", "password", "name", "pace", "turn", "bank", "late"
}  # fmt: skip
_CREATE_OPTIONS = {
    "seats": "number of seats",
    "target": "points that win, or lives",
    "call": "cards for a forgotten call",
    "limit": "actions after which a hand ends",
    "password": "what others must know",
    "name": "of the table",
    "pace": "seconds a computer takes",
    "turn": "seconds for a turn",
    "bank": "seconds beyond them in a match",
    "late": "now or next: who may join later",
    "watch": "be the host without a seat",
    "hidden": "not in the list",
    "closed": "no spectators",
}

_ARGUMENTS: dict[str, Callable[[Sequence[str], Model], list[Offer]]] = {
    "play": _plays,
    "why": _plays,
    "name": _colours,
    "catch": _uncalled,
    "add": _levels,
    "level": _level,
    "remove": _computers,
    "kick": _people,
    "join": _tables,
    "watch": _tables,
    "create": _create,
}
