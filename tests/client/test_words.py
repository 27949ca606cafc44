"""One sentence for every event, the same for log and plain mode."""

import msgspec
import pytest

from cardgame_client.option_words import option_words
from cardgame_client.voice import Voice, counted, listed, sentence
from cardgame_client.words import chat_words, event_words, removed_words
from cardgame_protocol import RULE_EVENTS, TABLE_EVENTS, Chat, Event, read_event
from cardgame_protocol.table_events import AskedEnd, HostChanged, Watching
from tests.client.kit import computer, seat

VOICE = Voice([seat("Ana"), computer("Dot"), seat("Cem\x1b[2J")], own=0)


def said(event: str, **fields: object) -> str:
    found = read_event({"event": event, **fields})
    assert found is not None
    return event_words(found, VOICE)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat": 1, "left": 1, "call": True}, "Dot plays Yellow 7. One card left, called."),
        ({"seat": 1, "left": 1, "call": False}, "Dot plays Yellow 7. One card left."),
        ({"seat": 0, "left": 9, "call": False}, "You play Yellow 7. 9 left."),
        ({"seat": 0, "left": 0, "call": False}, "You play Yellow 7. You go out."),
        ({"seat": 1, "left": 0, "call": False}, "Dot plays Yellow 7. Dot goes out."),
    ],
)
def test_a_play_is_told_with_what_is_left(fields: dict[str, object], words: str) -> None:
    assert said("played", card="Y7", colour=None, **fields) == words


def test_rule_A17_the_colour_that_was_chosen_is_announced() -> None:
    words = said("played", seat=1, card="F", colour="G", left=3, call=False)
    assert words == "Dot plays Wild Draw Four, naming green. 3 left."
    assert said("named", seat=1, colour="G") == "Dot names green."


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        ("drew", {"seat": 1, "count": 1, "reason": "turn"}, "Dot draws 1 card."),
        ("drew", {"seat": 0, "count": 1, "reason": "turn", "cards": ["R7"]}, "You draw Red 7."),
        (
            "drew",
            {"seat": 1, "count": 2, "reason": "caught"},
            "Dot draws 2 cards for the forgotten call.",
        ),
        ("passed", {"seat": 1}, "Dot passes."),
        ("passed", {"seat": 0}, "You pass."),
        ("missed", {"seat": 1}, "Dot misses a turn."),
        ("reversed", {"direction": -1}, "Play goes counter-clockwise now."),
        ("pending", {"seat": 0, "count": 4}, "4 cards pending on you."),
        ("challenged", {"seat": 1, "of": 0, "guilty": True}, "Dot challenges you: guilty."),
        (
            "challenged",
            {"seat": 0, "of": 1, "guilty": False, "shown": ["R7"]},
            "You challenge Dot: innocent. You are shown Dot's hand: Red 7.",
        ),
        ("called", {"seat": 1}, "Dot calls: one card left."),
        ("caught", {"seat": 0, "by": 1}, "Dot catches you: one card left and not called."),
        ("dealt", {"seat": 1, "count": 7}, ""),
        (
            "match_over",
            {"reason": "target", "winners": [1], "ranking": [[1], [0]], "totals": [5, 500]},
            "The match is over. Dot wins. Final: Dot 500, Ana 5.",
        ),
        (
            "sat",
            {"seat": 1, "name": "Dot", "kind": "computer", "level": "simple"},
            "Dot (computer, simple) sits down at seat 1.",
        ),
        ("stood", {"seat": 1, "name": "Eva", "reason": "kicked"}, "Eva is kicked by the host."),
        ("asked_end", {"seat": 1, "agree": True}, "Dot wants to end the match. Type end to agree."),
        (
            "match_started",
            {"match": 2, "preset": "duel", "changed": ["match_end"]},
            "Match 2 begins: duel, with rules of this table's own.",
        ),
    ],
)
def test_each_event_is_one_sentence(event: str, fields: dict[str, object], words: str) -> None:
    assert said(event, **fields) == words


def test_a_hand_that_ends_names_the_score_and_the_lives_lost() -> None:
    words = said(
        "hand_over",
        hand=3,
        reason="out",
        winner=1,
        cards=[["R7"], []],
        points=[0, 7],
        lives_lost=[0],
        totals=[0, 7],
        lives=[2, None],
    )
    assert words == "Hand 3 is over. Dot scores 7. You lose a life, 2 left."


def test_a_blocked_hand_without_a_winner_says_so() -> None:
    words = said(
        "hand_over",
        hand=1,
        reason="blocked",
        winner=None,
        cards=[["R7"], ["B7"]],
        points=[0, 0],
        lives_lost=[],
        totals=[0, 0],
        lives=[None, None],
    )
    assert words == "Hand 1 is over: nobody can move. Nobody scores."


