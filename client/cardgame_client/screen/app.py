"""The full-screen program: prompt_toolkit around `pages.draw` and `keys.press`.

With `panes`, `line` and `bindings` the only part of this room that touches a terminal. Failures end
it cleanly: an exception in a key binding, in the player's task or in drawing leaves the screen
restored and goes to the caller.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.layout import Layout
from prompt_toolkit.mouse_events import MouseEventType
from prompt_toolkit.output import Output

from cardgame_client.command_words import quoted
from cardgame_client.exits import Exit
from cardgame_client.face import Faced
from cardgame_client.screen import mouse
from cardgame_client.screen.bindings import bindings, teach_focus
from cardgame_client.screen.desk import Desk, place_of
from cardgame_client.screen.flash import FLASH_SECONDS
from cardgame_client.screen.glyphs import Glyphs, glyphs_for
from cardgame_client.screen.keys import press
from cardgame_client.screen.line import TypingLine
from cardgame_client.screen.nudge import Nudge, terminal_kind
from cardgame_client.screen.pages import Drawn, draw
from cardgame_client.screen.palette import colour_depth, style
from cardgame_client.screen.panes import Panes, Target
from cardgame_client.screen.questions import Wanted
from cardgame_client.screen.replay_keys import Stepping, press_in_replay

LOBBY_SECONDS = 2.0
"""Between two looks at the lobby's list: the server does not push it. Far below its limits."""

ESCAPE_SECONDS = 0.05
"""How long Esc alone waits for the rest of an arrow key's sequence; slow links need about this."""

WHEEL = {MouseEventType.SCROLL_DOWN: 1, MouseEventType.SCROLL_UP: -1}


