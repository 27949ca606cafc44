"""One seat, played over one link: each update is answered, each refusal is survived.

The table never waits for a player that argues: a refused action is never sent again in its turn,
and after `MAX_REFUSALS` the next attempt is the last (public bug B-02).
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import msgspec

from cardgame_client.connection import Link, RefusedError
from cardgame_protocol import Event, MoveRequest, Update, View, You, read_event

from ..choices import is_shout, safe_action
from ..faults import BotFaultError, CrashError, IllegalChoiceError, NoChoiceError
from ..moment import Bot, Moment, chance, remembers, tell_the_end

log = logging.getLogger(__name__)

T = TypeVar("T")

Ask = Callable[[Bot, Moment], Awaitable[str | None]]
"""How a bot is asked what it does in a moment."""

MAX_REFUSALS = 3
"""Refused turn actions in one turn, after which the first legal action is the last attempt."""

_DECISIONS = frozenset({"turn", "name", "answer"})
"""What a seat is waited for with a clock that is its own (docs/protocol.md, Wait)."""

_MOVED_ON = frozenset({"stale", "hand_over", "not_playing", "not_at_table", "not_seated"})
"""Refusals that say no more than that the table went on while the move was on its way."""


async def ask_here(bot: Bot, moment: Moment) -> str | None:
    """Let `bot` choose in this process: at once, or in a thread where it is not quick."""
    return await _beside(bot, bot.choose, moment)


class Mind:
    """The bot of one seat, whatever link it is at: a new one for each match, made by `make`.

    `ask` is how a bot is asked; by default it thinks in this process (`ask_here`).
    """

    def __init__(self, make: Callable[[], Bot], seed: int | str, ask: Ask | None = None) -> None:
        self._make = make
        self._ask = ask or ask_here
        self._seed = seed
        self._match = 0
        self._bot: Bot | None = None
        self.round_trip: float | None = None

    async def ask(
        self, update: Update, you: You, events: Sequence[Mapping[str, Any]]
    ) -> str | None:
        """Return what the bot does in this moment; None also where it need not be asked."""
        bot = self._bot_of(update.view.match)
        told = [e for plain in events if (e := read_event(plain))] if remembers(bot) else []
        if not you.legal and not remembers(bot):
            return None
        moment = self._moment(update, you, told)
        try:
            return await self._ask(bot, moment)
        except IllegalChoiceError:
            raise
        except BotFaultError:
            self._bot = None  # it has lost its process, and begins anew
            raise

    async def tell_the_end(self, update: Update, you: You) -> None:
        """Let the bot look at the end of its match, if it wants to."""
        bot, self._bot = self._bot, None
        if bot is not None:
            moment = self._moment(update, you, [])
            await _beside(bot, partial(tell_the_end, bot), moment)

    def _moment(self, update: Update, you: You, events: Sequence[Event]) -> Moment:
        match, turn = update.view.match, update.turn
        return Moment(
            view=update.view,
            you=you,
            events=events,
            rng=chance(self._seed, match, turn, you.seat),
            deadline=_seconds_left(update.view, you),
            round_trip=self.round_trip,
        )

    def _bot_of(self, match: int) -> Bot:
        if self._bot is None or match != self._match:
            self._bot, self._match = self._make(), match
        return self._bot


async def _beside(bot: Bot, call: Callable[[Moment], T], moment: Moment) -> T:
    """Call the bot: here if it is quick, else in a thread, so that pings are answered meanwhile."""
    if getattr(bot, "quick", False):
        return call(moment)
    return await anyio.to_thread.run_sync(call, moment, abandon_on_cancel=True)


def _seconds_left(view: View, you: You) -> float | None:
    """Return the seconds in which this seat must have decided, None without a clock."""
    return next((w.left for w in view.waits if w.seat == you.seat and w.why in _DECISIONS), None)


class Player:
    """Plays the seat of one link.

    `mind` is asked first. Where it fails (an exception, too late, not legal, nothing although on
    turn) a safe action takes its place and `note` is told the fault, by default with a warning in
    the log; what `note` raises ends the playing. A refused action gives way to a safe one, too.
    """

    def __init__(
        self, link: Link, name: str, mind: Mind, note: Callable[[BotFaultError], None] | None = None
    ) -> None:
        self._link = link
        self._name = name
        self._mind = mind
        self._note = note or self._warn
        self._match = self._turn = -1
        self._tried: set[str] = set()
        self._refusals = 0
        self._moved = False

    async def play(self) -> None:
        """Answer every update until the link ends. The link raises what ended it."""
        async for message in self._link:
            if isinstance(message, Update):
                await self.answer(message)

    async def answer(self, update: Update) -> None:
        """Send actions for this update until one is accepted or there is nothing left to send."""
        you = update.you
        if you is None:
            return
        if (update.view.match, update.turn) != (self._match, self._turn):
            self._match, self._turn = update.view.match, update.turn
            self._tried, self._refusals, self._moved = set(), 0, False
        events = update.events
        if self._done:
            await self._ask(update, _with_legal(you, []), events)
        while not self._done:
            action = await self._choose(update, self._untried(you), events)
            if action is None or await self._settle(action, update.turn):
                return
            events = []

    @property
    def _done(self) -> bool:
        """Whether nothing more is sent in this turn."""
        return self._moved or self._refusals > MAX_REFUSALS

    def _untried(self, you: You) -> You:
        """Return `you` without what was sent in this turn already: it is on its way or refused."""
        if not self._tried:
            return you
        return _with_legal(you, [text for text in you.legal if text not in self._tried])

    async def _choose(
        self, update: Update, you: You, events: Sequence[Mapping[str, Any]]
    ) -> str | None:
        if self._refusals == 0:
            action = await self._ask(update, you, events)
            if action is not None or update.view.to_move != you.seat:
                return action
        if self._refusals == MAX_REFUSALS:
            return you.legal[0] if you.legal else None
        return safe_action(update.view, you)

    async def _ask(
        self, update: Update, you: You, events: Sequence[Mapping[str, Any]]
    ) -> str | None:
        try:
            action = await self._mind.ask(update, you, events)
        except BotFaultError as own:
            self._note(own)
        except Exception as error:
            # A level of our own: its fault must cost it a good move, not the seat.
            log.exception("%s: a fault in this program", self._name)
            self._note(CrashError(f"{self._name}: {type(error).__name__}: {error}"))
        else:
            fault = self._fault_in(action, update, you)
            if fault is None:
                return action
            self._note(fault)
        return None

    def _fault_in(self, action: str | None, update: Update, you: You) -> BotFaultError | None:
        """Return what is wrong with a choice, None if nothing is."""
        if action is None:
            owed = update.view.to_move == you.seat and you.legal
            return NoChoiceError(self._name, you.legal) if owed else None
        return None if action in you.legal else IllegalChoiceError(self._name, action, you.legal)

    def _warn(self, fault: BotFaultError) -> None:
        log.warning("%s; a safe action takes its place", fault)

    async def _settle(self, action: str, turn: int) -> bool:
        """Send one action; tell whether this update needs no other one."""
        self._tried.add(action)
        sent = anyio.current_time()
        try:
            await self._link.request(MoveRequest(id=1, turn=turn, action=action))
        except RefusedError as refused:
            if refused.code in _MOVED_ON:
                return True
            await self._after_refusal(action, refused)
            return False
        log.debug("%s: turn %d: %s", self._name, turn, action)
        self._mind.round_trip = anyio.current_time() - sent
        self._moved = not is_shout(action)
        return True

    async def _after_refusal(self, action: str, refused: RefusedError) -> None:
        if is_shout(action):
            # Somebody else was first; a seat on turn still owes its turn action.
            log.debug("%s: %r was refused: %s", self._name, action, refused)
            return
        if self._refusals == 0:
            log.warning("%s: %r was refused: %s", self._name, action, refused)
        self._refusals += 1
        await anyio.sleep(refused.wait or 0)


def _with_legal(you: You, legal: list[str]) -> You:
    return msgspec.structs.replace(you, legal=legal)
