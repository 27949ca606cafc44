"""Bots in processes of their own: what a stranger's file decides reaches a match, nothing else.

A `Runner` holds one such process for one seat and makes a bot for each match, one after the other.
Whatever the author's code does there (raise, hang, end the process, print, take memory without end,
look through all objects of its interpreter) comes out as a BotFaultError, or not at all.
"""

import signal
import threading
import time
from contextlib import suppress
from typing import IO

from ..faults import BotFaultError, CrashError, IllegalChoiceError, TimeOutError
from ..moment import Bot, Moment
from .bot_file import BotFileError
from .child import END_SECONDS, BotChild
from .pipe import (
    Ask,
    Begin,
    Chosen,
    Failed,
    FromBot,
    Gone,
    PipeEndedError,
    Plain,
    Quit,
    Ready,
)

LOAD_SECONDS = 60.0
"""Until a file must be loaded: some libraries take long, and a machine may be busy."""

MEMORY_MEGABYTES = 2048
"""Address space of a bot unless the user says otherwise: enough for anything but large networks."""

LEEWAY = 0.9
"""The part of a deadline that a bot may use; the rest is for the way to the server."""


class Runner:
    """One bot's file in a process of its own. To be closed.

    `seconds`: how long a choice may take; a deadline in the moment may shorten it. `output`: where
    what the bot prints goes; None: nowhere. Raises BotFileError if the file is no bot.
    """

    def __init__(
        self,
        file: str,
        *,
        seconds: float,
        megabytes: int = MEMORY_MEGABYTES,
        output: IO[str] | None = None,
    ) -> None:
        self.file = file
        self.level: str | None = None
        self.seconds = seconds
        self._megabytes = megabytes
        self._output = output
        self._in_match = self._has_begun = False
        self._is_ready = self._closed = False
        # A choice is waited for in another thread; who closes meanwhile ends the process first.
        self._at_work = threading.Lock()
        self._child = BotChild(file, megabytes, output)
        try:
            self._take_ready()
        except BotFileError:
            self.close()
            raise

    def make(self) -> "Bot":
        """Begin a match; the bot of the match before is broken off."""
        with self._at_work:
            with suppress(BotFaultError):  # its match is over, and was not played to its end
                self._end_match(None)
            self._in_match, self._has_begun = True, False
        return IsolatedBot(self)

    def ask(self, moment: Moment) -> str | None:
        """Return what the bot chooses; raise a BotFaultError, after which its match is over."""
        with self._at_work:
            return self._ask(moment)

    def end_match(self, moment: Moment | None) -> None:
        """End the match, if one is on; with its last moment the bot may still look at it."""
        with self._at_work:
            self._end_match(moment)

    def close(self) -> None:
        """End the process, whatever it is doing, also from another thread."""
        self._closed = True
        self._child.end()
        with self._at_work:
            self._child.end()  # another one, if that thread was about to begin anew
            self._child.close()

    def _ask(self, moment: Moment) -> str | None:
        seconds = self.seconds
        if moment.deadline is not None:
            seconds = min(seconds, moment.deadline * LEEWAY)
        if not self._in_match:
            raise CrashError(f"{self.file}: the bot has failed in this match before")
        answer = self._answer(Ask(_plain(moment, seconds)), seconds)
        if isinstance(answer, Chosen):
            if answer.odd is not None:
                raise IllegalChoiceError(self.name, Verbatim(answer.odd), moment.legal)
            return answer.action
        raise self._fault("choose()", answer, seconds)

    def _end_match(self, moment: Moment | None) -> None:
        if not self._in_match or (moment is None and not self._has_begun):
            return
        seconds = self.seconds if moment else END_SECONDS
        answer = self._answer(Quit(None if moment is None else _plain(moment, seconds)), seconds)
        if not isinstance(answer, Gone):
            raise self._fault("ended()", answer, seconds)
        self._in_match = False

    def _answer(self, message: Ask | Quit, seconds: float) -> FromBot | None:
        """Return what the bot answers to a message, None if nothing within `seconds`."""
        try:
            self._begin()
            end = time.monotonic() + seconds
            if not self._child.pipes.say(message, seconds):
                return None
            return self._child.pipes.hear(end - time.monotonic())
        except PipeEndedError as error:
            self._anew()
            raise CrashError(f"{self.file}: {error}") from error
        except BotFileError as error:  # it was loaded before, and cannot be loaded again
            self._anew()
            raise CrashError(str(error)) from error

    def _begin(self) -> None:
        """Let the process begin the match, if it has not yet."""
        if self._has_begun:
            return
        if not self._is_ready:
            self._take_ready()
        if not self._child.pipes.say(Begin(), END_SECONDS):
            raise PipeEndedError("its process does not read its pipe")
        self._has_begun = True

    def _fault(self, what: str, answer: FromBot | None, seconds: float) -> BotFaultError:
        """Return the fault of a bot that gave `answer` and no choice; be ready for the next match.

        `what` is the function that it was in, `seconds` the time that it had.
        """
        self._in_match = False
        if isinstance(answer, Gone):
            return CrashError(f"{self.file}: {what} ended its process ({_how(answer.status)})")
        if isinstance(answer, Failed):
            self._wait_until_gone()
            return CrashError(answer.text)
        self._anew()
        if answer is None:
            return TimeOutError(f"{self.file}: {what} took longer than {seconds:g} s")
        return CrashError(f"{self.file}: {what} has written into the pipe to the kit")

    def _take_ready(self) -> None:
        """Wait until the file is loaded; raise BotFileError if it is no bot."""
        try:
            answer = self._child.pipes.hear(LOAD_SECONDS)
        except PipeEndedError as error:
            raise BotFileError(f"{self.file}: while it was loaded, {error}") from error
        if isinstance(answer, Failed):
            raise BotFileError(answer.text)
        if not isinstance(answer, Ready):
            raise BotFileError(f"{self.file}: it was not loaded within {LOAD_SECONDS:g} s")
        self.name, self.presets = answer.name, answer.presets
        self.remembers, self.digest = answer.remembers, answer.digest
        self._is_ready = True

    def _wait_until_gone(self) -> None:
        """Pass over what the fork has still said, until it is gone; else start all anew."""
        end = time.monotonic() + END_SECONDS
        with suppress(PipeEndedError):
            while (left := end - time.monotonic()) > 0:
                if isinstance(self._child.pipes.hear(left), Gone):
                    return
        self._anew()

    def _anew(self) -> None:
        """End the process, and let another one load the file, while nobody waits for it yet."""
        self._in_match = False
        if self._closed:
            return
        self._child.end()
        self._child.close()
        self._is_ready = False
        self._child = BotChild(self.file, self._megabytes, self._output)


class IsolatedBot:
    """A bot whose choices come out of a Runner's process."""

    quick = False

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.remembers = runner.remembers

    def choose(self, moment: Moment) -> str | None:
        """Return what the bot in the process chooses; raise BotFaultError for what is no choice."""
        return self._runner.ask(moment)

    def ended(self, moment: Moment) -> None:
        """Let the bot look at the end of its match."""
        self._runner.end_match(moment)


class Verbatim:
    """Something of which only the text is left."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _plain(moment: Moment, seconds: float) -> Plain:
    """Return a moment for a bot that has so many seconds, whoever else would give it more."""
    return Plain(
        view=moment.view,
        you=moment.you,
        events=moment.events,
        lot=moment.rng.getrandbits(64),
        deadline=seconds,
        round_trip=moment.round_trip,
    )


def _how(status: int) -> str:
    if status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit code {status}"
