"""Run contenders in turn and print each figure with its spread and its ratio to the anchor's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple


@dataclass(frozen=True)
class Contender:
    """One side of a comparison: a name, and a run that returns its figure."""

    name: str
    run: Callable[[], float]


@dataclass(frozen=True)
class Effort:
    """How much to measure: seconds of one run of one side, and how many runs of each."""

    seconds: float
    runs: int


class Comparison(NamedTuple):
    """Figures by contender, the first is the anchor; figure i of all was taken at one time."""

    unit: str
    figures: dict[str, list[float]]


def interleaved(contenders: Sequence[Contender], unit: str, runs: int) -> Comparison:
    """Return `runs` figures of each contender, taken in turn: anchor, ours, anchor, ours, ...

    What else the machine does meanwhile then falls on all alike.
    """
    figures: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for _ in range(runs):
        for contender in contenders:
            figures[contender.name].append(contender.run())
    return Comparison(unit, figures)


def report(title: str, goal: str, met: Callable[[float], bool], comparison: Comparison) -> str:
    """Return the comparison as lines; the goal is held against the second contender."""
    anchor, *others = comparison.figures.values()
    lines = [line(name, comparison) for name in comparison.figures]
    verdict = "met" if met(median(others[0]) / median(anchor)) else "MISSED"
    lines[1] += f"   goal {goal}: {verdict}"
    return "\n".join([title, *lines])


def line(name: str, comparison: Comparison) -> str:
    """Return a contender's median, spread and number of runs, and its ratio to the anchor's."""
    figures = comparison.figures[name]
    anchor = next(iter(comparison.figures.values()))
    ratios = [figure / beside for figure, beside in zip(figures, anchor, strict=True)]
    text = (
        f"  {name:<34} {median(figures):>9,.0f} {comparison.unit}"
        f"  ({min(figures):,.0f}..{max(figures):,.0f}, n={len(figures)})"
    )
    if figures is anchor:
        return text
    ratio = median(figures) / median(anchor)
    return f"{text}   x {ratio:.2f} ({min(ratios):.2f}..{max(ratios):.2f})"
