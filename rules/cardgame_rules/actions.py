"""What a seat can do, as text and as a value (rule K16).

The text is the action: on the wire, in records and on screen. `Action.parse` gives one shared
object for each text, so actions compare by identity and a parsed text costs one dictionary look-up.
"""

from __future__ import annotations

from typing import Final

from .cards import CARDS, COLOURS, SUITS, Card, Colour, is_wild

PLAY: Final = "play"
DRAW: Final = "draw"
TAKE: Final = "take"
CHALLENGE: Final = "challenge"
PASS: Final = "pass"  # noqa: S105 - a verb of the game, no password
NAME: Final = "name"
CALL: Final = "call"
CATCH: Final = "catch"

GRAMMAR: Final = (
    "play CARD [COLOUR] [to SEAT] [call], draw, take, challenge, pass, name COLOUR, call, "
    "catch SEAT"
)
# No preset seats more than ten (D1), so a seat is one digit.
_SEATS: Final = {str(seat): seat for seat in range(10)}


class NotNotationError(ValueError):
    """A text that is no action in any game: the message says which part of it is wrong."""


class Action:
    """One action. Get it by `Action.parse`; `str(action)` is its text.

    `card`, `colour`, `to` (a seat), `call` and `seat` (the one caught) are None or False where the
    verb has no such part. `turn_action` is False for `call` and `catch`, which are nobody's turn.
    """

    __slots__ = ("call", "card", "colour", "seat", "text", "to", "turn_action", "verb")
    verb: str
    text: str
    card: Card
    colour: Colour | None
    to: int | None
    call: bool
    seat: int
    turn_action: bool

    def __init__(self, verb: str, text: str) -> None:
        self.verb = verb
        self.text = text
        self.card = ""
        self.colour = None
        self.to = None
        self.call = False
        self.seat = -1
        self.turn_action = verb not in (CALL, CATCH)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action.parse({self.text!r})"

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Action:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_action, (self.text,)

    @staticmethod
    def parse(text: str) -> Action:
        """Return the action that `text` names; raise NotNotationError for any other text."""
        return parse_action(text)


_known: dict[str, Action] = {}


def parse_action(text: str) -> Action:
    """Return the one Action of `text` (K16), or raise NotNotationError saying what is wrong."""
    action = _known.get(text)
    if action is None:
        # The grammar is finite, so is this table: some ten thousand entries at the most.
        action = _known[text] = _read(text)
    return action


def play(card: Card, colour: Colour | None = None, *, call: bool = False) -> Action:
    """Return the action of playing `card`, naming `colour`, calling the last card with it."""
    return parse_action(" ".join(filter(None, (PLAY, card, colour, CALL if call else None))))


def _read(text: str) -> Action:
    words = text.split(" ")
    verb = words[0]
    if verb == PLAY:
        return _read_play(text, words[1:])
    action = Action(verb, text)
    if verb in (DRAW, TAKE, CHALLENGE, PASS, CALL) and len(words) == 1:
        return action
    if verb == NAME and len(words) == 2 and words[1] in COLOURS + SUITS:
        action.colour = words[1]
        return action
    if verb == CATCH and len(words) == 2 and words[1] in _SEATS:
        action.seat = _SEATS[words[1]]
        return action
    raise NotNotationError(f"{text[:40]!r} is no action; an action is one of: {GRAMMAR}")


def _read_play(text: str, words: list[str]) -> Action:
    action = Action(PLAY, text)
    if not words or words[0] not in CARDS:
        shown = words[0][:10] if words else ""
        raise NotNotationError(
            f"{shown!r} is no card; a card is written as R7, GS, YV, BD, W, F or 8H"
        )
    action.card = words.pop(0)
    if words and words[0] in COLOURS + SUITS:
        action.colour = _colour_for(action.card, words.pop(0))
    if len(words) >= 2 and words[0] == "to" and words[1] in _SEATS:
        action.to = _SEATS[words[1]]
        del words[:2]
    if words and words[0] == CALL:
        action.call = True
        del words[0]
    if words:
        raise NotNotationError(
            f"{words[0][:10]!r} does not belong in a play; a play is: {GRAMMAR[:39]}"
        )
    return action


def _colour_for(card: Card, colour: Colour) -> Colour:
    if not is_wild(card):
        raise NotNotationError(f"{card} names no colour; leave {colour} out")
    wanted = SUITS if len(card) == 2 else COLOURS
    if colour not in wanted:
        raise NotNotationError(f"{colour} is no colour for {card}; name one of {' '.join(wanted)}")
    return colour
