"""How strong the computers' levels are: `make strength`, from long runs of the arena.

    python -m bench.strength                      the stored table; `steady` measured anew
    python -m bench.strength LEVEL GAME KIND      tell the arena that a line is measured by
    python -m bench.strength --add LOG...         put the logs of such arenas into the table

KIND is `hand` or `match`. Each deal is played twice with the seats exchanged. Where points win, an
arena of hands is one of matches to a single point, broken off after the first hand: so a level
plays to win just that. A hand is worth one win, to whoever has the most points in it; one in which
nobody scores counts half for each.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from cardgame_bots.arena.game import Outcome
from cardgame_bots.arena.log import read_log
from cardgame_bots.arena.plan import Setup, deals
from cardgame_bots.arena.tally import Tally
from cardgame_bots.arena.workers import play_deals
from cardgame_rules import PRESETS

STORED: Final = Path(__file__).with_name("strength.json")

SEED: Final = 1

GAMES_ANEW: Final = {"hand": 5_000, "match": 200}
"""Games by which `make strength` measures `steady`: all of them take a minute or two."""

GOALS: Final = {
    ("steady", "classic", "hand"): 66,
    ("steady", "eights", "hand"): 67,
    ("steady", "classic", "match"): 93,
    ("steady", "eights", "match"): 90,
    ("sharp", "classic", "hand"): 55,
    ("sharp", "eights", "hand"): 57,
    ("sharp", "classic", "match"): 65,
    ("sharp", "eights", "match"): 65,
    ("master", "classic", "hand"): 60,
    ("master", "eights", "hand"): 60,
    ("master", "classic", "match"): 72,
    ("master", "eights", "match"): 72,
}
"""Per cent to be reached, by level, game and kind; `duel` and `survival` have none."""

RIVALS: Final = {"steady": "random", "sharp": "steady", "master": "steady"}
"""Whom each level is measured against."""

WANTED: Final = {
    "steady": {"hand": 20_000, "match": 2_000},
    "sharp": {"hand": 2_000, "match": 400},
    "master": {"hand": 600, "match": 150},
}
"""Hands and matches before a goal is said to be reached or missed."""


class Row(Struct, frozen=True):
    """One line of the table: the share of `games` won and half its 95 % interval, both 0 to 1.

    `measured`: on which day, on what machine and with which code; empty for what was measured now.
    """

    level: str
    rival: str
    game: str
    kind: str
    games: int
    share: float
    margin: float
    measured: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What the row is about."""
        return self.level, self.game, self.kind


def setup_of(level: str, game: str, kind: str, games: int) -> Setup:
    """Return the arena that measures a row."""
    return Setup(
        bots=(level, RIVALS[level]),
        rules=game,
        games=games,
        seed=SEED,
        matches=kind == "match",
        target=1 if kind == "hand" and not PRESETS[game].has_lives else None,
    )


def command_of(setup: Setup) -> str:
    """Return the command line that plays an arena and keeps its log."""
    kind = "match" if setup.matches else "hand"
    words = ["cardgame-bot", "arena", *setup.bots, "--rules", setup.rules]
    words += ["--games", str(setup.games), "--seed", str(setup.seed)]
    words += ["--matches"] if setup.matches else []
    words += ["--target", str(setup.target)] if setup.target else []
    return shlex.join([*words, "--save", f"{setup.bots[0]}-{setup.rules}-{kind}.log"])


def row_of(setup: Setup, outcomes: Iterable[list[Outcome]], measured: str = "") -> Row:
    """Return the row that the games of an arena make."""
    tally = Tally(setup, setup.bots)
    for deal in outcomes:
        tally.add(deal)
    results = tally.results()
    wins = results.lines[0].wins
    if wins is None or wins.margin is None or results.faults:
        raise ValueError(f"{command_of(setup)}: too few games, or a fault: {results.faults}")
    level, rival = setup.bots
    kind = "match" if setup.matches else "hand"
    return Row(level, rival, setup.rules, kind, results.games, wins.value, wins.margin, measured)


def row_of_log(path: Path, note: str) -> Row:
    """Return the row that a log makes. Raises ValueError if its arena measures none."""
    header, found = read_log(path)
    level = header.bots[0][0]
    kind = "match" if header.matches else "hand"
    setup = setup_of(level, header.rules, kind, sum(map(len, found)))
    if (header.seed, header.target) != (setup.seed, setup.target) or (
        setup.bots != tuple(name for name, _ in header.bots)
    ):
        raise ValueError(f"{path} measures no line of the table; this does: {command_of(setup)}")
    day = f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%d}"
    return row_of(setup, found, ", ".join(filter(None, (day, machine(), note))))


def as_text(row: Row) -> str:
    """Return one line of the table."""
    who = f"{row.level} against {row.rival}"
    value = f"{100 * row.share:5.1f} +-{100 * row.margin:.1f} %"
    return f"{who:24} {row.game:9} {row.kind:6} {value}  n={row.games}{_verdict(row)}"


def _verdict(row: Row) -> str:
    """Return the goal, and whether the interval's upper end reaches it, once n is large enough."""
    goal = GOALS.get(row.key)
    if goal is None:
        return ""
    wanted = WANTED[row.level][row.kind]
    if row.games < wanted:
        return f"  goal {goal}: open until n={wanted}"
    return f"  goal {goal}: {'reached' if 100 * (row.share + row.margin) >= goal else 'missed'}"


def machine() -> str:
    """Return what the figures depend on where time counts."""
    cpu = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [row for row in info.read_text().splitlines() if row.startswith("model name")]
        cpu = f"{len(names)} x {names[0].partition(': ')[2]}" if names else cpu
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}"


def stored() -> list[Row]:
    """Return the rows of the stored long runs."""
    return msgspec.json.decode(STORED.read_bytes(), type=list[Row])


def add(new: Row) -> None:
    """Put a row into the stored table, in place of what was there for it."""
    rows = [row for row in stored() if row.key != new.key]
    lines = [msgspec.json.encode(row) for row in sorted([*rows, new], key=_place)]
    STORED.write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")


def _place(row: Row) -> tuple[int, int, str]:
    return list(RIVALS).index(row.level), list(PRESETS).index(row.game), row.kind


def show() -> None:
    """Print the stored table, then measure `steady` anew beside it."""
    for row in stored():
        print(f"{as_text(row)}  ({row.measured})")
    print(f"\nmeasured now on {machine()}:")
    for game in PRESETS:
        for kind, games in GAMES_ANEW.items():
            setup = setup_of("steady", game, kind, games)
            played = play_deals(setup, 0, deals(setup), os.cpu_count() or 1)
            print(as_text(row_of(setup, played)), flush=True)


def main() -> int:
    """Run the command; see the module's text."""
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m bench.strength", description=__doc__, formatter_class=as_written
    )
    parser.add_argument("row", nargs="*", metavar="LEVEL GAME KIND")
    parser.add_argument("--add", type=Path, nargs="+", metavar="LOG", help="logs to store")
    parser.add_argument("--note", default="", help="what to say of the stored lines")
    given = parser.parse_args()
    if given.add:
        for path in given.add:
            add(row_of_log(path, given.note))
    elif given.row:
        level, game, kind = given.row
        print(command_of(setup_of(level, game, kind, WANTED[level][kind])))
    else:
        show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
