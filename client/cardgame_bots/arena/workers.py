"""The games of an arena in several processes; what comes out does not depend on how many.

Each process plays whole deals. They come back in the order of their numbers, whoever was first.
"""

import select
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from subprocess import PIPE

from ..ending import end_within
from ..isolation.bot_file import BotFileError
from ..isolation.pipe import Failed, PipeEndedError, Pipes
from .game import Outcome
from .plan import Setup

AHEAD = 4
"""Deals for each process that may be begun before the first of them is told: few are waited for,
and a stop throws little away."""

AT_HAND = 2
"""Deals each process has been given: it begins the next while the arena takes its last."""

END_SECONDS = 10.0
"""For a process to end with its bots before it is killed; it takes milliseconds."""


class LostWorkerError(Exception):
    """A process that played has ended; nothing is said of why but what it printed."""


class _Worker:
    """One process (see `worker`), and how many deals it has been given and not told."""

    def __init__(self) -> None:
        # Not forked: a process that begins with nothing of ours has nothing that a bot could reach.
        # Its own session, so that Ctrl-C is the arena's alone to act upon.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cardgame_bots.arena.worker"],
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        told, tells = self._process.stdout, self._process.stdin
        if told is None or tells is None:
            raise ValueError("a worker is spoken to through its pipes; open it with both")
        self._tells, self._told = tells, told
        self._pipes: Pipes[Failed | list[Outcome]] = Pipes(
            told.fileno(), tells.fileno(), Failed | list[Outcome]
        )
        self.owes = 0

    def begin(self, setup: Setup) -> None:
        """Let it load the bots."""
        self._pipes.say(setup)

    def fileno(self) -> int:
        """Return the descriptor that can be read when it has something to tell."""
        return self._told.fileno()

    def give(self, deal: int) -> None:
        """Let it play a deal when it has played those before."""
        self._pipes.say(deal)
        self.owes += 1

    def take(self) -> list[Outcome]:
        """Return the games of the deal that it has played; raises BotFileError as `enter` does."""
        answer = self._pipes.hear()
        if isinstance(answer, Failed):
            raise BotFileError(answer.text)
        self.owes -= 1
        return answer or []

    def end(self) -> None:
        """Let it end, whatever it is doing."""
        self._tells.close()
        end_within(END_SECONDS, self._process)
        self._told.close()


def play_deals(
    setup: Setup, first: int, end: int, jobs: int
) -> Generator[list[Outcome], None, None]:
    """Play deals `first` to `end` - 1 in `jobs` processes; yield their games in order.

    Whoever stops iterating must close the iterator, which ends the processes. Raises
    LostWorkerError, and BotFileError if a bot cannot be loaded any more.
    """
    try:
        with ExitStack() as stack:
            workers = []
            for _ in range(min(jobs, end - first)):
                workers.append(worker := _Worker())
                stack.callback(worker.end)
                worker.begin(setup)
            yield from _in_order(workers, first, end)
    except PipeEndedError as error:
        raise LostWorkerError(
            "a process that played has ended before its time, as when the memory does not suffice;"
            " its last games are not counted"
        ) from error


def _in_order(
    workers: Sequence[_Worker], first: int, end: int
) -> Generator[list[Outcome], None, None]:
    given = told = first
    played: dict[int, list[Outcome]] = {}
    while told < end:
        given = _give(workers, given, min(end, told + AHEAD * len(workers)))
        for worker in _with_news(workers):
            games = worker.take()
            played[games[0].deal] = games
        while told in played:
            yield played.pop(told)
            told += 1


def _give(workers: Sequence[_Worker], first: int, end: int) -> int:
    """Give deals `first` to `end` - 1 to those with the fewest; return the first not given."""
    for deal in range(first, end):
        idlest = min(workers, key=lambda worker: worker.owes)
        if idlest.owes == AT_HAND:
            return deal
        idlest.give(deal)
    return end


def _with_news(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait until some of them have something to tell, and return those."""
    poll = select.poll()
    for worker in workers:
        poll.register(worker, select.POLLIN)
    ready = {descriptor for descriptor, _ in poll.poll()}
    return [worker for worker in workers if worker.fileno() in ready]
