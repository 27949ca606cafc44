"""The desk: what lies before the player at this terminal and is nobody else's business.

The chosen card, an open chooser, a half-typed card, an open page, the armed call. `follow` brings
it in line with each change of the model; `keys.press` changes it by keys. Both are pure but for
the desk itself, so every key can be tested without a terminal. Time comes from the caller, in
seconds of any steady clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardgame_client.countdown import next_hand_in, seconds_left
from cardgame_client.model import Line, Model, Sheet
from cardgame_client.screen.flash import DARK, NOWHERE, Flash, Spots, landed
from cardgame_client.screen.form import Form
from cardgame_client.screen.holding import held_cards
from cardgame_client.screen.questions import Chooser, Confirm, Wanted
from cardgame_client.screen.scroll import Scroll
from cardgame_protocol.view import View

PAUSE = 0.25
"""Seconds after a new decision in which a key that was meant for something else may arrive:
longer than a key press is on its way, shorter than a person reads what is new (bug U-09)."""


REPEAT = 0.1
"""Seconds in which a key that is held down comes again: terminals repeat it every 0.03 s or so,
and no finger is that fast."""

NOTICE_SECONDS = 8.0
"""How long a remark on the last key stays unless another key comes: long enough to be read twice,
short enough not to be taken for news about the next decision."""

LIST_TOPIC = "list"
"""The sheet with the lobby's tables, which the lobby shows as a list to choose from."""


