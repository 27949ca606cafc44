"""The weights of the habits, and where they come from."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardgame_rules.laws import Laws


class Weights(NamedTuple):
    """What each feature of a choice is worth; only differences matter.

    `skip` also stands for Reverse. `points` for ten points of the card. `colour` and `symbol` for
    the share of the other cards held that are of the same colour or symbol, `void` for leading to
    a colour not held. `unseen` for the share of a colour among the cards not seen, `dry` for the
    next seat having lacked the colour. `threat`: an action card when the next seat is near its
    end; `unseen_threat` is added to `unseen` then. `late_wild`: a wild when few cards are left.
    `chain`: an extra turn in which the last card goes too.
    """

    points: float
    skip: float
    draw: float
    wild: float
    wild_four: float
    colour: float
    symbol: float
    threat: float
    late_wild: float
    unseen: float
    unseen_threat: float
    dry: float
    void: float
    chain: float


COLOUR_DECK: Final = Weights(
    points=0.05,
    skip=2.47,
    draw=2.48,
    wild=-2.60,
    wild_four=-1.73,
    colour=1.43,
    symbol=-0.74,
    threat=0.48,
    late_wild=-0.78,
    unseen=-0.92,
    unseen_threat=-1.90,
    dry=0.99,
    void=-0.50,
    chain=5.0,
)

FRENCH_DECK: Final = COLOUR_DECK._replace(points=0.10, colour=0.80, symbol=-0.41, void=-0.63)


def weights_for(laws: Laws) -> Weights:
    """Return the weights for a rule set's deck."""
    return FRENCH_DECK if laws.colours[0] == "C" else COLOUR_DECK
