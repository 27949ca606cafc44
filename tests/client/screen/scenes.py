"""Moments worth a look, each as what a server's updates make of a fresh model."""

from collections.abc import Callable
from typing import Any

from cardgame_protocol.view import HandSheet, MatchResult, Seat, Wait
from cardgame_rules import PRESETS
from tests.client.screen.tables import (
    NAMES,
    Stage,
    classic_seats,
    hand_sheet,
    lobby,
    match_result,
    seat,
    table_line,
    view,
    wild_plays,
    you,
)

CLASSIC_HAND = ["R3", "RS", "G7", "GV", "B0", "B7", "Y2", "YD", "W", "F"]


CLASSIC_LEGAL = [
    "play G7",
    "play B7",
    "play Y2",
    "play YD",
    *wild_plays("W"),
    *wild_plays("F"),
    "draw",
]


def _classic_turn(stage: Stage) -> Stage:
    """Ana's turn in `classic` with four seats: the moment of the sketched screen."""
    own = you(CLASSIC_HAND, CLASSIC_LEGAL)
    return _talking(stage.update(view("classic", classic_seats(), spectators=["Eva", "Fay"]), own))


LOBBY = [
    ("friday", {}),
    ("duel-1", {"preset": "duel", "seats": 2, "free": 0, "computers": 0, "state": "playing"}),
    ("quiet", {"preset": "eights", "seats": 2, "people": 1, "computers": 0, "password": True}),
]


def _lobby(stage: Stage) -> Stage:
    tables = [table_line(number, name, **fields) for number, (name, fields) in enumerate(LOBBY, 1)]
    stage.model.listed(lobby(tables))
    stage.model.add("chat", "Bea, in the lobby: a seat is free at friday")
    return stage


def _lobby_empty(stage: Stage) -> Stage:
    stage.model.listed(lobby([]))
    return stage


def _talking(stage: Stage) -> Stage:
    stage.model.add("event", "Dot plays Yellow 7. One card left, called.")
    stage.model.add("chat", "Cem: anyone for pizza?")
    return stage


def _duel(stage: Stage) -> Stage:
    seats = [seat("Ana", total=180), seat("Bea", cards=4, total=220)]
    own = you(["R5", "G2", "F"], ["play G2", "play R5", *wild_plays("F"), "draw"])
    return stage.update(view("duel", seats, top="R2", colour="R"), own)


def _eights(stage: Stage) -> Stage:
    seats = [seat("Ana", cards=5, total=40), seat("Bot", kind="computer", level="simple", cards=9)]
    legal = ["play TH", "play 2H", *wild_plays("8D", "CDHS"), "draw"]
    own = you(["8D", "TH", "2H", "AS", "JS"], legal)
    return stage.update(view("eights", seats, top="8C", colour="H", stock=20), own)


def _pending(stage: Stage) -> Stage:
    seats = [
        seat("Ana", cards=2, lives=3, total=74),
        seat("Bea", cards=4, lives=2, total=120),
        seat("Zed", kind="computer", level="random", cards=1),
    ]
    table = view("survival", seats, pending=6, top="RD", colour="R", direction=-1)
    return stage.update(table, you(["RD", "B3"], ["play RD", "take"]))


def _challenge(stage: Stage) -> Stage:
    table = view("classic", classic_seats(), phase="answer", top="F", colour="B")
    return stage.update(table, you(CLASSIC_HAND[:4], ["take", "challenge"]))


def _starting_wild(stage: Stage) -> Stage:
    table = view("classic", classic_seats(), phase="name", top="W", colour=None)
    return stage.update(table, you(CLASSIC_HAND[:4], [f"name {letter}" for letter in "RGYB"]))


def _catch(stage: Stage) -> Stage:
    table = view("classic", classic_seats(), to_move=1, uncalled=[3])
    return stage.update(table, you(CLASSIC_HAND, ["catch 3"]))


def _many_seats(stage: Stage) -> Stage:
    seats = [seat(name, cards=number) for number, name in enumerate(NAMES, start=1)]
    return stage.update(view("classic", seats, to_move=4), you(CLASSIC_HAND, []))


def _watching(stage: Stage) -> Stage:
    return stage.update(view("classic", classic_seats(), to_move=1, spectators=["Ana"]), None)


def _waiting(stage: Stage) -> Stage:
    seats = [
        seat("Ana"),
        seat("Bot", kind="computer", level="simple"),
        seat("Bea", ready=True),
        seat(""),
    ]
    fields = {"state": "waiting", "phase": None, "to_move": None, "hand": 0, "top": None}
    return stage.update(view("classic", seats, changed=["call_penalty"], **fields), you([], []))


