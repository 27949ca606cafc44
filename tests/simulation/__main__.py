"""``python -m tests.simulation --seeds 1000 --from 1``: try seeds, tell what was found."""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator

from tests.simulation.faults import Tally
from tests.simulation.world import Outcome, run_seed

SHOWN = 3
"""Failures told in full; of others the seed is enough."""


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first one")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    return parser.parse_args()


def outcomes(seeds: range, jobs: int) -> Iterator[Outcome]:
    """Run all seeds; each alone does the same, so they may run beside each other."""
    if jobs <= 1 or len(seeds) <= 1:
        yield from map(run_seed, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=50) as pool:
        # In their order: what is printed does not depend on how many there are.
        yield from pool.imap(run_seed, seeds)


def main() -> int:
    """Run, print, and return how many seeds failed (1 at most, as an exit code)."""
    asked = arguments()
    began = time.monotonic()
    tally: Tally = Counter()
    failed: list[Outcome] = []
    tried = steps = 0
    for outcome in outcomes(range(asked.first, asked.first + asked.seeds), asked.jobs):
        tried += 1
        steps += outcome.steps
        tally += outcome.tally
        if outcome.failure:
            failed.append(outcome)
            if len(failed) <= SHOWN:
                print(f"seed {outcome.seed} failed:\n{outcome.failure}", flush=True)
    report(tried, steps, tally, time.monotonic() - began)
    for outcome in failed:
        print(f"failed: python -m tests.simulation --seeds 1 --from {outcome.seed}")
    print(f"{len(failed)} of {tried} seeds failed")
    return int(bool(failed))


def report(tried: int, steps: int, tally: Tally, seconds: float) -> None:
    """Print what was done."""
    print(f"{tried} seeds tried, {steps} steps checked, {seconds:.0f} s")
    print("faults injected:")
    for kind, count in sorted(tally.items()):
        if kind.startswith("!"):
            print(f"  {kind[1:]:24}{count:8}")
    print("done and seen:")
    for kind, count in sorted(tally.items()):
        if not kind.startswith("!"):
            print(f"  {kind:24}{count:8}")


if __name__ == "__main__":
    sys.exit(main())
