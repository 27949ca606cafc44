"""Replays: what every viewer sees of a record, stepping, and records that are none."""

from pathlib import Path

import pytest

from cardgame_client import cli
from cardgame_client.exits import Exit
from cardgame_client.film import LONGEST_RECORD, Film, Point, UnreadableError, read_film
from cardgame_client.model import LOG_LINES, Model
from cardgame_client.plain import Printer
from cardgame_client.verbs import REPLAY_VERBS, Verb
from cardgame_client.viewing import Viewer, open_record, usual_point
from cardgame_protocol import Update
from cardgame_rules.records import replay
from tests.client.records import PLAYERS, played, record_file
from tests.client.test_command_line import client

EYES: list[Point] = [0, 1, "all", "spectator"]


def film_of(folder: Path, preset: str = "classic", hands: int = 2) -> Film:
    return read_film(record_file(folder, played(preset, hands)))


def heard(viewer: Viewer, *commands: str) -> list[str]:
    """Return the lines that plain mode prints for these commands."""
    lines: list[str] = []
    printer = Printer(viewer.model, lines.append)
    printer.catch_up()
    viewer.on_change = printer.catch_up
    lines.clear()
    for command in commands:
        viewer.submit(command)
    return lines


def log_of(model: Model) -> list[str]:
    return [line.text for line in model.log]


@pytest.mark.parametrize("preset", PLAYERS)
def test_inv_the_last_step_is_the_state_that_the_record_replays_to(
    preset: str, tmp_path: Path
) -> None:
    text = played(preset)
    viewer = Viewer(read_film(record_file(tmp_path, text)), "spectator")
    viewer.submit("end")
    match, view = replay(text), viewer.model.view
    assert view is not None
    assert view.state == "over"
    assert [seat.total for seat in view.seats] == match.totals
    assert view.hand == match.hand_number


