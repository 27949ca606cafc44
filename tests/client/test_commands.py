"""What a typed line means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgame_client.commands import Ask, NotUnderstood, Save, Show, parse
from cardgame_client.model import Model, Question
from cardgame_client.verbs import VERBS
from cardgame_protocol import (
    AddComputerRequest,
    ChatRequest,
    CreateRequest,
    EndRequest,
    JoinRequest,
    KickRequest,
    LeaveRequest,
    ListRequest,
    ListResult,
    MoveRequest,
    QuitRequest,
    ReadyRequest,
    RematchRequest,
    RemoveComputerRequest,
    Request,
    SetLevelRequest,
    SpectateRequest,
    StartRequest,
    TableLine,
)
from tests.client.kit import at_table, computer, greeting, seat, update, you

HAND = ["R7", "R9", "RS", "G5", "YD", "W", "F"]
WORD = "Xy"
EIGHTS = ["8C", "TH", "AS", "5D"]


def table(legal: list[str] | None = None, **changes: object) -> Model:
    seats = [seat("Ana"), computer("Dot"), seat("Cem"), computer("Dora May")]
    return at_table(HAND, legal or [], seats=seats, **changes)


def move(text: str, model: Model) -> str:
    command = parse(text, model)
    assert isinstance(command, Ask), command
    assert isinstance(command.request, MoveRequest)
    assert command.request.turn == model.turn
    return command.request.action


def request(text: str, model: Model | None = None) -> Request:
    command = parse(text, model or Model("Ana", greeting=greeting()))
    assert isinstance(command, Ask), command
    return command.request


def complaint(text: str, model: Model) -> str:
    with pytest.raises(NotUnderstood) as caught:
        parse(text, model)
    return caught.value.text


@pytest.mark.parametrize(
    "text",
    ["play r7", "PLAY R7", " play  r7 ", "r7", "red 7", "Play Red Seven", ":play r7", "/r7", "7"],
)
def test_bug_U19_a_play_is_read_in_every_spelling(text: str) -> None:
    assert move(text, table()) == "play R7"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("w g", "play W G"),
        ("wg", "play W G"),
        ("wild green", "play W G"),
        ("play w g call", "play W G call"),
        ("f blue", "play F B"),
        ("wd4 r call", "play F R call"),
        ("wild draw four yellow", "play F Y"),
        ("play red 7 call", "play R7 call"),
        ("yd", "play YD"),
        ("skip", "play RS"),
        ("5", "play G5"),
        ("r7 to dot", "play R7 to 1"),
    ],
)
def test_a_play_takes_colour_and_call(text: str, action: str) -> None:
    assert move(text, table()) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("8c h", "play 8C H"),
        ("8ch", "play 8C H"),
        ("eight of clubs hearts", "play 8C H"),
        ("10h", "play TH"),
        ("ten of hearts", "play TH"),
        ("ace", "play AS"),
        ("d", "draw"),
        ("x", "pass"),
    ],
)
def test_rule_B12_cards_and_suits_are_typed_in_eights(text: str, action: str) -> None:
    model = at_table(EIGHTS, [], preset="eights", top="5H", colour="H")
    assert move(text, model) == action


def test_rule_A17_p_draws_and_once_drawn_passes() -> None:
    assert move("p", table(["play R7", "draw"])) == "draw"
    assert move("P", table(["play R7", "pass"])) == "pass"


def test_rule_C9_draw_takes_what_is_pending() -> None:
    assert move("draw", table(["take"])) == "take"
    assert move("p", table(["take", "play RD"])) == "take"
    assert move("draw", table([])) == "draw"


def test_a_wild_without_its_colour_asks_for_it_and_takes_the_answer() -> None:
    model = table()
    question = parse("play w call", model)
    assert isinstance(question, Question)
    assert "red (r)" in question.text
    model.ask(question)
    assert move("b", model) == "play W B call"
    assert move("name blue", model) == "play W B call"


def test_bug_U09_an_answer_to_a_question_of_an_older_turn_is_not_taken() -> None:
    model = table()
    question = parse("w", model)
    assert isinstance(question, Question)
    model.ask(question)
    model.receive(update(turn=2, own=you(HAND)))
    assert model.question is None
    complaint("b", model)


def test_rule_K5_the_last_card_needs_no_colour() -> None:
    assert move("w", at_table(["W"])) == "play W"


def test_a_starting_wild_takes_a_colour_alone() -> None:
    model = table(["name R", "name G"], phase="name", top="W", colour=None)
    assert move("g", model) == "name G"
    assert move("name green", model) == "name G"
    assert "red, green" in complaint("name purple", model)


def test_catch_needs_a_name_only_where_several_can_be_caught() -> None:
    assert move("catch dot", table()) == "catch 1"
    assert move("catch", table(uncalled=[2])) == "catch 2"
    assert "Dot or Cem" in complaint("catch", table(uncalled=[1, 2]))
    assert "nobody" in complaint("catch", table(uncalled=[0]))
    assert "Nobody here" in complaint("catch zoe", table())


@pytest.mark.parametrize("verb", ["draw", "take", "pass", "challenge", "call"])
def test_moves_of_one_word_are_sent_as_they_are(verb: str) -> None:
    assert move(verb.upper(), table()) == verb
    assert "too much" in complaint(f"{verb} r7", table())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("leave", LeaveRequest(id=1)),
        ("start", StartRequest(id=1)),
        ("rematch", RematchRequest(id=1)),
        ("quit", QuitRequest(id=1)),
        ("exit", QuitRequest(id=1)),
        ("ready", ReadyRequest(id=1)),
        ("ready no", ReadyRequest(id=1, ready=False)),
        ("end", EndRequest(id=1)),
        ("end no", EndRequest(id=1, agree=False)),
        ("say Hello  YOU", ChatRequest(id=1, text="Hello YOU")),
        ("list", ListRequest(id=1)),
        ("list 2 Fri", ListRequest(id=1, page=2, filter="Fri")),
        ("list fri day", ListRequest(id=1, filter="fri day")),
        ("create duel", CreateRequest(id=1, preset="duel", seats=2)),
        ("create CLASSIC", CreateRequest(id=1, preset="classic", seats=4)),
        (
            "create classic seats 3 target 100 call 0 limit 50 password Xy name Fri pace 0 watch "
            "hidden closed",
            CreateRequest(
                id=1, preset="classic", seats=3, target=100, call_penalty=0, turn_limit=50,
                password=WORD, name="Fri", pace=0.0, sit=False, listed=False, spectators=False,
            ),
        ),
        ("create classic seats=3", CreateRequest(id=1, preset="classic", seats=3)),
        ("join 3", JoinRequest(id=1, table=3)),
        ("join 3 password Xy seat 1", JoinRequest(id=1, table=3, password=WORD, seat=1)),
        ("watch 3", SpectateRequest(id=1, table=3)),
        ("add", AddComputerRequest(id=1, level="simple")),
        ("add random seat 2", AddComputerRequest(id=1, level="random", seat=2)),
        ("add seat 2", AddComputerRequest(id=1, level="simple", seat=2)),
    ],
)  # fmt: skip
def test_requests_are_read_from_their_commands(text: str, wanted: Request) -> None:
    assert request(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("remove dot", RemoveComputerRequest(id=1, seat=1)),
        ("remove Dora May", RemoveComputerRequest(id=1, seat=3)),
        ("remove 3", RemoveComputerRequest(id=1, seat=3)),
        ("level dora may random", SetLevelRequest(id=1, seat=3, level="random")),
        ("kick cem", KickRequest(id=1, name="Cem")),
        ("kick Zoe", KickRequest(id=1, name="Zoe")),
    ],
)
def test_people_are_named_in_full_in_part_or_by_seat(text: str, wanted: Request) -> None:
    assert request(text, table()) == wanted


def test_a_table_can_be_joined_by_its_name_in_the_last_list() -> None:
    model = Model("Ana")
    line = TableLine(
        table=7, name="Friday night", preset="duel", seats=2, free=1, people=1, computers=0,
        watching=0, state="waiting", host="Eva", password=True, spectators=True, options={},
    )  # fmt: skip
    model.listed(ListResult(tables=[line], page=1, pages=1, total=1))
    wanted = JoinRequest(id=1, table=7, password=WORD)
    assert request("join friday NIGHT password Xy", model) == wanted
    assert "Type list" in complaint("join sunday", model)


@pytest.mark.parametrize(
    ("text", "topic", "argument"),
    [
        ("state", "state", ""),
        ("why R7", "why", "R7"),
        ("help play", "help", "play"),
        ("?", "help", ""),
    ],
)
def test_pages_are_shown_without_the_server(text: str, topic: str, argument: str) -> None:
    assert parse(text, table()) == Show(topic, argument)


def test_save_keeps_the_case_of_a_file_name() -> None:
    assert parse("save My File.txt", table()) == Save("My File.txt")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("play re 5", "no card"),
        ("re 7", "Did you mean Red 7 (r7)"),
        ("play", "hand"),
        ("g9", "You do not hold Green 9"),
        ("r7 now", "too much"),
        ("red", "Red 7 (r7), Red 9 (r9) or Red Skip (rs)"),
        ("plai r7", "Did you mean play"),
        ("xyzzy", "help"),
        ("", "help"),
        ("cat", "hand"),
        ("say", "say TEXT"),
        ("say " + "x" * 501, "500"),
        ("join", "TABLE"),
        ("add genius", "random or simple"),
        ("create chess", "duel"),
        ("create duel seats x", "number"),
        ("create duel pace soon", "seconds"),
        ("create duel quickly", "not understood"),
        ("level dot", "NAME LEVEL"),
        ("remove", "NAME"),
    ],
)
def test_bug_U19_what_is_not_understood_is_answered_with_what_to_type(text: str, says: str) -> None:
    if text in ("red", "cat"):
        text = f"play {text}"
        says = says if "Red" in says else "no card"
    assert says in complaint(text, table())


def test_a_unique_beginning_of_a_command_is_enough() -> None:
    assert move("chal", table()) == "challenge"
    assert "rematch" in complaint("rem", table())


def outcome(text: str, model: Model) -> str:
    """Return the kind of command, or the complaint."""
    try:
        return type(parse(text, model)).__name__
    except NotUnderstood as reason:
        return reason.text


def test_every_command_of_the_help_is_one_the_parser_knows() -> None:
    for verb in VERBS:
        assert "no command" not in outcome(verb.name, table()), verb


@given(st.text())
def test_bug_P05_no_text_whatever_breaks_the_parser(text: str) -> None:
    for model in (Model("Ana"), table(), at_table(EIGHTS, preset="eights")):
        assert outcome(text, model).isprintable()