@dataclass
class Desk:
    """See the module.

    `clicked` is the card chosen by the mouse, `row` the cursor of lists, `page` or `sheet` what is
    laid over the table (a page of this room, one that a command asked for), `scroll` how far that
    and the log are scrolled, `wanted` the table whose password is asked for, `plan` the commands
    that follow once a table just asked for is there, `now` the time of the drawing, `motion`
    whether anything flashes, `hints` whether a first-game hint is wanted.
    """

    chosen: int = 0
    clicked: int | None = None
    row: int = 0
    chooser: Chooser | None = None
    rank: tuple[int, str] | None = None
    confirm: Confirm | None = None
    form: Form | None = None
    page: str | None = None
    sheet: Sheet | None = None
    scroll: Scroll = field(default_factory=Scroll)
    call: bool = False
    wanted: Wanted | None = None
    now: float = 0.0
    motion: bool = True
    hints: bool = False
    plan: list[str] = field(default_factory=list)
    _asked: Sheet | None = None
    _moment: tuple[object, ...] = ()
    _hand: list[str] = field(default_factory=list)
    _legal: frozenset[str] = frozenset()
    _earlier: frozenset[str] = frozenset()
    _opened: float = float("-inf")
    _view: View | None = None
    _told: float = 0.0
    _flash: Flash = DARK
    _turn: tuple[object, ...] = ()
    _since: float = 0.0
    _notice: str = ""
    _noticed: float = 0.0
    _answer: Line | None = None
    _answered: float | None = None
    _tables: list[int] = field(default_factory=list)
    _arrived: bool = False

    def follow(self, model: Model, now: float) -> None:
        """Take notice of a changed model: cursor, chooser and half-typed cards follow it."""
        self.now = now
        self._follow_hand(model)
        self._follow_sheet(model)
        self._follow_answer(model)
        self._follow_lobby(model)
        if model.view is not self._view:
            self._follow_view(model, now)
        legal, moment = frozenset(model.legal), _moment(model)
        if moment == self._moment and legal == self._legal:
            return
        self._earlier = self._legal if _goes_on(self._moment, moment) else frozenset()
        if moment[:1] != self._moment[:1]:
            self._arrived = place_of(model) == "lobby" and self._moment[:1] not in _NOT_SEATED
            self.row, self.scroll.down, self.confirm, self.form = 0, 0, None, None
            self.close_page()
        if moment != self._moment:
            self.notice = ""
            self._new_decision(model)
        self._moment, self._legal, self._opened = moment, legal, now
        self._seek_playable(model)

    @property
    def notice(self) -> str:
        """A remark on the last key, for `NOTICE_SECONDS`; empty for none."""
        return self._notice if self.now - self._noticed < NOTICE_SECONDS else ""

    @notice.setter
    def notice(self, text: str) -> None:
        self._notice, self._noticed = text, self.now

    @property
    def answer(self) -> Line | None:
        """What the last command was answered with, until another key or for `NOTICE_SECONDS`."""
        if self._answered is None or self.now - self._answered >= NOTICE_SECONDS:
            return None
        return self._answer

    @property
    def log_is_away(self) -> bool:
        """Whether the end of the log is out of sight."""
        return bool(self.page or self.sheet or self.form or self.scroll.back)

    def pressed(self, now: float) -> None:
        """Take note of a key: what was said of the last one is over."""
        self.now = now
        self.notice = ""
        self._answered = None

    @property
    def lit(self) -> Spots:
        """Where a flash is to be drawn now."""
        return self._flash.lit(self.now) if self.motion else NOWHERE

    @property
    def waited(self) -> float:
        """Seconds since the table began to wait for whom it waits."""
        return self.now - self._since

    @property
    def told_for(self) -> float:
        """Seconds since the view came: what it says of time is so much less by now."""
        return self.now - self._told

    def seconds_left(self, model: Model) -> int | None:
        """Return the seconds until the next hand begins by itself, None where none will."""
        return None if model.view is None else next_hand_in(model.view, self.told_for)

    def wait_left(self, model: Model) -> int | None:
        """Return the seconds until something happens by itself, None where it is not told."""
        return None if model.view is None else seconds_left(model.view, self.told_for)

    def due(self, model: Model) -> list[str]:
        """Return, once, what is to be asked by itself: the list in a lobby one comes back to.

        And the planned commands, when one is host at a table that waits.
        """
        if self._arrived and model.link == "open":
            self._arrived = False
            return ["list"]
        if not self.plan or model.view is None or model.view.host != model.name:
            return []
        due, self.plan = self.plan, []
        return due if model.view.state == "waiting" else []

    def settled(self, action: str, now: float) -> bool:
        """Whether `action` may be taken to be meant for the decision on the screen.

        It is when it was possible before the last change, or when `PAUSE` has gone by. A key
        that comes too early stretches the pause, so that a key held down never acts.
        """
        if action in self._earlier or now - self._opened >= PAUSE:
            return True
        self._opened = max(self._opened, now + REPEAT - PAUSE)
        self.notice = "That came just as something changed: look, then press again."
        return False

    def move(self, step: int, count: int) -> None:
        """Move the cursor over the hand, round its ends."""
        if count:
            self.chosen = (self.chosen + step) % count

    def close_page(self) -> None:
        """Take away whatever page is laid over the table."""
        self.page = self.sheet = None
        self.scroll.back = 0

    def _follow_view(self, model: Model, now: float) -> None:
        """Light up what a new view changed, and note since when the table waits for somebody."""
        spots = landed(self._view, model.view)
        if spots:
            self._flash = Flash(spots, now)
        self._view, self._told = model.view, now
        turn = (model.turn, model.view.to_move if model.view else None)
        if turn != self._turn:
            self._turn, self._since = turn, now

    def _follow_sheet(self, model: Model) -> None:
        """Lay a page over the table that a command asked for; the list has its own place."""
        if model.sheet is self._asked:
            return
        self._asked = model.sheet
        if model.sheet and model.sheet.topic != LIST_TOPIC:
            self.page, self.sheet, self.scroll.back = None, model.sheet, 0

    def _follow_answer(self, model: Model) -> None:
        if model.notice is not self._answer:
            self._answer, self._answered = model.notice, self.now

    def _follow_lobby(self, model: Model) -> None:
        """Keep the cursor on its table; where that is gone, Enter waits as after a new decision."""
        in_lobby = place_of(model) == "lobby"
        tables = [line.table for line in model.lobby.tables] if in_lobby and model.lobby else []
        if self.wanted and self.wanted.table not in tables:
            self.wanted = None
            self.notice = "That table is not in the list any more."
        if tables == self._tables:
            return
        chosen = self._tables[self.row] if self.row < len(self._tables) else None
        if chosen in tables:
            self.row = tables.index(chosen)
        elif self._tables:
            self.row, self._opened = max(0, min(self.row, len(tables) - 1)), self.now
        self._tables = tables

    def _follow_hand(self, model: Model) -> None:
        """Keep the cursor on the same card, or where that card was."""
        hand = [held.card for held in held_cards(model)]
        if hand == self._hand:
            return
        self.clicked = None  # a second click is meant for the card that was there
        if self.chosen < len(self._hand):
            card = self._hand[self.chosen]
            copy = self._hand[: self.chosen].count(card)
            places = [place for place, other in enumerate(hand) if other == card]
            if copy < len(places):
                self.chosen = places[copy]
        self.chosen = max(0, min(self.chosen, len(hand) - 1))
        self._hand = hand

    def _new_decision(self, model: Model) -> None:
        if self.chooser and self.chooser.turn != model.turn:
            self.chooser = None
            self.notice = "The table went on meanwhile: nothing was played."
        if self.rank and self.rank[0] != model.turn:
            self.rank = None
        self.call = self.call and model.my_turn

    def _seek_playable(self, model: Model) -> None:
        """At one's own decision set the cursor on a card that may be played, if it is on none."""
        held = held_cards(model)
        drawn = model.you.drawn if model.you else None
        playable = [place for place, card in enumerate(held) if card.playable]
        if not model.my_turn or not playable or held[self.chosen].playable:
            return
        fresh = [place for place in playable if held[place].card == drawn]
        self.chosen = _nearest(fresh or playable, self.chosen)


_NOT_SEATED: tuple[tuple[object, ...], ...] = ((), ("away",), ("lobby",))
"""Moments from which one comes into the lobby with its list on the way already."""


def _nearest(places: Sequence[int], to: int) -> int:
    return min(places, key=lambda place: abs(place - to))


def place_of(model: Model) -> str:
    """Where the player is: `away` without a link ever, `lobby`, or the state of the table."""
    if model.greeting is None:
        return "away"
    return model.view.state if model.view else "lobby"


def in_pause(model: Model) -> bool:
    """Whether the match stands still until the people at the table agree to go on."""
    return model.view is not None and model.view.paused == "agreed"


def _moment(model: Model) -> tuple[object, ...]:
    """Return what makes a decision the same one: place, whose turn, hand, discards, turn number."""
    view = model.view
    if view is None:
        return (place_of(model),)
    return (view.state, model.my_turn, view.hand, view.discard, view.phase, model.turn)


def _goes_on(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    """Whether one's own turn goes on, as after drawing a card: all but the number is the same."""
    return len(before) > 1 and before[:-1] == after[:-1] and before[1] is True
