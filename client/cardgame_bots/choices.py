"""What a level chooses from: the legal actions of its seat, and what may be said about them.

Everything here is a function of the seat's own view. A level cannot peep, because nothing but the
view reaches it.
"""

from collections import Counter
from collections.abc import Sequence

from cardgame_protocol import View, You
from cardgame_rules import Action, NotNotationError, colour_of, is_wild
from cardgame_rules.cards import WILD_DRAW_FOUR

TURN_VERBS = ("take", "draw", "pass")
"""What a level does when it has no play, the first that is legal: no two are legal at once."""


def legal_actions(you: You) -> list[Action]:
    """Return the legal actions in the order of the list, without those of an unknown notation.

    A newer server may play games with more verbs; what this seat cannot read it does not choose.
    """
    return [action for text in you.legal if (action := _read(text)) is not None]


def _read(text: str) -> Action | None:
    try:
        return Action.parse(text)
    except NotNotationError:
        return None


def honest_plays(view: View, you: You) -> list[Action]:
    """Return the legal plays without bluffs, each with its call where one can be made.

    The list itself offers a Wild Draw Four that breaks its condition, because `duel` punishes it
    (A12) and `classic` lets it be challenged (D7).
    """
    plays = [action for action in legal_actions(you) if action.verb == "play"]
    return with_call([play for play in plays if not is_bluff(view, you, play)])


def with_call(plays: Sequence[Action]) -> list[Action]:
    """Return `plays` without those silent ones that could be made with a call (D8)."""
    called = {(play.card, play.colour, play.to) for play in plays if play.call}
    return [play for play in plays if play.call or (play.card, play.colour, play.to) not in called]


def is_bluff(view: View, you: You, action: Action) -> bool:
    """Tell whether `action` plays a Wild Draw Four against its condition (A10, D6).

    Judged as the rule does: another card of the colour in force is held. A stacked Wild Draw Four
    is under no condition, for its only alternative is to draw.
    """
    return (
        action.card == WILD_DRAW_FOUR
        and view.rules.options.get("wd4_condition") == "no_colour"
        and view.pending == 0
        and any(colour_of(card) == view.colour for card in you.hand)
    )


def colours_held(cards: Sequence[str]) -> Counter[str]:
    """Count the cards of each colour or suit. A wild belongs to none: it follows on any."""
    return Counter(colour_of(card) or "" for card in cards if not is_wild(card))


def first_turn_verb(you: You) -> str | None:
    """Return the legal one of `take`, `draw` and `pass`, or None."""
    return next((verb for verb in TURN_VERBS if verb in you.legal), None)


def safe_action(view: View, you: You) -> str | None:
    """Return the first legal turn action that is neither a bluff nor a challenge, or None.

    For a seat on turn whose level has failed: everything in the list is accepted, so this is the
    last word of its turn. None off turn, where nothing must be done.
    """
    if view.to_move != you.seat:
        return None
    actions = [action for action in legal_actions(you) if action.turn_action]
    safe = [a for a in actions if a.verb != "challenge" and not is_bluff(view, you, a)]
    return (safe or actions)[0].text if actions else None


def is_shout(action: str) -> bool:
    """Tell whether `action` is a `call` or a `catch`, which anybody may be first with."""
    return action == "call" or action.startswith("catch ")