@pytest.mark.parametrize("kind", [*RULE_EVENTS, *TABLE_EVENTS])
def test_every_event_of_the_protocol_has_a_sentence(kind: type[Event]) -> None:
    sample: dict[str, object] = {
        "seat": 0, "by": 1, "of": 1, "card": "R7", "cards": ["R7"], "colour": "G", "count": 2,
        "left": 3, "call": False, "reason": "turn", "hand": 1, "dealer": 0, "first": 1,
        "seats": [0, 1], "returned": False, "direction": 1, "guilty": True, "winner": 0,
        "points": [1, 0], "lives_lost": [], "totals": [1, 0], "lives": [None, None],
        "winners": [0], "ranking": [[0], [1]], "name": "Dot", "kind": "computer",
        "level": "simple", "ready": True, "agree": True, "match": 1, "preset": "duel",
        "changed": [], "shown": ["R7"], "seconds": 30.0, "text": "luck",
        "commitment": "c" * 64, "secret": "5" * 64,
    }  # fmt: skip
    fields = {name: sample[name] for name in kind.__struct_fields__}
    if kind.__struct_config__.tag == "hand_over":
        fields["cards"] = [["R7"], []]
    words = event_words(
        msgspec.convert({"event": kind.__struct_config__.tag, **fields}, kind), VOICE
    )
    assert words[0].isupper() or words[0].isdigit(), kind
    assert words.endswith("."), kind
    assert words.count("\n") == 0


def test_bug_X09_names_and_chat_cannot_carry_control_characters() -> None:
    assert "\x1b" not in said("passed", seat=2)
    line = chat_words(Chat(scope="table", name="E\x1bva", role="spectator", text="a\nb\x07"))
    assert line == "E?va (watching): a b?"


def test_bug_X15_a_spectator_and_a_computer_are_marked_in_chat() -> None:
    texts = {
        role: chat_words(Chat(scope="table", name="Eva", role=role, text="hi"))
        for role in ("player", "spectator", "computer", "visitor")
    }
    assert texts["player"] == "Eva: hi"
    assert len(set(texts.values())) == 4


GONE = ("left", "kicked", "lost", "idle", "removed", "took over", "dropped", "back")


def gone(how: str, seat: int | None) -> str:
    """The sentence for somebody at a seat, or (None) who watches."""
    if how == "took over":
        return said("took_over", seat=seat, name="Eva")
    if how in ("dropped", "back"):
        return said("dropped" if how == "dropped" else "returned", seat=1, name="Eva")
    if seat is None:
        return said("unwatched", name="Eva", reason=how)
    return said("stood", seat=seat, name="Eva", reason=how)


@pytest.mark.parametrize("seat", [1, None])
def test_every_way_to_go_is_told_apart(seat: int | None) -> None:
    texts = [gone(how, seat) for how in GONE]
    assert len(set(texts)) == len(GONE)
    assert "kicked by the host" in gone("kicked", seat)
    assert "another connection" in gone("took over", seat)
    assert "connection is lost" in gone("lost", seat)


@pytest.mark.parametrize(
    ("event", "fields", "what", "command"),
    [
        ("asked_end", {"agree": True}, "to end the match", "end"),
        ("asked_pause", {"agree": True}, "a pause", "pause"),
        ("asked_resume", {}, "to go on", "resume"),
    ],
)
def test_only_who_is_asked_is_told_how_to_agree(
    event: str, fields: dict[str, object], what: str, command: str
) -> None:
    assert said(event, seat=1, **fields) == f"Dot wants {what}. Type {command} to agree."
    assert said(event, seat=0, **fields) == f"You want {what}."


def test_a_removal_says_why() -> None:
    assert removed_words("kicked") == (
        "The host has kicked you from the table. You are in the lobby."
    )
    assert removed_words("table_ended") == "The table has ended. You are in the lobby."
    assert "nobody did anything" in removed_words("idle")


def test_numbers_and_lists_are_said_as_people_say_them() -> None:
    assert [counted(1, "card"), counted(2, "card"), counted(2, "life")] == [
        "1 card",
        "2 cards",
        "2 lives",
    ]
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed("abc", "or")] == [
        "",
        "a",
        "a and b",
        "a, b or c",
    ]
    assert sentence("no such\ttable") == "No such table."


def test_who_watches_is_spoken_to() -> None:
    voice = Voice([], None, "Eva")
    assert event_words(Watching(name="Eva"), voice) == "You watch."
    assert event_words(Watching(name="Fay"), voice) == "Fay watches."
    assert event_words(HostChanged(name="Eva"), voice) == "You are the host now."


def test_only_who_can_agree_to_an_end_is_told_how() -> None:
    seats = [seat("Ana"), seat("Dot")]
    asked = AskedEnd(seat=1, agree=True)
    assert event_words(asked, Voice(seats, 0)) == "Dot wants to end the match. Type end to agree."
    assert event_words(asked, Voice(seats, 1)) == "You want to end the match."
    assert event_words(asked, Voice(seats, None)) == "Dot wants to end the match."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"match_end": "points:100", "call_penalty": 4}, ["to 100 points", "call penalty 4"]),
        ({"match_end": "points:1"}, ["one hand"]),
        ({"match_end": "lives:1", "call_penalty": 0}, ["1 life", "no call"]),
        ({"turn_limit": 90, "hand_limit": 5}, ["a hand of at most 90 turns", "at most 5 hands"]),
        ({"match_end": "some day", "new_thing": "\x1b"}, ["until some day", "new thing ?"]),
    ],
)
def test_what_is_other_than_usual_is_told_in_words(
    options: dict[str, object], words: list[str]
) -> None:
    assert option_words(options) == words
