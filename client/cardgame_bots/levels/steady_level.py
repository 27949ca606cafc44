"""The level `steady`: the tuned habits, without looking ahead.

It weighs every choice as `thinking.habits` says, remembers what was seen and who lacked which
colour, calls with its play and catches whoever did not, and never bluffs. It challenges where
`simple` does.
"""

from cardgame_rules import Action

from ..choices import is_shout, legal_actions
from ..moment import Moment
from ..thinking.habits import Habits, habits_of
from ..thinking.knowledge import Knowledge
from ..thinking.position import Imagined, as_seen
from .simple_level import may_have_bluffed


class SteadyLevel:
    """The level `steady`; see the module's text."""

    quick = True

    def __init__(self) -> None:
        self.knowledge = Knowledge()

    def choose(self, moment: Moment) -> str | None:
        """Return the action text for this moment, or None when there is nothing to do."""
        shout = self.take_in(moment)
        if shout is not None or not (moment.on_turn and moment.legal):
            return shout
        return self.decide(moment).text

    def take_in(self, moment: Moment) -> str | None:
        """Remember what happened; return the `call` or `catch` to be made, if any."""
        self.knowledge.follow(moment)
        return next((text for text in moment.legal if is_shout(text)), None)

    def decide(self, moment: Moment) -> Action:
        """Return what is done on turn."""
        legal = legal_actions(moment.you)
        challenge = next((action for action in legal if action.verb == "challenge"), None)
        if challenge is not None and may_have_bluffed(moment.view, moment.you):
            return challenge
        hand = as_seen(self.knowledge, moment, Imagined(moment.rng))
        return self.habits(moment).choose(hand, self.knowledge.memory)

    def habits(self, moment: Moment) -> Habits:
        """Return the habits for the rules and seats of this hand."""
        seats = sum(seat.in_match for seat in moment.view.seats)
        return habits_of(self.knowledge.laws, seats)
