"""The level `random`: any playable kind of card, and never a thought more.

This is the measure every other level is compared with, so its definition is exact:

- every playable *kind* of card is equally likely (two R5 in hand are one kind), then every
  colour it may name;
- a Wild Draw Four that breaks its condition is not among them, though the list offers it;
- it draws only when it must, plays a playable drawn card, and stacks if it can;
- it calls with the play; it never challenges and never catches.
"""

from ..choices import first_turn_verb, honest_plays
from ..moment import Moment


class RandomLevel:
    """The level `random`; see the module's text."""

    remembers = False
    quick = True

    def choose(self, moment: Moment) -> str | None:
        """Return the action text for this moment, or None when there is nothing to do."""
        you, rng = moment.you, moment.rng
        plays = honest_plays(moment.view, you)
        if plays:
            kind = rng.choice(sorted({play.card for play in plays}))
            return rng.choice([play.text for play in plays if play.card == kind])
        names = [text for text in you.legal if text.startswith("name ")]
        return rng.choice(names) if names else first_turn_verb(you)
