"""A server that swaps its commitment is found out by the client that was shown the first one."""

from pathlib import Path
from typing import Any

import pytest

from cardgame_client.cli import main
from cardgame_client.commitments import Commitments
from cardgame_client.exits import Exit
from cardgame_client.model import Model
from cardgame_protocol.view import Fair
from cardgame_rules import PRESETS, Match
from cardgame_rules.fairness import FairHouse, Fairness
from cardgame_rules.records import dumps, replay
from tests.client.kit import update

SHOWN = Fairness(1, bytes(range(32)))
SWAPPED = Fairness(1, bytes(range(1, 33)))


def fair(of: Fairness, *, secret: Fairness | None = None) -> Fair:
    """What a view shows of the chance of a match, with a secret once it is over."""
    told = None if secret is None else secret.secret.hex()
    return Fair(match=of.match, commitment=of.commitment, texts=["", ""], secret=told)


def record_of(fairness: Fairness) -> str:
    """A record as a server makes it."""
    match = Match(PRESETS["duel"], [True] * 2, FairHouse(fairness), ["ann", "bob"])
    match.start_hand()
    match.agree_end()
    return dumps(match, fairness.lines())


def warnings(model: Model) -> list[str]:
    """Return the warnings in the log."""
    return [line.text for line in model.log if line.text.startswith("WARNING")]


def shown_in_turn(*views: dict[str, Any]) -> Model:
    """Return a model that was sent some views, one after another."""
    model = Model("Ana")
    for fields in views:
        model.receive(update(**fields))
    return model


def test_a_server_that_keeps_to_its_commitment_is_not_warned_of() -> None:
    model = shown_in_turn(
        {"state": "waiting", "fair": fair(SHOWN)},
        {"fair": fair(SHOWN)},
        {
            "state": "over",
            "fair": fair(Fairness(2, bytes(32))),
            "revealed": fair(SHOWN, secret=SHOWN),
        },
    )
    assert warnings(model) == []


def test_a_commitment_that_changes_after_it_was_shown_is_told_loudly_and_once() -> None:
    model = shown_in_turn(
        {"state": "waiting", "fair": fair(SHOWN)}, {"fair": fair(SWAPPED)}, {"fair": fair(SWAPPED)}
    )
    (warning,) = warnings(model)
    assert SHOWN.commitment[:16] in warning
    assert SWAPPED.commitment[:16] in warning
    assert "do not trust it" in warning
    assert model.notice is not None


def test_a_commitment_that_is_another_only_when_it_is_revealed_is_told() -> None:
    model = shown_in_turn(
        {"fair": fair(SHOWN)}, {"state": "over", "revealed": fair(SWAPPED, secret=SWAPPED)}
    )
    assert len(warnings(model)) == 1
    assert "has changed its commitment" in warnings(model)[0]


@pytest.mark.parametrize("secret", [SWAPPED.secret.hex(), "no secret", ""])
def test_a_secret_that_does_not_fit_the_commitment_is_told(secret: str) -> None:
    revealed = Fair(match=1, commitment=SHOWN.commitment, texts=["", ""], secret=secret)
    model = shown_in_turn({"fair": fair(SHOWN)}, {"state": "over", "revealed": revealed})
    (warning,) = warnings(model)
    assert "is not the one that the server was committed to" in warning


def test_at_another_table_the_numbers_of_matches_begin_anew() -> None:
    model = shown_in_turn({"fair": fair(SHOWN)})
    model.left_table()
    model.receive(update(fair=fair(SWAPPED)))
    assert warnings(model) == []


def seen_by_a_client(record: str) -> tuple[str, str]:
    """Return what a client makes of a record that was shown `SHOWN` at the table."""
    commitments = Commitments()
    commitments.look(update(fair=fair(SHOWN)).view)
    return commitments.signed(record, 1)


def test_a_saved_record_carries_the_commitment_that_was_seen_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, warning = seen_by_a_client(record_of(SHOWN))
    assert warning == ""
    assert f"\nseen {SHOWN.commitment}\nhand 1\n" in text
    assert replay(text).over
    (tmp_path / "match.txt").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "match.txt")]) == Exit.OK
    assert "the one that was shown before" in capsys.readouterr().out


def test_a_record_with_a_swapped_commitment_is_warned_of_and_does_not_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = record_of(SWAPPED)
    (tmp_path / "forged.txt").write_text(forged, encoding="utf-8")
    assert main(["verify", str(tmp_path / "forged.txt")]) == Exit.OK, "the record alone is sound"
    text, warning = seen_by_a_client(forged)
    assert "this record claims another commitment" in warning
    (tmp_path / "match.txt").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "match.txt")]) == Exit.FAILED
    told = capsys.readouterr().out
    assert f"was shown another commitment at the table: {SHOWN.commitment}" in told


def test_a_record_of_which_nothing_was_seen_is_saved_as_it_is() -> None:
    record = record_of(SHOWN)
    assert Commitments().signed(record, 1) == (record, "")
    assert seen_by_a_client("nonsense") == ("nonsense", "")
