"""The running screen in a terminal emulator, with a player that has no link."""

import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio
import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from cardgame_client.address import Address
from cardgame_client.exits import Exit
from cardgame_client.model import Model
from cardgame_client.player import Player
from cardgame_client.screen.app import Screen, show
from cardgame_client.screen.glyphs import UTF8, Glyphs
from cardgame_client.settings import USUAL, Settings
from tests.client.screen.tables import Stage

LONGEST = 20.0
"""Seconds until a screen under test is ended whatever it waits for, so that a fault cannot hang."""


class FakePlayer(Player):
    """A player without a link: what is submitted is kept, `done` ends it.

    `breaks` is raised by the next `submit`, as a fault of the program would be.
    """

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(Address("localhost", 1), model.name, settings=settings)
        self.model = model
        self.submitted: list[str] = []
        self.code: Exit | Exception = Exit.OK
        self.done = anyio.Event()
        self.breaks: Exception | None = None

    def submit(self, text: str) -> None:
        if self.breaks:
            raise self.breaks
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
        self,
        stage: Stage,
        size: tuple[int, int],
        keys: PipeInput,
        glyphs: Glyphs | None,
        settings: Settings,
    ) -> None:
        self.display = pyte.Screen(*size)
        self.player = FakePlayer(stage.model, settings)
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
            environ={"TERM": "xterm-256color"},
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


@asynccontextmanager
async def open_terminal(
    stage: Stage,
    size: tuple[int, int] = (80, 24),
    glyphs: Glyphs | None = UTF8,
    settings: Settings = USUAL,
) -> AsyncIterator[Terminal]:
    """Run a screen on this stage in a terminal of this size for the block.

    Without `glyphs` the screen chooses its signs by itself, as it does for a player.
    """
    with create_pipe_input() as keys:
        terminal = Terminal(stage, size, keys, glyphs, settings)
        async with anyio.create_task_group() as tasks:
            tasks.cancel_scope.deadline = anyio.current_time() + LONGEST
            drawn = terminal.changed
            tasks.start_soon(terminal.run)
            with anyio.fail_after(5):
                await drawn.wait()
            yield terminal
            # Nobody looks at what is drawn when it ends: that would be the whole screen once more.
            terminal.screen.app.erase_when_done = True
            terminal.player.done.set()


OpenTerminal = Callable[..., AbstractAsyncContextManager[Terminal]]
"""The fixture `terminal`: `open_terminal`, with size and signs left out as a rule."""
