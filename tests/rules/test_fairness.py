"""Shuffles that follow from a secret: the documented algorithm, its evenness, and its check."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgame_rules import PRESETS, Match
from cardgame_rules.fairness import FairHouse, Fairness, _below, draws_in, secret_of_seed
from cardgame_rules.records import dumps, replay
from cardgame_rules.verifying import verify
from tests.rules import second_opinion

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"


def vectors() -> list[dict[str, Any]]:
    """Read the vectors out of the document."""
    found = re.search(r"```json vectors\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found is not None
    read: list[dict[str, Any]] = json.loads(found[1])
    return read


def fairness_of(vector: dict[str, Any]) -> Fairness:
    return Fairness(
        vector["match"],
        bytes.fromhex(vector["secret"]),
        tuple(vector["texts"]),
        vector.get("seed"),
    )


def played(fairness: Fairness, preset: str = "classic", seats: int = 3) -> Match:
    """Play a match to its end by default actions, its cards from `fairness`."""
    names = [f"player {seat}" for seat in range(seats)]
    match = Match(PRESETS[preset], [True] * seats, FairHouse(fairness), names)
    while not match.over:
        if match.hand_over:
            match.start_hand()
        mover = match.to_move
        assert mover is not None
        match.apply(mover, match.default_action(mover))
    return match


@pytest.fixture(scope="module")
def record() -> str:
    fairness = Fairness(3, bytes(range(32)), ("", "some luck", ""))
    return dumps(played(fairness), fairness.lines())


def test_the_document_has_vectors_with_texts_a_seed_and_both_kinds_of_draw() -> None:
    draws = [draw for vector in vectors() for draw in vector["draws"]]
    assert any(vector["texts"] for vector in vectors())
    assert any("seed" in vector for vector in vectors())
    assert {kind for draw in draws for kind in draw} == {"shuffle", "pick", "gives"}


@pytest.mark.parametrize("vector", vectors())
def test_the_engine_gives_the_vectors_of_the_document(vector: dict[str, Any]) -> None:
    fairness = fairness_of(vector)
    assert fairness.commitment == vector["commitment"]
    assert fairness.key().hex() == vector["key"]
    if fairness.seed is not None:
        assert secret_of_seed(fairness.seed, fairness.match) == fairness.secret
    house = FairHouse(fairness)
    for draw in vector["draws"]:
        gives = house.shuffle(draw["shuffle"]) if "shuffle" in draw else house.pick(draw["pick"])
        assert gives == draw["gives"]


@pytest.mark.parametrize("vector", vectors())
def test_a_second_implementation_gives_them_too(vector: dict[str, Any]) -> None:
    secret, match = bytes.fromhex(vector["secret"]), vector["match"]
    assert second_opinion.commitment_to(secret, match) == vector["commitment"]
    if "seed" in vector:
        assert second_opinion.secret_from_seed(vector["seed"], match) == secret
    key = second_opinion.key_of(secret, match, vector["texts"])
    assert key.hex() == vector["key"]
    for number, draw in enumerate(vector["draws"], start=1):
        words = second_opinion.Draw(key, number)
        given = words.shuffled(draw["shuffle"]) if "shuffle" in draw else words.below(draw["pick"])
        assert given == draw["gives"]


@pytest.mark.parametrize("preset", PRESETS)
def test_both_implementations_agree_on_every_draw_of_whole_matches(preset: str) -> None:
    seats = PRESETS[preset].players[0]
    for number in range(1, 6):
        fairness = Fairness(number, bytes([number]) * 32, ("a", *[""] * (seats - 1)))
        text = dumps(played(fairness, preset, seats), fairness.lines())
        assert second_opinion.wrong_draws(text) == 0
        assert verify(text).faults == []


def test_the_order_before_a_shuffle_does_not_matter() -> None:
    cards = ["W", "R7", "B2", "F", "R7", "Y0"]
    fairness = Fairness(1, bytes(32))
    assert FairHouse(fairness).shuffle(cards) == FairHouse(fairness).shuffle(cards[::-1])
    assert cards == ["W", "R7", "B2", "F", "R7", "Y0"]


def test_a_match_taken_up_again_goes_on_with_the_next_draw() -> None:
    fairness, cards = Fairness(1, bytes(32)), [f"R{n}" for n in range(10)]
    first = FairHouse(fairness)
    draws = [first.shuffle(cards), [first.pick(4)], first.shuffle(cards)]
    again = FairHouse(fairness, drawn=draws_in(["hand 1", "shuffle R1", "0 draw", "pick 3"]))
    assert again.shuffle(cards) == draws[2] != draws[0]


def test_each_text_each_seat_and_each_match_gives_other_cards() -> None:
    cards = [f"R{n}" for n in range(20)]
    cases = [
        Fairness(1, bytes(32)),
        Fairness(2, bytes(32)),
        Fairness(1, bytes(32), ("x", "")),
        Fairness(1, bytes(32), ("", "x")),
        Fairness(1, bytes(32), ("x", "x")),
    ]
    orders = {tuple(FairHouse(case).shuffle(cards)) for case in cases}
    assert len(orders) == len(cases)


def test_bug_X13_every_card_is_at_every_place_equally_often() -> None:
    deals, size = 20_000, 6
    cards = [f"R{number}" for number in range(size)]
    house = FairHouse(Fairness(1, b"chi-square".ljust(32)))
    counts = Counter(where for _ in range(deals) for where in enumerate(house.shuffle(cards)))
    expected = deals / size
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    # 25 degrees of freedom: between 11 and 46 in 98 of 100 secrets; this secret is always the same.
    assert len(counts) == size * size
    assert 11 < chi_square < 46


def test_bug_X13_every_order_of_four_cards_is_as_likely() -> None:
    deals = 24_000
    house = FairHouse(Fairness(2, b"orders".ljust(32)))
    counts = Counter(tuple(house.shuffle(["R1", "R2", "R3", "R4"])) for _ in range(deals))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    # 23 degrees of freedom: between 10 and 44 in 98 of 100 secrets.
    assert len(counts) == 24
    assert 9 < chi_square < 44


def test_words_that_would_favour_small_numbers_are_left_out() -> None:
    def words() -> Iterator[int]:
        yield from (2**32 - 1, 2**32 - 76, 7)

    # 2**32 is 76 above a multiple of 108: the last 76 words would give 0 to 75 once too often.
    assert 2**32 % 108 == 76
    assert _below(108, words()) == 7


def test_the_secret_is_in_no_text_that_a_traceback_or_a_log_would_show() -> None:
    fairness = Fairness(1, b"\xab" * 32)
    assert "ab" * 32 not in repr(fairness)
    assert "secret" not in repr(fairness)


def test_a_record_says_where_its_cards_come_from_and_replays_as_before(record: str) -> None:
    assert "\nfair 1 match 3\ncommitment " in record
    assert "\ntext 1 some luck\nsecret 000102" in record
    assert replay(record).over


def test_verify_says_that_no_card_was_chosen_after_the_fact(record: str) -> None:
    verdict = verify(record)
    assert verdict.faults == []
    assert "no card was chosen after the fact" in verdict.notes[1]
    assert "player 1" in verdict.notes[1]


def test_verify_finds_two_cards_that_changed_places(record: str) -> None:
    last = record.rindex("\nshuffle ") + len("\nshuffle ")
    end = record.index("\n", last)
    cards = record[last:end].split()
    # Far down the stock, where no hand of this record has come to: only the secret tells.
    other = next(place for place in range(-2, -len(cards), -1) if cards[place] != cards[-1])
    cards[-1], cards[other] = cards[other], cards[-1]
    forged = record[:last] + " ".join(cards) + record[end:]
    assert replay(forged).over
    (fault,) = verify(forged).faults
    assert fault.startswith("Line ")
    assert "shuffle is not the one that was committed to" in fault
    assert second_opinion.wrong_draws(forged) == 1


def test_verify_says_of_a_record_that_breaks_off_that_it_is_not_complete(record: str) -> None:
    lines = record.splitlines(keepends=True)
    second = lines.index("hand 2\n")
    for end, where in ((-1, r"in hand \d+"), (second, "after hand 1"), (second + 4, "in hand 2")):
        verdict = verify("".join(lines[:end]))
        (fault,) = verdict.faults
        assert re.fullmatch(
            rf"The record is not complete: it breaks off {where}, before the match was over\.",
            fault,
        )
        assert verdict.notes == []


def test_a_match_that_was_ended_by_consent_has_a_complete_record() -> None:
    fairness = Fairness(1, bytes(32))
    match = Match(PRESETS["duel"], [True] * 2, FairHouse(fairness), ["ann", "bob"])
    match.start_hand()
    match.agree_end()
    text = dumps(match, fairness.lines())
    assert verify(text).faults == []
    assert "not complete" in verify(text.removesuffix("end agreed\n")).faults[0]


def test_verify_finds_another_first_seat() -> None:
    fairness = Fairness(1, bytes(32))
    match = Match(PRESETS["duel"], [True] * 2, FairHouse(fairness), ["ann", "bob"])
    match.start_hand()
    match.agree_end()
    text = dumps(match, fairness.lines())
    right = re.search(r"\npick (\d)\n", text)
    assert right is not None
    assert verify(text).faults == []
    forged = text.replace(f"\npick {right[1]}\n", f"\npick {1 - int(right[1])}\n")
    assert "this pick is not" in verify(forged).faults[0]


@pytest.mark.parametrize(
    ("pattern", "instead", "finding"),
    [
        (r"secret 00", "secret 01", "not the one that was committed to"),
        (r"text 1 some luck", "text 1 bad luck", "this shuffle is not"),
        (r"text 1 some luck", "text 7 some luck", "no seat of this match"),
        (r"text 1 some luck\n", "", "this shuffle is not"),
        (r"match 3", "match 4", "the commitment differs"),
        (r"secret .*\n", "", "The secret is missing"),
        (r"commitment .*\n", "", "has no commitment"),
        (r"fair 1 ", "fair 2 ", "knows algorithm 1 only"),
        (r"(secret .*\n)", r"\1\1", "two lines"),
        (r"(commitment .*\n)", r"\1seed x\n", "does not follow from the seed"),
        (r"\nhand 1\n", r"\nhand 2\n", "does not follow the rules"),
    ],
)
def test_verify_tells_what_is_wrong_with_a_head(
    record: str, pattern: str, instead: str, finding: str
) -> None:
    forged = re.sub(pattern, instead, record, count=1)
    assert forged != record
    assert any(finding in fault for fault in verify(forged).faults)
    assert verify(forged).notes == []


def test_verify_compares_with_the_commitment_that_was_noted(record: str) -> None:
    noted = Fairness(3, bytes(range(32))).commitment
    assert verify(record, noted).faults == []
    assert verify(record, noted[:16].upper()).faults == []
    for wrong in ("0" * 64, noted[:15], noted[1:]):
        assert verify(record, wrong).faults == [
            "The commitment of this record is not the one that you have noted."
        ]


def test_a_record_without_a_commitment_is_not_called_fair() -> None:
    text = dumps(played(Fairness(1, bytes(32))))
    assert "no commitment" in verify(text).faults[0]


def test_a_table_with_a_seed_is_told_from_one_without() -> None:
    fairness = Fairness(2, secret_of_seed("monday", 2), (), "monday")
    notes = verify(dumps(played(fairness), fairness.lines())).notes
    assert "everybody could know its cards beforehand" in notes[-1]
