"""The four games of the historical documents as rule sets (rules.md, Options)."""

from __future__ import annotations

from typing import Final

from .ruleset import UNLIMITED, RuleSet

DUEL: Final = RuleSet.build(
    "duel",
    deck="color108_noreverse",
    players=(2, 2),
    first_starter="random",
    wd4_enforcement="penalty",
    call_penalty=0,
)
"""Document A: two players, sixteen Skips, a penalty for an unlawful Wild Draw Four, to 500."""

EIGHTS: Final = RuleSet.build(
    "eights",
    deck="french52",
    players=(2, 2),
    starter="free",
    first_starter="seat0",
    draw_max=UNLIMITED,
    pass_after=UNLIMITED,
    after_draw="any_card",
    stock_empty="none",
    call_penalty=0,
    match_end="points:100",
)
"""Document B: two players, 52 cards, no starter, draw as long as you like, to 100."""

SURVIVAL: Final = RuleSet.build(
    "survival",
    players=(2, 4),
    hand_size=5,
    starter="plain",
    first_starter="human_first",
    next_starter="winner",
    after_draw="end_turn",
    wd4_condition="none",
    wd4_enforcement="refuse",
    stacking="same",
    last_card_draw="ignore",
    call_penalty=0,
    blocked="void",
    match_end="lives:3",
)
"""Document C: two to four players, five cards, draw cards stack, three lives."""

CLASSIC: Final = RuleSet.build("classic")
"""Document D: two to ten players, Wild Draw Four may be challenged, last card called, to 500."""

PRESETS: Final[dict[str, RuleSet]] = {
    rules.name: rules for rules in (DUEL, EIGHTS, SURVIVAL, CLASSIC)
}
"""The presets by name, in the order of the documents."""
