"""The key bar: the choices of this moment, the most needed first, cut to the width."""

from collections.abc import Container, Iterable

from prompt_toolkit.utils import get_cwidth

from cardgame_client import notation
from cardgame_client.model import Model
from cardgame_client.screen.cells import Line, drawable, fit
from cardgame_client.screen.clicks import KEY, clickable
from cardgame_client.screen.desk import Desk, in_pause, place_of
from cardgame_client.screen.holding import held_cards, may_call
from cardgame_client.screen.levels import next_levels
from cardgame_client.screen.line import Mode
from cardgame_client.screen.lobby import joinable
from cardgame_client.screen.palette import card_style
from cardgame_client.screen.waiting import is_host

Hint = tuple[str, str]
"""A key as it is labelled on the keyboard, and what it does now."""

SEPARATOR = "  "


def hints(model: Model, desk: Desk) -> list[Hint]:
    """Return the keys that mean something now."""
    if desk.confirm:
        return [("Y", "yes"), ("N", "no")]
    if desk.page or desk.sheet:
        scroll = [("up/down", "scroll")] if desk.scroll.is_page_longer else []
        return [("Esc", "back"), *scroll]
    if desk.form:
        change = [("left/right", "change")] if desk.form.chosen.values else []
        return [("up/down", "field"), *change, ("Enter", "create"), ("Esc", "back"), ("F1", "help")]
    if model.replay:
        return list(_REPLAY)
    place = place_of(model)
    if place == "playing":
        return _in_hand(model, desk)
    return [*(_lobby(model, desk) if place == "lobby" else _PLACES[place](model)), *_ALWAYS]


def keybar(model: Model, desk: Desk, cells: int) -> Line:
    """Return the bar of exactly `cells` cells; hints that do not fit whole are left out."""
    return _bar(hints(model, desk), cells, {letter for letter, _ in _asked_colours(model, desk)})


def typing_bar(mode: Mode, cells: int) -> Line:
    """Return the bar while a line is typed, to which all the other keys go."""
    return _bar(_TYPING[mode], cells)


def _bar(shown: Iterable[Hint], cells: int, colours: Container[str] = ()) -> Line:
    line: Line = [("", " ")]
    used = 1
    for key, text in shown:
        need = get_cwidth(key) + 1 + get_cwidth(text)
        if used + need > cells:
            break
        style = clickable(card_style(key) if key in colours else "class:key", KEY, key)
        line += [(style, key), (clickable("", KEY, key), f" {text}"), ("", SEPARATOR)]
        used += need + len(SEPARATOR)
    return fit(line, cells)


_TYPING: dict[Mode, list[Hint]] = {
    "closed": [],
    "command": [("Enter", "send"), ("Tab", "complete"), ("Esc", "close")],
    "chat": [("Enter", "say"), ("Esc", "close")],
    "password": [("Enter", "send"), ("Esc", "cancel")],
}
_ALWAYS: list[Hint] = [(":", "command"), ("F2", "chat"), ("F1", "help"), ("Q", "quit")]
_REPLAY: list[Hint] = [
    ("left/right", "move"),
    ("up/down", "hand"),
    ("Home", "begin"),
    ("End", "end"),
    ("V", "seat"),
    ("F1", "help"),
    ("Q", "quit"),
]
_AT_TABLE: list[Hint] = [(":", "command"), ("F2", "chat"), ("F3", "lobby"), ("F1", "help")]


def _in_hand(model: Model, desk: Desk) -> list[Hint]:
    if model.seat is None:
        return list(_AT_TABLE)
    if in_pause(model):
        return [*_resume(model, model.seat), *_AT_TABLE]
    asked = _asked_colours(model, desk)
    if asked:
        back: list[Hint] = [] if model.view and model.view.phase == "name" else [("Esc", "back")]
        return [*asked, *back, *_AT_TABLE]
    if desk.rank:
        suits = [(letter, name) for letter, name in notation.SUITS.items()]
        return [(desk.rank[1], "and then:"), *suits, ("Esc", "back")]
    return [*_off_turn(model), *_turn(model, desk), *_AT_TABLE, ("?", "card")]


