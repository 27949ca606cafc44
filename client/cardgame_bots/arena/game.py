"""One game of an arena, from its plan to its outcome: the same wherever it is played."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from cardgame_rules import public_view

from ..entrants import Entrant
from ..faults import BotFaultError
from ..local_match import LocalMatch
from .plan import Game, Setup


class Fault(Struct, frozen=True):
    """What a bot did wrong in a game, which ends with it: `kind` as in `faults`."""

    seat: int
    kind: str
    text: str


class Outcome(Struct, frozen=True):
    """How a game ended, by seats; `seats` has the entrants' numbers.

    `order`: all seats, best first, equal ones together. After a fault whoever committed it is last,
    the others share the first place, and there are no points.
    """

    game: int
    deal: int
    seats: tuple[int, ...]
    order: Sequence[Sequence[int]]
    points: Sequence[int] | None
    fault: Fault | None = None


def play_game(setup: Setup, game: Game, entrants: Sequence[Entrant]) -> Outcome:
    """Play one game between those of `entrants` that sit at it."""
    seated = [entrants[number] for number in game.seats]
    deal = Random()
    match = LocalMatch(
        setup.rule_set(),
        [entrant.make() for entrant in seated],
        deal,
        seed=f"{setup.seed}/{game.number}",
        levels=[entrant.level for entrant in seated],
        names=[entrant.name for entrant in seated],
    )
    try:
        order, points = _play(setup, game, match, deal)
    except BotFaultError as error:
        seat = 0 if error.seat is None else error.seat
        # Whoever counts faults puts the name before them that tells equal bots apart.
        fault = Fault(seat, error.kind, str(error).removeprefix(f"{seated[seat].name}: "))
        others = [other for other in range(len(seated)) if other != seat]
        return Outcome(game.number, game.deal, game.seats, [others, [seat]], None, fault)
    return Outcome(game.number, game.deal, game.seats, order, points)


def _play(
    setup: Setup, game: Game, match: LocalMatch, deal: Random
) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
    """Play one hand, or the whole match; return the order of the seats and their points."""
    points: Sequence[int] = []
    own = f"game {setup.seed}/{game.number}"
    cards = own if setup.strangers else f"deal {setup.seed}/{game.deal}"
    while not match.match.over:
        # Anew for each hand: however many cards were drawn before, it is dealt alike in every
        # sitting of this deal.
        deal.seed(f"{cards}/{match.match.hand_number}")
        points = match.play_hand()
        if not setup.matches:
            return _by_points(points), points
    result = public_view(match.match)["result"]
    return result["ranking"], result["totals"]


def _by_points(points: Sequence[int]) -> list[list[int]]:
    """Return the seats in groups of equal points, the most points first."""
    return [
        [seat for seat, own in enumerate(points) if own == score]
        for score in sorted(set(points), reverse=True)
    ]
