"""The arena: the same games however many play them, faults in the open, going on after a stop."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgame_bots.arena.game import Outcome, play_game
from cardgame_bots.arena.intervals import Sprt
from cardgame_bots.arena.plan import deals, games_of, sittings
from cardgame_bots.arena.tally import Tally
from cardgame_bots.cli import main
from cardgame_bots.entrants import enter
from cardgame_bots.moment import Bot, Moment
from cardgame_rules import PRESETS
from tests.bots import files
from tests.bots.arenas import a_setup, arena
from tests.bots.files import write_bot


@pytest.mark.parametrize(
    ("rules", "bots"), [("duel", 2), ("duel", 4), ("classic", 3), ("eights", 3)]
)
def test_each_deal_is_played_from_every_seat_by_everybody(rules: str, bots: int) -> None:
    setup = a_setup(*["simple"] * bots, rules=rules)
    at_table = min(bots, PRESETS[rules].players[1])
    places = Counter(
        (seat, who) for game in games_of(setup, 3) for seat, who in enumerate(game.seats)
    )
    assert len(places) == at_table * bots
    assert len(set(places.values())) == 1
    assert {game.deal for game in games_of(setup, 3)} == {3}


def test_no_deal_is_played_by_halves() -> None:
    setup = a_setup("random", "simple", "random", games=2000)
    assert deals(setup) * len(sittings(setup)) == 2001


def test_all_sittings_of_a_deal_get_the_same_cards() -> None:
    # Equal bots decide alike on equal cards, save where they draw lots; `simple` never does.
    setup = a_setup("simple", "simple", "simple")
    entrants = [enter(bot, seconds=5) for bot in setup.bots]
    outcomes = [play_game(setup, game, entrants) for game in games_of(setup, 0)]
    assert len({tuple(outcome.points or ()) for outcome in outcomes}) == 1


class Notes:
    """Notes what it is dealt, in the place of a level."""

    name = "notes"

    def __init__(self) -> None:
        self.level: str | None = None
        self.presets: Sequence[str] = list(PRESETS)
        self.digest = ""
        self.dealt: list[tuple[str, ...]] = []

    def make(self) -> Bot:
        self._is_new = True
        return self

    def choose(self, moment: Moment) -> str | None:
        if self._is_new:
            self._is_new = False
            self.dealt.append(tuple(moment.hand))
        return moment.legal[0] if moment.legal else None

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("strangers", "hands"), [(False, 2), (True, 4)])
def test_to_strangers_no_hand_is_dealt_a_second_time(strangers: bool, hands: int) -> None:
    setup = a_setup("notes", "notes", rules="eights", strangers=strangers)
    both = [Notes(), Notes()]
    for game in games_of(setup, 0):
        play_game(setup, game, both)
    assert len({hand for notes in both for hand in notes.dealt}) == hands


ANCESTORS = """
import os
from pathlib import Path

process = os.getppid()
with Path(__file__).with_name("seen").open("ab") as seen:
    while process > 1:
        folder = Path(f"/proc/{process}")
        seen.write((folder / "cmdline").read_bytes())
        seen.write((folder / "environ").read_bytes())
        process = int((folder / "stat").read_text().rpartition(")")[2].split()[1])

def choose(moment):
    return moment.legal[0]
