"""A bot's own process, in which nothing of a match can be reached but what it is told.

Started by `child` as `python -P -m cardgame_bots.isolation.process FILE IN OUT MEGABYTES`, with two
pipes on the descriptors IN and OUT (see `pipe`). There are three, each below the other: a guard
that ends the others (see `guard`); one that loads the file, once; and a fork of that for each
match. So each match begins with the file as it was loaded, a match in which the bot ends its
process or eats memory costs that match alone, and what it started ends with it.
"""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from cardgame_client.safe import safe
from cardgame_protocol import read_event

from ..moment import Bot, Moment, remembers, tell_the_end
from .bot_file import BotFile, BotFileError, read_bot_file, split_bot_file, where_in
from .guard import guarded, run_and_exit
from .offspring import children, die_with, end_children, take_in_orphans
from .pipe import (
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

_KIT = Path(__file__).parents[1]
"""The folder of this package."""


def main() -> int:
    """Guard the bot until it has ended, or is to end."""
    file, into, out, megabytes = sys.argv[1:5]
    work = partial(_serve, file, int(into), int(out), int(megabytes))
    return guarded(int(into), work)


def _serve(file: str, into: int, out: int, megabytes: int) -> int:
    """Serve one match after the other until the pipe ends; return an exit code."""
    pipes: Pipes[ToBot] = Pipes(into, out, ToBot)
    take_in_orphans()
    _limit_memory(megabytes)
    try:
        bot_file = read_bot_file(file)
    except BotFileError as error:
        pipes.say(Failed(_sendable(str(error))))
        return 1
    # Who ignored the ends of children would hear of none, nor would this process.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if _in_fork(partial(_try_it, bot_file, file, pipes)) != 0:
        return 1
    try:
        while True:
            # What was still asked of a bot that had failed is answered by that.
            if isinstance(pipes.hear(), Begin):
                pipes.say(Gone(_in_fork(partial(_play_match, bot_file, file, pipes))))
    except PipeEndedError:
        return 0  # whoever asked has gone: the ordinary end


def _limit_memory(megabytes: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes << 20
    if megabytes and (hard == resource.RLIM_INFINITY or wanted < hard):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))


def _in_fork(work: Callable[[], int]) -> int:
    """Run `work` in a fork, return how that ended as `os.waitstatus_to_exitcode` has it.

    What the file has started when it was loaded lives on, what the fork has started does not.
    """
    kept = children()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        die_with(parent)
        run_and_exit(work)
    _, status = os.waitpid(child, 0)
    end_children(kept)
    return os.waitstatus_to_exitcode(status)


def _try_it(bot_file: BotFile, file: str, pipes: Pipes[ToBot]) -> int:
    """Make the bot once, so that one that cannot be made is told before any match."""
    try:
        bot = bot_file.make()
        name = _sendable(bot_file.name)
        ready = Ready(name, bot_file.presets, remembers(bot), bot_file.digest)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an author's class may raise anything
        pipes.say(Failed(f"{_where(file, error)} when the bot was made"))
        return 1
    pipes.say(ready)
    return 0


def _play_match(bot_file: BotFile, file: str, pipes: Pipes[ToBot]) -> int:
    """Answer moments until the match is over or the author's code raises; return an exit code."""
    message: ToBot | None = None
    try:
        bot = bot_file.make()
        while isinstance(message := pipes.hear(), Ask):
            pipes.say(_answer(bot, message.moment))
        if message is not None and not isinstance(message, Begin) and message.moment is not None:
            tell_the_end(bot, _moment(message.moment))
    except PipeEndedError:
        return 1  # whoever asked has gone
    except BaseException as error:  # noqa: BLE001 - whatever the author's code raises, it is told
        _show(error)
        with suppress(PipeEndedError):
            pipes.say(Failed(_where(file, error) + _hint(error, message)))
    return 0


def _show(error: BaseException) -> None:
    """Print the traceback from the author's first line on: what leads there is the same always."""
    told = traceback.TracebackException.from_exception(error)
    while told.stack and _KIT in Path(told.stack[0].filename).parents:
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
    if action is None:
        return Chosen(None)
    if isinstance(action, str) and action == _sendable(action):
        return Chosen(str.__str__(action))  # also of a StrEnum, which no pipe takes
    return Chosen(None, odd=_sendable(repr(action)))


def _sendable(text: str) -> str:
    """Return a text of a bot as the pipe takes it: cut, and with `?` for what has no bytes.

    That is a lone half of a surrogate pair, as in the name of a file that is not UTF-8.
    """
    return text[:MOST_TEXT].encode(errors="replace").decode()


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
    return _sendable(where_in(split_bot_file(file)[0], error))


if __name__ == "__main__":
    sys.exit(main())
