"""The full-screen program: prompt_toolkit around `pages.draw` and `keys.press`.

The only module of this room that touches a terminal. Failures end it cleanly: an exception in a
key binding, in the player's task or in drawing leaves the screen restored and goes to the caller.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.layout import (
    ConditionalContainer,
    Float,
    FloatContainer,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output

from cardgame_client.exits import Exit
from cardgame_client.player import Player
from cardgame_client.screen.bindings import bindings
from cardgame_client.screen.cells import Line
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.glyphs import Glyphs, glyphs_for
from cardgame_client.screen.keys import press
from cardgame_client.screen.line import TypingLine
from cardgame_client.screen.pages import Drawn, draw
from cardgame_client.screen.palette import colour_depth, style

LOBBY_SECONDS = 3.0
"""Between two looks at the lobby's list: the server does not push it. Far below its limits."""

ESCAPE_SECONDS = 0.05
"""How long Esc alone waits for the rest of an arrow key's sequence; slow links need about this."""

MENU_ROWS = 8


class Screen:
    """The screen of one player: what is drawn, and what becomes of a key."""

    def __init__(
        self,
        player: Player,
        *,
        terminal_in: Input | None = None,
        terminal_out: Output | None = None,
        glyphs: Glyphs | None = None,
        clock: Callable[[], float] = anyio.current_time,
    ) -> None:
        self.player = player
        self.desk = Desk()
        self.line = TypingLine(player.model, self._submit)
        self._clock = clock
        self._glyphs = glyphs or glyphs_for(sys.stdout.encoding, os.environ.get("TERM"))
        self._drawn = Drawn([], [], [])
        self._body = Window(FormattedTextControl(self._page, focusable=True, show_cursor=False))
        self.app: Application[Exit] = Application(
            layout=Layout(self._containers(), focused_element=self._body),
            key_bindings=bindings(self),
            style=style(),
            color_depth=colour_depth(os.environ),
            full_screen=True,
            input=terminal_in,
            output=terminal_out,
            before_render=self._before_render,
            min_redraw_interval=1 / 60,
            refresh_interval=1.0,  # for the seconds that count down; only what changed is written
        )
        self.app.ttimeoutlen = ESCAPE_SECONDS
        player.on_change = self.changed

    def changed(self) -> None:
        """Follow a change of the model and draw it."""
        model = self.player.model
        self.desk.follow(model, self._clock())
        for command in self.desk.due(model):
            self.player.submit(command)
        self.app.invalidate()

    def pressed(self, key: str) -> None:
        """Take a key that was pressed while the line was closed."""
        model = self.player.model
        for command in press(self.desk, model, key, self._clock()):
            if command == "quit" and model.link != "open":
                self.end(Exit.OK)  # without a link there is nobody to take leave of
            else:
                self.player.submit(command)
        if self.desk.typing is not None:
            self.line.open("command", self.desk.typing)
            self.desk.typing = None
            self.app.layout.focus(self.line.window)

    def open_line(self, chat: bool) -> None:
        """Open the line for a command or for chat."""
        self.line.open("chat" if chat else "command")
        self.app.layout.focus(self.line.window)

    def close_line(self) -> None:
        """Close the line; keys act on the table again."""
        self.line.close()
        self.app.layout.focus(self._body)

    def interrupt(self) -> None:
        """End the program because of Ctrl-C; the seat is kept for a return."""
        self.end(Exit.INTERRUPTED)

    def repaint(self) -> None:
        """Draw the whole screen anew, for a terminal that something else wrote on."""
        self.app.renderer.clear()

    def end(self, code: Exit) -> None:
        """End the program with this exit code; a second end is none."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=code)

    def fail(self, error: BaseException) -> None:
        """End the program by raising `error` out of `run`, with the screen restored."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def _submit(self, text: str) -> None:
        self.player.submit(text)

    def _before_render(self, app: Application[Exit]) -> None:
        size = app.output.get_size()
        self.desk.now = self._clock()
        self._drawn = draw(self.player.model, self.desk, (size.columns, size.rows), self._glyphs)

    def _containers(self) -> FloatContainer:
        whole = Condition(lambda: bool(self._drawn.keys))
        typing = Condition(lambda: self.line.is_open)
        notice = Window(FormattedTextControl(lambda: _text([self._drawn.notice])), height=1)
        keybar = Window(FormattedTextControl(lambda: _text([self._drawn.keys])), height=1)
        rows = HSplit(
            [
                self._body,
                ConditionalContainer(self.line.window, filter=whole & typing),
                ConditionalContainer(notice, filter=whole & ~typing),
                ConditionalContainer(keybar, filter=whole),
            ]
        )
        menu = CompletionsMenu(max_height=MENU_ROWS, scroll_offset=1)
        return FloatContainer(rows, [Float(menu, xcursor=True, ycursor=True)])

    def _page(self) -> StyleAndTextTuples:
        return _text(self._drawn.body)


def _text(lines: list[Line]) -> StyleAndTextTuples:
    """Return lines as one text for prompt_toolkit."""
    text: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            text.append(("", "\n"))
        text.extend(line)
    return text


async def run(player: Player) -> Exit:
    """Play full screen until the player quits or the link is lost for good; needs asyncio."""
    return await show(Screen(player))


async def show(screen: Screen) -> Exit:
    """Run a screen with its player; returns the exit code."""
    code = Exit.FAILED
    async with anyio.create_task_group() as tasks, _failures_to(screen):
        screen.changed()
        tasks.start_soon(_play, screen)
        tasks.start_soon(_signals, screen)
        tasks.start_soon(_watch_lobby, screen)
        code = await screen.app.run_async(set_exception_handler=False)
        tasks.cancel_scope.cancel()
    return code


async def _play(screen: Screen) -> None:
    screen.end(await screen.player.run())


async def _signals(screen: Screen) -> None:
    """End on SIGTERM and SIGHUP, which prompt_toolkit leaves to kill it with the screen on."""
    if sys.platform == "win32":  # no such signals there, and asyncio cannot receive any
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGHUP) as received:
        async for number in received:
            screen.player.last_words = f"Ended by {signal.Signals(number).name}."
            screen.end(Exit.FAILED)


async def _watch_lobby(screen: Screen) -> None:
    """Ask for the list again and again while the lobby is looked at."""
    while True:
        await anyio.sleep(LOBBY_SECONDS)
        model = screen.player.model
        if model.link == "open" and place_of(model) == "lobby":
            screen.player.submit(f"list {model.lobby.page if model.lobby else 1}")


@asynccontextmanager
async def _failures_to(screen: Screen) -> AsyncIterator[None]:
    """Let exceptions in callbacks (key bindings, drawing) end the screen instead of a pause."""
    loop = asyncio.get_running_loop()

    def failed(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        screen.fail(context.get("exception") or RuntimeError(str(context.get("message"))))

    before = loop.get_exception_handler()
    loop.set_exception_handler(failed)
    try:
        yield
    finally:
        loop.set_exception_handler(before)
