"""A rule set: frozen options that tell one engine which game it plays (rules.md, Options).

An option that another choice makes inapplicable is None by itself; giving it explicitly is an
error that names both options and the reason (X1 to X15).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .cards import DECKS

UNLIMITED: Final = 2**31 - 1
"""`draw_max` and `pass_after` without a bound: draw as long as there is a card. Views carry it to
every client, so it is a number that 32 bits hold."""

MIN_STOCK: Final = 10
"""Cards that must be left after the deal (X1): a starter and a stock that lasts a lap or two."""


class RuleSetError(ValueError):
    """Options that contradict each other or are unknown; the message names them and says why."""


class SeatCountError(RuleSetError):
    """A match was to start with a number of seats that its rule set does not seat (X20)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The options of one game. Build one by `RuleSet.build` or change one by `changed`.

    `name` is the preset it comes from. Numbers: `hand_size` and `call_penalty` in cards,
    `turn_limit` in actions a hand, `hand_limit` in hands a match (0 for no limit).
    """

    name: str
    deck: str
    players: tuple[int, int]
    hand_size: int
    starter: str
    starter_wild: str | None
    starter_reverse: str | None
    starter_draw: str | None
    first_starter: str
    next_starter: str
    draw_max: int
    pass_after: int | None
    after_draw: str
    stock_empty: str
    wd4_condition: str | None
    wd4_enforcement: str | None
    stacking: str | None
    two_player_reverse: str | None
    last_card_draw: str | None
    call_penalty: int
    scoring: str
    blocked: str
    match_end: str
    turn_limit: int
    hand_limit: int

    @staticmethod
    def build(name: str, /, **options: Any) -> RuleSet:
        """Return the rule set of the default options (seed D) with `options` in their place.

        Raises RuleSetError for an unknown option or value and for a contradiction.
        """
        return _build(name, _DEFAULTS, options)

    def changed(self, /, **options: Any) -> RuleSet:
        """Return this rule set with `options` changed, checked as `build` checks them."""
        return _build(self.name, self.options(), options)

    def options(self) -> dict[str, Any]:
        """Return every option and its value, without the name; None is inapplicable."""
        # Every value is immutable. `asdict` would copy each deeply, which is a third of the time in
        # which a server restores its tables.
        return {name: getattr(self, name) for name in _DEFAULTS}

    @property
    def target(self) -> int:
        """The number in `match_end`: points to reach, or lives at the start."""
        return int(self.match_end.partition(":")[2])

    @property
    def has_lives(self) -> bool:
        """Whether the match is one of lives (C12), not of points."""
        return self.match_end.startswith("lives:")

    def ending_at(self, target: int) -> str:
        """Return the `match_end` of `target` points, or lives where the match is one of lives.

        Raises RuleSetError in words that say `target`, which is what was asked for.
        """
        kind, most = ("lives", _MOST_LIVES) if self.has_lives else ("points", _MOST_POINTS)
        if not 1 <= target <= most:
            raise RuleSetError(f"target={target} must be a number of {kind} from 1 to {most}")
        return f"{kind}:{target}"

    def check_seats(self, seats: int) -> None:
        """Raise SeatCountError unless this rule set seats so many (X20)."""
        low, high = self.players
        if not low <= seats <= high:
            fit = f"{low}" if low == high else f"{low} to {high}"
            raise SeatCountError(f"{self.name} seats {fit}, not {seats}: add or remove seats")


_DEFAULTS: Final[Mapping[str, Any]] = {
    "deck": "color108",
    "players": (2, 10),
    "hand_size": 7,
    "starter": "effects",
    "starter_wild": "first_player",
    "starter_reverse": "dealer_first",
    "starter_draw": "lose_turn",
    "first_starter": "cut",
    "next_starter": "rotate",
    "draw_max": 1,
    "pass_after": 1,
    "after_draw": "drawn_only",
    "stock_empty": "reshuffle",
    "wd4_condition": "no_colour",
    "wd4_enforcement": "challenge",
    "stacking": "none",
    "two_player_reverse": "skip",
    "last_card_draw": "resolve",
    "call_penalty": 2,
    "scoring": "winner_takes",
    "blocked": "low_difference",
    "match_end": "points:500",
    "turn_limit": 5000,
    "hand_limit": 200,
}

_CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "deck": tuple(DECKS),
    "starter": ("free", "plain", "effects"),
    "starter_wild": ("first_player",),
    "starter_reverse": ("dealer_first",),
    "starter_draw": ("lose_turn",),
    "first_starter": ("random", "seat0", "human_first", "cut"),
    "next_starter": ("rotate", "winner"),
    "after_draw": ("end_turn", "drawn_only", "any_card"),
    "stock_empty": ("reshuffle", "none"),
    "wd4_condition": ("none", "no_colour"),
    "wd4_enforcement": ("refuse", "penalty", "challenge"),
    "stacking": ("none", "same"),
    "two_player_reverse": ("skip",),
    "last_card_draw": ("resolve", "ignore"),
    "call_penalty": (0, 2, 4),
    "scoring": ("winner_takes",),
    "blocked": ("low_difference", "void"),
}
# Inclusive bounds of the options that are numbers. Ten seats are the most of any preset (D1).
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "hand_size": (1, 40),
    "draw_max": (1, UNLIMITED),
    "pass_after": (1, UNLIMITED),
    "turn_limit": (0, 1_000_000),
    "hand_limit": (0, 100_000),
}
_MOST_SEATS: Final = 10
_MOST_POINTS: Final = 100_000
_MOST_LIVES: Final = 100

# Rule id, the option and value that rule another option out, that option, and why.
_INAPPLICABLE: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    ("X2", "deck", "french52", "wd4_condition", "french52 has no Wild Draw Four"),
    ("X2", "deck", "french52", "wd4_enforcement", "french52 has no Wild Draw Four"),
    ("X3", "deck", "french52", "stacking", "no draw cards in this deck"),
    ("X3", "deck", "french52", "two_player_reverse", "no Reverse in this deck"),
    ("X3", "deck", "french52", "starter_reverse", "no Reverse in this deck"),
    ("X3", "deck", "french52", "starter_draw", "no draw cards in this deck"),
    ("X3", "deck", "french52", "last_card_draw", "no draw cards in this deck"),
    ("X5", "deck", "color108_noreverse", "two_player_reverse", "this deck has no Reverse"),
    ("X5", "deck", "color108_noreverse", "starter_reverse", "this deck has no Reverse"),
    ("X6", "starter", "free", "starter_wild", "no card is turned up"),
    ("X6", "starter", "free", "starter_reverse", "no card is turned up"),
    ("X6", "starter", "free", "starter_draw", "no card is turned up"),
    ("X6", "starter", "plain", "starter_wild", "a plain starter has no effect"),
    ("X6", "starter", "plain", "starter_reverse", "a plain starter has no effect"),
    ("X6", "starter", "plain", "starter_draw", "a plain starter has no effect"),
    ("X7", "after_draw", "end_turn", "pass_after", "the turn ends at the first draw"),
)


def _build(name: str, base: Mapping[str, Any], given: Mapping[str, Any]) -> RuleSet:
    _refuse_unknown(given)
    options = {**_DEFAULTS, **{k: v for k, v in base.items() if v is not None}, **given}
    for rule, option, value, gone, why in _INAPPLICABLE:
        if options[option] == value:
            if given.get(gone) is not None:
                raise RuleSetError(f"{rule}: {gone} does not go with {option}={value}: {why}")
            options[gone] = None
    if options["after_draw"] == "end_turn" and "draw_max" not in given:
        options["draw_max"] = 1
    _check_values(options)
    _refuse_contradictions(options)
    return RuleSet(name=name, **options)


def _refuse_unknown(given: Mapping[str, Any]) -> None:
    for option in given:
        if option not in _DEFAULTS:
            raise RuleSetError(f"{option!r} is no option; options are {', '.join(_DEFAULTS)}")


def _check_values(options: Mapping[str, Any]) -> None:
    for option, value in options.items():
        if value is not None:
            _check_value(option, value)
        elif option not in {row[3] for row in _INAPPLICABLE}:
            raise RuleSetError(f"{option} must have a value")


def _check_value(option: str, value: Any) -> None:
    # 2.0 and True equal whole numbers and are none.
    if option in _CHOICES and (value not in _CHOICES[option] or type(value) not in (int, str)):
        wanted = ", ".join(map(str, _CHOICES[option]))
        raise RuleSetError(f"{option}={value!r} is unknown; it is one of {wanted}")
    if option in _BOUNDS:
        low, high = _BOUNDS[option]
        if type(value) is not int or not low <= value <= high:
            raise RuleSetError(f"{option}={value!r} must be a number from {low} to {high}")
    if option == "players":
        _check_players(value)
    if option == "match_end":
        _check_match_end(value)


def _check_players(value: Any) -> None:
    if not (isinstance(value, tuple) and len(value) == 2 and all(type(n) is int for n in value)):
        raise RuleSetError(f"players={value!r} must be two numbers, the fewest and the most seats")
    if not 2 <= value[0] <= value[1] <= _MOST_SEATS:
        raise RuleSetError(f"players={value!r} must lie within 2 to {_MOST_SEATS} seats")


def _check_match_end(value: Any) -> None:
    kind, _, number = value.partition(":") if isinstance(value, str) else ("", "", "")
    most = {"points": _MOST_POINTS, "lives": _MOST_LIVES}.get(kind, 0)
    whole = number.isascii() and number.isdigit() and len(number) <= len(str(_MOST_POINTS))
    if not (whole and 1 <= int(number) <= most):
        raise RuleSetError(
            f"match_end={value!r} must be points:N (1 to {_MOST_POINTS}) or lives:N "
            f"(1 to {_MOST_LIVES})"
        )


def _refuse_contradictions(options: Mapping[str, Any]) -> None:
    seats, size = options["players"][1], options["hand_size"]
    cards = len(DECKS[options["deck"]].cards)
    if seats * size + MIN_STOCK > cards:
        raise RuleSetError(
            f"X1: players={seats} with hand_size={size} leaves fewer than {MIN_STOCK} "
            f"of {cards} cards"
        )
    if options["after_draw"] == "end_turn" and options["draw_max"] != 1:
        raise RuleSetError(
            "X7: draw_max goes not with after_draw=end_turn: the turn ends at the first draw"
        )
    if options["pass_after"] is not None and options["pass_after"] > options["draw_max"]:
        raise RuleSetError(
            "X8: pass_after is above draw_max: the player could neither draw nor pass"
        )
    if options["wd4_condition"] == "none" and options["wd4_enforcement"] != "refuse":
        raise RuleSetError(
            f"X11: wd4_enforcement={options['wd4_enforcement']} with wd4_condition=none: "
            "there is nothing to enforce"
        )
