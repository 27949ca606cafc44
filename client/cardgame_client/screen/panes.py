"""The windows of the screen, laid out by prompt_toolkit: page, notice or typed line, key bar."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from cardgame_client.screen.cells import Fragment, Line, width
from cardgame_client.screen.clicks import target_at
from cardgame_client.screen.keybar import typing_bar
from cardgame_client.screen.line import TypingLine
from cardgame_client.screen.pages import Drawn

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

MENU_ROWS = 8

Target = tuple[str, str] | None
Pointed = Callable[[MouseEventType, Target], bool]
"""Takes a mouse event and what lies under it; true where it meant something."""


class Pane(FormattedTextControl):
    """Drawn lines; mouse events on them go to `pointed` with the target that lies there."""

    def __init__(
        self, lines: Callable[[], Sequence[Line]], pointed: Pointed, *, focusable: bool = False
    ) -> None:
        super().__init__(lambda: joined(lines()), focusable=focusable, show_cursor=False)
        self._lines = lines
        self._pointed = pointed

    def mouse_handler(self, mouse_event: MouseEvent) -> "NotImplementedOrNone":
        """Pass the event on; what it does not mean is left to prompt_toolkit."""
        position, lines = mouse_event.position, self._lines()
        line: Sequence[Fragment] = lines[position.y] if position.y < len(lines) else []
        if self._pointed(mouse_event.event_type, target_at(line, position.x)):
            return None
        return NotImplemented


class Panes:
    """The layout, around what `drawn` returns at each drawing."""

    def __init__(self, drawn: Callable[[], Drawn], line: TypingLine, pointed: Pointed) -> None:
        body = Pane(lambda: drawn().body, pointed, focusable=True)
        notice = Pane(lambda: [drawn().notice], pointed)
        keybar = Pane(lambda: [_keys(drawn(), line)], pointed)
        whole = Condition(lambda: bool(drawn().keys))
        typing = Condition(lambda: line.is_open)
        self.body = Window(body)
        rows = HSplit(
            [
                self.body,
                ConditionalContainer(line.window, filter=whole & typing),
                ConditionalContainer(Window(notice, height=1), filter=whole & ~typing),
                ConditionalContainer(Window(keybar, height=1), filter=whole),
            ],
            style="class:screen",
        )
        menu = CompletionsMenu(max_height=MENU_ROWS, scroll_offset=1)
        self.whole = FloatContainer(rows, [Float(menu, xcursor=True, ycursor=True)])


def _keys(drawn: Drawn, line: TypingLine) -> Line:
    """Return the key bar: of the page, or of the line for typing while that is open."""
    return typing_bar(line.mode, width(drawn.keys)) if line.is_open else drawn.keys


def joined(lines: Sequence[Line]) -> StyleAndTextTuples:
    """Return lines as one text for prompt_toolkit."""
    text: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            text.append(("", "\n"))
        text.extend(line)
    return text
