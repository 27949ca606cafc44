"""The line for typing: commands after `:`, chat after `say`; closed it keeps what was typed."""

from collections.abc import Callable
from typing import Literal

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput

from cardgame_client.model import Model
from cardgame_client.screen.completion import CommandCompleter

Mode = Literal["closed", "command", "chat"]

PROMPTS: dict[Mode, str] = {"closed": "", "command": " : ", "chat": " say: "}


class TypingLine:
    """Two texts in the making, one for commands and one for chat, of which one is open at most.

    Nothing that arrives touches them, and closing the line keeps them (issue: a chat line is
    never lost). `submit` gets each finished line as a command.
    """

    def __init__(self, model: Model, submit: Callable[[str], None]) -> None:
        self.mode: Mode = "closed"
        self._submit = submit
        self._kept: dict[Mode, str] = {"command": "", "chat": ""}
        self.buffer = Buffer(
            completer=CommandCompleter(model, lambda: self.mode == "chat"),
            complete_while_typing=Condition(lambda: self.mode == "command"),
            history=InMemoryHistory(),
            multiline=False,
            accept_handler=self._accept,
        )
        self.window = Window(
            BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt)]),
            height=1,
            style="class:input",
        )

    @property
    def is_open(self) -> bool:
        """Whether keys go to the line."""
        return self.mode != "closed"

    def open(self, mode: Literal["command", "chat"], text: str | None = None) -> None:
        """Open the line with `text`, or with what was kept when it was closed."""
        self.mode = mode
        kept = self._kept[mode] if text is None else text
        self.buffer.document = Document(kept, len(kept))

    def close(self) -> None:
        """Close the line and keep its text for the next time."""
        if self.is_open:
            self._kept[self.mode] = self.buffer.text
        self.mode = "closed"
        self.buffer.cancel_completion()

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:prompt", PROMPTS[self.mode])]

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        mode, self.mode = self.mode, "closed"
        self._kept[mode] = ""
        if text:
            self._submit(f"say {text}" if mode == "chat" else text)
        return False
