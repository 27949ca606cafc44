"""``python -m tests.simulation.planted``: bugs planted in the server, and whether they are found.

Each breaks one promise. A check of the simulation that cannot find its bug proves nothing, so all
must be found, for the right reason, within `SEEDS` seeds.
"""

import argparse
import multiprocessing
import re
import sys
import time
from typing import NamedTuple

from tests.simulation.plants_of_games import PLANTS as OF_GAMES
from tests.simulation.plants_of_server import PLANTS as OF_SERVER
from tests.simulation.plants_of_trust import PLANTS as OF_TRUST
from tests.simulation.world import run_seed

SEEDS = 120
"""Seeds that a bug gets: some need a crash at the right moment."""

PLANTS = {plant.name: plant for plant in (*OF_GAMES, *OF_SERVER, *OF_TRUST)}


class Finding(NamedTuple):
    """What became of a bug: the seed that found it (None: not found), and what was said."""

    name: str
    seed: int | None
    said: str


def hunt(name: str, first: int = 1) -> Finding:
    """Run `SEEDS` seeds from `first` on with one bug planted until its promise is seen broken."""
    plant = PLANTS[name]
    said = ""
    with plant.planted():
        for seed in range(first, first + SEEDS):
            failure = run_seed(seed).failure
            said = verdict(failure) or said
            if re.search(plant.found_as, failure):
                return Finding(name, seed, verdict(failure))
    return Finding(name, None, said)


def verdict(failure: str) -> str:
    """Return the last line of a failure."""
    return failure.strip().rpartition("\n")[2].partition(": ")[2]


def main() -> int:
    """Plant them all, one after the other; 1 if any is not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.planted", description=__doc__)
    parser.add_argument("only", nargs="*", help="names of bugs (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    asked = parser.parse_args()
    names = asked.only or list(PLANTS)
    began, missed = time.monotonic(), 0
    # Each in a process of its own, which is thrown away with its bug.
    with multiprocessing.get_context("spawn").Pool(asked.jobs, maxtasksperchild=1) as pool:
        for finding in pool.imap(hunt, names):
            missed += finding.seed is None
            where = "NOT FOUND" if finding.seed is None else f"seed {finding.seed}"
            print(f"{finding.name:28} {where:10} {finding.said:.110}", flush=True)
    seconds = time.monotonic() - began
    print(f"{len(names) - missed} of {len(names)} planted bugs found, {seconds:.0f} s")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
