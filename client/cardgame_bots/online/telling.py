"""What `cardgame-bot play` tells: hands, results and the first fault; the log has all."""

import logging
import sys
from collections import Counter

from cardgame_client.backoff import GIVE_UP_SECONDS
from cardgame_client.connection import LinkError
from cardgame_client.exits import Exit
from cardgame_client.safe import safe
from cardgame_client.voice import counted
from cardgame_protocol import Update, View

from ..breaking_off import Screen
from ..faults import BotFaultError
from ..narration import Narrator, outcome

log = logging.getLogger(__name__)


class Telling:
    """Hears how a visit goes (see `sitting.Audience`); `strict` ends it at the first fault.

    `log_file`: where everything is told; None: on the screen, too.
    """

    def __init__(self, log_file: str | None, *, strict: bool) -> None:
        self.faults: Counter[str] = Counter()
        self._where = f"is in {log_file}" if log_file else "is told here"
        self._strict = strict
        self._match = 0
        self._is_lost = False
        self._narrator = Narrator()
        self._screen = Screen()

    def connected(self, name: str) -> None:
        """Tell that a link that was lost is back."""
        log.info("connected as %s", name)
        if self._is_lost:
            complain("connected again")
        self._is_lost = False

    def lost(self, reason: LinkError) -> None:
        """Tell that the link is lost; attempts that fail after that are in the log alone."""
        if not self._is_lost:
            minutes = GIVE_UP_SECONDS / 60
            complain(f"{reason.text}; trying again by itself, for {minutes:g} minutes")
        self._is_lost = True

    def update(self, update: Update) -> None:
        """Tell hands on the screen, and each change in the log."""
        if update.view.match != self._match:
            self._match, self._narrator = update.view.match, Narrator()
        log.debug("update %d: %s", update.turn, _short(update.view))
        for line in self._narrator.hear(update):
            self._screen.say(safe(line))

    def over(self, view: View) -> None:
        """Tell how a match went."""
        self._screen.say(safe(outcome(view)))

    def fault(self, fault: BotFaultError) -> None:
        """Count a fault, and tell it: the first one also on the screen."""
        if self._strict:
            raise fault
        log.error("%s: %s", fault.kind, fault)
        if not self.faults:
            complain(f"the bot has failed: {fault}")
            complain(f"on turn a safe move takes its place; what follows {self._where}")
        self.faults[fault.kind] += 1

    def left(self) -> Exit:
        """Tell that the table was left before the end, if somebody reads it; return the code."""
        if self._screen.is_closed:
            return Exit.OK
        print("left", flush=True)
        return Exit.INTERRUPTED

    def end(self) -> None:
        """Tell how many faults there were, if there were any."""
        if self.faults:
            kinds = ", ".join(f"{count} {kind}" for kind, count in self.faults.most_common())
            decisions = counted(self.faults.total(), "decision")
            complain(f"{decisions} of the bot failed ({kinds}); each {self._where}")


def complain(text: str) -> None:
    """Say on standard error what is wrong."""
    print(f"cardgame-bot play: {safe(text)}", file=sys.stderr, flush=True)


def _short(view: View) -> str:
    return f"{view.state}, top {view.top}, to move {view.to_move}, waits {len(view.waits)}"
