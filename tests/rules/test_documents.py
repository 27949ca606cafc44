"""The documents of the games and of records hold; every rule has a test that bears its id."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cardgame_rules import PRESETS
from cardgame_rules.records import dumps, replay
from cardgame_rules.ruleset import UNLIMITED
from tests.rules.snapshot import match_state

ROOT = Path(__file__).parents[2]
RULE_IDS = [
    letter + str(number)
    for letter, last in (("K", 18), ("A", 17), ("B", 12), ("C", 15), ("D", 11))
    for number in range(1, last + 1)
]


def document(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def example() -> str:
    found = re.search(r"```record\n(.*?)```", document("records.md"), re.DOTALL)
    assert found is not None
    return found[1]


def test_document_of_records_has_an_example_that_replays_as_it_says() -> None:
    match = replay(example())
    assert [line for line in match.record if not line.startswith("shuffle")] == [
        *("hand 1", "0 play F G", "1 challenge", "1 play G1", "0 play G2", "1 play GS"),
        *("0 catch 1", "1 draw", "1 pass", "0 draw"),
    ]
    assert match.hand is not None
    assert (match.hand.dealer, match.hand.first) == (1, 0)
    assert match_state(replay(dumps(match))) == match_state(match)


def test_document_of_records_tells_every_kind_of_line() -> None:
    text = document("records.md")
    for word in ("rules", "seat", "hand", "shuffle", "pick", "end agreed"):
        assert f"`{word}" in text


def written(value: object) -> str:
    """Return the value of an option as the table of docs/rules.md shows it."""
    if isinstance(value, tuple):
        return f"{value[0]}..{value[1]}"
    return "·" if value is None else "no limit" if value == UNLIMITED else str(value)


def test_document_of_rules_has_the_table_of_options_as_it_is_in_force() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.+)\|$", document("rules.md"), re.MULTILINE))
    expected = {
        option: [written(rules.options()[option]) for rules in PRESETS.values()]
        for option in PRESETS["classic"].options()
    }
    assert {
        option: [c.strip() for c in row.split("|")][:4] for option, row in rows.items()
    } == expected


@pytest.mark.parametrize("rule", RULE_IDS)
def test_document_of_rules_explains_every_rule_by_its_id(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", document("rules.md")), f"{rule} is missing in docs/rules.md"


@cache
def rule_tests() -> list[str]:
    """Return the names of all tests of rules, in whichever room they are."""
    return [
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_rule_\w+)", path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_has_a_test_that_bears_its_id(rule: str) -> None:
    assert any(re.match(rf"test_rule_(\w\d+_and_)*{rule}_", name) for name in rule_tests())
