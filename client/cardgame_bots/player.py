"""One seat, played over one link: each update is answered, each refusal is survived.

The table never waits for a player that argues: a refused action is never sent again in its turn,
and after `MAX_REFUSALS` the next attempt is the last (public bug B-02).
"""

import logging
from random import Random

import anyio

from cardgame_client.connection import Link, RefusedError
from cardgame_protocol import MoveRequest, UnsendableError, Update, View, You

from .choices import safe_action
from .levels import Decide

log = logging.getLogger(__name__)

MAX_REFUSALS = 3
"""Refused turn actions in one turn, after which the first legal action is the last attempt."""

_MOVED_ON = frozenset({"stale", "hand_over", "not_playing", "not_at_table", "not_seated"})
"""Refusals that say no more than that the table went on while the move was on its way."""


class Player:
    """Plays the seat of one link.

    `decide` is asked first. Where it fails (a refusal, an exception, nothing although on turn) a
    safe action takes its place, with a warning in the log.
    """

    def __init__(self, link: Link, name: str, decide: Decide, rng: Random) -> None:
        self._link = link
        self._name = name
        self._decide = decide
        self._rng = rng
        self._match = self._turn = -1
        self._tried: set[str] = set()
        self._refusals = 0
        self._moved = False

    async def play(self) -> None:
        """Answer every update until the link ends. The link raises what ended it."""
        async for message in self._link:
            if isinstance(message, Update) and message.you is not None:
                await self._answer(message.turn, message.view, message.you)

    async def _answer(self, turn: int, view: View, you: You) -> None:
        """Send actions for this update until one is accepted or there is nothing left to send."""
        if (view.match, turn) != (self._match, self._turn):
            self._match, self._turn = view.match, turn
            self._tried, self._refusals, self._moved = set(), 0, False
        while not self._moved and self._refusals <= MAX_REFUSALS:
            action = self._choose(view, self._untried(you))
            if action is None or await self._settle(action):
                return

    def _untried(self, you: You) -> You:
        """Return `you` without what was sent in this turn already: it is on its way or refused."""
        if not self._tried:
            return you
        legal = [text for text in you.legal if text not in self._tried]
        return You(seat=you.seat, hand=you.hand, legal=legal, drawn=you.drawn, shown=you.shown)

    def _choose(self, view: View, you: You) -> str | None:
        if not you.legal:
            return None
        if self._refusals == MAX_REFUSALS:
            return you.legal[0]
        if self._refusals == 0:
            action = self._ask(view, you)
            if action is not None or view.to_move != you.seat:
                return action
        return safe_action(view, you)

    def _ask(self, view: View, you: You) -> str | None:
        try:
            return self._decide(view, you, self._rng)
        except Exception:
            # A level is somebody's code: its fault must cost it a good move, not the seat.
            log.exception("%s: the level failed; a safe action is played instead", self._name)
            return None

    async def _settle(self, action: str) -> bool:
        """Send one action; tell whether this update needs no other one."""
        self._tried.add(action)
        try:
            await self._link.request(MoveRequest(id=1, turn=self._turn, action=action))
        except RefusedError as refused:
            if refused.code in _MOVED_ON:
                return True
            await self._note_refusal(action, refused, refused.wait or 0)
            return False
        except UnsendableError as error:
            await self._note_refusal(action, error, 0)
            return False
        self._moved = not is_shout(action)
        return True

    async def _note_refusal(self, action: str, reason: Exception, wait_s: float) -> None:
        if is_shout(action):
            # Somebody else was first; a seat on turn still owes its turn action.
            log.debug("%s: %r was refused: %s", self._name, action, reason)
            return
        if self._refusals == 0:
            log.warning("%s: %r was refused: %s", self._name, action, reason)
        self._refusals += 1
        await anyio.sleep(wait_s)


def is_shout(action: str) -> bool:
    """Tell whether `action` is a `call` or a `catch`, which anybody may be first with."""
    return action == "call" or action.startswith("catch ")