@pytest.mark.parametrize("point", EYES)
def test_inv_a_step_shows_the_same_however_it_is_reached(point: Point, tmp_path: Path) -> None:
    film = film_of(tmp_path)
    walking, back = Viewer(film, point), Viewer(film, point)
    back.submit("end")
    back.submit(f"step {len(film.frames) // 2}")
    for _ in range(len(film.frames) // 2 - 1):
        walking.submit("next")
    for viewer in (walking, back):
        viewer.submit("back 3")
        viewer.submit("next")
    assert walking.model.view == back.model.view
    assert walking.model.you == back.model.you
    assert walking.model.replay == back.model.replay
    assert log_of(walking.model)[-50:] == log_of(back.model)[-50:]


def secrets(update: Update) -> list[object]:
    """Return what an update tells of cards that not everybody sees."""
    told = [event.get(key) for event in update.events for key in ("cards", "shown")]
    kept = [event["cards"] for event in update.events if event["event"] == "hand_over"]
    return [cards for cards in told if cards is not None and cards not in kept]


def test_inv_P10_a_spectator_s_eyes_see_no_cards_and_a_seat_s_eyes_its_own_only(
    tmp_path: Path,
) -> None:
    film = film_of(tmp_path)
    for step in range(len(film.frames)):
        watched, seen = film.update(step, "spectator"), film.update(step, 1)
        assert watched.you is None
        assert not secrets(watched)
        assert seen.you is not None
        assert seen.you.seat == 1
        owners = [event["seat"] for event in seen.events if "shown" in event]
        owners += [event["seat"] for event in seen.events if event["event"] in ("dealt", "drew")
                   and event.get("cards") is not None]  # fmt: skip
        assert set(owners) <= {1}


def test_the_eyes_of_all_follow_the_turn_and_call_nobody_you(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    viewer = Viewer(film, "all")
    for _ in film.frames[1:]:
        view, you = viewer.model.view, viewer.model.you
        assert view is not None
        assert (you.seat if you else None) == view.to_move
        viewer.submit("next")
    text = "\n".join(log_of(viewer.model))
    assert "Ana is dealt 7 cards: " in text
    assert "Bea is dealt 7 cards: " in text
    assert "You" not in text


def test_by_default_the_only_person_s_eyes_are_meant_else_all_in_turn(tmp_path: Path) -> None:
    text = played("classic")
    assert usual_point(read_film(record_file(tmp_path, text))) == 0
    bots = text.replace("person", "computer")
    assert usual_point(read_film(record_file(tmp_path, bots))) == "all"


def test_plain_mode_tells_the_step_what_happened_and_what_could_be_done(tmp_path: Path) -> None:
    viewer = Viewer(film_of(tmp_path), 0)
    step = heard(viewer, "next")
    assert step[0].startswith("Step 2 of ")
    assert any("play" in line or "draw" in line for line in step[1:])
    back = heard(viewer, "next", "next", "back")
    steps = [line for line in back if line.startswith("Step ")]
    assert [line.split()[1] for line in steps] == ["3", "4", "3"]
    # Going back tells that one step again, not all that was before it.
    first, last = back.index(steps[0]), len(back) - back[::-1].index(steps[2]) - 1
    assert back[last + 1 :] == back[first + 1 : back.index(steps[1])]


def test_commands_go_to_hands_steps_and_ends_and_say_where_the_record_ends(
    tmp_path: Path,
) -> None:
    film = film_of(tmp_path)
    viewer, last = Viewer(film, 0), len(film.frames)
    for command, step, hand in [
        ("hand 2", film.hands[1] + 1, 2),
        ("b", None, None),
        ("back", film.hands[1], 1),
        ("end", last, 2),
        ("n", last, 2),
        ("hand 3", last, 2),
        ("step 0", last, 2),
        ("begin", 1, 1),
        ("p", 1, 1),
        ("next 999999999", last, 2),
        ("back 999999999", 1, 1),
        ("next x", 1, 1),
    ]:
        viewer.submit(command)
        at = viewer.model.replay
        assert at is not None
        if step is not None:
            assert (command, at.step, at.hand) == (command, step, hand)
    notices = heard(
        viewer, "b", "back", "hand 3", "step 9999999", "next x", "seat 9", "play r7", ""
    )
    assert notices == [
        "'b' is no command of a replay. Type help for those there are.",
        "This is the beginning of the record.",
        "There is no hand 3: the record has 1 to 2.",
        f"There is no step 9999999: the record has 1 to {last}.",
        "The number of steps must be a number, not 'x'.",
        "There is no seat '9' in this record: it has 0 (Ana), 1 (Bea) and 2 (Cem); "
        "all and spectator can be looked at too.",
        "'play' is no command of a replay. Type help for those there are.",
        "'' is no command of a replay. Type help for those there are.",
    ]


@pytest.mark.parametrize("verb", REPLAY_VERBS, ids=lambda verb: verb.name)
def test_every_command_of_a_replay_does_something_by_each_of_its_names(
    verb: Verb, tmp_path: Path
) -> None:
    viewer = Viewer(film_of(tmp_path), 0)
    argument = {"step": "3", "seat": "bea"}.get(verb.name, "")
    for name in (verb.name, *verb.aliases):
        viewer.submit("step 5")
        before = viewer.model.revision
        viewer.submit(f"{name} {argument}")
        assert viewer.model.notice is None
        assert viewer.model.revision > before or verb.name == "quit"


@pytest.mark.anyio
async def test_a_replay_goes_on_until_it_is_quit(tmp_path: Path) -> None:
    viewer = Viewer(film_of(tmp_path), 0)
    viewer.submit("next")
    viewer.submit("quit")
    assert await viewer.run() is Exit.OK
    assert viewer.last_words == ""


def test_keys_step_by_moves_hands_ends_and_eyes(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    viewer = Viewer(film, 0)
    deals, last = [step + 1 for step in film.hands], len(film.frames)
    changes: list[int] = []
    viewer.on_change = lambda: changes.append(1)
    at: list[int] = []
    for act, way in [
        (viewer.step_hand, 1),
        (viewer.step, 2),
        (viewer.step_hand, -1),
        (viewer.step_hand, -1),
        (viewer.step_hand, -1),
        (viewer.step, -1),
        (viewer.jump, 1),
        (viewer.step_hand, 1),
        (viewer.jump, 0),
    ]:
        act(way)
        assert viewer.model.replay is not None
        at.append(viewer.model.replay.step)
    second = deals[1]
    assert at == [second, second + 2, second, 1, 1, 1, last, last, 1]
    assert len(changes) == 9
    seats = []
    for _ in range(5):
        viewer.look_from(1)
        seats.append((viewer.model.seat, viewer.model.addressed))
    assert seats[:2] == [(1, 1), (2, 2)]
    assert seats[2][1] is None
    assert seats[3:] == [(None, None), (0, 0)]


def test_the_log_stays_bounded_however_far_one_jumps(tmp_path: Path) -> None:
    viewer = Viewer(film_of(tmp_path, "survival", 30), "all")
    viewer.submit("end")
    assert len(viewer.model.log) <= LOG_LINES
    viewer.submit("back")
    assert len(viewer.model.log) <= LOG_LINES


GOOD = "cardgame record 1\nrules classic\nseat 0 person a\nseat 1 person b\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "line 1: a record begins with"),
        (b"hello\n", "line 1: a record begins with 'cardgame record 1'"),
        (GOOD.encode(), "line 5: it ends before its first hand"),
        (GOOD.encode() + b"hand 1\nshuffle R1\n", "line 6: these are not the cards"),
        (GOOD.encode() + b"\xff\n", "line 5: it is not UTF-8 there"),
        (GOOD.encode() + b"\x1b[2J\n", "line 5: "),
        (GOOD.replace("classic", "\x1b[2J").encode(), "line 2: "),
        (b"x" * (LONGEST_RECORD + 1), "longer than"),
    ],
)
def test_a_file_that_is_no_record_is_told_with_its_line(
    text: bytes, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(text)
    with pytest.raises(UnreadableError) as caught:
        read_film(path)
    said = str(caught.value)
    assert said.startswith(f"cannot replay {path}: ")
    assert says in said
    assert said.isprintable()


def test_a_file_that_is_not_there_is_told_before_anything_is_drawn(tmp_path: Path) -> None:
    ended = client("replay", str(tmp_path / "none.txt"))
    assert ended.returncode == Exit.FAILED
    assert ended.stderr.decode() == (
        f"cardgame-client: cannot replay {tmp_path}/none.txt: no such file or directory\n"
    )


def test_a_seat_that_the_record_lacks_is_a_usage_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_file(tmp_path, played("duel"))
    assert cli.main(["replay", str(path), "--seat", "2"]) == Exit.USAGE
    assert "0 (Ana) and 1 (Bea)" in capsys.readouterr().err


@pytest.mark.parametrize("seat", ["0", "bea", "ALL", "spectator"])
def test_a_seat_is_named_by_number_or_name(seat: str, tmp_path: Path) -> None:
    path = record_file(tmp_path, played("duel"))
    assert open_record(str(path), seat, Viewer(read_film(path), 0).settings).model.replay


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["replay"], "replay needs a record"),
        (["host", "file"], "only one HOST"),
        (["--seat", "1"], "--seat belongs to replay"),
        (["replay", "file", "--solo"], "--solo starts its own server"),
    ],
)
def test_a_replay_that_is_asked_for_in_part_is_a_usage_error(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == Exit.USAGE
    assert says in capsys.readouterr().err


def test_bug_U17_hostile_names_in_a_record_never_reach_the_terminal(tmp_path: Path) -> None:
    names = ("\x1b[2J\x1b]0;x\x07", "\u202eBea\u2066", "C\u0301\u0301\u0301\u0301em\x9b")
    path = record_file(tmp_path, played("classic", names=names))
    ended = client("replay", str(path), "--plain", said=b"next 5\nstate\nseat all\nend\nseat x\n")
    assert ended.returncode == Exit.OK
    lines = (ended.stdout + ended.stderr).decode().splitlines()
    assert len(lines) > 20
    assert all(line.isprintable() for line in lines)
