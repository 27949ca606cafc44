"""What a typed line means: a request for the server, a page to show, or a question back.

`parse` is lenient: upper and lower case, extra spaces, `r7`, `red 7` and `play Red 7` are the same.
What it cannot understand it answers with a sentence that says what to type instead. The client
never adds `call` by itself: whoever wants to call says so.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cardgame_client import game_commands as game
from cardgame_client import table_commands as table
from cardgame_client.command_words import UNNUMBERED, NotUnderstood, Typed, no_more
from cardgame_client.model import Model, Question
from cardgame_client.notation import read_colour
from cardgame_client.safe import safe
from cardgame_client.verbs import find_verb, similar_verbs
from cardgame_protocol.limits import CHAT_CHARS
from cardgame_protocol.requests import (
    ChatRequest,
    EndRequest,
    LeaveRequest,
    MoveRequest,
    PauseRequest,
    QuitRequest,
    ReadyRequest,
    RematchRequest,
    Request,
    ResumeRequest,
    StartRequest,
)

__all__ = ["Ask", "Command", "NotUnderstood", "Save", "Show", "TryNow", "parse"]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for the server; the link gives it its id."""

    request: Request


@dataclass(frozen=True, slots=True)
class Show:
    """A page to show, such as `state`; `argument` is what was typed after it."""

    topic: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Save:
    """Save the record of the finished match; an empty `path` means a name of its own."""

    path: str


@dataclass(frozen=True, slots=True)
class TryNow:
    """Try at once to get the lost link back."""


Command = Ask | Show | Save | TryNow | Question

TOPICS = frozenset({"hand", "hint", "state", "why", "scores", "rules", "help"})
"""The commands that only show a page of what the client knows already."""


def parse(text: str, model: Model) -> Command:
    """Return what `text` asks for, as things stand in `model`.

    Raises NotUnderstood with a sentence for the player.
    """
    words = text.strip().lstrip(":/").split()
    if not words:
        raise NotUnderstood("Type a command, or help for all of them.")
    typed = Typed(tuple(words))
    answer = _colour_alone(typed, model)
    if answer is not None:
        return answer
    verb = find_verb(typed.low[0])
    if verb is None:
        return _bare_card(typed, model)
    return _command(verb.name, typed.rest(), model)


def _colour_alone(typed: Typed, model: Model) -> Command | None:
    """Read a colour on its own: the answer to the open question, or to a starting wild."""
    colour = read_colour(typed.low[0], model.french) if len(typed.words) == 1 else None
    if colour is None:
        return None
    question = model.question
    if question is not None and question.turn == model.turn:
        return _move(question.answered(colour), model)
    naming = model.my_turn and model.view is not None and model.view.phase == "name"
    return _move(f"name {colour}", model) if naming else None


def _bare_card(typed: Typed, model: Model) -> Command:
    card = game.try_play(typed, model)
    if card is not None:
        return _move(card, model) if isinstance(card, str) else card
    word = safe(typed.words[0])
    guess = game.close_card(typed, model)
    if guess:
        raise NotUnderstood(guess)
    similar = similar_verbs(typed.low[0])
    if similar:
        raise NotUnderstood(f"{word!r} is no command. Did you mean {' or '.join(similar)}?")
    raise NotUnderstood(f"{word!r} is neither a command nor a card. Type help for the commands.")


def _command(name: str, rest: Typed, model: Model) -> Command:
    if name in TOPICS or (name == "fair" and not rest.words):
        return Show(name, rest.text)
    if name == "save":
        return Save(rest.text)
    if name == "retry":
        no_more(name, rest)
        return TryNow()
    if name in _MOVES:
        action = _MOVES[name](rest, model)
        return _move(action, model) if isinstance(action, str) else action
    if name in _PLAIN:
        no_more(name, rest)
        return Ask(_PLAIN[name]())
    return Ask(_REQUESTS[name](rest, model))


def _move(action: str, model: Model) -> Ask:
    return Ask(MoveRequest(id=UNNUMBERED, turn=model.turn, action=action))


def _say(rest: Typed, _model: Model) -> Request:
    if not rest.words:
        raise NotUnderstood("Say what? Type: say TEXT")
    if len(rest.text) > CHAT_CHARS:
        raise NotUnderstood(f"That is {len(rest.text)} characters long; {CHAT_CHARS} fit.")
    return ChatRequest(id=UNNUMBERED, text=rest.text)


def _ready(rest: Typed, _model: Model) -> Request:
    return ReadyRequest(id=UNNUMBERED, ready=_agreed("ready", rest))


def _end(rest: Typed, _model: Model) -> Request:
    return EndRequest(id=UNNUMBERED, agree=_agreed("end", rest))


def _pause(rest: Typed, _model: Model) -> Request:
    return PauseRequest(id=UNNUMBERED, agree=_agreed("pause", rest))


def _agreed(name: str, rest: Typed) -> bool:
    if rest.low in (("no",), ("not",), ("off",)):
        return False
    no_more(name, rest)
    return True


_MOVES: dict[str, Callable[[Typed, Model], str | Question]] = {
    "play": game.play,
    "draw": game.draw,
    "take": game.simple("take"),
    "pass": game.simple("pass"),
    "p": game.draw_or_pass,
    "challenge": game.simple("challenge"),
    "name": game.name_colour,
    "call": game.simple("call"),
    "catch": game.catch,
}

_PLAIN: dict[str, Callable[[], Request]] = {
    "leave": lambda: LeaveRequest(id=UNNUMBERED),
    "start": lambda: StartRequest(id=UNNUMBERED),
    "resume": lambda: ResumeRequest(id=UNNUMBERED),
    "rematch": lambda: RematchRequest(id=UNNUMBERED),
    "quit": lambda: QuitRequest(id=UNNUMBERED),
}

_REQUESTS: dict[str, Callable[[Typed, Model], Request]] = {
    "say": _say,
    "ready": _ready,
    "end": _end,
    "pause": _pause,
    "list": table.list_tables,
    "create": table.create,
    "join": table.join,
    "watch": table.watch,
    "add": table.add,
    "remove": table.remove,
    "level": table.level,
    "kick": table.kick,
    "more": table.more_time,
    "fair": table.add_text,
}