def _survival(stage: Stage) -> Stage:
    """A first turn of `survival`, with a Draw Two to start a stack."""
    seats = [
        seat("Ana", cards=5, lives=2, total=36),
        seat("Bea", cards=5, lives=3, total=120),
        seat("Zed", kind="computer", level="random", cards=5),
        seat("Gus", cards=5, lives=0, total=12, in_match=False),
    ]
    own = you(["G4", "YD", "B1", "W", "F"], ["play YD", *wild_plays("W"), *wild_plays("F"), "draw"])
    return stage.update(view("survival", seats), own)


def _seats_of(preset: str) -> list[Seat]:
    if preset == "classic":
        return classic_seats()
    if preset == "survival":
        return [
            seat("Ana", cards=2, lives=1, total=74),
            seat("Bea", cards=0, lives=2, total=120),
            seat("Zed", kind="computer", level="random", cards=3),
        ]
    return [seat("Ana", cards=1, total=80), seat("Bea", cards=0, total=92)]


_WINNERS = {"classic": 3, "survival": 1, "duel": 1, "eights": 1}

_LEFT = {
    "survival": [["B3", "F"], [], ["R1", "GS", "Y4"]],
    "duel": [["RS"], []],
    "eights": [["QH"], []],
}


def _sheet(preset: str) -> HandSheet:
    """What the hand that has just ended left: the loser of a life, the winner's points."""
    if preset == "classic":
        return hand_sheet()
    points = {"survival": [0, 78, 0], "duel": [0, 20], "eights": [0, 10]}[preset]
    return HandSheet(
        hand=3,
        reason="out",
        winner=1,
        cards=_LEFT[preset],
        points=points,
        lives_lost=[0] if preset == "survival" else [],
    )


def _between(preset: str) -> Callable[[Stage], Stage]:
    def play(stage: Stage) -> Stage:
        fields = {"state": "between", "phase": None, "to_move": None, "next_in": 10.0}
        table = view(preset, _seats_of(preset), last_hand=_sheet(preset), **fields)
        return stage.update(table, you([], []))

    return play


def _over(preset: str) -> Callable[[Stage], Stage]:
    def play(stage: Stage) -> Stage:
        fields = {"state": "over", "phase": None, "to_move": None, "result": _result(preset)}
        table = view(preset, _seats_of(preset), last_hand=_sheet(preset), **fields)
        return stage.update(table, you([], []))

    return play


def _result(preset: str) -> MatchResult:
    if preset == "classic":
        return match_result()
    winner = _WINNERS[preset]
    totals = {"survival": [74, 120, 0], "duel": [180, 520], "eights": [80, 102]}[preset]
    others = [[number] for number in range(len(totals)) if number != winner]
    reason = "lives" if preset == "survival" else "target"
    return MatchResult(reason=reason, winners=[winner], ranking=[[winner], *others], totals=totals)


def _wait(seat: int | None, name: str, why: str, left: float | None, then: str | None) -> Wait:
    return Wait(seat=seat, name=name, why=why, left=left, then=then)


def _in_hand(mover: int, why: str, *more: Wait, **fields: Any) -> Callable[[Stage], Stage]:
    """A decision of `mover` with 25 seconds left."""

    def play(stage: Stage) -> Stage:
        waits = [_wait(mover, NAMES[mover], why, 25.0, "default"), *more]
        legal = {"turn": CLASSIC_LEGAL, "name": ["name R"], "answer": ["take", "challenge"]}[why]
        phase = "play" if why == "turn" else why
        given = {"phase": phase, "to_move": mover, "waits": waits, **fields}
        if why == "answer":
            given |= {"top": "F", "colour": "B"}
        table = view("classic", fields.get("seats") or classic_seats(), **_but_seats(given))
        return stage.update(table, you(CLASSIC_HAND, [] if mover else legal))

    return play


def _but_seats(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != "seats"}


def _returning(stage: Stage) -> Stage:
    """Cem is on turn without a clock, and Bea's time to come back runs."""
    seats = [seat("Ana"), seat("Bea", here=False), seat("Cem"), seat("Dot")]
    waits = [_wait(2, "Cem", "turn", None, None), _wait(1, "Bea", "return", 25.0, "stand_in")]
    return stage.update(view("classic", seats, to_move=2, waits=waits), you(CLASSIC_HAND, []))


