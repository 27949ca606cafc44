"""The games of an arena in several processes; what comes out does not depend on how many.

Each process plays whole deals. They come back in the order of their numbers, whoever was first.
"""

import signal
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context

from ..entrants import Entrant, enter
from .game import Outcome, play_game
from .plan import Setup, games_of

AHEAD = 4
"""Deals each process has in hand: none waits for work, and a stop throws little away."""

_entrants: list[Entrant] = []
"""The bots of this process, by number, if it is one that plays."""


def play_deals(
    setup: Setup, first: int, end: int, jobs: int
) -> Generator[list[Outcome], None, None]:
    """Play deals `first` to `end` - 1 in `jobs` processes; yield their games in order.

    Whoever stops iterating must close the iterator, which ends the processes.
    """
    # Not forked: a process that begins with nothing of ours has nothing that a bot could reach.
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(setup,)
    )
    waiting: deque[Future[list[Outcome]]] = deque()
    finished = False
    try:
        for deal in range(first, end):
            waiting.append(pool.submit(_play_deal, setup, deal))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        finished = True
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in () if finished else active_children():
            process.terminate()
        # Waited for in any case: who ends while the pool's own thread still runs ends in its way.
        pool.shutdown(wait=True)


def _begin(setup: Setup) -> None:
    """Enter the bots of one process. Nothing closes them: they end with the pipe to them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one above to act upon
    _entrants.extend(
        enter(bot, seconds=setup.seconds, megabytes=setup.memory) for bot in setup.bots
    )


def _play_deal(setup: Setup, deal: int) -> list[Outcome]:
    return [play_game(setup, game, _entrants) for game in games_of(setup, deal)]
