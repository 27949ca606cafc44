"""Tables to draw: a model brought into any state by the updates a server would send."""

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
import pyte
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from cardgame_client.address import Address
from cardgame_client.commands import parse
from cardgame_client.exits import Exit
from cardgame_client.model import Model
from cardgame_client.player import Player
from cardgame_client.screen.app import Screen, show
from cardgame_client.screen.desk import Desk
from cardgame_client.screen.glyphs import UTF8, Glyphs
from cardgame_client.screen.keys import press
from cardgame_protocol import Greeting, HelloResult, ListResult, TableLine, Update
from cardgame_protocol.view import HandSheet, MatchResult, Rules, Seat, View, You
from cardgame_rules.presets import PRESETS

LONGEST = 20.0
"""Seconds until a screen under test is ended whatever it waits for, so that a fault cannot hang."""

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


CLASSIC_HAND = ["R3", "RS", "G7", "GV", "B0", "B7", "Y2", "YD", "W", "F"]


def wild_plays(card: str, colours: str = "RGYB") -> list[str]:
    return [f"play {card} {colour}" for colour in colours]


CLASSIC_LEGAL = [
    "play G7",
    "play B7",
    "play Y2",
    "play YD",
    *wild_plays("W"),
    *wild_plays("F"),
    "draw",
]


def classic_seats() -> list[Seat]:
    return [
        seat("Ana", cards=10, total=45),
        seat("Bea", cards=5, total=120),
        seat("Cem", cards=11, total=85, here=False, stand_in=True),
        seat("Dot", kind="computer", level="simple", cards=1, total=310),
    ]


def classic_turn(stage: Stage) -> Stage:
    """Ana's turn in `classic` with four seats: the moment of the sketched screen."""
    own = you(CLASSIC_HAND, CLASSIC_LEGAL)
    return stage.update(view("classic", classic_seats(), spectators=["Eva", "Fay"]), own)


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


def _between(stage: Stage) -> Stage:
    fields = {"state": "between", "phase": None, "to_move": None, "next_in": 10.0}
    table = view("classic", classic_seats(), last_hand=hand_sheet(), **fields)
    return stage.update(table, you([], []))


def _over(stage: Stage) -> Stage:
    fields = {"state": "over", "phase": None, "to_move": None, "result": match_result()}
    table = view("classic", classic_seats(), last_hand=hand_sheet(), **fields)
    return stage.update(table, you([], []))


SCENES: dict[str, Callable[[Stage], Stage]] = {
    "lobby_empty": lambda stage: stage,
    "lobby": _lobby,
    "waiting": _waiting,
    "classic_turn": lambda stage: _talking(classic_turn(stage)),
    "classic_challenge": _challenge,
    "classic_starting_wild": _starting_wild,
    "classic_catch": _catch,
    "classic_ten_seats": _many_seats,
    "classic_watching": _watching,
    "duel_turn": _duel,
    "eights_turn": _eights,
    "survival_pending": _pending,
    "between_hands": _between,
    "match_over": _over,
}
"""Moments worth a look, each as what a server's updates make of a fresh model."""


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> tuple[str, Stage]:
    """Every scene in turn: its name and its stage."""
    return request.param, SCENES[request.param](Stage().connected())


@pytest.fixture
def scenes() -> dict[str, Callable[[], Stage]]:
    """The scenes by name, each built when it is called."""
    return {name: partial(_built, name) for name in SCENES}


def _built(name: str) -> Stage:
    return SCENES[name](Stage().connected())


@pytest.fixture
def stage() -> Stage:
    return Stage().connected()


@pytest.fixture
def classic() -> Stage:
    return classic_turn(Stage().connected())


@pytest.fixture
def build() -> Any:
    """The builders as one object: `build.seat`, `build.view`, `build.you`, `build.table_line`."""

    class Build:
        pass

    build = Build()
    for name, value in {
        "seat": seat,
        "view": view,
        "you": you,
        "wild_plays": wild_plays,
        "classic_seats": classic_seats,
        "table_line": table_line,
        "lobby": lobby,
        "sheet": hand_sheet,
        "result": match_result,
        "names": NAMES,
    }.items():
        setattr(build, name, value)
    return build


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


Builder = Callable[..., Any]


