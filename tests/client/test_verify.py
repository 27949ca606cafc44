"""`cardgame-client verify`: a sentence for each finding, exit code 0 or 1; and the page `fair`."""

from pathlib import Path

import pytest

from cardgame_client.cli import main
from cardgame_client.commands import Ask, NotUnderstood, Show, parse
from cardgame_client.exits import Exit
from cardgame_client.fairness import page
from cardgame_client.model import Model
from cardgame_protocol.requests import CreateRequest, FairRequest
from cardgame_protocol.view import Fair
from cardgame_rules import PRESETS, Match
from cardgame_rules.fairness import FairHouse, Fairness
from cardgame_rules.records import dumps
from tests.client.kit import at_table

FAIRNESS = Fairness(1, bytes(range(32)), ("luck", ""))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match(PRESETS["duel"], [True] * 2, FairHouse(FAIRNESS), ["ann", "bob"])
    match.start_hand()
    match.agree_end()
    file = tmp_path / "match.txt"
    file.write_text(dumps(match, FAIRNESS.lines()), encoding="utf-8")
    return file


def test_a_fair_record_ends_with_0_and_says_what_follows_from_what(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(record)]) == Exit.OK
    said = capsys.readouterr().out
    assert FAIRNESS.commitment in said
    assert "no card was chosen after the fact" in said
    assert "All shuffles (1) and picks (1) follow" in said


def test_the_commitment_that_was_noted_is_compared(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(record), "--commitment", FAIRNESS.commitment[:16]]) == Exit.OK
    assert main(["verify", str(record), "--commitment", "0" * 64]) == Exit.FAILED
    assert "not the one that you have noted" in capsys.readouterr().out


def test_a_forged_record_ends_with_1_and_a_sentence_a_finding(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text("utf-8").replace("text 0 luck", "text 0 bad luck")
    record.write_text(text, encoding="utf-8")
    assert main(["verify", str(record)]) == Exit.FAILED
    findings = capsys.readouterr().out.splitlines()
    assert findings
    assert all(line.startswith("Line ") and line.endswith(".") for line in findings)


def test_a_record_whose_last_line_is_cut_off_ends_with_1_and_is_said_to_be_incomplete(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text("utf-8").removesuffix("end agreed\n")
    record.write_text(text, encoding="utf-8")
    assert main(["verify", str(record)]) == Exit.FAILED
    assert capsys.readouterr().out == (
        "The record is not complete: it breaks off in hand 1, before the match was over.\n"
    )


def test_a_record_against_the_rules_is_told_in_a_whole_sentence(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text("utf-8").replace("\nend agreed", "\n0 pass\nend agreed")
    record.write_text(text, encoding="utf-8")
    assert main(["verify", str(record)]) == Exit.FAILED
    said = capsys.readouterr().out
    assert said.startswith("The record does not follow the rules: line ")
    assert said.endswith(".\n")
    assert not said.endswith("..\n")


def test_a_file_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "missing")]) == Exit.FAILED
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert main(["verify", str(tmp_path / "binary")]) == Exit.FAILED
    told = capsys.readouterr()
    assert told.out == ""
    assert "no such file" in told.err
    assert "not UTF-8" in told.err


@pytest.mark.parametrize(
    "arguments",
    [["verify"], ["host", "--commitment", "00"], ["verify", "a", "--seat", "1"]],
)
def test_what_does_not_go_together_is_a_usage_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == Exit.USAGE
    assert "write" in capsys.readouterr().err


def test_fair_alone_shows_a_page_and_a_text_is_added_or_taken_back() -> None:
    model = at_table()
    assert parse("fair", model) == Show("fair")
    assert parse("fair Some Luck 7", model) == Ask(FairRequest(id=1, text="Some Luck 7"))
    assert parse("fair no", model) == Ask(FairRequest(id=1, text=""))
    with pytest.raises(NotUnderstood, match="101 characters"):
        parse(f"fair {'x' * 101}", model)


def test_a_table_is_made_with_a_seed_on_request_only() -> None:
    model = at_table()
    seeded, usual = parse("create duel seed Xy7", model), parse("create duel", model)
    assert isinstance(seeded, Ask)
    assert isinstance(usual, Ask)
    assert isinstance(seeded.request, CreateRequest)
    assert isinstance(usual.request, CreateRequest)
    assert (seeded.request.seed, usual.request.seed) == ("Xy7", None)


def test_the_page_tells_the_commitment_the_texts_and_after_the_match_the_secret() -> None:
    coming = Fair(match=2, commitment="c" * 64, texts=["", "luck"])
    past = Fair(match=1, commitment="a" * 64, texts=["", ""], secret="5" * 64)
    shown = "\n".join(page(at_table(state="over", fair=coming, revealed=past)))
    for word in ("Its secret was " + "5" * 64, "c" * 64, "a" * 64, "Dot adds: luck"):
        assert word in shown
    assert "Type fair TEXT" in "\n".join(
        page(at_table(state="waiting", fair=Fair(match=1, commitment="c" * 64, texts=["", ""])))
    )


def test_the_page_of_a_table_with_a_seed_says_that_all_is_known() -> None:
    fair = Fair(match=1, commitment="c" * 64, texts=["", ""])
    shown = "\n".join(page(at_table(state="waiting", fair=fair, seed="league 12")))
    assert "has a seed" in shown
    assert "league 12" in shown
    assert "Type fair TEXT" not in shown


def test_without_a_table_there_is_nothing_to_explain() -> None:
    assert page(Model("Ana")) == ["There is no table whose cards could be explained."]
