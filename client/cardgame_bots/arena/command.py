"""`cardgame-bot arena`: many games between bots, and what they say about who is stronger."""

import argparse
import math
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

import msgspec

from cardgame_client.exits import Exit
from cardgame_client.voice import counted

from ..entrants import distinct, enter, plays
from ..exits import UsageError
from ..outputs import writable
from ..seeds import drawn_seed
from .game import Outcome
from .intervals import Sprt
from .log import ArenaLog, arena_log, seed_in
from .plan import Setup, deals, sittings
from .progress import Progress
from .report import report_complaint, table, write_report
from .tally import Results, Tally
from .workers import LostWorkerError, play_deals

MOST_ELO = 10_000
"""Of a gain, either way: who is so much better loses one game in 10**25."""


def run_arena(options: argparse.Namespace) -> int:
    """Play an arena as the command line says, and print its results; returns the exit code.

    Raises UsageError for one that cannot be played so, BotFileError and RuleSetError for its bots,
    NotWrittenError for what the disk did not take.
    """
    setup = _setup(options)
    report = None if options.report is None else Path(options.report)
    if report is not None:
        _check_report(report, options.save)
    names, digests = _checked(setup)
    tally = Tally(setup, names, _sprt(options, setup))
    _tell_of_more(setup)
    log = arena_log(Path(options.save), setup, digests) if options.save else nullcontext()
    whole = _play(setup, tally, options.jobs or os.cpu_count() or 1, log)
    results = tally.results()
    print(_json(results) if options.json else "\n".join(table(results)))
    if report is not None:
        write_report(report, results)
    if not whole:
        print(_how_to_go_on(options), file=sys.stderr)
        return Exit.INTERRUPTED
    return Exit.FAILED if results.faults else Exit.OK


def _setup(options: argparse.Namespace) -> Setup:
    return Setup(
        bots=tuple(options.bots),
        rules=options.rules,
        games=options.games,
        seed=_seed(options),
        matches=options.matches,
        target=options.target,
        seconds=options.seconds,
        memory=options.memory,
        strangers=options.strangers,
    )


def _tell_of_more(setup: Setup) -> None:
    """Say how many games are played where that is not the number asked for."""
    ways = len(sittings(setup))
    games = deals(setup) * ways
    if games != setup.games:
        print(
            f"playing {counted(games, 'game')} for the {setup.games} asked for: each of"
            f" {counted(deals(setup), 'deal')} in all {ways} ways in which"
            f" {len(setup.bots)} bots can take their seats",
            file=sys.stderr,
        )


def _check_report(path: Path, save: str | None) -> None:
    """Find out before the first game whether there can be this report of the last one."""
    complaint = report_complaint(path)
    if save is not None and path.resolve() == Path(save).resolve():
        complaint = f"--report and --save name the same file, {path}: name two"
    if complaint:
        raise UsageError(complaint)
    writable(path, "--report")


def _seed(options: argparse.Namespace) -> int:
    """Return the seed asked for, else that of the log to go on in, else a new one."""
    if options.seed is not None:
        return int(options.seed)
    begun = seed_in(Path(options.save)) if options.save else None
    return drawn_seed() if begun is None else begun


def _checked(setup: Setup) -> tuple[list[str], list[str]]:
    """Return the names and the digests of the bots, each loaded once before any game."""
    rules = setup.rule_set()
    low, _ = rules.players
    if len(setup.bots) < max(low, 2):
        raise UsageError(f"an arena of {setup.rules} needs {low} bots or more")
    if setup.games < 1:
        raise UsageError("--games must be 1 or more")
    names, digests = [], []
    for bot in setup.bots:
        with closing(enter(bot, seconds=setup.seconds, megabytes=setup.memory)) as entrant:
            plays(entrant, rules)
            names.append(entrant.name)
            digests.append(entrant.digest)
    return distinct(names), digests


def _sprt(options: argparse.Namespace, setup: Setup) -> Sprt | None:
    if options.sprt is None:
        return None
    if len(setup.bots) != 2:
        raise UsageError("--sprt compares two bots: name two, or leave it out")
    low, comma, high = options.sprt.partition(",")
    try:
        bounds = float(low), float(high)
    except ValueError:
        bounds = math.nan, math.nan
    if not comma or not -MOST_ELO <= bounds[0] < bounds[1] <= MOST_ELO:
        raise UsageError(
            f"--sprt {options.sprt}: write two numbers of Elo, the lower first, such as 0,10;"
            f" none is beyond {MOST_ELO}"
        )
    return Sprt(*bounds)


def _play(
    setup: Setup, tally: Tally, jobs: int, own_log: AbstractContextManager[ArenaLog | None]
) -> bool:
    """Play all games that are not in the log already; tell whether none is left."""
    total = deals(setup) * len(sittings(setup))
    with own_log as log, closing(Progress(total)) as progress:
        done = log.deals[: deals(setup)] if log else []
        for deal in done:
            if not tally.is_decided():
                tally.add(deal)
        progress.skip(tally.games)
        return _played(play_deals(setup, len(done), deals(setup), jobs), tally, log, progress)


def _played(
    games: Generator[list[Outcome], None, None],
    tally: Tally,
    log: ArenaLog | None,
    progress: Progress,
) -> bool:
    """Take the games as they come; tell whether that was all of them, not broken off by Ctrl-C."""
    try:
        with closing(games):
            _take(games, tally, log, progress)
    except KeyboardInterrupt:
        return False
    except LostWorkerError as error:
        print(f"cardgame-bot arena: {error}", file=sys.stderr)
        return False
    return True


def _take(
    games: Iterator[list[Outcome]], tally: Tally, log: ArenaLog | None, progress: Progress
) -> None:
    if tally.is_decided():
        return
    for deal in games:
        if log is not None:
            log.add(deal)
        tally.add(deal)
        progress.show(tally.games)
        if tally.is_decided():
            return


def _json(results: Results) -> str:
    return msgspec.json.format(msgspec.json.encode(results)).decode()


def _how_to_go_on(options: argparse.Namespace) -> str:
    if options.save:
        return f"interrupted: the same command goes on from {options.save}"
    return "interrupted; with --save FILE the same command could go on from here"
