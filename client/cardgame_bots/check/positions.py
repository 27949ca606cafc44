"""Every kind of decision that a game can ask for, each found in a real hand.

A position is what seat 0 sees in the middle of a hand between players who try everything. The
seeds are fixed, so a preset and a number of seats have the same positions on every machine.
"""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from cardgame_protocol import Event, View, You
from cardgame_rules import PRESETS, Action

from ..choices import is_shout, legal_actions
from ..local_match import LocalMatch
from ..moment import Moment

HANDS = 1000
"""Hands looked through at most; one in fifty begins with a wild for this very seat to name."""

EAGER = 0.9
"""How often a card is played where one can be: hands end soon, and the rest is tried as well."""


class Position(Struct, frozen=True):
    """One decision: what it is called, and what seat 0 sees."""

    kind: str
    view: View
    you: You
    events: Sequence[Event]


def _plays(moment: Moment) -> list[Action]:
    return [action for action in legal_actions(moment.you) if action.verb == "play"]


def _has(moment: Moment, word: str) -> bool:
    return any(text.startswith(word) for text in moment.legal)


def _is_card(moment: Moment) -> bool:
    plays = _plays(moment)
    return moment.on_turn and bool(plays) and not any(play.colour for play in plays)


def _is_wild(moment: Moment) -> bool:
    plays = _plays(moment)
    return moment.on_turn and bool(plays) and all(play.colour and not play.call for play in plays)


KINDS: dict[str, Callable[[Moment], bool]] = {
    "play a card": _is_card,
    "play a wild card and name its colour": _is_wild,
    "draw, nothing can be played": lambda moment: list(moment.legal) == ["draw"],
    "pass, or play the card drawn": lambda m: "pass" in m.legal and _has(m, "play"),
    "pass, nothing else is left": lambda moment: list(moment.legal) == ["pass"],
    "name the colour of the starter": lambda moment: _has(moment, "name"),
    "take four cards, or challenge": lambda moment: "challenge" in moment.legal,
    "take a penalty, or stack": lambda m: "take" in m.legal and _has(m, "play"),
    "take a penalty, nothing else is left": lambda moment: list(moment.legal) == ["take"],
    "play the last card but one, with the call": lambda m: any(a.call for a in _plays(m)),
    "call late, off turn": lambda moment: not moment.on_turn and "call" in moment.legal,
    "catch somebody, off turn": lambda m: not m.on_turn and _has(m, "catch"),
    "nothing, off turn": lambda moment: not moment.on_turn and not moment.legal,
}
"""Which moments are of which kind; a moment can be of several, and stands for the first missing."""


def kinds_of(preset: str) -> list[str]:
    """Return the kinds of decision that a game asks for, in the order of `KINDS`."""
    rules = PRESETS[preset]
    missing = set()
    if rules.after_draw == "end_turn":
        missing |= {"pass, or play the card drawn", "pass, nothing else is left"}
    elif rules.draw_max > 1:
        missing |= {"pass, or play the card drawn"}  # it is passed only when nothing can be done
    if rules.starter_wild != "first_player":
        missing |= {"name the colour of the starter"}
    if rules.wd4_enforcement != "challenge":
        missing |= {"take four cards, or challenge"}
    if rules.stacking in (None, "none"):
        missing |= {kind for kind in KINDS if kind.startswith("take a penalty")}
    if not rules.call_penalty:
        missing |= {kind for kind in KINDS if "call" in kind or "catch" in kind}
    return [kind for kind in KINDS if kind not in missing]


def positions(preset: str, seats: int) -> list[Position]:
    """Return one position for each of `kinds_of(preset)`, at a table of so many seats."""
    wanted = kinds_of(preset)
    found: dict[str, Position] = {}
    for seed in range(HANDS):
        bots = [_Explorer(wanted, found), *(_Explorer([], {}) for _ in range(seats - 1))]
        LocalMatch(PRESETS[preset], bots, Random(seed), seed=seed).play_hand()
        if len(found) == len(wanted):
            break
    return [found[kind] for kind in wanted if kind in found]


class _Explorer:
    """Tries everything, cards first so that hands end; keeps positions that are `wanted`."""

    def __init__(self, wanted: Sequence[str], found: dict[str, Position]) -> None:
        self._wanted, self._found = wanted, found
        self.remembers = bool(wanted)

    def choose(self, moment: Moment) -> str | None:
        """Return a card to play mostly, else anything legal; leave calls and catches to others."""
        if moment.view.state == "playing":
            self._keep(moment)
        if not moment.on_turn:
            return None
        plays = [text for text in moment.legal if text.startswith("play")]
        turn = plays or [text for text in moment.legal if not is_shout(text)]
        options = turn if moment.rng.random() < EAGER else moment.legal
        return moment.rng.choice(options)

    def _keep(self, moment: Moment) -> None:
        for kind in self._wanted:
            if kind not in self._found and KINDS[kind](moment):
                self._found[kind] = Position(kind, moment.view, moment.you, moment.events)
                return
