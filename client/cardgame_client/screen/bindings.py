"""Which keys of the terminal reach the game, the typing line and the program."""

from collections.abc import Callable
from typing import Protocol

from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from cardgame_client.screen.line import TypingLine

NAMED = (
    *("up", "down", "left", "right", "enter", "escape", "tab", "s-tab", "home", "end"),
    *("pageup", "pagedown", "delete", "backspace", "f1", "f3", "f4", "f5"),
)
"""Keys with a name that `keys.press` knows; `f2`, `:` and `/` open the typing line instead."""

FOCUS_IN, FOCUS_OUT = Keys.ControlF24, Keys.ControlF23
"""The names under which the terminal's reports of focus arrive: prompt_toolkit has no own ones, and
no keyboard has these keys."""


def teach_focus() -> None:
    """Let prompt_toolkit's parser know the reports `CSI I` and `CSI O`, which it would type."""
    ANSI_SEQUENCES["\x1b[I"], ANSI_SEQUENCES["\x1b[O"] = FOCUS_IN, FOCUS_OUT


class Keyboard(Protocol):
    """What the bindings need of the screen."""

    line: TypingLine

    def takes_text(self) -> bool:
        """Whether a field is open that takes every character as text."""
        return False

    def pressed(self, key: str) -> None:
        """Take a key that was pressed while the line was closed."""

    def focused(self, has_focus: bool) -> None:
        """Take the terminal's report that its window got or lost the focus."""

    def open_line(self, chat: bool) -> None:
        """Open the line for a command or for chat."""

    def close_line(self) -> None:
        """Close the line."""

    def interrupt(self) -> None:
        """End the program because of Ctrl-C."""

    def repaint(self) -> None:
        """Draw the whole screen anew."""


def bindings(keyboard: Keyboard) -> KeyBindings:
    """Return all key bindings of the screen."""
    keys = KeyBindings()
    closed = ~Condition(lambda: keyboard.line.is_open)
    _game_keys(keys, keyboard, closed)
    _line_keys(keys, keyboard, ~closed)

    # Both: Ctrl-C typed in raw mode is a key, `kill -INT` from outside arrives as `<sigint>`.
    @keys.add("c-c")
    @keys.add("<sigint>")
    def _interrupt(_event: KeyPressEvent) -> None:
        keyboard.interrupt()

    @keys.add(FOCUS_IN)
    def _came(_event: KeyPressEvent) -> None:
        keyboard.focused(True)

    @keys.add(FOCUS_OUT)
    def _went(_event: KeyPressEvent) -> None:
        keyboard.focused(False)

    @keys.add("c-l")
    def _repaint(_event: KeyPressEvent) -> None:
        keyboard.repaint()

    return keys


def _game_keys(keys: KeyBindings, keyboard: Keyboard, closed: Filter) -> None:
    for name in NAMED:
        keys.add(name, filter=closed, eager=name == "escape")(_named(keyboard, name))

    @keys.add(Keys.Any, filter=closed)
    def _character(event: KeyPressEvent) -> None:
        if event.data.isprintable():
            keyboard.pressed(event.data)

    @keys.add(Keys.BracketedPaste, filter=closed)
    def _pasted(event: KeyPressEvent) -> None:
        """Pasted text is no sequence of keys: none of it acts, but a field takes it as text."""
        for character in event.data:
            if character.isprintable() and keyboard.takes_text():
                keyboard.pressed(character)

    opens = closed & ~Condition(keyboard.takes_text)

    @keys.add(":", filter=opens)
    @keys.add("/", filter=opens)
    def _command(_event: KeyPressEvent) -> None:
        keyboard.open_line(chat=False)

    @keys.add("f2", filter=closed)
    def _chat(_event: KeyPressEvent) -> None:
        keyboard.open_line(chat=True)


def _line_keys(keys: KeyBindings, keyboard: Keyboard, is_open: Filter) -> None:
    @keys.add("escape", filter=is_open, eager=True)
    def _close(_event: KeyPressEvent) -> None:
        keyboard.close_line()

    @keys.add("tab", filter=is_open)
    def _complete(_event: KeyPressEvent) -> None:
        keyboard.line.complete()

    @keys.add("enter", filter=is_open)
    def _send(_event: KeyPressEvent) -> None:
        keyboard.line.send()
        keyboard.close_line()


def _named(keyboard: Keyboard, name: str) -> Callable[[KeyPressEvent], None]:
    def act(_event: KeyPressEvent) -> None:
        keyboard.pressed(name)

    return act