class Screen:
    """The screen of one player: what is drawn, and what becomes of a key."""

    def __init__(
        self,
        player: Faced,
        *,
        terminal_in: Input | None = None,
        terminal_out: Output | None = None,
        glyphs: Glyphs | None = None,
        clock: Callable[[], float] = anyio.current_time,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.player = player
        self.desk = Desk(motion=player.settings.motion, hints=player.settings.hints)
        self.line = TypingLine(player.model, self._submit)
        self.nudge = Nudge(player.settings, terminal_kind(environ, sys.platform))
        self._clock = clock
        encoding = "ascii" if player.settings.ascii else sys.stdout.encoding
        self._glyphs = glyphs or glyphs_for(encoding, environ.get("TERM"))
        self._drawn = Drawn([], [], [])
        self._panes = Panes(lambda: self._drawn, self.line, self._pointed)
        teach_focus()
        self.app: Application[Exit] = Application(
            layout=Layout(self._panes.whole, focused_element=self._panes.body),
            key_bindings=bindings(self),
            color_depth=colour_depth(environ, player.settings.colour),
            full_screen=True,
            mouse_support=player.settings.mouse,
            input=terminal_in,
            output=terminal_out,
            before_render=self._before_render,
            min_redraw_interval=1 / 60,
            refresh_interval=1.0,  # for the seconds that count down; only what changed is written
        )
        self.app.style = style(self.app.color_depth)
        self.app.ttimeoutlen = ESCAPE_SECONDS
        player.on_change = self.changed
        player.ask_password = self.ask_password

    def changed(self) -> None:
        """Follow a change of the model and draw it."""
        model = self.player.model
        self.desk.hints = self.player.settings.hints
        self.desk.follow(model, self._clock())
        for command in self.desk.due(model):
            self.player.submit(command)
        if self.line.mode == "password" and not self.desk.wanted and not model.locked:
            self.close_line()  # the table is gone
        if self.desk.lit and self.app.loop:  # and once more when the flash is over
            self.app.loop.call_later(FLASH_SECONDS, self.app.invalidate)
        self.app.invalidate()

    def takes_text(self) -> bool:
        """Whether a field is open that takes every character as text."""
        form = self.desk.form
        return form is not None and not self.desk.page and form.takes("x")

    def pressed(self, key: str) -> None:
        """Take a key that was pressed while the line was closed."""
        self._write(self.nudge.active(self._clock()))
        if key == "f5":
            self.player.dismiss_hint()
        elif self._steps(key):
            return
        else:
            self._carry_out(press(self.desk, self.player.model, key, self._clock()))

    def _steps(self, key: str) -> bool:
        """Carry out a key of a replay; false where there is none, or a page lies over it."""
        laid = self.desk.page or self.desk.sheet
        return not laid and isinstance(self.player, Stepping) and press_in_replay(self.player, key)

    def focused(self, has_focus: bool) -> None:
        """Take the terminal's report that its window got or lost the focus."""
        self._write(self.nudge.focus(has_focus, self._clock()))

    def open_line(self, chat: bool) -> None:
        """Open the line for a command or for chat."""
        self.line.open("chat" if chat else "command")
        self.app.layout.focus(self.line.window)

    def close_line(self) -> None:
        """Close the line; keys act on the table again."""
        self.line.close()
        self.desk.wanted = None
        self.app.layout.focus(self._panes.body)

    async def ask_password(self, _why: str) -> str | None:
        """Ask for the server's password in the line; the page tells why, see `Model.locked`."""
        answers: list[str | None] = []
        answered = anyio.Event()

        def answer(password: str | None) -> None:
            answers.append(password)
            answered.set()

        self.line.ask("the server", answer)
        self.app.layout.focus(self.line.window)
        self.app.invalidate()
        await answered.wait()
        return answers[0]

    def _ask_table_password(self, wanted: Wanted) -> None:
        def answer(password: str | None) -> None:
            if password is not None:
                self._submit(f"{wanted.command} password {quoted(password)}")

        self.line.ask(wanted.name, answer)
        self.app.layout.focus(self.line.window)

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

    async def run(self) -> Exit:
        """Take the terminal until `end`; leave it as it was found."""
        self._write(self.nudge.begin())
        try:
            return await self.app.run_async(set_exception_handler=False)
        finally:
            self._write(self.nudge.end())

    def _submit(self, text: str) -> None:
        self._write(self.nudge.active(self._clock()))
        self.player.submit(text)

    def _carry_out(self, commands: list[str]) -> None:
        """Submit what came of a key or a click, and open the line where that is to be typed on."""
        for command in commands:
            if command == "quit" and self.player.model.link != "open":
                self.end(Exit.OK)  # without a link there is nobody to take leave of
            else:
                self.player.submit(command)
        if self.desk.wanted is not None:
            self._ask_table_password(self.desk.wanted)

    def _pointed(self, event: MouseEventType, target: Target) -> bool:
        """Take a mouse event over a target; true where it meant something."""
        if event in WHEEL:
            mouse.wheel(self.desk, self.player.model, target, WHEEL[event], self._clock())
            return True
        if event is not MouseEventType.MOUSE_UP or target is None:
            return False
        self._write(self.nudge.active(self._clock()))
        label = target[1] if target[0] == "key" else ""
        if label and self.line.is_open:
            if self.line.clicked(label):
                self.close_line()
        elif label in (":", "F2"):
            self.open_line(chat=label == "F2")
        elif label and isinstance(self.player, Stepping):
            for key in mouse.keys_of(label):
                self.pressed(key)
        else:
            self.close_line()
            self._carry_out(mouse.click(self.desk, self.player.model, target, self._clock()))
        return True

    def _before_render(self, app: Application[Exit]) -> None:
        size = app.output.get_size()
        self.desk.now = self._clock()
        self._drawn = draw(self.player.model, self.desk, (size.columns, size.rows), self._glyphs)
        self._call_to_turn()

    def _call_to_turn(self) -> None:
        """Tell a player who looks elsewhere that it is their turn."""
        model = self.player.model
        where = model.view.name if model.view else ""
        turn = model.turn if model.my_turn and not model.replay else None
        self._write(self.nudge.look(turn, where, self.desk.now))

    def _write(self, sequence: str) -> None:
        """Write an escape sequence past prompt_toolkit's drawing."""
        if sequence:
            self.app.output.write_raw(sequence)
            self.app.output.flush()


async def run(player: Faced) -> Exit:
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
        code = await screen.run()
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
        if model.link == "open" and model.replay is None and place_of(model) == "lobby":
            screen.player.submit(f"list {model.lobby.page if model.lobby else 1} {model.filter}")


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
