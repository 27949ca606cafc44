"""What a key press costs the full-screen client, beside the least that prompt_toolkit can do.

The hand has 60 cards, the screen 200x60, and each key moves the cursor by one card. The anchor is
a program of one window that shows as many lines of as much text, of which each key changes two, in
the same number of styles. Both are drawn by prompt_toolkit's own renderer into the same output.
"""

import asyncio
import io
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output.vt100 import Vt100_Output

from bench.interleave import Comparison, Contender, Effort, interleaved
from cardgame_client.address import Address
from cardgame_client.model import Model
from cardgame_client.player import Player
from cardgame_client.screen.app import Screen
from cardgame_client.screen.glyphs import UTF8
from cardgame_protocol import Greeting, HelloResult, Update
from cardgame_protocol.view import Rules, Seat, View, You
from cardgame_rules import PRESETS

CELLS, ROWS, CARDS = 200, 60, 60
NO_TOKEN = ""


class _Sink(io.StringIO):
    """A terminal that takes everything and keeps nothing."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)


def key_press(effort: Effort) -> Comparison:
    """Compare a key press with a redraw of one window, in microseconds of CPU time."""
    return asyncio.run(_compare(effort))


async def _compare(effort: Effort) -> Comparison:
    with create_pipe_input() as nothing:
        screen = Screen(_player(), terminal_in=nothing, terminal_out=_output(), glyphs=UTF8)
        screen.changed()
        window = Window(FormattedTextControl(_one_window()))
        anchor: Application[Any] = Application(
            layout=Layout(window), full_screen=True, input=nothing, output=_output()
        )
        keys = cycle(["right"] * (CARDS - 1) + ["home"])

        def press() -> None:
            screen.pressed(next(keys))
            redraw(screen.app)

        async with _running(anchor), _running(screen.app):
            contenders = [
                Contender(
                    "one window of prompt_toolkit", lambda: _cost(lambda: redraw(anchor), effort)
                ),
                Contender(f"cardgame, {CARDS} cards", lambda: _cost(press, effort)),
            ]
            return interleaved(contenders, "us", effort.runs)


@asynccontextmanager
async def _running(app: Application[Any]) -> AsyncIterator[None]:
    """Run a program for the block; it is drawn once before."""
    drawn = asyncio.Event()
    app.after_render += lambda _app: drawn.set()
    task = asyncio.create_task(app.run_async())
    await drawn.wait()
    try:
        yield
    finally:
        app.exit()
        await task


def redraw(app: Application[Any]) -> None:
    """Draw at once what `invalidate` would have drawn in the loop's next round."""
    app._redraw()  # the public way is not to be waited for


def _cost(act: Callable[[], None], effort: Effort) -> float:
    """Return the microseconds of CPU time that one `act` takes."""
    act()
    count, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < effort.seconds:
        act()
        count += 1
    return spent / count * 1e6


def _one_window() -> Callable[[], StyleAndTextTuples]:
    """Return the text of a window full of it; the line in other colours moves with each drawing."""
    at = cycle(range(ROWS))

    def text() -> StyleAndTextTuples:
        chosen = next(at)
        shown: StyleAndTextTuples = []
        for number in range(ROWS):
            shown.append(("reverse" if number == chosen else "", "x" * (CELLS - 1)))
            shown.append(("", "\n"))
        return shown[:-1]

    return text


def _output() -> Vt100_Output:
    return Vt100_Output(_Sink(), lambda: Size(rows=ROWS, columns=CELLS), term="xterm-256color")


def _player() -> Player:
    """Return a player on turn with a long hand, without a link."""
    player = Player(Address("localhost", 1), "Ana")
    hand = [f"{colour}{number % 10}" for colour in "RGYB" for number in range(CARDS // 4)]
    seats = [_seat(name, 7) for name in ("Ana", "Bea", "Cem", "Dot")]
    player.model = _seated(
        player.model,
        _view(seats),
        You(
            seat=0,
            hand=hand,
            legal=[f"play {card}" for card in dict.fromkeys(hand)],
            drawn=None,
            shown=None,
        ),
    )
    return player


def _seated(model: Model, view: View, you: You) -> Model:
    greeting = Greeting(
        server="bench", server_id="0", software="bench", versions=[1], presets=[], levels=[]
    )
    model.connected(
        greeting, HelloResult(version=1, name="Ana", token=NO_TOKEN, table=None, seat=None)
    )
    for number in range(100):
        model.add("event", f"Bea plays Red {number % 10}. {number} left.")
        model.add("chat", f"Cem: line number {number}")
    model.receive(Update(turn=1, events=[], view=view, you=you))
    return model


def _seat(name: str, cards: int) -> Seat:
    return Seat(
        name=name,
        kind="person",
        level=None,
        here=True,
        stand_in=False,
        ready=False,
        asked=False,
        cards=cards,
        total=0,
        lives=None,
        in_match=True,
    )


def _view(seats: list[Seat]) -> View:
    rules = Rules(preset="classic", options=PRESETS["classic"].options())
    return View(
        table=1,
        name="bench",
        rules=rules,
        changed=[],
        state="playing",
        host="Ana",
        spectators=[],
        match=1,
        next_in=None,
        hand=1,
        dealer=0,
        first=1,
        phase="play",
        to_move=0,
        direction=1,
        top="R7",
        colour="R",
        pending=0,
        stock=30,
        discard=10,
        uncalled=[],
        last_hand=None,
        result=None,
        seats=seats,
    )