class Hands:
    """A player's hands on the keys: every press comes long after the table changed."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.desk, self.now = stage, Desk(), 0.0
        self.follow()

    def follow(self) -> None:
        self.desk.follow(self.stage.model, self.now)

    def press(self, *keys: str, after: float = 1.0) -> list[str]:
        """Press keys, `after` seconds before each; returns the commands that came of them."""
        done = []
        for key in keys:
            self.now += after
            done += press(self.desk, self.stage.model, key, self.now)
        for command in done:
            understood(command, self.stage.model)
        return done

    def update(self, *args: Any, **fields: Any) -> None:
        self.stage.update(*args, **fields)
        self.follow()


def understood(command: str, model: Model) -> None:
    """Whatever keys say could have been typed: `parse` raises where that is not so."""
    parse(command, model)


@pytest.fixture
def hands() -> Callable[[str], Hands]:
    """`hands("classic_turn")`: a player's hands on the keys in that scene."""
    return lambda name: Hands(_built(name))


class FakePlayer(Player):
    """A player without a link: what is submitted is kept, `done` ends it."""

    def __init__(self, model: Model) -> None:
        super().__init__(Address("localhost", 1), model.name)
        self.model = model
        self.submitted: list[str] = []
        self.code: Exit | Exception = Exit.OK
        self.done = anyio.Event()

    def submit(self, text: str) -> None:
        self.submitted.append(text)
        self.on_change()

    async def run(self) -> Exit:
        await self.done.wait()
        if isinstance(self.code, Exception):
            raise self.code
        return self.code


class _Tube(io.StringIO):
    """What the program writes, straight into the terminal emulator."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream) -> None:
        super().__init__()
        self._stream = stream
        self.written = ""

    def write(self, text: str) -> int:
        self.written += text
        self._stream.feed(text)
        return len(text)


class Terminal:
    """A terminal emulator with a running screen in it; `clock` is the screen's own time."""

    def __init__(
        self, stage: Stage, size: tuple[int, int], keys: PipeInput, glyphs: Glyphs
    ) -> None:
        self.display = pyte.Screen(*size)
        self.player = FakePlayer(stage.model)
        self.stage = stage
        self.keys = keys
        self.now = 1000.0
        self.changed = anyio.Event()
        self._tube = _Tube(pyte.Stream(self.display))
        output = Vt100_Output(
            self._tube,
            lambda: Size(rows=self.display.lines, columns=self.display.columns),
            term="xterm-256color",
        )
        self.screen = Screen(
            self.player,
            terminal_in=keys,
            terminal_out=output,
            glyphs=glyphs,
            clock=lambda: self.now,
        )
        self.screen.app.after_render += lambda _app: self._rendered()
        self.code: Exit | None = None

    def _rendered(self) -> None:
        self.changed.set()
        self.changed = anyio.Event()

    @property
    def written(self) -> str:
        """Everything the program wrote to the terminal."""
        return self._tube.written

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.display.display)

    async def run(self) -> None:
        self.code = await show(self.screen)

    async def until(self, wanted: Callable[[], object]) -> None:
        """Wait until something is so; it is looked at after every drawing."""
        with anyio.fail_after(5):
            while not wanted():
                await self.changed.wait()

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.text)

    async def press(self, keys: str, *, after: float = 1.0) -> None:
        """Send keys one by one, `after` seconds of the screen's time passing before each."""
        for key in keys:
            await self.send(key, after=after)

    async def send(self, sequence: str, *, after: float = 1.0) -> None:
        """Send one key's bytes and wait for the drawing that follows it."""
        self.now += after
        drawn = self.changed
        self.keys.send_text(sequence)
        self.screen.app.invalidate()
        with anyio.fail_after(5):
            await drawn.wait()

    def resize(self, cells: int, rows: int) -> None:
        self.display.resize(rows, cells)
        self.screen.app.renderer.erase(leave_alternate_screen=False)
        self.screen.app._on_resize()  # what the SIGWINCH handler calls; public API has no way

    def update(self, *args: Any, **fields: Any) -> None:
        self.stage.update(*args, **fields)
        self.player.on_change()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def terminal() -> Any:
    """A context manager: `async with terminal(stage, (80, 24)) as seen: ...`."""

    @asynccontextmanager
    async def open_terminal(
        stage: Stage, size: tuple[int, int] = (80, 24), glyphs: Glyphs = UTF8
    ) -> AsyncIterator[Terminal]:
        with create_pipe_input() as keys:
            terminal = Terminal(stage, size, keys, glyphs)
            async with anyio.create_task_group() as tasks:
                tasks.cancel_scope.deadline = anyio.current_time() + LONGEST
                drawn = terminal.changed
                tasks.start_soon(terminal.run)
                with anyio.fail_after(5):
                    await drawn.wait()
                yield terminal
                terminal.player.done.set()

    return open_terminal
