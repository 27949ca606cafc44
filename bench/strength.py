"""How strong the computers' levels are: `make strength`, or one line of the table at a time.

    python -m bench.strength                            the stored table; `steady` measured anew
    python -m bench.strength LEVEL RIVAL GAME KIND N    play N deals (KIND: hand or match)

Each deal is played twice with the seats exchanged. A hand is worth one win, to whoever scores in
it; one in which nobody does counts half. With an N, counts go to standard output as one line of
JSON each `STORE_EACH` deals, so that a long run that is stopped is not lost; `--add FILE` puts the
last line of FILE into the stored table: added to a run that ended where this one began (`--first`),
else in its place.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from cardgame_bots.local_match import LocalMatch
from cardgame_rules import PRESETS, RuleSet

STORED: Final = Path(__file__).with_name("strength.json")

SEED: Final = 1
STORE_EACH: Final = 10
DEALS_ANEW: Final = {"hand": 2500, "match": 100}
"""Deals for which `make strength` measures `steady`: a minute or so for each game."""

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

WANTED: Final = {
    "steady": {"hand": 20_000, "match": 2_000},
    "sharp": {"hand": 2_000, "match": 400},
    "master": {"hand": 600, "match": 150},
}
"""Hands and matches before a goal is said to be reached or missed."""

Line = dict[str, Any]


def measure(
    level: str, rival: str, game: str, kind: str, deals: range, *, tell: bool = False
) -> Line:
    """Play the deals from both seats and return the counts; `tell`: print them on the way."""
    began = time.process_time()
    line: Line = {"level": level, "rival": rival, "game": game, "kind": kind}
    line |= {"first": deals.start, "won": 0.0, "n": 0}
    for deal in deals:
        for own in (0, 1):
            line["won"] += _share_of(level, rival, game, kind, deal, own)
            line["n"] += 1
        line["cpu_seconds"] = round(time.process_time() - began)
        if tell and (deal + 1) % STORE_EACH == 0:
            print(json.dumps(line), flush=True)
    return line


def _share_of(level: str, rival: str, game: str, kind: str, deal: int, own: int) -> float:
    """Return what `level` on seat `own` wins of one hand or match: 1, 0, or its share."""
    levels = [level if seat == own else rival for seat in (0, 1)]
    rules = _one_hand(PRESETS[game]) if kind == "hand" else PRESETS[game]
    deck = Random(f"{SEED} {game} {kind} {deal}")
    match = LocalMatch.of_levels(rules, levels, deck, seed=f"{SEED} {deal} {own}")
    if kind == "match":
        winners = match.play()
        return (own in winners) / max(1, len(winners))
    points = match.play_hand()
    return float(points[own] > 0) if any(points) else 0.5


def _one_hand(rules: RuleSet) -> RuleSet:
    """Return the rules with a match of one hand, so that a level plays to win just that."""
    return rules if rules.has_lives else rules.changed(match_end="points:1")


def share(line: Line) -> tuple[float, float]:
    """Return the share won and half its 95 % interval, both in per cent."""
    part = line["won"] / line["n"]
    return 100 * part, 196 * sqrt(max(part * (1 - part), 1e-9) / line["n"])


def as_text(line: Line) -> str:
    """Return one line of the table."""
    value, half = share(line)
    who = f"{line['level']} against {line['rival']}"
    return (
        f"{who:24} {line['game']:9} {line['kind']:6} {value:5.1f} +-{half:.1f} %  "
        f"n={line['n']}{_verdict(line)}"
    )


def _verdict(line: Line) -> str:
    """Return the goal, and whether the interval's upper end reaches it, once n is large enough."""
    goal = GOALS.get((line["level"], line["game"], line["kind"]))
    if goal is None:
        return ""
    wanted = WANTED[line["level"]][line["kind"]]
    if line["n"] < wanted:
        return f"  goal {goal}: open until n={wanted}"
    return f"  goal {goal}: {'reached' if sum(share(line)) >= goal else 'missed'}"


def machine() -> str:
    """Return what the figures depend on where time counts."""
    cpu = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [row for row in info.read_text().splitlines() if row.startswith("model name")]
        cpu = f"{len(names)} x {names[0].partition(': ')[2]}" if names else cpu
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}"


def stored() -> list[Line]:
    """Return the lines of the stored long runs."""
    return list(json.loads(STORED.read_text())) if STORED.exists() else []


def add(file: Path, note: str) -> None:
    """Put the last counts of a run into the stored table; see the module's text."""
    line = json.loads(file.read_text().splitlines()[-1])
    line |= {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine(), "note": note}
    kept = []
    for old in stored():
        if any(old[name] != line[name] for name in ("level", "rival", "game", "kind")):
            kept.append(old)
        elif 2 * (line["first"] - old["first"]) == old["n"]:
            line |= {"first": old["first"], "won": old["won"] + line["won"]}
            line |= {"n": old["n"] + line["n"]}
            line |= {"cpu_seconds": old["cpu_seconds"] + line["cpu_seconds"]}
    rows = ",\n".join(json.dumps(row) for row in sorted([*kept, line], key=_place))
    STORED.write_text(f"[\n{rows}\n]\n")


def _place(line: Line) -> tuple[int, int, str]:
    return list(RIVALS).index(line["level"]), list(PRESETS).index(line["game"]), line["kind"]


def show() -> None:
    """Print the stored table, then measure `steady` anew beside it."""
    for line in stored():
        print(f"{as_text(line)}  ({line['date']}, {line['machine']}{_noted(line)})")
    print(f"\nmeasured now on {machine()}:")
    for game in PRESETS:
        for kind, deals in DEALS_ANEW.items():
            print(as_text(measure("steady", "random", game, kind, range(deals))), flush=True)


def _noted(line: Line) -> str:
    return f"; {line['note']}" if line.get("note") else ""


def main() -> int:
    """Run the command; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="LEVEL RIVAL GAME KIND N")
    parser.add_argument("--first", type=int, default=0, help="the first deal (default 0)")
    parser.add_argument("--add", type=Path, metavar="FILE", help="store the last line of FILE")
    parser.add_argument("--note", default="", help="what to say of the stored line")
    given = parser.parse_args()
    if given.add:
        add(given.add, given.note)
    elif given.what:
        level, rival, game, kind, count = given.what
        deals = range(given.first, given.first + int(count))
        print(json.dumps(measure(level, rival, game, kind, deals, tell=True)))
    else:
        show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
