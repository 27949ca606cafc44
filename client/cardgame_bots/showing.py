"""`cardgame-bot match`: one match between bots in this terminal, told as it goes."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from cardgame_client.exits import Exit
from cardgame_client.safe import safe
from cardgame_protocol import Update
from cardgame_rules import Event, RuleSet, event_for
from cardgame_rules.records import FORMAT, dumps

from .entrants import Entrant, distinct, enter, plays
from .faults import BotFaultError
from .local_match import LocalMatch
from .narration import Narrator, opening, outcome
from .outputs import writable, write
from .seeds import drawn_seed


def show_match(options: argparse.Namespace, rules: RuleSet) -> Exit:
    """Play one match as the command line says, and print it; returns the exit code.

    Raises as `entered`, and UsageError before or NotWrittenError after the match.
    """
    record = None if options.record is None else Path(options.record)
    if record is not None:
        writable(record, "--record", f"{FORMAT}\n")
    seed = drawn_seed() if options.seed is None else options.seed
    with entered(options.bots, rules, options.seconds, options.memory) as entrants:
        match = LocalMatch(
            rules,
            [entrant.make() for entrant in entrants],
            Random(f"deal {seed}"),
            seed=seed,
            levels=[entrant.level for entrant in entrants],
            names=distinct([entrant.name for entrant in entrants]),
            watch=lambda events: _tell(narrator, match, events),
        )
        narrator = Narrator()
        print(safe(opening(match.view())), flush=True)
        try:
            return _played(match, seed)
        finally:
            if record is not None:
                write(record, dumps(match.match))


def _played(match: LocalMatch, seed: int) -> Exit:
    """Play to the end, or to a bot's first fault, and print how it went."""
    try:
        match.play()
    except BotFaultError as fault:
        score = f"{safe(outcome(match.view()))} " if match.match.over else ""
        print(f"{score}(seed {seed})", flush=True)
        print(f"the match ends: {safe(str(fault))}", file=sys.stderr)
        return Exit.FAILED
    print(f"{safe(outcome(match.view()))} (seed {seed})")
    return Exit.OK


@contextmanager
def entered(
    bots: Sequence[str], rules: RuleSet, seconds: float, megabytes: int
) -> Iterator[list[Entrant]]:
    """Enter `bots`, one for each seat of a table of `rules`; what they print goes to stderr.

    Raises BotFileError and RuleSetError: too many or too few, or one that does not play this game.
    """
    rules.check_seats(len(bots))
    with ExitStack() as stack:
        entrants = []
        for text in bots:
            entrant = enter(text, seconds=seconds, megabytes=megabytes, output=sys.stderr)
            stack.callback(entrant.close)
            plays(entrant, rules)
            entrants.append(entrant)
        yield entrants


def _tell(narrator: Narrator, match: LocalMatch, events: Sequence[Event]) -> None:
    told = [event_for(event, None) for event in events]
    update = Update(turn=match.match.turn, events=told, view=match.view(), you=None)
    for line in narrator.hear(update):
        print(safe(line), flush=True)
