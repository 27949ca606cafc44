"""``python -m tests.fuzz --frames 1000000``: strangers' bytes until so many frames were sent."""

import argparse
import sys
import time
from pathlib import Path

import trio

from tests.fuzz.rooms import Scene, bytes_of, run_case
from tests.fuzz.sockets import run_cases

CASES_OF_A_SCENE = 50
"""Cases that one server stands, before a new one begins: faults that add up are seen as well."""

SOCKET_SHARE = 20
"""One frame in so many goes over a real socket."""


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first seed")
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="where to")
    parser.add_argument("--replay", type=Path, help="run one saved input again")
    return parser.parse_args()


def in_memory(first: int, frames: int, save: Path) -> int:
    """Run cases in memory until so many frames were sent; return how many failed."""
    began, sent, told, failed, seed = time.monotonic(), 0, 0, 0, first
    scene = Scene(seed)
    while sent < frames:
        if (seed - first) % CASES_OF_A_SCENE == 0:
            scene = Scene(seed)
        data, count = bytes_of(seed)
        try:
            told += run_case(seed, data, scene)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
            failed += 1
            report(seed, data, error, save)
            scene = Scene(seed)
        sent += count
        seed += 1
    seconds = time.monotonic() - began
    print(f"seeds {first} to {seed - 1}: {sent} frames, {told} messages back, {seconds:.0f} s")
    return failed


def report(seed: int, data: bytes, error: Exception, save: Path) -> None:
    """Keep an input that found something, and say how to run it again."""
    save.mkdir(exist_ok=True)
    file = save / f"{seed}.bin"
    file.write_bytes(data)
    print(f"seed {seed} failed: {error!r:.2000}\nagain: python -m tests.fuzz --replay {file}")


def main() -> int:
    """Run what was asked for; 1 if anything was found."""
    asked = arguments()
    if asked.replay is not None:
        print(f"{run_case(0, asked.replay.read_bytes(), Scene(1))} messages back")
        return 0
    failed = in_memory(asked.first, asked.frames, asked.save)
    sent, told = trio.run(run_cases, asked.first, max(1, asked.frames // SOCKET_SHARE))
    print(f"over a socket: {sent} frames, {told} messages back")
    print(f"{failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
