"""Records: a match as text and back, and what is said of a text that is no record."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgame_rules import PRESETS, Match
from cardgame_rules.records import RecordError, dumps, replay
from tests.rules.random_play import EXAMPLES, few, new_match, seeds, steps
from tests.rules.scenario import dealt
from tests.rules.snapshot import match_state

SHORT = """cardgame record 1
rules classic hand_size=2
seat 0 person ann
seat 1 computer bob
hand 1
shuffle R1 B9 ...
shuffle R1 G1 R2 G2 R5 Y1 Y2 Y3 ...
0 play R1 call
1 draw
1 pass
0 play R2
"""


def test_record_begins_with_its_format_the_rules_and_the_seats() -> None:
    match = Match(
        PRESETS["survival"], [True, False], new_match("survival", 2, 1).house, ["a b", "c"]
    )
    assert dumps(match) == (
        "cardgame record 1\nrules survival\nseat 0 person a b\nseat 1 computer c\n"
    )


def test_record_names_the_options_that_differ_from_the_preset() -> None:
    rules = PRESETS["classic"].changed(players=(2, 4), call_penalty=0, match_end="points:9")
    text = dumps(Match(rules, [True, True], new_match("classic", 2, 1).house))
    assert text.splitlines()[1] == "rules classic players=2..4 call_penalty=0 match_end=points:9"
    assert replay(text).rules == rules


@pytest.mark.parametrize(
    "changes",
    [
        {"after_draw": "end_turn"},
        {"deck": "color108_noreverse"},
        {"starter": "plain", "turn_limit": 0},
        {"stacking": "same", "wd4_condition": "none", "wd4_enforcement": "refuse"},
        {"deck": "french52", "players": (2, 5)},
        {"draw_max": 3, "pass_after": 2, "after_draw": "any_card"},
    ],
)
def test_record_keeps_every_rule_set_as_it_was(changes: dict[str, object]) -> None:
    rules = PRESETS["classic"].changed(**changes)
    match = Match(rules, [True, True], new_match("classic", 2, 1).house)
    assert replay(dumps(match)).rules == rules


def test_record_of_an_unlimited_drawing_made_limited_and_back() -> None:
    rules = PRESETS["eights"].changed(draw_max=5, pass_after=5)
    match = Match(rules, [True, True], new_match("eights", 2, 1).house)
    assert replay(dumps(match)).rules == rules
    assert (
        replay(dumps(Match(PRESETS["eights"], [True] * 2, match.house))).rules == PRESETS["eights"]
    )


def test_record_is_replayed_to_its_last_line() -> None:
    match = replay(SHORT)
    assert match.hand_over
    assert match.totals == [1 + 2 + 1, 0]  # bob held G1, G2 and drew Y1


def test_record_may_leave_the_rest_of_a_shuffle_to_the_order_of_the_deck() -> None:
    match = replay(SHORT.partition("0 play")[0])
    assert match.hand is not None
    assert match.hand.stock[-1] == "Y1"
    assert len(match.hand.stock) == 103


def test_record_written_again_has_the_whole_shuffle_and_replays_the_same() -> None:
    match = replay(SHORT)
    assert "..." not in dumps(match)
    assert match_state(replay(dumps(match))) == match_state(match)


def test_record_may_hold_empty_lines_and_remarks() -> None:
    text = SHORT.replace("0 play R1", "# ann has one left\n\n0 play R1").replace("\n", "\r\n")
    assert match_state(replay(text)) == match_state(replay(SHORT))


def test_record_holds_what_chance_did_after_the_action_that_asked_for_it() -> None:
    match = new_match("survival", 2, 1)
    match.start_hand()
    step = next(s for s in steps(match, "any", 1) if any(e.kind == "reshuffled" for e in s.log))
    assert match.record[-2] == f"{step.seat} {step.action}"
    assert match.record[-1].startswith("shuffle ")


def test_record_of_a_match_ended_by_consent_in_the_middle_of_a_hand() -> None:
    scene = dealt("classic", "R1 R2", "R3 R4", starter="R5").play("0 play R1")
    scene.match.agree_end()
    again = replay(dumps(scene.match))
    assert match_state(again) == match_state(scene.match)
    assert again.over
    assert again.record[-1] == "end agreed"


BROKEN = [
    ("", "line 1: a record begins with"),
    ("hello", "line 1: a record begins with"),
    (SHORT.replace("record 1", "record 2"), "line 1"),
    (SHORT.replace("classic", "poker"), "line 2: 'poker' is no preset"),
    (SHORT.replace("hand_size=2", "hand_size=99"), "line 2: hand_size"),
    (SHORT.replace("hand_size=2", "self=1"), "line 2: 'self' is no option"),
    (SHORT.replace("hand_size=2", "hand_size=\u00b2"), "line 2: hand_size"),
    (SHORT.replace("hand_size=2", "hand_size=" + "9" * 5000), "line 2: hand_size"),
    (SHORT.replace("hand_size=2", "pass_after=9"), "line 2: X8"),
    (SHORT.replace("seat 1", "seat 2"), "line 4: should read: seat 1"),
    (SHORT.replace("person ann", "ghost ann"), "line 3: should read: seat 0"),
    (SHORT.replace("seat 1 computer bob\n", ""), "classic seats 2 to 10"),
    (SHORT.replace("hand 1", "hand 2"), "line 5"),
    (SHORT.replace("shuffle R1 B9 ...\n", ""), "line 7"),
    (SHORT.replace("R1 B9 ...", "R1 8H ..."), "line 6: these are not the cards"),
    (SHORT.replace("R1 B9 ...", "R1 R1 R1 ..."), "line 6: these are not the cards"),
    (SHORT.replace("R1 B9 ...", "R1 B9"), "line 6: these are not the cards"),
    (SHORT.replace("1 draw", "1 play Y9"), "line 9: You do not hold Y9"),
    (SHORT.replace("1 draw", "7 draw"), "line 9: '7 draw' is neither"),
    (SHORT.replace("1 draw", "-1 draw"), "line 9: '-1 draw' is neither"),
    (SHORT.replace("1 draw", "\u00b9 draw"), "line 9"),
    (SHORT.replace("1 draw", "0 draw"), "line 9: It is not your turn"),
    (SHORT.replace("1 draw", "shuffle R1"), "line 9"),
    (SHORT + "0 draw\n", "line 12: No hand is being played"),
    (SHORT.replace("1 draw", "end agreed\nend agreed"), "line 10"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_record_that_breaks_the_rules_is_refused_naming_its_line(text: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(text)
    assert words in str(caught.value)


@few
@given(seeds, st.sampled_from(["duel", "eights", "survival", "classic"]))
def test_record_with_any_line_lost_doubled_or_changed_is_replayed_or_refused_in_words(
    seed: int, preset: str
) -> None:
    match = new_match(preset, 2, seed)
    match.start_hand()
    for _ in steps(match, "play", seed, limit=40):
        pass
    lines = dumps(match).splitlines()
    chance = random.Random(seed)
    for _ in range(20 * EXAMPLES):
        broken = list(lines)
        place = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del broken[place]
            case 1:
                broken.insert(place, broken[place])
            case 2:
                broken[place] = broken[place][: chance.randrange(len(broken[place]) + 1)]
            case _:
                at = chance.randrange(len(broken[place]) + 1)
                broken[place] = (
                    broken[place][:at] + chance.choice("\u00b2=.9 R\t") + broken[place][at:]
                )
        with suppress(RecordError):
            replay("\n".join(broken))
