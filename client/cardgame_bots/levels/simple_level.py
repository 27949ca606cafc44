"""The level `simple`: a careful beginner.

It catches whoever forgot to call and calls with its own plays; keeps the colour it holds most and
plays wilds last; names the colour it holds most; passes a stacked penalty on if it can; never
bluffs with a Wild Draw Four.

It takes the four cards rather than challenge, save in one clear case: whoever played the Wild
Draw Four may have bluffed (it is no honest computer) and still holds `MANY_CARDS`, six, or more.
There a challenge wins eight cards and the turn against a risk of two, so one bluff in five already
pays, while only one honest hand of that size in six would be without the colour.
"""

from cardgame_protocol import Seat, View, You
from cardgame_rules import Action, colour_of, is_wild, value_of

from ..choices import colours_held, first_turn_verb, honest_plays, is_shout
from ..moment import Moment
from ..thinking.habits import MANY_CARDS

HONEST_LEVELS = frozenset({"random", "simple", "steady"})
"""Levels that never bluff, so that challenging one of them always loses."""


class SimpleLevel:
    """The level `simple`; see the module's text."""

    remembers = False
    quick = True

    def choose(self, moment: Moment) -> str | None:
        """Return the action text for this moment, or None when there is nothing to do."""
        view, you = moment.view, moment.you
        shout = next((text for text in you.legal if is_shout(text)), None)
        if shout is not None:
            return shout
        if "challenge" in you.legal and may_have_bluffed(view, you):
            return "challenge"
        plays = honest_plays(view, you)
        if plays:
            return max(plays, key=lambda play: _worth(play, you)).text
        names = [text for text in you.legal if text.startswith("name ")]
        held = colours_held(you.hand)
        return max(names, key=lambda text: held[text[-1]]) if names else first_turn_verb(you)


def _worth(play: Action, you: You) -> tuple[bool, int, int]:
    """Rank a play: no wild, then the most cards left in the colour it leads to, then its points."""
    kept = list(you.hand)
    kept.remove(play.card)
    colour = play.colour or colour_of(play.card) or ""
    return not is_wild(play.card), colours_held(kept)[colour], value_of(play.card)


def may_have_bluffed(view: View, you: You) -> bool:
    """Tell whether challenging the Wild Draw Four just played on this seat is clearly right."""
    player = _seat_before(view, you.seat)
    plays_honestly = player.stand_in or player.level in HONEST_LEVELS
    return not plays_honestly and player.cards >= MANY_CARDS


def _seat_before(view: View, seat: int) -> Seat:
    """Return the last seat to have moved before `seat`: the one whose card it must answer (D7)."""
    count = len(view.seats)
    steps = (view.seats[(seat - view.direction * step) % count] for step in range(1, count))
    return next(other for other in steps if other.in_match)
