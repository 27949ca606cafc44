"""How far two colours are apart for an eye: CIE Lab distance, and simulated colour blindness.

- sRGB to linear light: IEC 61966-2-1. Linear sRGB to XYZ and its white point: D65, as there.
- XYZ to Lab, distance dE*ab (CIE 1976): the Euclidean one.
- Protan, deutan and tritan eyes: the matrices of severity 1.0 by Machado, Oliveira and Fernandes,
  "A physiologically-based model for simulation of color vision deficiency", 2009, on linear light.
"""

from collections.abc import Sequence
from itertools import combinations

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def distance(one: str, other: str, eye: str = "normal") -> float:
    """Return the dE*ab of two `#RRGGBB` colours for an eye."""
    pairs = zip(lab(seen(one, eye)), lab(seen(other, eye)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def smallest(colours: Sequence[str], eye: str) -> float:
    """Return the smallest distance among colours for an eye."""
    return min(distance(one, other, eye) for one, other in combinations(colours, 2))


def seen(colour: str, eye: str) -> Triple:
    """Return the linear light of a `#RRGGBB` colour as this eye sees it, within what exists."""
    red, green, blue = _times(EYES[eye], linear(colour))
    return _within(red), _within(green), _within(blue)


def linear(colour: str) -> Triple:
    """Return the linear light of a `#RRGGBB` colour, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def lab(light: Triple) -> Triple:
    """Return CIE L*a*b* of linear light."""
    x, y, z = (_root(part / white) for part, white in zip(_times(_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _within(part: float) -> float:
    return min(1.0, max(0.0, part))


def _root(part: float) -> float:
    return float(part ** (1 / 3) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29)


def _times(matrix: Matrix, light: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return first, second, third