"""
"""A bot that reads the command line and the environment of every process above it."""


def test_a_seed_is_drawn_that_no_bot_can_read_and_told_when_all_is_played(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    what = [write_bot(tmp_path, ANCESTORS), "simple", "--games", "2"]
    first, second = (json.loads(arena(capfd, *what, "--json"))["seed"] for _ in range(2))
    assert first != second
    seen = (tmp_path / "seen").read_bytes()
    assert b"cardgame_bots.arena.worker" in seen  # it did look where a seed could be
    assert str(first).encode() not in seen
    assert str(second).encode() not in seen
    assert f"seed {first}" in arena(capfd, *what, "--seed", str(first))


def test_a_process_that_is_killed_while_it_plays_is_told_and_the_rest_is_not_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kills = """
        import os
        from pathlib import Path

        def choose(moment):
            if moment.view.hand == 1 and Path(__file__).with_name("kill").exists():
                stat = Path(f"/proc/{os.getppid()}/stat").read_text()
                guard = stat.rpartition(")")[2].split()[1]
                stat = Path(f"/proc/{guard}/stat").read_text()
                os.kill(int(stat.rpartition(")")[2].split()[1]), 9)
            return moment.legal[0]
    """
    log = tmp_path / "log"
    what = [write_bot(tmp_path, kills), "simple", "--save", str(log), "--jobs", "1"]
    arena(capfd, *what, "--games", "4")
    (tmp_path / "kill").touch()
    assert main(["arena", *what, "--games", "8"]) == 130
    told = capfd.readouterr()
    assert "a process that played has ended before its time" in told.err
    assert f"the same command goes on from {log}" in told.err
    (tmp_path / "kill").unlink()
    assert " 8 hands, 4 deals" in arena(capfd, *what, "--games", "8")


@pytest.mark.parametrize("mode", [[], ["--matches", "--target", "30"]], ids=["hands", "matches"])
def test_the_numbers_do_not_depend_on_how_many_processes_play(
    mode: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = write_bot(tmp_path, files.THREE_LINES)
    what = ["random", "simple", bot, "--games", "30", "--seed", "1", "--json", *mode]
    one, three = (arena(capfd, *what, "--jobs", jobs) for jobs in ("1", "3"))
    assert one == three
    assert arena(capfd, *what, "--seed", "2") != one


def test_few_deals_are_played_side_by_side_by_all_processes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    notes = """
        import os
        from pathlib import Path

        def choose(moment):
            Path(__file__).with_name(f"played in {os.getppid()}").touch()
            return moment.legal[0]
    """
    arena(capfd, write_bot(tmp_path, notes), "random", "--games", "4", "--jobs", "2")
    assert len(list(tmp_path.glob("played in *"))) == 2


def test_the_report_holds_the_numbers_and_a_picture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    told = arena(capfd, "simple", "random", "--games", "20", "--report", str(page))
    text = page.read_text(encoding="utf-8")
    assert told.splitlines()[0] in text
    assert "<svg" in text
    assert text.count("<circle") == 2


def test_a_report_called_svg_is_the_picture_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "picture.SVG"
    arena(capfd, "simple", "random", "--games", "4", "--report", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert re.fullmatch(r"<svg xmlns=.*</svg>", drawn, re.DOTALL)
    assert drawn.count("<circle") == 2


def test_faults_are_counted_by_kind_told_and_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    raises = write_bot(tmp_path, files.RAISES, "raises.py")
    hangs = write_bot(tmp_path, files.HANGS, "hangs.py")
    cheats = write_bot(tmp_path, files.NOT_LEGAL, "cheats.py")
    for bot, kind in ((raises, "crash"), (hangs, "timeout"), (cheats, "illegal")):
        what = [bot, "simple", "--games", "4", "--seconds", "0.2", "--json"]
        results = json.loads(arena(capfd, *what, code=1))
        own, other = results["lines"]
        assert own["faults"][kind] == sum(own["faults"].values()) == 4
        assert sum(other["faults"].values()) == 0
        assert (own["wins"]["value"], other["wins"]["value"]) == (0.0, 1.0)
        assert own["points"] is None
        assert len(results["faults"]) == 4


def test_more_games_than_were_asked_for_are_told_with_their_reason(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["arena", "random", "random", "random", "--rules", "eights", "--games", "2"]) == 0
    assert capfd.readouterr().err == (
        "playing 6 games for the 2 asked for: each of 1 deal in all 6 ways in which 3 bots can"
        " take their seats\n"
    )
    assert main(["arena", "random", "random", "--rules", "eights", "--games", "2"]) == 0
    assert capfd.readouterr().err == ""


def test_faults_that_are_not_told_are_counted_and_no_name_is_told_twice(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cheats = write_bot(tmp_path, files.NOT_LEGAL, "cheats.py")
    *told, more = arena(capfd, cheats, "simple", "--games", "8", code=1).splitlines()[-6:]
    assert more == "and 3 more of cheats"
    assert len(told) == 5
    assert told[0].startswith("game 0, cheats: choose() returned 'play ZZ', which is not among")


def an_outcome(deal: int, first: int) -> Outcome:
    return Outcome(deal, deal, (0, 1), [[first], [1 - first]], [0, 0])


def test_the_stop_rule_stops_at_the_same_deal_whatever_comes_behind() -> None:
    setup = a_setup("simple", "random")
    tally = Tally(setup, ["a", "b"], Sprt(0, 50))
    while not tally.is_decided():
        tally.add([an_outcome(tally.deals, 0), an_outcome(tally.deals, int(tally.deals % 7 == 0))])
    verdict = tally.results().sprt
    assert verdict is not None
    assert (verdict.verdict, tally.deals < 100) == ("better", True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simple"], "needs 2 bots"),
        (["simple", "random", "--games", "0"], "--games must be 1"),
        (["simple", "random", "--save", "."], "Is a directory"),
        (["simple", "random", "random", "--sprt", "0,5"], "compares two bots"),
        (["simple", "random", "--sprt", "5"], "two numbers of Elo"),
        (["simple", "random", "--sprt", "9,5"], "two numbers of Elo"),
        (["simple", "random", "--sprt=-200000,5"], "two numbers of Elo"),
        (["simple", "nowhere.py"], "no such file"),
        (["simple", "random", "--rules", "poker"], "no game 'poker'"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_line(
    arguments: list[str], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    error = capfd.readouterr().err
    assert told in error
    assert error.count("\n") == 1