def _away(stage: Stage) -> Stage:
    seats = [seat("Bea", here=False), seat("Cem", here=False)]
    waits = [_wait(number, NAMES[number + 1], "return", 25.0, "ends") for number in range(2)]
    fields = {"paused": "away", "host": "Bea", "spectators": ["Ana"], "waits": waits}
    return stage.update(view("classic", seats, **fields), None)


def _paused(stage: Stage) -> Stage:
    waits = [_wait(number, NAMES[number], "resume", 25.0, "resumes") for number in range(2)]
    table = view("classic", classic_seats(), paused="agreed", waits=waits)
    return stage.update(table, you(CLASSIC_HAND, []))


def _before(names: tuple[str, ...], *waits: Wait, **fields: Any) -> Callable[[Stage], Stage]:
    """A table without a match."""

    def play(stage: Stage) -> Stage:
        computers = fields.get("spectators")
        seats = [seat(name, kind="computer", level="simple") if computers else seat(name)
                 for name in names]  # fmt: skip
        given = {"state": "waiting", "hand": 0, "top": None, "phase": None, "to_move": None}
        table = view("classic", seats, waits=list(waits), **{**given, "host": "Ana", **fields})
        return stage.update(table, None if computers else you([], []))

    return play


def _after(
    state: str, *waits: Wait, asked: bool = False, **fields: Any
) -> Callable[[Stage], Stage]:
    def play(stage: Stage) -> Stage:
        seats = [seat("Ana", asked=asked), seat("Bea")]
        given = {"state": state, "phase": None, "to_move": None, "waits": list(waits), **fields}
        result = _result("duel") if state == "over" else None
        table = view("duel", seats, last_hand=_sheet("duel"), result=result, **given)
        return stage.update(table, you([], []))

    return play


WAITS: dict[str, Callable[[Stage], Stage]] = {
    "own_turn": _in_hand(0, "turn"),
    "turn_of_another": _in_hand(1, "turn"),
    "own_name": _in_hand(0, "name", top="W", colour=None),
    "name_of_another": _in_hand(1, "name", top="W", colour=None),
    "own_answer": _in_hand(0, "answer"),
    "answer_of_another": _in_hand(1, "answer"),
    "call_of_another": _in_hand(1, "turn", _wait(3, "Dot", "call", 25.0, "passes"), uncalled=[3]),
    "own_call": _in_hand(1, "turn", _wait(0, "Ana", "call", 25.0, "passes"), uncalled=[0]),
    "returning": _returning,
    "paused": _paused,
    "all_away": _away,
    "players": _before(("Ana", "", ""), _wait(1, "", "players", 25.0, "closes")),
    "ready": _before(
        ("Ana", "Bea"), *(_wait(n, NAMES[n], "ready", 25.0, "closes") for n in range(2))
    ),
    "start": _before(
        ("Bot", "Bit"), _wait(None, "Ana", "start", 25.0, "closes"), spectators=["Ana"]
    ),
    "next_hand": _after(
        "between", *(_wait(n, NAMES[n], "ready", 25.0, "next_hand") for n in range(2)), next_in=25.0
    ),
    "rematch": _after("over", *(_wait(n, NAMES[n], "rematch", 25.0, "closes") for n in range(2))),
    "vote": _after("over", _wait(1, "Bea", "rematch", 25.0, "lapses"), asked=True),
    "paused_between": _after(
        "between",
        *(_wait(n, NAMES[n], "resume", 25.0, "resumes") for n in range(2)),
        paused="agreed",
    ),
}
"""Every kind of wait, each with 25 seconds left."""


SCENES: dict[str, Callable[[Stage], Stage]] = {
    "lobby_empty": _lobby_empty,
    "lobby": _lobby,
    "waiting": _waiting,
    "classic_turn": _classic_turn,
    "classic_challenge": _challenge,
    "classic_starting_wild": _starting_wild,
    "classic_catch": _catch,
    "classic_ten_seats": _many_seats,
    "classic_watching": _watching,
    "duel_turn": _duel,
    "eights_turn": _eights,
    "survival_turn": _survival,
    "survival_pending": _pending,
    **{f"{preset}_between": _between(preset) for preset in PRESETS},
    **{f"{preset}_over": _over(preset) for preset in PRESETS},
    **{f"wait_{name}": build for name, build in WAITS.items()},
}
"""Moments worth a look, each as what a server's updates make of a fresh model."""


def built(name: str) -> Stage:
    return SCENES[name](Stage().connected())


Scene = tuple[str, Stage]
Scenes = dict[str, Callable[[], Stage]]
