"""Tables as a server would describe them, and a model brought into any state by its updates."""

from typing import Any

from cardgame_client.model import Model
from cardgame_protocol import Greeting, HelloResult, ListResult, TableLine, Update
from cardgame_protocol.view import HandSheet, MatchResult, Rules, Seat, View, You
from cardgame_rules import PRESETS

LEVELS = ["random", "simple"]
NAMES = ["Ana", "Bea", "Cem", "Dot", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"]


def seat(name: str, **fields: Any) -> Seat:
    usual = {
        "kind": "person" if name else "empty",
        "level": None,
        "here": bool(name),
        "stand_in": False,
        "ready": False,
        "asked": False,
        "cards": 7,
        "total": 0,
        "lives": None,
        "in_match": True,
    }
    return Seat(name=name, **{**usual, **fields})


def view(preset: str, seats: list[Seat], **fields: Any) -> View:
    options = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in PRESETS[preset].options().items()
    }
    usual = {
        "table": 1,
        "name": "friday",
        "rules": Rules(preset=preset, options=options),
        "changed": [],
        "state": "playing",
        "host": seats[0].name,
        "spectators": [],
        "match": 1,
        "next_in": None,
        "hand": 3,
        "dealer": 0,
        "first": 1,
        "phase": "play",
        "to_move": 0,
        "direction": 1,
        "top": "Y7",
        "colour": "Y",
        "pending": 0,
        "stock": 37,
        "discard": 12,
        "uncalled": [],
        "last_hand": None,
        "result": None,
    }
    return View(seats=seats, **{**usual, **fields})


def you(hand: list[str], legal: list[str], **fields: Any) -> You:
    return You(**{"seat": 0, "hand": hand, "legal": legal, "drawn": None, "shown": None, **fields})


class Stage:
    """A model and the messages that set it; `turn` rises with every update unless told."""

    def __init__(self) -> None:
        self.model = Model("Ana")
        self.turn = 16

    def connected(self) -> "Stage":
        greeting = Greeting(
            server="kitchen.local",
            server_id="0" * 8,
            software="cardgame-server 0.1",
            versions=[1],
            presets=list(PRESETS),
            levels=LEVELS,
        )
        hello = HelloResult(version=1, name="Ana", token="f" * 64, table=None, seat=None)
        self.model.connected(greeting, hello)
        return self

    def update(
        self,
        table: View,
        own: You | None,
        *,
        turn: int | None = None,
        events: list[dict[str, Any]] | None = None,
    ) -> "Stage":
        self.turn = self.turn + 1 if turn is None else turn
        self.model.receive(Update(turn=self.turn, events=events or [], view=table, you=own))
        return self


def table_line(number: int, name: str, **fields: Any) -> TableLine:
    usual = {
        "preset": "classic",
        "seats": 4,
        "free": 1,
        "people": 2,
        "computers": 1,
        "watching": 0,
        "state": "waiting",
        "host": "Bea",
        "password": False,
        "spectators": True,
        "options": {},
    }
    return TableLine(table=number, name=name, **{**usual, **fields})


def lobby(tables: list[TableLine], page: int = 1, pages: int = 1) -> ListResult:
    return ListResult(tables=tables, page=page, pages=pages, total=len(tables))


def hand_sheet() -> HandSheet:
    return HandSheet(
        hand=3,
        reason="out",
        winner=3,
        cards=[["Y2"], ["R3", "RS", "G7", "W"], ["B0", "B7", "Y2", "YD", "F"], []],
        points=[0, 0, 0, 186],
        lives_lost=[],
    )


def match_result() -> MatchResult:
    return MatchResult(
        reason="target", winners=[3], ranking=[[3], [1], [2], [0]], totals=[45, 120, 85, 520]
    )


def classic_seats() -> list[Seat]:
    return [
        seat("Ana", cards=10, total=45),
        seat("Bea", cards=5, total=120),
        seat("Cem", cards=11, total=85, here=False, stand_in=True),
        seat("Dot", kind="computer", level="simple", cards=1, total=310),
    ]


def wild_plays(card: str, colours: str = "RGYB") -> list[str]:
    return [f"play {card} {colour}" for colour in colours]
