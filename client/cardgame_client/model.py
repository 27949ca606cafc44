"""All that the player's program knows, fed by messages; everything drawn is a function of it.

`Model.receive` takes what the link delivers, `Player` adds what comes of its own requests. Nothing
in here waits, draws or sends, so a test, a screen and a plain line printer see the same.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cardgame_client import words
from cardgame_client.commitments import Commitments
from cardgame_client.notation import is_french
from cardgame_client.voice import Voice
from cardgame_protocol.answers import Chat, Greeting, Removed, ServerMessage, Update
from cardgame_protocol.codec import read_event
from cardgame_protocol.limits import RESUME_EVENTS
from cardgame_protocol.results import HelloResult, ListResult
from cardgame_protocol.view import Seat, View, You

LOG_LINES = 500
"""Lines kept of log and chat: an evening's scrolling, and a bound on memory for a long match."""

LinkState = Literal["connecting", "open", "lost", "closed"]
LineKind = Literal["event", "chat", "note", "refused"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    `number` counts all lines ever, from 1, so that a reader knows which are new to it. `kind`:
    an `event` at the table, somebody's `chat`, a `note` of the client, a `refused` command.
    """

    number: int
    kind: LineKind
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A wild card waits for its colour; the answer is the next command that is a colour.

    `play` is the action so far (`play W`), `tail` what follows the colour (`call`, or nothing).
    The question belongs to `turn` and lapses with it, so that no late key answers another one.
    """

    turn: int
    play: str
    tail: str
    text: str

    def answered(self, colour: str) -> str:
        """Return the whole action for the colour or suit letter named."""
        return " ".join(part for part in (self.play, colour, self.tail) if part)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of text that was asked for: `topic` is the command's name, such as `state`."""

    topic: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retry:
    """The link is lost: `attempt` (from 1) to get it back follows in `seconds`, 0 is now.

    The player's task counts the seconds down, so whoever draws only reads them.
    """

    attempt: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded match is looked at: `step` of `steps`, in `hand` of `hands`, all from 1.

    `everyone`: the point of view goes with the turn, so that the log calls nobody `you`.
    """

    step: int
    steps: int
    hand: int
    hands: int
    everyone: bool = False


@dataclass(slots=True)
class Model:
    """What the player can know. Read it to draw; only `Player` and `receive` change it.

    `turn` numbers the open turn decision (docs/protocol.md), `revision` every change of the model.
    `locked` says why the server lets nobody in yet: it waits for its password.
    `filter` is the text that the tables of `lobby` were asked for.
    `retry` is set while a lost link is awaited, `replay` in a program that shows a record. `clock`
    returns seconds, and is asked when a view comes and when somebody wants to know how long ago
    that was.
    """

    name: str
    link: LinkState = "connecting"
    locked: str = ""
    greeting: Greeting | None = None
    lobby: ListResult | None = None
    filter: str = ""
    view: View | None = None
    you: You | None = None
    turn: int = 0
    retry: Retry | None = None
    replay: Replay | None = None
    notice: Line | None = None
    question: Question | None = None
    sheet: Sheet | None = None
    log: deque[Line] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    commitments: Commitments = field(default_factory=Commitments)
    revision: int = 0
    clock: Callable[[], float] = lambda: 0.0
    _came: float = 0.0
    _lines: int = 0
    _seen: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=RESUME_EVENTS))
    _returning: bool = False

    @property
    def passed(self) -> float:
        """Return the seconds since the view came: what it says of time is so much less by now."""
        return self.clock() - self._came

    @property
    def seat(self) -> int | None:
        """Return the player's own seat, None in the lobby and for a spectator."""
        return self.you.seat if self.you else None

    @property
    def addressed(self) -> int | None:
        """Return the seat that is spoken to as `you`: the player's own, if it stays the same."""
        return None if self.replay and self.replay.everyone else self.seat

    @property
    def my_turn(self) -> bool:
        """Tell whether the open turn decision is the player's."""
        return self.view is not None and self.you is not None and self.view.to_move == self.you.seat

    @property
    def legal(self) -> Sequence[str]:
        """Return the actions the player may take now, as texts of the wire (K16)."""
        return self.you.legal if self.you else ()

    @property
    def hand(self) -> Sequence[str]:
        """Return the player's own cards, sorted."""
        return self.you.hand if self.you else ()

    @property
    def french(self) -> bool:
        """Tell whether the table plays with suits rather than colours."""
        if self.view is None:
            return bool(self.hand) and is_french(self.hand[0])
        return self.view.rules.options.get("deck") == "french52"

    @property
    def seats(self) -> Sequence[Seat]:
        """Return the seats of the table, from number 0; none in the lobby."""
        return self.view.seats if self.view else ()

    @property
    def chat(self) -> list[Line]:
        """Return the chat lines still in the log."""
        return [line for line in self.log if line.kind == "chat"]

    def receive(self, message: ServerMessage) -> None:
        """Take in one message of the link: an update, a chat line, a removal."""
        if isinstance(message, Update):
            self._update(message)
        elif isinstance(message, Chat):
            self.add("chat", words.chat_words(message))
        elif isinstance(message, Removed):
            self._to_lobby()
            self.note(words.removed_words(message.reason))

    def jump(self, update: Update, before: Iterable[dict[str, Any]]) -> None:
        """Go to another moment of a record; the log is made of what happened `before` it.

        None of those lines counts as new: their numbers are below that of the last line told.
        """
        self.view, self.you, self.notice = update.view, update.you, None
        told = self._told(before)
        first = self._lines - len(told) + 1
        self.log.clear()
        self.log.extend(Line(number, "event", text) for number, text in enumerate(told, first))
        self.receive(update)

    def connected(self, greeting: Greeting, hello: HelloResult) -> None:
        """Note that the server has answered the hello; after a return an update follows."""
        self.greeting, self.name, self.link = greeting, hello.name, "open"
        self._returning, self.retry, self.locked = True, None, ""
        if hello.table is None:
            self._to_lobby()
        self.revision += 1

    def link_changed(self, state: LinkState, text: str) -> None:
        """Note a change of the link, with the sentence that tells the player.

        An open question stays: it is the same one after the return, if the turn is.
        """
        self.link = state
        self.note(text)

    def retrying(self, retry: Retry) -> None:
        """Note how long it is to the next attempt to get the link back."""
        self.retry = retry
        self.revision += 1

    def left_table(self) -> None:
        """Note that the player has left the table at its own wish."""
        self._to_lobby()
        self.note("You are in the lobby.")

    def listed(self, page: ListResult, filtered: str = "") -> None:
        """Keep one page of the lobby's list, of the tables with the text `filtered` in them."""
        self.lobby, self.filter = page, filtered
        self.revision += 1

    def ask(self, question: Question | None) -> None:
        """Open a question, or close the open one."""
        self.question = question
        self.revision += 1

    def show(self, sheet: Sheet | None) -> None:
        """Lay a page of text over the table, or take it away."""
        self.sheet = sheet
        self.revision += 1

    def note(self, text: str) -> None:
        """Add a line of the client's own."""
        self.notice = self.add("note", text)

    def refuse(self, text: str) -> None:
        """Add the reason why a command was not carried out."""
        self.notice = self.add("refused", text)

    def add(self, kind: LineKind, text: str) -> Line:
        """Add one line to the log."""
        self._lines += 1
        line = Line(self._lines, kind, text)
        self.log.append(line)
        self.revision += 1
        return line

    def _update(self, update: Update) -> None:
        if self.view is None or update.turn != self.turn:
            self.question = self.notice = None
        self.view, self.you, self.turn = update.view, update.you, update.turn
        for text in () if self.replay else self.commitments.look(update.view):
            self.refuse(text)
        self._came = self.clock()
        for text in self._told(self._unseen(update.events)):
            self.add("event", text)
        self.revision += 1

    def _told(self, events: Iterable[dict[str, Any]]) -> list[str]:
        """Return the sentences for events; an unknown one, and some others, need none."""
        voice = Voice(self.seats, self.addressed, "" if self.replay else self.name)
        known = [event for data in events if (event := read_event(data))]
        return [text for event in known if (text := words.event_words(event, voice))]

    def _unseen(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Leave out what was told before the link was lost: a return repeats the last events."""
        known = 0
        if self._returning:
            seen = list(self._seen)
            lengths = range(min(len(seen), len(events)), 0, -1)
            known = next((n for n in lengths if seen[-n:] == events[:n]), 0)
        self._returning = False
        self._seen.extend(events[known:])
        return events[known:]

    def _to_lobby(self) -> None:
        self.commitments.forget()
        self.view = self.you = self.question = None
        self.turn = 0
