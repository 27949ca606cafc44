"""Run contenders in turn and print each figure with its spread and its ratio to the anchor's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


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


@dataclass(frozen=True)
class Comparison:
    """The figures of both sides, run by run; figure i of both was taken at about the same time."""

    anchor: str
    ours: str
    unit: str
    anchor_figures: Sequence[float]
    our_figures: Sequence[float]

    @property
    def ratio(self) -> float:
        """Our median over the anchor's median."""
        return median(self.our_figures) / median(self.anchor_figures)

    @property
    def ratios(self) -> list[float]:
        """The ratio of each pair of neighbouring runs, for the spread."""
        pairs = zip(self.our_figures, self.anchor_figures, strict=True)
        return [ours / anchor for ours, anchor in pairs]


def interleaved(anchor: Contender, ours: Contender, unit: str, runs: int) -> Comparison:
    """Return `runs` figures of each side, taken anchor, ours, anchor, ours, ...

    What else the machine does meanwhile then falls on both alike.
    """
    figures = [(anchor.run(), ours.run()) for _ in range(runs)]
    return Comparison(
        anchor=anchor.name,
        ours=ours.name,
        unit=unit,
        anchor_figures=[pair[0] for pair in figures],
        our_figures=[pair[1] for pair in figures],
    )


def report(title: str, goal: str, met: Callable[[float], bool], comparison: Comparison) -> str:
    """Return the comparison as a few lines: both sides, the ratio, the goal, met or not."""
    verdict = "met" if met(comparison.ratio) else "MISSED"
    spread = comparison.ratios
    return "\n".join(
        [
            title,
            line(comparison.anchor, comparison.anchor_figures, comparison.unit),
            line(comparison.ours, comparison.our_figures, comparison.unit),
            f"  ratio {comparison.ratio:.2f} ({min(spread):.2f}..{max(spread):.2f})"
            f"   goal {goal}: {verdict}",
        ]
    )


def line(name: str, figures: Sequence[float], unit: str) -> str:
    """Return one side's line: median, the lowest and the highest figure, number of runs."""
    return (
        f"  {name:<34} {median(figures):>9,.0f} {unit}"
        f"  ({min(figures):,.0f}..{max(figures):,.0f}, n={len(figures)})"
    )