def _asked_colours(model: Model, desk: Desk) -> list[Hint]:
    """Return the four colours where one is asked, by a chooser, a typed wild or a starting wild."""
    open_chooser = desk.chooser is not None and desk.chooser.turn == model.turn
    typed = model.question is not None and model.question.turn == model.turn
    starting = model.my_turn and model.view is not None and model.view.phase == "name"
    if not (open_chooser or typed or starting):
        return []
    return list(notation.colours_of(model.french).items())


def _off_turn(model: Model) -> Iterable[Hint]:
    """Return calls and catches, which are nobody's turn and first in haste."""
    for action in model.legal:
        if action == "call":
            yield "C", "call!"
        elif action.startswith("catch ") and model.view:
            number = int(action.split()[1])
            yield "K", f"catch {drawable(model.view.seats[number].name)}"
            return


def _turn(model: Model, desk: Desk) -> Iterable[Hint]:
    if not model.my_turn:
        return
    held = held_cards(model)
    chosen = held[desk.chosen] if desk.chosen < len(held) else None
    if chosen and chosen.playable:
        yield "Enter", "play"
    yield from _verbs(model)
    if may_call(model):
        yield "C", "call: on" if desk.call else "call: off"
    if chosen and chosen.playable and model.french:
        yield " ".join(chosen.card), "play it"
    if _levels_open(model):
        yield "L", "level"


def _verbs(model: Model) -> Iterable[Hint]:
    """Yield what may be done instead of playing, by the keys that the game's document names."""
    legal = set(model.legal)
    if "take" in legal:
        yield "T", _take(model)
    if "challenge" in legal:
        yield "C", "challenge"
    if "draw" in legal:
        yield ("D" if model.french else "P"), "draw"
    if "pass" in legal:
        yield ("X" if model.french else "P"), "pass"


def _levels_open(model: Model) -> bool:
    """Whether the level may surely still be changed: nobody has played in this hand (B11)."""
    return model.view is not None and model.view.discard <= 1 and bool(next_levels(model))


def _take(model: Model) -> str:
    pending = model.view.pending if model.view else 0
    return f"take {pending or 4}"


def _lobby(model: Model, desk: Desk) -> list[Hint]:
    """Return what can be done with the chosen table, and that there may be a new one."""
    keys: list[Hint] = []
    tables = model.lobby.tables if model.lobby else []
    if tables:
        chosen = tables[min(desk.row, len(tables) - 1)]
        keys += [("Enter", "join")] if joinable(chosen) else []
        keys += [("W", "watch")] if chosen.spectators else []
        keys.append(("?", "details"))
    return [*keys, ("N", "new" if tables else "new table")]


def _waiting(model: Model) -> list[Hint]:
    own = model.seats[model.seat] if model.seat is not None else None
    ready: list[Hint] = [("Enter", "not ready" if own.ready else "ready")] if own else []
    host: list[Hint] = [("A", "add computer"), ("-", "remove"), ("L", "level"), ("S", "start")]
    return [*ready, *(host if is_host(model) else []), ("F3", "leave")]


def _resume(model: Model, seat: int) -> list[Hint]:
    """Return the key that ends a pause, for whoever has not pressed it yet."""
    return [] if model.seats[seat].pause else [("Enter", "resume")]


def _between(model: Model) -> list[Hint]:
    if model.seat is not None and in_pause(model):
        return [*_resume(model, model.seat), ("F3", "lobby")]
    waits = model.seat is not None and not model.seats[model.seat].ready
    return [*([("Enter", "next hand")] if waits else []), ("F3", "lobby")]


def _over(model: Model) -> list[Hint]:
    if model.seat is None:
        return [("F3", "lobby")]
    rematch = [] if model.seats[model.seat].asked else [("Enter", "rematch")]
    return [*rematch, ("F3", "lobby"), ("S", "save record")]


def _away(_model: Model) -> list[Hint]:
    return []


_PLACES = {
    "away": _away,
    "waiting": _waiting,
    "between": _between,
    "over": _over,
}
