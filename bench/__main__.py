"""``make bench``: every figure of docs/performance.md, measured here and now."""

import argparse
import platform
from importlib.metadata import version

from bench import client_redraw, client_start, engines, network
from bench.interleave import Effort, report

PACKAGES = ("cardgame", "trio", "msgpack", "msgspec", "open_spiel", "rlcard", "numpy")


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="*", help="eights, classic, moves, client (default: all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of one run of one side")
    parser.add_argument("--runs", type=int, default=7, help="of each side, taken in turn")
    return parser.parse_args()


def main() -> None:
    """Measure what was asked for and print it."""
    asked = arguments()
    effort = Effort(asked.seconds, asked.runs)
    print(f"Python {platform.python_version()}, {platform.machine()}, {processor_name()}")
    print(", ".join(f"{package} {version(package)}" for package in PACKAGES))
    print(f"{effort.runs} interleaved runs of {effort.seconds} s; median (min..max)")
    if wanted(asked.only, "eights"):
        title = "\neights: random play, CPU time of one thread"
        print(report(title, ">= 0.5", lambda ratio: ratio >= 0.5, engines.eights(effort)))
    if wanted(asked.only, "classic"):
        title = "\nclassic: random play with all rules on, CPU time of one thread"
        print(report(title, ">= 3", lambda ratio: ratio >= 3, engines.classic(effort)))
    if wanted(asked.only, "moves"):
        title = f"\nmoves: CPU of the server process, {network.TABLES} tables of 4 clients"
        print(report(title, "<= 2.5", lambda ratio: ratio <= 2.5, network.moves(effort)))
    if wanted(asked.only, "client"):
        client(effort)


def client(effort: Effort) -> None:
    """Measure the terminal client: its shortest answers, its first screen, a key press."""
    title = "\nclient: CPU of the shortest answers"
    print(report(title, "<= 3.5", lambda ratio: ratio <= 3.5, client_start.answers(effort.runs)))
    title = "\nclient: CPU until the first screen, in a terminal"
    print(
        report(title, "<= 1.6", lambda ratio: ratio <= 1.6, client_start.first_screen(effort.runs))
    )
    title = f"\nclient: a key press at {client_redraw.CELLS}x{client_redraw.ROWS}"
    print(report(title, "<= 4", lambda ratio: ratio <= 4, client_redraw.key_press(effort)))


def wanted(only: list[str], name: str) -> bool:
    """Say whether a comparison was asked for by name, or none was named."""
    return not only or name in only


def processor_name() -> str:
    """Return the processor's own name, where the kernel tells it."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else "unknown processor"


if __name__ == "__main__":
    main()
