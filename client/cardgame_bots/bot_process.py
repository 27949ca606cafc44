"""A bot's own process, in which nothing of a match can be reached but what it is told.

Started by `isolated.Runner` as `python -m cardgame_bots.bot_process FILE IN OUT MEGABYTES`, with
two pipes on the descriptors IN and OUT (see `bot_pipe`). It loads the file once and forks for each
match: so each begins with the file as it was loaded, and a match in which the bot hangs, ends the
process or eats memory costs that match alone. On SIGUSR1 the fork is
killed, on SIGTERM it and this process.
"""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from random import Random
from types import FrameType
from typing import NoReturn

from cardgame_client.safe import safe
from cardgame_protocol import read_event

from .bot_file import BotFile, BotFileError, read_bot_file, split_bot_file, where_in
from .bot_pipe import (
    MOST_TEXT,
    Ask,
    Begin,
    Chosen,
    Failed,
    Gone,
    PipeEndedError,
    Pipes,
    Plain,
    Ready,
    ToBot,
)
from .moment import Bot, Moment, remembers, tell_the_end

GRACE_SECONDS = 2
"""A bot whose time is up is killed by whoever asked; if that one is gone, by a timer after this."""

ORDERS = {signal.SIGUSR1, signal.SIGTERM}
"""What whoever asks can order: to kill the fork, and to end altogether."""


def main() -> int:
    """Serve one match after the other until the pipe ends."""
    file, into, out, megabytes = sys.argv[1:5]
    # Nothing to kill yet: the order can come late, when a fork has ended by itself.
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    pipes: Pipes[ToBot] = Pipes(int(into), int(out), ToBot)
    _limit_memory(int(megabytes))
    try:
        bot_file = read_bot_file(file)
        # One is made now, so that a class that cannot be made is told before any match.
        pipes.say(Ready(bot_file.name, bot_file.presets, remembers(bot_file.make())))
    except BotFileError as error:
        pipes.say(Failed(str(error)[:MOST_TEXT]))
        return 1
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an author's class may raise anything
        pipes.say(Failed(f"{_where(file, error)} when the bot was made"))
        return 1
    try:
        while isinstance(pipes.hear(), Begin):
            pipes.say(Gone(_forked(partial(_play_match, bot_file, file, pipes))))
    except PipeEndedError:
        pass  # whoever asked has gone: the ordinary end
    return 0


def _limit_memory(megabytes: int) -> None:
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def _forked(play: Callable[[], None]) -> int:
    """Run `play` in a fork and return how that ended, as `os.waitstatus_to_exitcode` has it."""
    # Until the handler knows whom to kill, the order to do so has to wait.
    signal.pthread_sigmask(signal.SIG_BLOCK, ORDERS)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ORDERS)
        os.setpgid(0, 0)
        _run_and_exit(play)

    def kill(_signal: int, _frame: FrameType | None) -> None:
        # Its group, because a bot may have started programs of its own.
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)

    def kill_both(_signal: int, _frame: FrameType | None) -> NoReturn:
        kill(_signal, _frame)
        os._exit(0)

    os.setpgid(child, child)
    signal.signal(signal.SIGUSR1, kill)
    signal.signal(signal.SIGTERM, kill_both)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ORDERS)
    _, status = os.waitpid(child, 0)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return os.waitstatus_to_exitcode(status)


def _run_and_exit(play: Callable[[], None]) -> NoReturn:
    code = 1
    try:
        play()
        code = 0
    except PipeEndedError:
        pass  # whoever asked has gone
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        # Not sys.exit: what the bot left for the end of its process must not keep the fork alive.
        os._exit(code)


def _play_match(bot_file: BotFile, file: str, pipes: Pipes[ToBot]) -> None:
    """Answer moments until the match is over or the author's code raises."""
    message: ToBot | None = None
    try:
        bot = bot_file.make()
        while isinstance(message := pipes.hear(), Ask):
            signal.alarm(ceil(message.seconds) + GRACE_SECONDS)
            pipes.say(_answer(bot, message.moment))
            signal.alarm(0)
        if message is not None and not isinstance(message, Begin) and message.moment is not None:
            signal.alarm(ceil(message.seconds) + GRACE_SECONDS)
            tell_the_end(bot, _moment(message.moment))
    except PipeEndedError:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the author's code raises, it is told
        _show(error)
        pipes.say(Failed(_where(file, error) + _hint(error, message)))


def _show(error: BaseException) -> None:
    """Print the traceback from the author's first line on: what leads there is the same always."""
    told = traceback.TracebackException.from_exception(error)
    while told.stack and Path(told.stack[0].filename).parent == Path(__file__).parent:
        told.stack.pop(0)
    for line in "".join(told.format()).splitlines():
        print(safe(line), file=sys.stderr)


def _hint(error: BaseException, message: object) -> str:
    """Return what explains the most common fault of a first bot, else nothing."""
    looked_up = isinstance(error, IndexError | ValueError)
    if looked_up and isinstance(message, Ask) and not message.moment.you.legal:
        return (
            " (nothing was legal in this moment: return None when moment.legal is empty, or"
            " give the class remembers = False)"
        )
    return ""


def _answer(bot: Bot, moment: Plain) -> Chosen:
    action: object = bot.choose(_moment(moment))
    if action is None or isinstance(action, str):
        return Chosen(action if action is None else action[:MOST_TEXT])
    return Chosen(None, odd=repr(action)[:MOST_TEXT])


def _moment(plain: Plain) -> Moment:
    return Moment(
        view=plain.view,
        you=plain.you,
        events=[event for told in plain.events if (event := read_event(told)) is not None],
        rng=Random(plain.lot),
        deadline=plain.deadline,
        round_trip=plain.round_trip,
    )


def _where(file: str, error: BaseException) -> str:
    return where_in(split_bot_file(file)[0], error)[:MOST_TEXT]


if __name__ == "__main__":
    sys.exit(main())
