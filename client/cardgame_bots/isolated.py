"""Bots in processes of their own: what a stranger's file decides reaches a match, nothing else.

A `Runner` holds one such process for one seat and makes a bot for each match, one after the other.
Whatever the author's code does there (raise, hang, end the process, print, take memory without end,
look through all objects of its interpreter) comes out as a BotFaultError, or not at all.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from types import TracebackType
from typing import IO

from .bot_file import BotFileError
from .bot_pipe import (
    Ask,
    Begin,
    Chosen,
    Failed,
    FromBot,
    Gone,
    PipeEndedError,
    Pipes,
    Plain,
    Quit,
    Ready,
)
from .faults import CrashError, IllegalChoiceError, TimeOutError
from .moment import Bot, Moment

LOAD_SECONDS = 60.0
"""Until a file must be loaded: some libraries take long, and a machine may be busy."""

END_SECONDS = 5.0
"""Until a killed fork must be reported gone; it takes milliseconds."""

MEMORY_MEGABYTES = 2048
"""Address space of a bot unless the user says otherwise: enough for anything but large networks."""

LEEWAY = 0.9
"""The part of a deadline that a bot may use; the rest is for the way to the server."""


class Runner:
    """One bot's file in a process of its own. Use it with `with`, or close it.

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
        self._in_match = False
        self._closed = False
        # A choice is waited for in another thread; who closes meanwhile ends the process first.
        self._at_work = threading.Lock()
        self._start()

    def __enter__(self) -> "Runner":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()

    def make(self) -> "Bot":
        """Begin a match; the bot of the match before is broken off."""
        with self._at_work:
            self._end_match(None)
            self._pipes.say(Begin())
            self._in_match = True
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
        self._stop()
        with self._at_work:
            self._pipes.close()

    def _ask(self, moment: Moment) -> str | None:
        seconds = self.seconds
        if moment.deadline is not None:
            seconds = min(seconds, moment.deadline * LEEWAY)
        if not self._in_match:
            raise CrashError(f"{self.file}: the bot has failed in this match before")
        try:
            self._pipes.say(Ask(_plain(moment), seconds))
            answer = self._pipes.hear(seconds)
        except PipeEndedError as error:
            self._restart()
            raise CrashError(f"{self.file}: its process is gone: {error}") from error
        if isinstance(answer, Chosen):
            if answer.odd is not None:
                raise IllegalChoiceError(self.name, Verbatim(answer.odd), moment.legal)
            return answer.action
        self._in_match = False
        if answer is None:
            self._kill()
            raise TimeOutError(f"{self.file}: choose() took longer than {seconds:g} seconds")
        if isinstance(answer, Failed):
            self._wait_until_gone()
            raise CrashError(answer.text)
        status = answer.status if isinstance(answer, Gone) else 0
        raise CrashError(f"{self.file}: choose() ended its process ({_how(status)})")

    def _end_match(self, moment: Moment | None) -> None:
        if not self._in_match:
            return
        self._in_match = False
        try:
            self._pipes.say(Quit(None if moment is None else _plain(moment), self.seconds))
        except PipeEndedError:
            self._restart()
            return
        answer = self._hear(self.seconds if moment else END_SECONDS)
        if isinstance(answer, Failed):
            self._wait_until_gone()
            raise CrashError(answer.text)
        if answer is None:
            self._kill()
            if moment is not None:
                raise TimeOutError(
                    f"{self.file}: ended() took longer than {self.seconds:g} seconds"
                )

    def _stop(self) -> None:
        """End the process, and by it the fork that plays."""
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self) -> None:
        child_in, our_out = os.pipe()
        our_in, child_out = os.pipe()
        command = [sys.executable, "-m", "cardgame_bots.bot_process", self.file]
        command += [str(child_in), str(child_out), str(self._megabytes)]
        output = subprocess.DEVNULL if self._output is None else self._output
        # Its own session, so that Ctrl-C is ours alone to act upon.
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, a module of ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=(child_in, child_out),
            start_new_session=True,
        )
        os.close(child_in)
        os.close(child_out)
        self._pipes: Pipes[FromBot] = Pipes(our_in, our_out, FromBot)
        self._take_ready(self._hear(LOAD_SECONDS))

    def _take_ready(self, answer: FromBot | None) -> None:
        if isinstance(answer, Ready):
            self.name, self.presets = answer.name, answer.presets
            self.remembers = answer.remembers
            return
        self._stop()
        self._pipes.close()
        if isinstance(answer, Failed):
            raise BotFileError(answer.text)
        if answer is None:
            raise BotFileError(f"{self.file}: it was not loaded within {LOAD_SECONDS:g} seconds")
        raise BotFileError(f"{self.file}: loading it has ended the process")

    def _hear(self, seconds: float) -> FromBot | None:
        try:
            return self._pipes.hear(seconds)
        except PipeEndedError:
            return Gone(self._process.wait())

    def _kill(self) -> None:
        """Kill the fork that plays, and wait until it is gone."""
        self._process.send_signal(signal.SIGUSR1)
        self._wait_until_gone()

    def _wait_until_gone(self) -> None:
        """Pass over what the fork has still said, until it is gone; else start all anew."""
        end = time.monotonic() + END_SECONDS
        while not isinstance(answer := self._hear(end - time.monotonic()), Gone):
            if answer is None:
                self._restart()
                return
        if self._process.poll() is not None:
            self._restart()

    def _restart(self) -> None:
        self._in_match = False
        if not self._closed:
            self._stop()
            self._pipes.close()
            self._start()


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


def _plain(moment: Moment) -> Plain:
    return Plain(
        view=moment.view,
        you=moment.you,
        events=moment.events,
        lot=moment.rng.getrandbits(64),
        deadline=moment.deadline,
        round_trip=moment.round_trip,
    )


def _how(status: int) -> str:
    if status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit code {status}"
